//! Removing from the files of the database what deleted rows have left in them.
//!
//! Connections overwrite what they delete. What remains is the write-ahead log, which contains earlier versions of pages,
//! and copies of rows that were moved between pages before they were deleted.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use aho_corasick::AhoCorasick;
use rusqlite::{Connection, OpenFlags};

use super::{Sqlite, connect};
use crate::StoreError;
use crate::scrubbed::Scrubbed;

/// How long the truncation of the write-ahead log waits for reads to end.
const TIMEOUT: Duration = Duration::from_secs(30);

impl Sqlite {
    /// Truncates the write-ahead log. If the file contains one of the traces afterwards, rewrites it completely.
    pub fn scrub(&self, traces: &[Vec<u8>]) -> Result<Scrubbed, StoreError> {
        let connection = connect(&self.path, OpenFlags::default())?;
        connection.busy_timeout(TIMEOUT)?;
        forget_samples(&connection)?;
        let is_log_empty = truncate_log(&connection)?;
        if !contains(&self.path, traces)? {
            return Ok(Scrubbed { is_rewritten: false, is_log_empty });
        }
        tracing::info!("rewriting the database file, because it contains traces of erased records");
        connection.execute_batch("VACUUM")?;
        Ok(Scrubbed { is_rewritten: true, is_log_empty: truncate_log(&connection)? })
    }
}

/// Deletes the samples of indexed values that `ANALYZE` makes for the planner.
fn forget_samples(connection: &Connection) -> Result<(), StoreError> {
    let exists = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat4')";
    if connection.query_row(exists, [], |row| row.get(0))? {
        connection.execute("DELETE FROM sqlite_stat4", [])?;
    }
    Ok(())
}

/// Moves the write-ahead log into the database file and empties it. Returns whether that succeeded.
fn truncate_log(connection: &Connection) -> Result<bool, StoreError> {
    let is_busy: i64 = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    Ok(is_busy == 0)
}

/// Whether a file contains one of the byte sequences.
fn contains(path: &Path, traces: &[Vec<u8>]) -> Result<bool, StoreError> {
    let failed = |cause| StoreError::Directory { path: path.to_owned(), cause: std::sync::Arc::new(cause) };
    let Ok(searcher) = AhoCorasick::new(traces) else { return Ok(true) };
    let file = File::open(path).map_err(failed)?;
    match searcher.stream_find_iter(file).next() {
        None => Ok(false),
        Some(found) => found.map(|_| true).map_err(failed),
    }
}
