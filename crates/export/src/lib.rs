//! Exports: all records that an access level sees, in files, from one state of the database.
//!
//! [`export()`] reads each resource in the order of its list at the level, and encodes its records as lists do. A thread for
//! each format writes them to files of an [`ExportSink`].

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking"))]

mod batch;
mod describe;
mod error;
mod export;
mod fingerprint;
mod folder;
mod parquet;
mod references;
mod report;
mod request;
mod research;
mod sink;
mod sqlite;
mod table;
mod text;
mod value;
mod writer;

pub use describe::DATA_PACKAGE;
pub use error::ExportError;
pub use export::export;
pub use fingerprint::platform_fingerprint;
pub use folder::{FolderError, FolderSink};
pub use report::{ExportReport, ExportedFile};
pub use request::{ExportRequest, Format, visible_resources};
pub use sink::{ExportSink, PendingFile};

/// Observes an export.
pub trait ExportProgress: Sync {
    /// The records of the resource with this plural name are read next.
    fn begin(&self, _resource: &str) {}

    /// More records were read.
    fn advance(&self, _records: u64) {}

    /// Whether to stop. An export checks it before it reads more records.
    fn is_cancelled(&self) -> bool {
        false
    }
}
