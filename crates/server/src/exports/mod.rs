//! Stored exports: the server makes them at a time of day or when an administrator starts one, and clients download them.

mod download;
mod list;
mod own;
mod readers;
mod run;
mod sink;
mod upkeep;

use folkmoot_administration::audit::Subject;
use folkmoot_store::StoreError;
use folkmoot_store::platform::Platform;
use uuid::Uuid;

use super::state::AppState;

pub use download::{download, stored_file};
pub use list::list;
pub use own::OwnExports;
pub use run::{ExportJob, Started, start};
pub use upkeep::{clean_up_at_start, report, run_schedule};

/// Identifies how records are written: with other locales, or under another URL, an export no longer is what the lists return.
fn content(platform: &Platform) -> String {
    format!("{} {}", platform.locales.join(","), platform.url)
}

/// What the settings decide of the records below the level `full`.
fn settings(state: &AppState) -> String {
    state.access.fingerprint()
}

/// An export as the subject of an entry of the audit log.
pub fn subject(id: Uuid) -> Subject {
    Subject { kind: "export".to_owned(), id: id.to_string(), name: None }
}

/// While another write holds the lock of an embedded database, the next round tries again.
fn log_failure(result: Result<(), impl std::fmt::Display>, what: &str) {
    if let Err(error) = result {
        tracing::warn!(%error, "failed to {what}; will retry");
    }
}

fn ignore_busy<T: Default>(result: Result<T, StoreError>) -> Result<T, StoreError> {
    match result {
        Err(StoreError::Busy) => Ok(T::default()),
        result => result,
    }
}
