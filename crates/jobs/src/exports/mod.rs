//! Stored exports: the server makes them at a time of day or when an administrator starts one.

mod background_tasks;
mod own;
mod run;
mod runner;
mod sink;

use folkmoot_administration::audit::Subject;
use folkmoot_store::StoreError;
use uuid::Uuid;

pub use background_tasks::{clean_up_at_start, report, run_schedule};
pub use own::LocalExports;
pub use run::{ExportJob, Started, start};
pub use runner::ExportRunner;

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
