//! Online copies of the database file.

use std::path::Path;
use std::time::Duration;

use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};

use super::{Sqlite, StoreError, damaged};
use crate::executor::Executor;

/// The number of pages that are copied at a time. All of them are from one state, so that this affects only memory.
const PAGES: i32 = 4096;

impl Sqlite {
    /// Copies the database in one state to a new file, if `begin` returns true for this state.
    pub fn back_up(
        &self,
        target: &Path,
        begin: impl FnOnce(&dyn Executor) -> Result<bool, StoreError>,
    ) -> Result<bool, StoreError> {
        self.read_on_own_connection(|connection| {
            if !begin(connection)? {
                return Ok(false);
            }
            let mut copy = Connection::open(target)?;
            // The transaction of the connection is that of the copy, so that no write restarts it.
            Backup::new(connection, &mut copy)?.run_to_completion(PAGES, Duration::ZERO, None)?;
            Ok(true)
        })
    }
}

/// Deletes the rows of some tables from a copy, and makes it a single file.
pub fn finish_copy(path: &Path, emptied: &[&str]) -> Result<(), StoreError> {
    let finish = || -> rusqlite::Result<()> {
        let copy = Connection::open(path)?;
        copy.pragma_update(None, "secure_delete", true)?;
        copy.pragma_update(None, "journal_mode", "DELETE")?;
        copy.pragma_update(None, "synchronous", "FULL")?;
        copy.execute_batch("BEGIN")?;
        for table in emptied {
            copy.execute(&format!("DELETE FROM {table}"), [])?;
        }
        copy.execute_batch("COMMIT")
    };
    finish().map_err(|error| damaged(path, error))
}

/// Checks every page and index of a copy, and reads it.
pub fn verify_copy<T>(
    path: &Path,
    read: impl FnOnce(i64, &dyn Executor) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let failed = |error| damaged(path, error);
    let copy = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
    let found: String = copy.pragma_query_value(None, "integrity_check", |row| row.get(0)).map_err(failed)?;
    if found != "ok" {
        let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
        return Err(damaged(path, rusqlite::Error::SqliteFailure(code, Some(found))));
    }
    let version = super::schema_version(&copy).map_err(failed)?;
    read(version, &copy)
}
