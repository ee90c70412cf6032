//! Reading the records of a page: all of them in one statement, which sees one state of the database.

use std::sync::Arc;

use bytes::Bytes;
use tokio_postgres::Row;

use super::Postgres;
use super::batches::Batches;
use crate::StoreError;
use crate::encode::View;
use crate::queries::Queries;
use crate::records::Rows;

impl Postgres {
    /// The records with these keys, from a replica that is as far as this server, or from the primary.
    pub async fn rows(&self, queries: &Queries, keys: &[i64], view: &View) -> Result<Rows, StoreError> {
        for replica in self.replicas.usable() {
            match read(&replica.batches, queries, keys, view).await {
                Ok((rows, newest)) if newest >= self.seen() => return Ok(rows),
                Ok(_) => {}
                Err(error @ StoreError::Unreachable(_)) => replica.leave_out(&error),
                Err(error) => return Err(error),
            }
        }
        Ok(read(&self.primary_batches, queries, keys, view).await?.0)
    }
}

async fn read(
    batches: &Arc<Batches>,
    queries: &Queries,
    keys: &[i64],
    view: &View,
) -> Result<(Rows, i64), StoreError> {
    let rows = batches.rows(queries, keys).await?;
    written(queries, &rows, view)
}

fn written(queries: &Queries, rows: &[Row], view: &View) -> Result<(Rows, i64), StoreError> {
    use crate::row::Row as _;
    let mut buffer = Vec::with_capacity(rows.len() * 2048);
    let mut parts = Vec::with_capacity(rows.len());
    for row in rows {
        let start = buffer.len();
        let there = row.integer(0)?.is_some();
        if there {
            queries.encoding.write(row, view, &mut buffer)?;
        }
        parts.push(there.then_some(start..buffer.len()));
    }
    let of_state = |place: usize| {
        let number = rows.first().map_or(Ok(None), |row| row.integer(queries.encoding.columns + place));
        number.map(Option::unwrap_or_default)
    };
    let (newest, sequence) = (of_state(0)?, of_state(1)?);
    let buffer = Bytes::from(buffer);
    let records = parts.into_iter().map(|part| part.map(|part| buffer.slice(part))).collect();
    Ok((Rows { records, sequence }, newest))
}
