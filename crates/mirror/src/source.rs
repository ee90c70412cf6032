//! What a round needs of a source, whichever its API.

use folkmoot_import::{ImportError, Progress};
use folkmoot_model::resource::Resource;
use uuid::Uuid;

use crate::error::MirrorError;
use crate::session::Session;
use crate::staging::Staging;

/// What a round reads with and writes to.
pub struct Context<'a> {
    /// The client of the source.
    pub session: &'a Session,
    /// Receives what is read.
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
    /// Those that have changed since the latest round.
    Changes,
}

/// What a round has staged.
#[derive(Debug)]
pub struct ReadRound {
    /// Which records were read.
    pub extent: Extent,
    /// The resources of which all records are staged, by their plural names.
    pub complete: Vec<&'static str>,
    /// Whether the records may refer to records that are not staged, because they were not read at one time.
    pub holds_back: bool,
    /// What the next round continues from, as a JSON object.
    pub progress: String,
}

/// A platform that is mirrored.
pub trait Source {
    /// Its locales; the first is the default.
    fn locales(&self) -> &[String];
    /// Reads what has changed since `previous`, which an earlier round returned, or everything. A round that was interrupted
    /// continues from what is staged.
    fn read(&self, context: &Context<'_>, previous: Option<&str>) -> Result<ReadRound, MirrorError>;
    /// The progress to store after an import that held back rows.
    fn progress_after_held_back(&self, progress: &str) -> String;
    /// The progress to store after a round that skipped these files because their content was unavailable.
    fn progress_after_unavailable(&self, progress: &str, files: &[Uuid]) -> String;
    /// The project of each of these files, staged.
    fn locate_files(&self, context: &Context<'_>) -> Result<(), MirrorError>;
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
