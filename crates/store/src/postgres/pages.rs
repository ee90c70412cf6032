//! Reading the records of a page with one statement, which sees one state of the database.

use std::sync::Arc;

use bytes::Bytes;
use tokio_postgres::Row;

use super::Postgres;
use super::batches::Batches;
use crate::StoreError;
use crate::encode::{EncodedRecord, View, Written};
use crate::queries::LevelQueries;
use crate::records::PageRecords;

impl Postgres {
    /// See [`crate::records::Records::read_page`]. Reads from a replica that has the newest change this server observed,
    /// otherwise from the primary.
    pub async fn read_page(
        &self,
        queries: &LevelQueries,
        keys: &[i64],
        view: &View,
    ) -> Result<PageRecords, StoreError> {
        for replica in self.replicas.usable() {
            match read(&replica.batches, queries, keys, view).await {
                Ok((page, newest)) if newest >= self.observed() => return Ok(page),
                Ok(_) => {}
                Err(error @ (StoreError::Unreachable(_) | StoreError::Interrupted(_))) => {
                    replica.exclude(&error);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(read(&self.primary_batches, queries, keys, view).await?.0)
    }
}

async fn read(
    batches: &Arc<Batches>,
    queries: &LevelQueries,
    keys: &[i64],
    view: &View,
) -> Result<(PageRecords, i64), StoreError> {
    let rows = batches.read_rows(queries, keys).await?;
    encode(queries, &rows, view)
}

fn encode(queries: &LevelQueries, rows: &[Row], view: &View) -> Result<(PageRecords, i64), StoreError> {
    use crate::row_reader::RowReader as _;
    let mut buffer = Vec::with_capacity(rows.len() * 2048);
    let mut ranges = Vec::with_capacity(rows.len());
    for row in rows {
        let start = buffer.len();
        let written = match row.integer(0)? {
            Some(_) => queries.encoding.write(row, view, &mut buffer)?,
            None => Written::Nothing,
        };
        ranges.push((start..buffer.len(), written));
    }
    let change = |offset: usize| {
        let number = rows.first().map_or(Ok(None), |row| row.integer(queries.encoding.columns + offset));
        number.map(Option::unwrap_or_default)
    };
    let (newest, sequence) = (change(0)?, change(1)?);
    let buffer = Bytes::from(buffer);
    let records = ranges.into_iter().map(|(range, written)| EncodedRecord::of(&buffer, range, written));
    let records = records.collect();
    Ok((PageRecords { records, sequence }, newest))
}
