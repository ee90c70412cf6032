//! The interface between a round and a source, whichever its API.

use folkmoot_import::{ImportError, Progress};
use folkmoot_model::resource::Resource;
use uuid::Uuid;

use crate::error::MirrorError;
use crate::http::too_long;
use crate::session::Session;
use crate::staging::Staging;

/// The number of lines of a stream that are staged together, and their greatest size.
const BATCH_LINES: usize = 1000;
const BATCH_BYTES: usize = 64_000_000;

/// The parts of a round that a source reads with and writes to.
pub struct Context<'a> {
    /// The client of the source.
    pub session: &'a Session,
    /// Receives the records.
    pub staging: &'a Staging,
    /// Receives the progress.
    pub progress: &'a dyn Progress,
}

impl Context<'_> {
    /// Fails if the round is to end, for example because the disk is full except for its reserve.
    pub fn check(&self) -> Result<(), MirrorError> {
        Ok(self.progress.check().map_err(ImportError::from)?)
    }
}

/// Which records a round reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// All, so that stored records that the source does not have are removed.
    Full,
    /// The records that have changed since the latest round.
    Changes,
}

/// The records that a round has staged.
#[derive(Debug)]
pub struct ReadRound {
    /// Which records were read.
    pub extent: Extent,
    /// The resources of which all records are staged, by their plural names.
    pub complete: Vec<&'static str>,
    /// Whether the records may refer to records that are not staged, because they were not read at one time.
    pub holds_back: bool,
    /// The state from which the next round continues, as a JSON object.
    pub progress: String,
}

/// A platform that is mirrored.
pub trait Source {
    /// Its locales; the first is the default.
    fn locales(&self) -> &[String];
    /// Reads the changes since `previous`, which an earlier round returned, or everything. An interrupted
    /// round continues from the staged records.
    fn read(&self, context: &Context<'_>, previous: Option<&str>) -> Result<ReadRound, MirrorError>;
    /// The progress to store after a round that left out records, so that the next one tries them again; `invalid` if not only
    /// because they refer to missing records.
    fn progress_after_left_out(&self, progress: &str, invalid: bool) -> String;
    /// The progress to store after a round that skipped these files because their content was unavailable.
    fn progress_after_unavailable(&self, progress: &str, files: &[Uuid]) -> String;
    /// The project of each of these files, staged.
    fn locate_files(&self, context: &Context<'_>) -> Result<(), MirrorError>;
}

/// How many records a list may still return: a list of a hostile source has no end.
pub struct Bound(u64);

impl Bound {
    /// The bound of a list whose records are staged.
    pub const RECORDS: Self = Self(100_000_000);
    /// The bound of a list whose ids are in memory.
    pub const IDS: Self = Self(10_000_000);

    /// Counts records. A page without records counts as one.
    pub fn add(&mut self, list: &str, records: usize) -> Result<(), MirrorError> {
        let left = self.0.checked_sub(records.max(1) as u64);
        self.0 = left.ok_or_else(|| too_long(list, "too many records".to_owned()))?;
        Ok(())
    }
}

/// Lines of a stream that are staged together.
#[derive(Default)]
pub struct Batch {
    lines: Vec<String>,
    size_bytes: usize,
}

impl Batch {
    /// Adds a line. Returns whether the batch is complete.
    pub fn add(&mut self, line: &str) -> bool {
        self.lines.push(line.to_owned());
        self.size_bytes += line.len();
        self.lines.len() >= BATCH_LINES || self.size_bytes >= BATCH_BYTES
    }

    /// The lines; the next batch begins.
    pub fn take(&mut self) -> Vec<String> {
        std::mem::take(self).lines
    }
}

/// The query parameter of a locale.
pub fn locale_query(locale: &str) -> String {
    format!("locale={}", escaped(locale))
}

/// A value of a query.
pub fn escaped(value: &str) -> String {
    form_urlencoded::byte_serialize(value.as_bytes()).collect()
}

/// The name of the walk of a resource in a locale.
pub fn walk_name(resource: &Resource, locale: usize) -> String {
    format!("{}/{locale}", resource.names.plural)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn a_list_without_an_end_is_refused() {
        let mut bound = Bound::IDS;
        bound.add("ideas", 9_999_999).unwrap();
        bound.add("ideas", 0).unwrap();
        assert!(matches!(bound.add("ideas", 0), Err(MirrorError::Unexpected { .. })));
    }

    #[test]
    fn a_batch_is_complete_at_its_number_of_lines_or_its_size() {
        let count = |line: &str| {
            let mut batch = Batch::default();
            let added = (1..=BATCH_LINES).find(|_| batch.add(line)).unwrap();
            assert_eq!(batch.take().len(), added);
            assert!(batch.take().is_empty());
            added
        };
        assert_eq!(count("{}"), BATCH_LINES);
        assert_eq!(count(&" ".repeat(BATCH_BYTES / 4)), 4);
    }
}
