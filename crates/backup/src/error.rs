//! Why a backup or a restore failed.

use std::io;
use std::path::{Path, PathBuf};

use folkmoot_authentication::keys::KeysError;
use folkmoot_files::blobs::BlobError;
use folkmoot_runtime::disk_reserve::NoSpace;
use folkmoot_store::StoreError;

/// Why a backup or a restore failed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A file or folder cannot be read or written.
    #[error("failed to read or write {}: {cause}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        #[source]
        cause: io::Error,
    },
    /// Another process makes a backup in the folder.
    #[error("another backup is being made in the folder {}", .0.display())]
    Busy(
        /// The folder.
        PathBuf,
    ),
    /// A backup with this time exists.
    #[error("the backup {} exists already", .0.display())]
    Exists(
        /// The folder of the backup.
        PathBuf,
    ),
    /// There is no backup.
    #[error("the folder {} contains no complete backup", .0.display())]
    Missing(
        /// The folder.
        PathBuf,
    ),
    /// The manifest cannot be understood.
    #[error("the file {} is not the manifest of a backup: {reason}", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// A later version of the program made the backup.
    #[error("the backup was made by folkmoot {0}; restore it with that version or a newer one")]
    Newer(
        /// The version.
        String,
    ),
    /// The data on the disk differs from the written data.
    #[error("the file {} of the backup is damaged: its size or checksum differs from the manifest", .0.display())]
    Damaged(
        /// The file.
        PathBuf,
    ),
    /// The backup is encrypted.
    #[error("the backup is encrypted; set backup-key to the key with which it was made")]
    KeyRequired,
    /// The backup was encrypted with another key, or a file was exchanged.
    #[error(
        "the file {} of the backup cannot be decrypted; set backup-key to the key with which the backup was made",
        .0.display()
    )]
    WrongKey(
        /// The file.
        PathBuf,
    ),
    /// The random number generator or the cipher of the system failed.
    #[error("failed to encrypt the backup: no random numbers from the operating system")]
    Encryption,
    /// The disk is full, except for its reserve.
    #[error("{0}; no backup was made")]
    NoSpace(#[from] NoSpace),
    /// Files were deleted again and again before their contents were copied.
    #[error("files were deleted faster than their contents could be copied; try again")]
    Unstable,
    /// The target contains a platform.
    #[error("{0} is not empty; nothing was restored")]
    NotEmpty(
        /// The target.
        String,
    ),
    /// The restored database is not the one of the backup.
    #[error("the table {table} has {restored} rows, but {expected} in the backup")]
    Rows {
        /// The table.
        table: String,
        /// Its rows in the backup.
        expected: i64,
        /// Its restored rows.
        restored: i64,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file storage failed.
    #[error(transparent)]
    Blob(#[from] BlobError),
    /// The signing keys cannot be read or written.
    #[error(transparent)]
    Keys(#[from] KeysError),
}

/// Adds the path to an error of the file system.
pub fn at(path: &Path) -> impl Fn(io::Error) -> BackupError {
    move |cause| BackupError::Io { path: path.to_owned(), cause }
}
