//! The embedded database: `SQLite` in WAL mode.

mod connection;
mod dialect;
mod import;
mod rows;
mod search;
mod values;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

pub use self::dialect::DIALECT;
use super::migrations::MIGRATIONS;
use super::session::{Imported, Session};
use super::{StoreError, folder};

/// How many readers are open for pages, which take well under a millisecond, so that few are enough.
const PAGE_READERS: usize = 8;
/// How many readers are open for all else. They are others, so that no page waits for a search or a scan.
const READERS: usize = 6;
/// How long a write waits for another program's.
const PATIENCE: Duration = Duration::from_secs(30);
/// How many prepared statements a connection keeps: more than the server has.
const STATEMENTS: usize = 256;

/// The database file, its readers and its one writer.
#[derive(Debug)]
pub struct Sqlite {
    path: PathBuf,
    page_readers: Readers,
    readers: Readers,
    writer: Mutex<Connection>,
}

impl Sqlite {
    /// Opens the database in a data folder, makes it if it is not there, and brings its schema up to date.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        folder::make(folder)?;
        let path = folder.join("folkmoot.sqlite");
        check_header(&path, folder)?;
        let damaged = |error| damaged(&path, error);
        let mut writer = connect(&path, OpenFlags::default()).map_err(damaged)?;
        migrate(&mut writer).map_err(|error| match error {
            StoreError::Database(cause) => damaged_shared(&path, cause),
            other => other,
        })?;
        let page_readers = Readers::open(&path, PAGE_READERS).map_err(damaged)?;
        let readers = Readers::open(&path, READERS).map_err(damaged)?;
        Ok(Self { path, page_readers, readers, writer: Mutex::new(writer) })
    }

    /// Runs a read on one state of the database.
    pub fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.readers.read(read)
    }

    /// Runs a read of a few records by their keys, which may be done on an async worker.
    pub fn read_on_worker<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.page_readers.read(read)
    }

    /// Runs a write in a transaction of its own: it happens whole or not at all.
    pub fn write<T>(
        &self,
        write: impl FnOnce(&dyn super::connection::Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        write_on(&mut self.writer.lock().unwrap_or_else(PoisonError::into_inner), write)
    }

    /// The same, or [`StoreError::Busy`] at once where this program or another is writing.
    pub fn write_if_free<T>(
        &self,
        write: impl FnOnce(&dyn super::connection::Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = match self.writer.try_lock() {
            Ok(connection) => connection,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Err(StoreError::Busy),
        };
        connection.busy_timeout(Duration::ZERO)?;
        let written = write_on(&mut connection, write);
        connection.busy_timeout(PATIENCE)?;
        written
    }

    /// Runs an import on a connection of its own. It reads until it begins its write, which is one transaction: kept
    /// whole where the import succeeds, else undone.
    pub fn import<T, E: From<StoreError>>(
        &self,
        run: impl FnOnce(&Session<'_>) -> Result<T, E>,
    ) -> Result<Imported<T>, E> {
        let database = |error: rusqlite::Error| E::from(damaged(&self.path, error));
        let connection = connect(&self.path, OpenFlags::default()).map_err(database)?;
        import::prepare(&connection).map_err(database)?;
        connection.execute_batch("BEGIN").map_err(database)?;
        let session = Session::new(&connection);
        match run(&session) {
            Ok(value) => {
                connection.execute_batch("COMMIT").map_err(database)?;
                let locked = session.locked();
                if locked.is_some() {
                    import::settle(&connection);
                }
                Ok(Imported { value, locked })
            }
            Err(error) => {
                // SQLite may have rolled back by itself, as where the disk is full; then this fails, and that is well.
                drop(connection.execute_batch("ROLLBACK"));
                Err(error)
            }
        }
    }

    /// Whether the error says that the file itself is broken; then with the file's name.
    pub fn describe(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::Database(cause) => damaged_shared(&self.path, cause),
            other => other,
        }
    }
}

/// Connections that are only read from.
#[derive(Debug)]
struct Readers {
    connections: Vec<Mutex<Connection>>,
    next: AtomicUsize,
}

impl Readers {
    fn open(path: &Path, count: usize) -> rusqlite::Result<Self> {
        let connections = (0..count).map(|_| connect(path, OpenFlags::default()).map(Mutex::new));
        Ok(Self { connections: connections.collect::<Result<_, _>>()?, next: AtomicUsize::new(0) })
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let connection = self.connection();
        connection.prepare_cached("BEGIN")?.execute([])?;
        let _ended = EndedTransaction(&connection);
        let result = read(&connection);
        connection.prepare_cached("COMMIT")?.execute([])?;
        result
    }

    /// The first one that is free, because what it used last is still at hand; else one after the other.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connections.iter().find_map(|reader| reader.try_lock().ok()).unwrap_or_else(|| {
            let next = self.next.fetch_add(1, Ordering::Relaxed) % self.connections.len();
            self.connections[next].lock().unwrap_or_else(PoisonError::into_inner)
        })
    }
}

