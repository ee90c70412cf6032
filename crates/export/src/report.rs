//! The contents of an export.

use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::Resource;
use folkmoot_store::changes::Version;
use jiff::Timestamp;
use uuid::Uuid;

use super::request::Format;

/// A file of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedFile {
    /// Its name, such as `ideas.parquet`.
    pub name: String,
    /// The plural of its resource; `None` if it contains several resources or no records.
    pub resource: Option<&'static str>,
    /// Its format; `None` if it contains no records.
    pub format: Option<Format>,
    /// The number of records.
    pub rows: u64,
    /// Its size.
    pub size_bytes: u64,
    /// The SHA-256 hash of its content, in hexadecimal digits.
    pub sha256: String,
}

/// The contents of an export.
#[derive(Debug, Clone)]
pub struct ExportReport {
    /// The newest change in the state of the database that the records were read from. It must not be shown below the level
    /// `full`, because it reveals how many changes are hidden.
    pub version: Version,
    /// The time of the export.
    pub exported_at: Timestamp,
    /// The access level.
    pub level: AccessLevel,
    /// The client, if the export belongs to one.
    pub client: Option<Uuid>,
    /// The locale of localised texts.
    pub locale: String,
    /// The resources with their numbers of records.
    pub resources: Vec<(&'static Resource, u64)>,
    /// The files, including the files that describe the others.
    pub files: Vec<ExportedFile>,
}

impl ExportReport {
    /// The number of records, each counted once; of exports for research only, the number of rows.
    pub fn records(&self) -> u64 {
        match self.resources[..] {
            [] => self.files.iter().map(|file| file.rows).sum(),
            _ => self.resources.iter().map(|(_, rows)| rows).sum(),
        }
    }
}
