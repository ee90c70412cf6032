//! Reading the records of a page with one statement.

use std::rc::Rc;

use bytes::Bytes;
use rusqlite::types::Value;

use super::Sqlite;
use crate::StoreError;
use crate::encode::{EncodedRecord, View, Written};
use crate::executor::Executor;
use crate::queries::Queries;
use crate::records::PageRecords;
use crate::row_reader::RowReader as _;

impl Sqlite {
    /// See [`crate::records::Records::read_page`].
    pub fn read_page(&self, queries: &Queries, keys: &[i64], view: &View) -> Result<PageRecords, StoreError> {
        self.read_on_worker(|connection| {
            let executor: &dyn Executor = connection;
            let sequence = executor.number(&queries.version, &[])?;
            // Adjacent rows of the table are read fastest one after the other.
            let mut requested: Vec<(i64, usize)> = keys.iter().copied().zip(0..).collect();
            requested.sort_unstable();
            let queries = queries.at(view.access.level);
            let mut statement = connection.prepare_cached(&queries.by_keys)?;
            let list = requested.iter().map(|(key, _)| Value::Integer(*key));
            let mut rows = statement.query([Rc::new(list.collect::<Vec<_>>())])?;
            // All records are written into one buffer and are slices of it.
            let mut buffer = Vec::with_capacity(keys.len() * 2048);
            let mut ranges = vec![(0..0, Written::Nothing); keys.len()];
            let mut requested = requested.into_iter();
            while let Some(row) = rows.next()? {
                let key = row.integer(0)?;
                let start = buffer.len();
                let written = queries.encoding.write(row, view, &mut buffer)?;
                if let Some((_, position)) = requested.find(|(requested, _)| Some(*requested) == key) {
                    ranges[position] = (start..buffer.len(), written);
                }
            }
            let buffer = Bytes::from(buffer);
            let records =
                ranges.into_iter().map(|(range, written)| EncodedRecord::of(&buffer, range, written));
            Ok(PageRecords { records: records.collect(), sequence })
        })
    }
}
