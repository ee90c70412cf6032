//! Commits that failed.

use std::sync::Arc;

use rusqlite::{Connection, ErrorCode};

use crate::StoreError;

/// The error of a commit that failed with `cause`.
///
/// If the disk fails, the write-ahead log may contain the complete transaction although SQLite rolled it back, and a process
/// that opens the database after a crash would find it there. Therefore, this overwrites the transaction in the log; if that
/// fails too, the outcome is [`StoreError::Unconfirmed`].
pub fn failed(connection: &Connection, cause: rusqlite::Error) -> StoreError {
    if !matches!(cause.sqlite_error_code(), Some(ErrorCode::SystemIoFailure | ErrorCode::DiskFull)) {
        return cause.into();
    }
    match overwrite(connection) {
        Ok(()) => cause.into(),
        Err(error) => {
            tracing::error!(%error, "failed to overwrite a failed transaction in the write-ahead log");
            StoreError::Unconfirmed(Arc::new(cause))
        }
    }
}

/// Writes the first page where the failed transaction begins in the log.
fn overwrite(connection: &Connection) -> rusqlite::Result<()> {
    if !connection.is_autocommit() {
        connection.execute_batch("ROLLBACK")?;
    }
    connection.pragma_update(None, "user_version", super::schema_version(connection)?)
}
