//! Why an import changed nothing.

use std::io;

use folkmoot_store::StoreError;

use crate::input::InputError;
use crate::options::Interruption;
use crate::report::Problems;

/// Why an import changed nothing.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The records have errors.
    #[error("{0}")]
    Invalid(Box<Problems>),
    /// The input cannot be used.
    #[error(transparent)]
    Input(#[from] InputError),
    /// It was interrupted.
    #[error(transparent)]
    Interrupted(#[from] Interruption),
    /// A file cannot be opened.
    #[error("failed to read {name}: {cause}; nothing was changed")]
    File {
        /// The file.
        name: String,
        /// Why.
        cause: io::Error,
    },
    /// Another program changed the platform's locales, which this import used to read texts.
    #[error(
        "the locales of the platform changed during the import; nothing was changed; run the import again"
    )]
    LocalesChanged,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The bytes of a file could not be stored.
    #[error("failed to store the content of a file: {0}; nothing was changed")]
    Contents(io::Error),
    /// The thread that reads a file panicked, which is an error in this program.
    #[error("reading a file stopped unexpectedly; nothing was changed")]
    Stopped,
}
