//! Bringing a platform's records in: reading, checking, merging, counting; whole or not at all.
//!
//! Each file is read into a table of the import's own, and its rows are checked by queries over whole tables; meanwhile
//! others can write. The final write is one transaction: merging, what is derived, what is counted, and the change feed.
//! It repeats the checks that depend on records that others have written since.

mod changed;
mod check;
mod circles;
pub mod content;
mod counters;
mod deletions;
mod derive;
pub mod input;
mod json;
mod lines;
mod merge;
mod moments;
mod places;
mod planned;
mod platform;
mod preview;
mod record;
mod relations;
pub mod report;
mod run;
mod shape;
mod stage;
mod staging;
mod values;

use std::io;

pub use input::{Folder, Input, InputError};
pub use report::{Counts, Problems, Summary};
pub use staging::Staging;

use content::Contents;
use folkmoot_store::session::{Access, Imported};
use folkmoot_store::{Store, StoreError};
use run::Run;

/// How an import is done.
pub struct Options<'a> {
    /// Whether to check everything and change nothing.
    pub dry_run: bool,
    /// The moment of the import.
    pub now: jiff::Timestamp,
    /// Who is told how far it is.
    pub progress: &'a dyn Progress,
    /// Where the bytes of files go.
    pub contents: &'a dyn Contents,
}

/// Who is told how far an import is.
pub trait Progress: Sync {
    /// Another file is read from now on, or another step is done.
    fn begin(&self, what: &str);
    /// This many lines more were read.
    fn advance(&self, lines: u64);
    /// Another program is writing to the database, which has to end first.
    fn waiting(&self);
}

/// Tells nobody.
#[derive(Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _: &str) {}
    fn advance(&self, _: u64) {}
    fn waiting(&self) {}
}

/// Why an import changed nothing.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// There is something wrong with the records.
    #[error("{0}")]
    Wrong(Box<Problems>),
    /// The input cannot be used.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A file cannot be opened.
    #[error("failed to read {name}: {cause}; nothing was changed")]
    File {
        /// The file.
        name: String,
        /// Why.
        cause: io::Error,
    },
    /// Another program changed the platform's default locale, in which texts of this import were read.
    #[error(
        "the default locale of the platform changed during the import; nothing was changed; run the import again"
    )]
    LocaleChanged,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The bytes of a file could not be kept.
    #[error("failed to store the content of a file: {0}; nothing was changed")]
    Contents(io::Error),
    /// The thread that reads a file stopped, which is a mistake in this program.
    #[error("reading a file stopped unexpectedly; nothing was changed")]
    Stopped,
}

/// Imports everything that the input holds, or changes nothing.
pub fn import(store: &Store, input: &dyn Input, options: &Options<'_>) -> Result<Summary, ImportError> {
    let access = if options.dry_run { Access::Read } else { Access::Write };
    let done = store
        .import(access, &|| options.progress.waiting(), |session| Run::new(session, input, options)?.run());
    let done = done.map(|Imported { value, locked }| {
        if let Some(locked) = locked {
            tracing::info!(rows = value.rows(), write_lock_ms = locked.as_millis(), "finished import");
        }
        Summary { locked, ..value }
    });
    if let Err(error) = options.contents.end() {
        tracing::warn!(%error, "failed to delete orphaned blobs; will retry");
    }
    done
}
