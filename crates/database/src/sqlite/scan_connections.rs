//! Connections for reads that may take long, such as streams and exports: one for each, so that none waits for another.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OpenFlags};

use super::{StoreError, connect};

/// The page cache of a connection, in KiB.
const CACHE_KIB: i32 = 8192;
/// The maximum number of idle connections. To open one takes half a millisecond of a processor, mostly for the schema.
const MAXIMUM_IDLE: usize = 2;

/// Opens connections, and retains some of them for further reads.
#[derive(Debug)]
pub struct ScanConnections {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl ScanConnections {
    /// Connections to the database in this file.
    pub fn new(path: PathBuf) -> Self {
        Self { path, idle: Mutex::default() }
    }

    /// Runs a read in one state of the database on a connection that nothing else uses.
    pub fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let idle = self.idle().pop();
        let connection = idle.map_or_else(|| self.open(), Ok)?;
        connection.prepare_cached("BEGIN")?.execute([])?;
        // If it fails, the end of the connection ends the transaction.
        let result = read(&connection)?;
        connection.prepare_cached("COMMIT")?.execute([])?;
        self.retain(connection);
        Ok(result)
    }

    fn open(&self) -> rusqlite::Result<Connection> {
        let connection = connect(&self.path, OpenFlags::default())?;
        // Mapped pages of a large table would count as memory of this process.
        connection.pragma_update(None, "mmap_size", 0)?;
        connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
        Ok(connection)
    }

    /// Retains a connection without its page cache, unless enough are idle.
    fn retain(&self, connection: Connection) {
        if connection.execute_batch("PRAGMA shrink_memory").is_err() {
            return;
        }
        let mut idle = self.idle();
        if idle.len() < MAXIMUM_IDLE {
            idle.push(connection);
        } else {
            // Closing takes time.
            drop(idle);
            drop(connection);
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_is_used_again_for_the_newest_state() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("database.sqlite");
        let writer = connect(&path, OpenFlags::default()).unwrap();
        writer.execute_batch("CREATE TABLE numbers (number INTEGER)").unwrap();
        let connections = ScanConnections::new(path);
        let count = || {
            connections.read(|connection| {
                Ok(connection.query_row("SELECT count(*) FROM numbers", [], |row| row.get::<_, i64>(0))?)
            })
        };
        for expected in 0..3 {
            assert_eq!(count().unwrap(), expected);
            assert_eq!(connections.idle().len(), 1);
            writer.execute_batch("INSERT INTO numbers VALUES (1)").unwrap();
        }
        writer.execute_batch("ALTER TABLE numbers RENAME TO others; CREATE TABLE numbers (number)").unwrap();
        assert_eq!(count().unwrap(), 0, "another schema");
    }

    #[test]
    fn a_connection_is_not_retained_after_an_error_nor_beside_enough_others() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("database.sqlite");
        connect(&path, OpenFlags::default()).unwrap().execute_batch("CREATE TABLE numbers (number)").unwrap();
        let connections = ScanConnections::new(path);
        connections.read(|_| Err::<(), _>(StoreError::Busy)).unwrap_err();
        assert_eq!(connections.idle().len(), 0);
        read_within(&connections, MAXIMUM_IDLE + 3);
        assert_eq!(connections.idle().len(), MAXIMUM_IDLE);
    }

    /// Reads at the same time.
    fn read_within(connections: &ScanConnections, number: usize) {
        let inner = |_: &Connection| {
            if number > 1 {
                read_within(connections, number - 1);
            }
            Ok(())
        };
        connections.read(inner).unwrap();
    }
}
