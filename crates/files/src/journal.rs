//! The names of the bytes that an import brings, each written down before its bytes are.
//!
//! The records of an import come in one transaction, which cannot tell anything before it ends. So the names stand in
//! a file, which is at the same time the lock that lets one import at a time bring bytes.

use std::fs::{File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use uuid::Uuid;

/// The journal of a data folder, which nobody else has meanwhile.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Opens the journal; waits for an import that has it.
    pub fn open(data: &Path) -> io::Result<Self> {
        let file = open(data)?;
        file.lock()?;
        Ok(Self { file })
    }

    /// Opens the journal; none where an import has it.
    pub fn open_if_free(data: &Path) -> io::Result<Option<Self>> {
        let file = open(data)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Writes a name down, safe from a loss of power.
    pub fn add(&self, blob: Uuid) -> io::Result<()> {
        (&self.file).write_all(format!("{blob}\n").as_bytes())?;
        self.file.sync_data()
    }

    /// The names; a last one that was not written to its end is passed over, because its bytes were not begun.
    pub fn names(&self) -> io::Result<Vec<Uuid>> {
        let mut text = String::new();
        (&self.file).seek(SeekFrom::Start(0))?;
        (&self.file).read_to_string(&mut text)?;
        Ok(text.lines().filter_map(|line| Uuid::try_parse(line).ok()).collect())
    }

    /// Forgets the names.
    pub fn clear(&self) -> io::Result<()> {
        self.file.set_len(0)
    }
}

fn open(data: &Path) -> io::Result<File> {
    File::options().create(true).read(true).append(true).open(data.join("imports.journal"))
}
