//! Files that only their owner can read, and that appear complete or not at all.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use folkmoot_runtime::folders;

use crate::PeopleError;

/// A file that is being written under a temporary name beside its own. Dropping it deletes it.
#[derive(Debug)]
pub struct PrivateFile {
    path: PathBuf,
    temporary: PathBuf,
    is_complete: bool,
}

impl PrivateFile {
    /// Starts to write a file. Waits while another program writes it, and replaces the file that a killed one
    /// has left.
    pub fn create(path: &Path) -> Result<(Self, File), PeopleError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let temporary = path.with_file_name(format!(".{name}.incomplete"));
        let file = open_locked(&temporary).map_err(|cause| failed(path, cause))?;
        Ok((Self { path: path.to_owned(), temporary, is_complete: false }, file))
    }

    /// Gives the file its name, once its content is stored durably. Replaces an existing file.
    pub fn finish(mut self, file: &File) -> Result<(), PeopleError> {
        let finish = || {
            file.sync_all()?;
            fs::rename(&self.temporary, &self.path)?;
            folders::sync(folders::parent(&self.path))
        };
        finish().map_err(|cause| failed(&self.path, cause))?;
        self.is_complete = true;
        Ok(())
    }
}

impl Drop for PrivateFile {
    fn drop(&mut self) {
        if !self.is_complete
            && let Err(error) = fs::remove_file(&self.temporary)
        {
            tracing::warn!(%error, "failed to delete an incomplete file");
        }
    }
}

/// Opens an empty file that no other program has locked.
fn open_locked(path: &Path) -> io::Result<File> {
    loop {
        let mut options = File::options();
        let file = options.read(true).write(true).create(true).truncate(false).mode(0o600).open(path)?;
        file.lock()?;
        // The program that had the lock may have given the file its final name, or deleted it.
        let is_named = fs::metadata(path).is_ok_and(|named| {
            file.metadata().is_ok_and(|opened| (named.dev(), named.ino()) == (opened.dev(), opened.ino()))
        });
        if is_named {
            file.set_len(0)?;
            return Ok(file);
        }
    }
}

fn failed(path: &Path, cause: io::Error) -> PeopleError {
    PeopleError::Write { path: path.to_owned(), cause }
}
