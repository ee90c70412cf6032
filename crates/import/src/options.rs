//! How an import is done.

use folkmoot_runtime::disk_reserve::NoSpace;
use jiff::Timestamp;

use crate::blob_sink::BlobSink;

/// What an import may do.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mode {
    /// Whether to check everything and change nothing.
    pub dry_run: bool,
    /// Whether `platform.json` may leave out locales of the platform, which removes them.
    pub remove_locales: bool,
}

impl Mode {
    /// Checks everything and changes nothing.
    pub const DRY_RUN: Self = Self { dry_run: true, remove_locales: false };
}

/// How an import is done.
pub struct Options<'a> {
    /// What it may do.
    pub mode: Mode,
    /// The timestamp of the import.
    pub now: Timestamp,
    /// Receives the progress.
    pub progress: &'a dyn Progress,
    /// Receives the bytes of files.
    pub blobs: &'a dyn BlobSink,
}

/// Why an import ends before it is complete.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Interruption {
    /// Someone cancelled it.
    #[error("the import was cancelled; nothing was changed")]
    Cancelled,
    /// The disk is full, except for the reserve.
    #[error("{0}; nothing was changed")]
    NoSpace(#[from] NoSpace),
}

/// Receives the progress of an import, and can interrupt it.
pub trait Progress: Sync {
    /// Another step begins: `what` is the file that is read, or the work on all of them.
    fn begin(&self, what: &str);
    /// This many more lines were read.
    fn advance(&self, lines: u64);
    /// Another program is writing to the database; the import waits for it.
    fn waiting(&self);
    /// Fails if the import is to end. Called many times a second.
    fn check(&self) -> Result<(), Interruption> {
        self.check_space(0)
    }
    /// Fails if the import is to end, or if this many bytes would use the reserve of the disk.
    fn check_space(&self, _bytes: u64) -> Result<(), Interruption> {
        Ok(())
    }
}

/// Ignores the progress.
#[derive(Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _: &str) {}
    fn advance(&self, _: u64) {}
    fn waiting(&self) {}
}
