//! Why an export failed.

use std::io::{self, ErrorKind};

use folkmoot_ballots::pabulib::PabulibError;
use folkmoot_runtime::disk_reserve::NoSpace;
use folkmoot_store::StoreError;
use uuid::Uuid;

/// Why an export failed. Nothing of it becomes visible.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The database failed, or contains no platform.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A file cannot be written.
    #[error("failed to write {file}: {cause}")]
    Write {
        /// The name of the file.
        file: String,
        /// Why.
        #[source]
        cause: io::Error,
    },
    /// There is no space for a file.
    #[error("failed to write {file}: the disk is full; free space and export again")]
    Full {
        /// The name of the file.
        file: String,
    },
    /// The disk is full, except for its reserve.
    #[error("{0}; the export was not made")]
    NoSpace(#[from] NoSpace),
    /// The platform does not have the requested locale.
    #[error("the platform does not have the locale '{locale}'; expected one of: {}", known.join(", "))]
    UnknownLocale {
        /// The requested locale.
        locale: String,
        /// The locales of the platform.
        known: Vec<String>,
    },
    /// The level `pseudonymous` was requested for no client.
    #[error(
        "an export at the level pseudonymous belongs to one client, because each client has pseudonyms of its own"
    )]
    NoPseudonyms,
    /// A vote cannot be exported.
    #[error("the vote of the phase {phase} cannot be exported: {cause}")]
    Vote {
        /// The id of the phase.
        phase: Uuid,
        /// Why.
        cause: PabulibError,
    },
    /// The votes cannot be read.
    #[error(transparent)]
    Votes(#[from] PabulibError),
    /// The export was cancelled.
    #[error("the export was cancelled")]
    Cancelled,
}

impl ExportError {
    pub(super) fn write(file: &str, cause: io::Error) -> Self {
        let file = file.to_owned();
        match cause.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::Full { file },
            _ => Self::Write { file, cause },
        }
    }
}
