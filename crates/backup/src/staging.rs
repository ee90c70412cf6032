//! The folder in the data folder for a copy of the database that is not encrypted yet, or not restored yet.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use tempfile::TempDir;

use crate::error::{BackupError, at};

/// The start of the name of the folder.
const PREFIX: &str = "backup-staging-";

/// The folder, which is deleted when it is dropped. Only its owner can read it. It is locked while its program runs, so that another
/// one does not delete it.
#[derive(Debug)]
pub struct StagingFolder {
    folder: TempDir,
    _lock: File,
}

impl StagingFolder {
    /// Creates one, and deletes the staging areas of programs that were killed.
    pub fn create(data: &Path) -> Result<Self, BackupError> {
        delete_staging(data)?;
        loop {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(data).map_err(at(data))?;
            // Another program may delete it before it is locked.
            let lock = match File::open(folder.path()) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                opened => opened.map_err(at(folder.path()))?,
            };
            lock.lock().map_err(at(folder.path()))?;
            if folder.path().exists() {
                return Ok(Self { folder, _lock: lock });
            }
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Deletes the staging folders that killed backups and restores left in the data folder.
pub fn delete_staging(data: &Path) -> Result<(), BackupError> {
    for entry in std::fs::read_dir(data).map_err(at(data))? {
        let entry = entry.map_err(at(data))?;
        if !entry.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        let folder = entry.path();
        match File::open(&folder) {
            Ok(lock) => match lock.try_lock() {
                Ok(()) => std::fs::remove_dir_all(&folder).map_err(at(&folder))?,
                Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(at(&folder)(error)),
            },
            // Its program has deleted it.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(at(&folder)(error)),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn only_folders_of_programs_that_ended_are_deleted() {
        let data = tempfile::tempdir().unwrap();
        let left = data.path().join(format!("{PREFIX}left"));
        std::fs::create_dir(&left).unwrap();
        std::fs::write(left.join("folkmoot.sqlite"), "records").unwrap();
        let running = StagingFolder::create(data.path()).unwrap();
        assert!(!left.exists());
        delete_staging(data.path()).unwrap();
        assert!(running.path().exists());
        let path = running.path().to_owned();
        drop(running);
        assert!(!path.exists());
    }
}
