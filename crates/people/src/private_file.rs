//! Files that only their owner can read, and that appear complete or not at all.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use uuid::Uuid;

use crate::PeopleError;

/// A file that is being written under a temporary name beside its own. Dropping it deletes it.
#[derive(Debug)]
pub struct PrivateFile {
    path: PathBuf,
    temporary: PathBuf,
    is_complete: bool,
}

impl PrivateFile {
    /// Starts to write a file.
    pub fn create(path: &Path) -> Result<(Self, File), PeopleError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let temporary = path.with_file_name(format!(".{name}.{}", Uuid::new_v4()));
        let options = File::options().read(true).write(true).create_new(true).mode(0o600).clone();
        let file = options.open(&temporary).map_err(|cause| failed(path, cause))?;
        Ok((Self { path: path.to_owned(), temporary, is_complete: false }, file))
    }

    /// Gives the file its name, once its content is stored durably. Replaces an existing file.
    pub fn finish(mut self, file: &File) -> Result<(), PeopleError> {
        let finish = || {
            file.sync_all()?;
            fs::rename(&self.temporary, &self.path)?;
            let directory = self.path.parent().filter(|parent| !parent.as_os_str().is_empty());
            File::open(directory.unwrap_or(Path::new(".")))?.sync_all()
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

fn failed(path: &Path, cause: io::Error) -> PeopleError {
    PeopleError::File { path: path.to_owned(), cause }
}
