//! The lock that lets only one server use a data directory.

use std::fs::File;
use std::path::Path;

use folkmoot_database::data_directory;

use super::error::ServeError;

/// The lock of a data directory, released when it is dropped.
#[derive(Debug)]
pub struct DataLock {
    _file: File,
}

impl DataLock {
    /// Locks the data directory against other servers; other commands may still use it. Fails with
    /// [`ServeError::Served`] if another server has the lock.
    pub fn acquire(directory: &Path) -> Result<Self, ServeError> {
        let failed = |cause| ServeError::Folder { path: directory.to_owned(), cause };
        data_directory::create(directory)?;
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(directory.join("serve.lock"))
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(std::fs::TryLockError::WouldBlock) => Err(ServeError::Served(directory.to_owned())),
            Err(std::fs::TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}
