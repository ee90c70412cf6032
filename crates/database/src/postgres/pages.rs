//! Reading the records of a page with one statement, which sees one state of the database.

use bytes::Bytes;
use tokio_postgres::Row;

use super::Postgres;
use super::shared_connections::SharedConnections;
use crate::StoreError;
use crate::pages::{RecordWriter, WrittenPage};

/// The statement that reads the records of a page.
#[derive(Debug, Clone, Copy)]
pub struct PageStatement<'a> {
    /// Its text; see [`crate::dialect::Dialect::by_keys`].
    pub by_keys: &'a str,
    /// The number of columns of a record.
    pub columns: usize,
}

impl Postgres {
    /// Reads the records with these keys. Reads from a replica that has the newest change this server observed, otherwise from the
    /// primary.
    pub async fn read_page<W: RecordWriter>(
        &self,
        statement: PageStatement<'_>,
        keys: &[i64],
        writer: &W,
    ) -> Result<WrittenPage<W::Written>, StoreError> {
        for replica in self.replicas.usable() {
            match read(&replica.shared, statement, keys, writer).await {
                Ok((page, newest)) if newest >= self.observed() => return Ok(page),
                Ok(_) => {}
                Err(error @ (StoreError::Unreachable(_) | StoreError::Interrupted(_))) => {
                    replica.exclude(&error);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(read(&self.shared, statement, keys, writer).await?.0)
    }
}

async fn read<W: RecordWriter>(
    connections: &SharedConnections,
    statement: PageStatement<'_>,
    keys: &[i64],
    writer: &W,
) -> Result<(WrittenPage<W::Written>, i64), StoreError> {
    let rows = connections.query(statement.by_keys, keys).await?;
    write(statement, &rows, writer)
}

fn write<W: RecordWriter>(
    statement: PageStatement<'_>,
    rows: &[Row],
    writer: &W,
) -> Result<(WrittenPage<W::Written>, i64), StoreError> {
    use crate::row_reader::RowReader as _;
    let mut buffer = Vec::with_capacity(rows.len() * 2048);
    let mut records = Vec::with_capacity(rows.len());
    for row in rows {
        let start = buffer.len();
        let written = match row.integer(0)? {
            Some(_) => Some(writer.write(row, &mut buffer)?),
            None => None,
        };
        records.push(written.map(|written| (start..buffer.len(), written)));
    }
    let change = |offset: usize| {
        let number = rows.first().map_or(Ok(None), |row| row.integer(statement.columns + offset));
        number.map(Option::unwrap_or_default)
    };
    let (newest, sequence) = (change(0)?, change(1)?);
    Ok((WrittenPage { buffer: Bytes::from(buffer), records, sequence }, newest))
}