/// Ends the transaction of a connection also where it is left by an error or a panic, so that the next one can begin.
struct EndedTransaction<'a>(&'a Connection);

impl Drop for EndedTransaction<'_> {
    fn drop(&mut self) {
        if !self.0.is_autocommit()
            && let Err(error) = self.0.execute_batch("ROLLBACK")
        {
            tracing::error!(%error, "failed to end a read transaction");
        }
    }
}

fn write_on<T>(
    connection: &mut Connection,
    write: impl FnOnce(&dyn super::connection::Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let result = write(&*transaction)?;
    transaction.commit()?;
    Ok(result)
}

/// A file that is there must begin as `SQLite` files do: anything else would be overwritten or misread.
fn check_header(path: &Path, folder: &Path) -> Result<(), StoreError> {
    use std::io::Read as _;
    let cause = |cause| StoreError::Folder { path: folder.to_owned(), cause: Arc::new(cause) };
    let mut start = Vec::new();
    match std::fs::File::open(path) {
        Ok(file) => file.take(16).read_to_end(&mut start).map_err(cause)?,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(cause(error)),
    };
    if start.is_empty() || start == b"SQLite format 3\0" {
        return Ok(());
    }
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_NOTADB);
    let cause = Arc::new(rusqlite::Error::SqliteFailure(code, None));
    Err(StoreError::Damaged { path: path.to_owned(), cause })
}

fn damaged(path: &Path, cause: rusqlite::Error) -> StoreError {
    match StoreError::from(cause) {
        StoreError::Database(cause) => damaged_shared(path, cause),
        other => other,
    }
}

fn damaged_shared(path: &Path, cause: Arc<rusqlite::Error>) -> StoreError {
    use rusqlite::ErrorCode::{CannotOpen, DatabaseCorrupt, NotADatabase, PermissionDenied, ReadOnly};
    match cause.sqlite_error_code() {
        Some(DatabaseCorrupt | NotADatabase) => StoreError::Damaged { path: path.to_owned(), cause },
        Some(CannotOpen | PermissionDenied | ReadOnly) => {
            StoreError::Folder { path: path.to_owned(), cause: Arc::new(std::io::Error::other(cause)) }
        }
        _ => StoreError::Database(cause),
    }
}

fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    // 8 kB pages hold an idea of 1–2 kB several times over without overflow pages.
    connection.pragma_update(None, "page_size", 8192)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // A statement keeps the plan that it was prepared with; else SQLite prepares it again for new parameters.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.pragma_update(None, "mmap_size", 1_i64 << 40)?;
    connection.pragma_update(None, "cache_size", -32_768)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    rusqlite::vtab::array::load_module(&connection)?;
    Ok(connection)
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    // A schema that is up to date asks for no write, so that opening need not wait for another program's.
    while schema_version(connection)? != known {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let version = schema_version(&transaction)?;
        if version > known {
            return Err(StoreError::Newer { found: version, known });
        }
        let Some(migration) = usize::try_from(version).ok().and_then(|version| MIGRATIONS.get(version))
        else {
            return Ok(());
        };
        transaction.execute_batch(&DIALECT.translate(migration.sql))?;
        transaction.pragma_update(None, "user_version", version + 1)?;
        transaction.commit()?;
        tracing::debug!(version = version + 1, name = migration.name, "applied migration");
    }
    Ok(())
}

fn schema_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
