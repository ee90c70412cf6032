//! Errors of operations on data about people.

use std::io;
use std::path::PathBuf;

use folkmoot_files::blobs::BlobError;
use folkmoot_import::ImportError;
use folkmoot_store::StoreError;

/// Why an operation on data about people failed. No text names a person.
#[derive(Debug, thiserror::Error)]
pub enum PeopleError {
    /// The person does not exist.
    #[error("no person has this id or email address; `folkmoot people find` searches for people")]
    Unknown,
    /// The person does not exist, because the data was erased.
    #[error("the data of this person was erased before")]
    Erased,
    /// Several people have the email address.
    #[error(
        "{0} people have this email address; use the id of one of them, which `folkmoot people find` shows"
    )]
    Ambiguous(usize),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The erasure failed.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// The file storage failed.
    #[error(transparent)]
    Blob(#[from] BlobError),
    /// A file cannot be read.
    #[error("failed to read {}: {cause}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A file cannot be written.
    #[error("failed to write {}: {cause}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The archive cannot be written.
    #[error("failed to write the archive: {0}")]
    Archive(io::Error),
    /// The async runtime cannot be started.
    #[error("failed to start the async runtime: {0}")]
    Runtime(io::Error),
    /// A copy of the list of erased people cannot be used.
    #[error(
        "the list of erased people in {location} is damaged (line {line}); restore it from a backup, or move it away if it is not \
         needed"
    )]
    DamagedList {
        /// Where it is.
        location: String,
        /// The line.
        line: usize,
    },
}
