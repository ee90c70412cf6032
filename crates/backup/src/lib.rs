//! Backups of a platform: one state of its database, the contents of its files, and its signing keys.
//!
//! A [`BackupFolder`] contains backups, each in a folder named after the time at which it was started. A backup has the
//! layout of a data folder, with a manifest that names every file with its size and checksum and that is written last.

mod cipher;
mod contents;
mod create;
mod error;
mod folder;
mod manifest;
mod restore;
mod staging;
mod stored_file;

pub use self::cipher::BackupKey;
pub use self::create::{CreatedBackup, Platform, create};
pub use self::error::BackupError;
pub use self::folder::{Backup, BackupFolder};
pub use self::manifest::{Manifest, ManifestFile};
pub use self::restore::{Restored, Target, restore};
pub use self::staging::delete_staging;

/// The folder of a backup, and of a data folder, with the contents of files.
const FILES: &str = "files";
/// The folder of a backup, and of a data folder, with the signing keys.
const KEYS: &str = "keys";
