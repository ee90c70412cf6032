//! Why a server does not start.

use std::path::PathBuf;

use folkmoot_api::parameters::declarations::DeclarationError;
use folkmoot_authentication::keys::KeysError;
use folkmoot_files::blobs::BlobError;
use folkmoot_import::ImportError;
use folkmoot_people::PeopleError;
use folkmoot_portal::PortalError;
use folkmoot_settings::UnusableSetting;
use folkmoot_store::StoreError;
use metrics_exporter_prometheus::BuildError;

use super::super::otlp::OtlpError;

/// Why the server did not start, or stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another server uses the same data directory.
    #[error("another folkmoot server is already using the data folder {}; stop it first or use another folder", .0.display())]
    Served(PathBuf),
    /// The data directory cannot be used.
    #[error("failed to open the data folder {}: {cause}", path.display())]
    Folder {
        /// The directory.
        path: PathBuf,
        /// The cause.
        cause: std::io::Error,
    },
    /// The server cannot start with a setting.
    #[error(transparent)]
    Setting(#[from] UnusableSetting),
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The signing keys cannot be used.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// The embedded console cannot be read.
    #[error(transparent)]
    Console(#[from] PortalError),
    /// The storage of files cannot be used.
    #[error(transparent)]
    BlobStorage(#[from] BlobError),
    /// People who were erased cannot be erased again.
    #[error("failed to erase people again: {0}")]
    People(PeopleError),
    /// The declaration of a resource is invalid.
    #[error("the declaration of a resource is invalid: {0}")]
    Declaration(#[from] DeclarationError),
    /// The metrics cannot be recorded.
    #[error("failed to set up metrics: {0}")]
    Metrics(#[from] BuildError),
    /// Nothing can be sent to the collector.
    #[error(transparent)]
    Otlp(#[from] OtlpError),
    /// Another failure of the operating system.
    #[error("the server failed: {0}")]
    System(#[from] std::io::Error),
}

impl From<PeopleError> for ServeError {
    fn from(error: PeopleError) -> Self {
        match error {
            PeopleError::Store(error) | PeopleError::Import(ImportError::Store(error)) => Self::Store(error),
            other => Self::People(other),
        }
    }
}
