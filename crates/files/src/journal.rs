//! The journal of an import: the ids of its blobs, each recorded before the blob is written.
//!
//! An import writes its records in one transaction, so the database does not show the ids before the transaction ends.
//! The journal is a file instead. It is also the lock that lets only one import at a time write blobs.

use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use folkmoot_runtime::folders;
use uuid::Uuid;

/// The journal of a data folder, locked for this process.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Opens and locks the journal; `None` if an import has locked it.
    pub fn open_if_free(data: &Path) -> io::Result<Option<Self>> {
        let file = open(data)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Records the id of a blob durably, so that a loss of power does not lose it.
    pub fn add(&self, blob: Uuid) -> io::Result<()> {
        (&self.file).write_all(format!("{blob}\n").as_bytes())?;
        self.file.sync_data()
    }

    /// The recorded ids. An incomplete last line is skipped, because its blob was not written yet.
    pub fn names(&self) -> io::Result<Vec<Uuid>> {
        let mut text = String::new();
        (&self.file).seek(SeekFrom::Start(0))?;
        (&self.file).read_to_string(&mut text)?;
        Ok(text.lines().filter_map(|line| Uuid::try_parse(line).ok()).collect())
    }

    /// Deletes all recorded ids.
    pub fn clear(&self) -> io::Result<()> {
        self.file.set_len(0)
    }
}

fn open(data: &Path) -> io::Result<File> {
    let path = data.join("imports.journal");
    let is_new = !path.exists();
    let file = File::options().create(true).read(true).append(true).open(path)?;
    if is_new {
        // A journal whose name a loss of power removes is no record of the blobs.
        folders::sync(data)?;
    }
    Ok(file)
}
