//! Reading the records of a page, which both databases do with one statement.

use std::ops::Range;

use bytes::Bytes;

use super::StoreError;
use super::row_reader::RowReader;

/// Writes the rows of records.
pub trait RecordWriter: Sync {
    /// What was written of a row.
    type Written: Send;

    /// Appends a row to a buffer.
    fn write(&self, row: &impl RowReader, buffer: &mut Vec<u8>) -> Result<Self::Written, StoreError>;
}

/// The records of a page, in the order in which they were requested.
#[derive(Debug)]
pub struct WrittenPage<W> {
    /// All records.
    pub buffer: Bytes,
    /// The range of each record in the buffer, and what the writer returned; `None` for a row that is missing.
    pub records: Vec<Option<(Range<usize>, W)>>,
    /// The number of the newest change of the tables that the records show values of.
    pub sequence: i64,
}
