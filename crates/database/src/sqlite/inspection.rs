//! Reading the file of the embedded database without changing it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::{DATABASE_FILE, INCOMPLETE_RESTORE, check_header, damaged, schema_version};
use crate::StoreError;
use crate::executor::Executor;

/// How long a read waits for a lock, which only a server that closes the database holds.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// The open file.
#[derive(Debug)]
pub struct Inspection {
    path: PathBuf,
    connection: Connection,
}

/// What the file system knows of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileFacts {
    /// The size of the database in bytes.
    pub bytes: u64,
    /// The size of the write-ahead log in bytes.
    pub log_bytes: u64,
}

impl Inspection {
    /// Opens the database of a data directory; `None` if there is none.
    pub fn open(directory: &Path) -> Result<Option<Self>, StoreError> {
        let path = directory.join(DATABASE_FILE);
        if directory.join(INCOMPLETE_RESTORE).exists() {
            return Err(StoreError::Incomplete(directory.to_owned()));
        }
        if !path.exists() {
            return Ok(None);
        }
        check_header(&path, directory)?;
        let open = || {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            let connection = Connection::open_with_flags(uri(&path), flags)?;
            connection.busy_timeout(LOCK_TIMEOUT)?;
            schema_version(&connection)?;
            Ok(connection)
        };
        let connection = open().map_err(|error| damaged(&path, error))?;
        Ok(Some(Self { path, connection }))
    }

    /// The sizes of the files.
    pub fn facts(&self) -> FileFacts {
        let size = |path: &Path| std::fs::metadata(path).map_or(0, |metadata| metadata.len());
        FileFacts { bytes: size(&self.path), log_bytes: size(&log(&self.path)) }
    }

    /// The first damage that a check of all pages finds; `None` if there is none.
    pub fn find_damage(&self) -> Result<Option<String>, StoreError> {
        let found = self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
        let found = found.map_err(|error| damaged(&self.path, error))?;
        Ok((found != "ok").then_some(found))
    }

    /// The version of the schema.
    pub fn schema_version(&self) -> Result<i64, StoreError> {
        schema_version(&self.connection).map_err(|error| damaged(&self.path, error))
    }

    /// Runs a read.
    pub fn read<T>(
        &self,
        read: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        read(&self.connection).map_err(|error| match error {
            StoreError::Database(cause) => super::damaged_shared(&self.path, cause),
            other => other,
        })
    }
}

fn log(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// The URI of a database. If it has no write-ahead log, nobody uses it, and it is opened as immutable: otherwise `SQLite` would
/// create the files of the log.
fn uri(path: &Path) -> String {
    let mut uri = "file:".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.".contains(byte) {
            uri.push(char::from(*byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    if !log(path).exists() {
        uri.push_str("?immutable=1");
    }
    uri
}
