//! Reading any number of records, and searching, in the state of a scan.

use std::ops::Range;

use bytes::Bytes;
use folkmoot_database::search_words::SearchWords;
use folkmoot_model::resource::Resource;

use super::StoreError;
use super::encode::{EncodedRecord, View, Written};
use super::records::Scan;
use super::search::ranked;
use super::words::{self, KeySet};

/// The range of a record in a buffer, and how much of the record it is.
type WrittenRecord = (Range<usize>, Written);

/// The memory that is reserved for a record, in bytes.
const RECORD_BYTES: usize = 1024;

impl Scan<'_> {
    /// Passes the records with these keys to `each` as JSON objects, in the order of the keys. A key without a record that
    /// the view sees is passed over. All records are in memory at once, so that keys should come in parts.
    pub fn read_records(
        &self,
        resource: &Resource,
        keys: &[i64],
        view: &View,
        mut each: impl FnMut(&[u8]) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let (buffer, written) = self.written(resource, keys, view)?;
        let seen = written.into_iter().filter(|(_, written)| *written != Written::Nothing);
        seen.map(|(range, _)| range).try_for_each(|range| each(&buffer[range]))
    }

    /// The record of each of these keys as JSON; `None` if the row does not exist, or the view does not see it.
    pub fn encoded_records(
        &self,
        resource: &Resource,
        keys: &[i64],
        view: &View,
    ) -> Result<Vec<Option<EncodedRecord>>, StoreError> {
        let (buffer, written) = self.written(resource, keys, view)?;
        let buffer = Bytes::from(buffer);
        Ok(written.into_iter().map(|(range, written)| EncodedRecord::new(&buffer, range, written)).collect())
    }

    /// The records with these keys in a buffer, and for each key the range of its record and how much of the record it is.
    fn written(
        &self,
        resource: &Resource,
        keys: &[i64],
        view: &View,
    ) -> Result<(Vec<u8>, Vec<WrittenRecord>), StoreError> {
        let queries = self.store.queries(resource).seen_by(&view.access);
        // Adjacent rows of the table are read fastest one after the other.
        let mut requested: Vec<(i64, usize)> = keys.iter().copied().zip(0..).collect();
        requested.sort_unstable();
        let sorted: Vec<i64> = requested.iter().map(|(key, _)| *key).collect();
        let mut written = vec![(0..0, Written::Nothing); keys.len()];
        let mut requested = requested.into_iter();
        let mut buffer = Vec::with_capacity(keys.len() * RECORD_BYTES);
        self.executor.query_by_keys(&queries.by_keys, &sorted, &mut |row| {
            let Some(key) = row.integer(0)? else { return Ok(()) };
            let start = buffer.len();
            let record = queries.encoding.write(row, view, &mut buffer)?;
            if let Some((_, position)) = requested.find(|(requested, _)| *requested == key) {
                written[position] = (start..buffer.len(), record);
            }
            Ok(())
        })?;
        Ok((buffer, written))
    }

    /// The records whose texts contain each of the words; see [`super::search::Search::matches`].
    pub fn matches(&self, resource: &'static Resource, text: &str) -> Result<KeySet, StoreError> {
        if !words::is_current(self.executor, resource)? {
            return Err(StoreError::NotIndexed(resource.names.plural));
        }
        words::find(self.executor, resource, text)
    }

    /// The key and the rank of each record that contains the words; see [`super::search::Search::find`].
    pub fn ranked(&self, resource: &Resource, words: &str) -> Result<Vec<(i64, f64)>, StoreError> {
        ranked(self.executor, resource.names.plural, &SearchWords::new(words))
    }
}
