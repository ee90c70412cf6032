//! Why a mirror failed.

use folkmoot_import::ImportError;
use folkmoot_store::StoreError;

/// Why a round of a mirror failed. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum MirrorError {
    /// A signal ended the mirror.
    #[error("the mirror was stopped; the next start continues from here")]
    Stopped,
    /// The source refused a request.
    #[error("the source returned {status} for {url}: {detail}")]
    Refused {
        /// The URL without its query.
        url: String,
        /// The status.
        status: u16,
        /// The text of the source.
        detail: String,
    },
    /// The source did not return a complete response.
    #[error("failed to read {url}: {cause}")]
    Unreachable {
        /// The URL without its query.
        url: String,
        /// Why.
        cause: String,
    },
    /// The source names a URL that the mirror does not request.
    #[error("refused to request {url}: {cause}")]
    Forbidden {
        /// The URL without its query.
        url: String,
        /// Why.
        cause: String,
    },
    /// The source returned something that cannot be read.
    #[error("the source returned an unexpected response for {url}: expected {expected}, found {found}")]
    Unexpected {
        /// The URL without its query.
        url: String,
        /// The expected value.
        expected: &'static str,
        /// The value that was found, in words.
        found: String,
    },
    /// The credentials are wrong.
    #[error("the source rejected the client ID or the client secret: {0}")]
    Credentials(String),
    /// The client may not read everything.
    #[error(
        "the client may not read all records of the source: {0}; use a client with the access level full and all resources, \
         or add --accept-partial"
    )]
    Partial(String),
    /// The URL of the source is not valid.
    #[error("'{0}' is not the URL of a platform; expected a URL such as https://participate.example.org")]
    Url(String),
    /// The platform has records of its own.
    #[error(
        "this platform already has records that are not from {0}; use an empty data folder or database, or add --replace to \
         delete all records that the source does not have"
    )]
    NotEmpty(String),
    /// Another mirror uses the data folder.
    #[error("another mirror is running on this data folder")]
    Running,
    /// The locales or the URL of the source are unknown.
    #[error("{0}")]
    Unknown(String),
    /// The feed of the source no longer has the changes since the latest round.
    #[error("the source no longer has the changes since the latest round")]
    Expired,
    /// The import failed.
    #[error("{0}")]
    Import(#[from] ImportError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The staging database failed.
    #[error("the staging database of the mirror failed: {0}")]
    Staging(#[from] rusqlite::Error),
    /// The disk of the data folder is nearly full.
    #[error(
        "the disk of the data folder has only {0} MB of free space; provide more, and the next start continues from here"
    )]
    DiskFull(u64),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] std::io::Error),
}

impl MirrorError {
    /// Whether the round may continue from the staged records.
    pub fn is_interruption(&self) -> bool {
        matches!(self, Self::Stopped | Self::Import(ImportError::Interrupted(_)))
    }

    /// Whether the platform is a mirror that failed; otherwise the command was stopped or not accepted.
    pub fn concerns_the_platform(&self) -> bool {
        !matches!(self, Self::Stopped | Self::Url(_) | Self::NotEmpty(_) | Self::Running)
    }
}
