//! Records on their way from the database to the files.

use folkmoot_store::StoreError;
use folkmoot_store::formats::RecordValues;

use super::table::Table;

/// Encoded records of one resource.
#[derive(Debug, Default)]
pub(super) struct Batch {
    bytes: Vec<u8>,
    /// The end of each record.
    ends: Vec<usize>,
}

impl Batch {
    pub(super) fn with_capacity(records: usize, record_bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(records * record_bytes), ends: Vec::with_capacity(records) }
    }

    pub(super) fn push(&mut self, record: &[u8]) {
        self.bytes.extend_from_slice(record);
        self.ends.push(self.bytes.len());
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn records(&self) -> impl Iterator<Item = &[u8]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(start, end)| &self.bytes[*start..*end])
    }

    /// Passes the JSON of the values of each record, in the order of the table's columns, to `each`.
    pub(super) fn for_each<'a, E: From<StoreError>>(
        &'a self,
        table: &Table,
        mut each: impl FnMut(&[&'a [u8]]) -> Result<(), E>,
    ) -> Result<(), E> {
        let split = RecordValues::new(table.resource);
        let (mut fields, mut values) = (Vec::new(), Vec::with_capacity(table.columns.len()));
        for record in self.records() {
            split.split(record, &mut fields)?;
            values.clear();
            values.extend(table.columns.iter().filter_map(|column| fields.get(column.position).copied()));
            each(&values)?;
        }
        Ok(())
    }
}
