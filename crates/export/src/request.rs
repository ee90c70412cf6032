//! The data to export, its reader and its formats.

use std::fmt;

use folkmoot_ballots::{pabulib, polis};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use folkmoot_runtime::disk_reserve::DiskReserve;
use folkmoot_store::access::AccessView;
use jiff::Timestamp;

/// A format of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Apache Parquet, a file for each resource.
    Parquet,
    /// Comma-separated values (RFC 4180), a file for each resource.
    Csv,
    /// A JSON object on each line, a file for each resource.
    Ndjson,
    /// A SQLite database with a table for each resource.
    Sqlite,
    /// A Pabulib file for each vote that has ended.
    Pabulib,
    /// The files of a Polis conversation for each project.
    Polis,
}

impl Format {
    /// The formats with all records, which stored exports have.
    pub const ALL: [Self; 4] = [Self::Parquet, Self::Csv, Self::Ndjson, Self::Sqlite];
    /// The formats for research on votes and opinions, which only the command makes.
    pub const RESEARCH: [Self; 2] = [Self::Pabulib, Self::Polis];

    /// Its name in commands and settings, which is also the extension or the folder of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
            Self::Ndjson => "ndjson",
            Self::Sqlite => "sqlite",
            Self::Pabulib => "pabulib",
            Self::Polis => "polis",
        }
    }

    /// The resources whose records its files need; none if it has those of any resource.
    pub fn resources(self) -> &'static [&'static Resource] {
        match self {
            Self::Pabulib => &pabulib::RESOURCES,
            Self::Polis => &polis::RESOURCES,
            _ => &[],
        }
    }

    /// The format of stored exports with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// A phrase about its files, for references.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Parquet => "An Apache Parquet file for each resource",
            Self::Csv => "A CSV file (RFC 4180) for each resource",
            Self::Ndjson => "A file for each resource with a JSON object on each line",
            Self::Sqlite => "A SQLite database with a table for each resource",
            Self::Pabulib => "A Pabulib file for each vote that has ended",
            Self::Polis => "The files of a Polis conversation for each project",
        }
    }

    /// The media type of its files.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Parquet => "application/vnd.apache.parquet",
            Self::Csv | Self::Polis => "text/csv",
            Self::Ndjson => "application/x-ndjson",
            Self::Sqlite => "application/vnd.sqlite3",
            Self::Pabulib => "text/plain",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The data to export, its reader and its formats.
#[derive(Debug, Clone)]
pub struct ExportRequest {
    /// The formats.
    pub formats: Vec<Format>,
    /// The resources, in the order of [`RESOURCES`].
    pub resources: Vec<&'static Resource>,
    /// What the reader sees. Level `pseudonymous` needs a client.
    pub access: AccessView,
    /// The locale of localised texts; `None` for the default locale of the platform.
    pub locale: Option<String>,
    /// The state of the database is not older than this change.
    pub since: i64,
    /// The time of the export.
    pub exported_at: Timestamp,
    /// The reserve of the disk on which the files are written.
    pub reserve: DiskReserve,
    /// What Pabulib files say and no record contains.
    pub pabulib: pabulib::Details,
}

impl ExportRequest {
    /// A request for all resources that the access sees, in the default locale.
    pub fn new(formats: Vec<Format>, access: AccessView, exported_at: Timestamp) -> Self {
        let resources = visible_resources(&access);
        Self {
            formats,
            resources,
            access,
            locale: None,
            since: 0,
            exported_at,
            reserve: DiskReserve::default(),
            pabulib: pabulib::Details::default(),
        }
    }
}

/// The resources with lists of which a reader sees records.
pub fn visible_resources(access: &AccessView) -> Vec<&'static Resource> {
    RESOURCES.iter().copied().filter(|resource| resource.calls.list && access.sees(resource)).collect()
}
