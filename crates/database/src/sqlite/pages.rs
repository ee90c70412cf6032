//! Reading the records of a page with one statement.

use std::rc::Rc;

use bytes::Bytes;
use rusqlite::types::Value;

use super::Sqlite;
use crate::StoreError;
use crate::executor::Executor;
use crate::pages::{RecordWriter, WrittenPage};
use crate::row_reader::RowReader as _;

impl Sqlite {
    /// Reads the records with these keys. The statement `version` selects the newest change of their tables, `by_keys` is that of
    /// [`crate::dialect::Dialect::by_keys`].
    pub fn read_page<W: RecordWriter>(
        &self,
        version: &str,
        by_keys: &str,
        keys: &[i64],
        writer: &W,
    ) -> Result<WrittenPage<W::Written>, StoreError> {
        self.read_on_worker(|connection| {
            let executor: &dyn Executor = connection;
            let sequence = executor.number(version, &[])?;
            // Adjacent rows of the table are read fastest one after the other.
            let mut requested: Vec<(i64, usize)> = keys.iter().copied().zip(0..).collect();
            requested.sort_unstable();
            let mut statement = connection.prepare_cached(by_keys)?;
            let list = requested.iter().map(|(key, _)| Value::Integer(*key));
            let mut rows = statement.query([Rc::new(list.collect::<Vec<_>>())])?;
            // All records are written into one buffer and are slices of it.
            let mut buffer = Vec::with_capacity(keys.len() * 2048);
            let mut records: Vec<_> = keys.iter().map(|_| None).collect();
            let mut requested = requested.into_iter();
            while let Some(row) = rows.next()? {
                let key = row.integer(0)?;
                let start = buffer.len();
                let written = writer.write(row, &mut buffer)?;
                if let Some((_, position)) = requested.find(|(requested, _)| Some(*requested) == key) {
                    records[position] = Some((start..buffer.len(), written));
                }
            }
            Ok(WrittenPage { buffer: Bytes::from(buffer), records, sequence })
        })
    }
}
