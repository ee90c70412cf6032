//! The embedded database: `SQLite` in WAL mode.

mod audit_log;
mod backup;
mod commits;
mod dialect;
mod executor;
mod import;
mod inspection;
mod pages;
mod scan_connections;
mod scrub;
mod search;
mod values;
mod words;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

pub use self::backup::{finish_copy, verify_copy};
pub use self::dialect::DIALECT;
pub use self::inspection::{FileFacts, Inspection};
use self::scan_connections::ScanConnections;
use super::executor::Executor;
use super::import_control::{ImportControl, ImportOutcome};
use super::import_transaction::ImportTransaction;
use super::migrations::{MIGRATIONS, require_released};
use super::{IfMissing, StoreError, data_directory};

/// Number of connections for reading pages. A page takes less than a millisecond, so that few are enough.
const PAGE_READERS: usize = 8;
/// Number of connections for other reads. They are separate, so that no page waits for a search or a scan.
const READERS: usize = 6;
/// How long a write waits for the write lock.
const LOCK_TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum number of cached prepared statements of a connection: more than the server has.
const CACHED_STATEMENTS: usize = 256;

/// The database file, its connections for reading and the one for writing.
#[derive(Debug)]
pub struct Sqlite {
    path: PathBuf,
    page_readers: Readers,
    readers: Readers,
    scan_connections: ScanConnections,
    writer: Mutex<Connection>,
}

/// The file of the database in the data directory.
pub const DATABASE_FILE: &str = "folkmoot.sqlite";
/// The file in the data directory that is there as long as a restore of a backup is not complete.
pub const INCOMPLETE_RESTORE: &str = "restore-incomplete";

impl Sqlite {
    /// Opens the database in a data directory and runs pending migrations.
    pub fn open(directory: &Path, if_missing: IfMissing) -> Result<Self, StoreError> {
        if directory.join(INCOMPLETE_RESTORE).exists() {
            return Err(StoreError::Incomplete(directory.to_owned()));
        }
        let path = directory.join(DATABASE_FILE);
        if if_missing == IfMissing::Fail && !path.exists() {
            return Err(StoreError::NoDatabase(directory.to_owned()));
        }
        data_directory::create(directory)?;
        check_header(&path, directory)?;
        let damaged = |error| damaged(&path, error);
        let mut writer = connect(&path, OpenFlags::default()).map_err(damaged)?;
        migrate(&mut writer).map_err(|error| match error {
            StoreError::Database(cause) => damaged_shared(&path, cause),
            other => other,
        })?;
        let page_readers = Readers::open(&path, PAGE_READERS).map_err(damaged)?;
        let readers = Readers::open(&path, READERS).map_err(damaged)?;
        let scan_connections = ScanConnections::new(path.clone());
        Ok(Self { path, page_readers, readers, scan_connections, writer: Mutex::new(writer) })
    }

    /// Runs a read in one state of the database.
    pub fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.readers.read(read)
    }

    /// Runs a read of a few records by key, which may run on an async worker.
    pub fn read_on_worker<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.page_readers.read(read)
    }

    /// Runs a read in one state of the database on a connection of its own.
    pub fn read_on_own_connection<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.scan_connections.read(read)
    }

    /// Runs a write in a transaction of its own.
    pub fn write<T>(
        &self,
        write: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        write_on(&mut self.writer.lock().unwrap_or_else(PoisonError::into_inner), LOCK_TIMEOUT, write)
    }

    /// Like [`Self::write`], but returns [`StoreError::Busy`] at once if this program or another is writing.
    pub fn write_if_free<T>(
        &self,
        write: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = match self.writer.try_lock() {
            Ok(connection) => connection,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Err(StoreError::Busy),
        };
        write_on(&mut connection, Duration::ZERO, write)
    }

    /// Runs an import on a connection of its own. It only reads until it begins its final write, which is one
    /// transaction: committed if the import succeeds, rolled back otherwise.
    pub fn import<T, E: From<StoreError>>(
        &self,
        control: ImportControl<'_>,
        run: impl FnOnce(&ImportTransaction<'_>) -> Result<T, E>,
    ) -> Result<ImportOutcome<T>, E> {
        let database = |error: rusqlite::Error| E::from(damaged(&self.path, error));
        let connection = connect(&self.path, OpenFlags::default()).map_err(database)?;
        import::prepare(&connection).map_err(database)?;
        connection.execute_batch("BEGIN").map_err(database)?;
        let transaction = ImportTransaction::new(&connection, control);
        let handle = connection.get_interrupt_handle();
        match control.run(|| handle.interrupt(), || run(&transaction)) {
            Ok(value) => {
                if let Err(error) = connection.execute_batch("COMMIT") {
                    return Err(commits::failed(&connection, error).into());
                }
                let locked = transaction.locked();
                if locked.is_some() {
                    import::checkpoint(&connection);
                }
                Ok(ImportOutcome { value, locked })
            }
            Err(error) => {
                // SQLite may have rolled back already, for example because the disk is full; then this fails as expected.
                drop(connection.execute_batch("ROLLBACK"));
                // What was written remains in the write-ahead log, which takes the space of small writes.
                if transaction.locked().is_some() {
                    import::checkpoint(&connection);
                }
                Err(error)
            }
        }
    }

    /// Adds the path of the file to an error that means that the file is damaged.
    pub fn describe(&self, error: StoreError) -> StoreError {
        match error {
            StoreError::Database(cause) => damaged_shared(&self.path, cause),
            other => other,
        }
    }
}

/// Connections for reading.
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
        let _rollback = RollbackOnDrop(&connection);
        let result = read(&connection);
        connection.prepare_cached("COMMIT")?.execute([])?;
        result
    }

    /// The first free connection, because its cache is the warmest; if none is free, each in turn.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connections.iter().find_map(|reader| reader.try_lock().ok()).unwrap_or_else(|| {
            let next = self.next.fetch_add(1, Ordering::Relaxed) % self.connections.len();
            self.connections[next].lock().unwrap_or_else(PoisonError::into_inner)
        })
    }
}

/// Rolls back a transaction that an error or a panic left open, so that the next one can begin.
struct RollbackOnDrop<'a>(&'a Connection);

impl Drop for RollbackOnDrop<'_> {
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
    lock_timeout: Duration,
    write: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    connection.busy_timeout(lock_timeout)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let result = write(&*transaction)?;
    match transaction.commit() {
        Ok(()) => Ok(result),
        Err(error) => Err(commits::failed(connection, error)),
    }
}

/// An existing file must start with the header of `SQLite`: anything else would be overwritten or misread.
fn check_header(path: &Path, directory: &Path) -> Result<(), StoreError> {
    use std::io::Read as _;
    let cause = |cause| StoreError::Directory { path: directory.to_owned(), cause: Arc::new(cause) };
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
            StoreError::Directory { path: path.to_owned(), cause: Arc::new(std::io::Error::other(cause)) }
        }
        _ => StoreError::Database(cause),
    }
}

fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(LOCK_TIMEOUT)?;
    // A page of 8 kB has room for several ideas of 1–2 kB without overflow pages.
    connection.pragma_update(None, "page_size", 8192)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Deleted content is overwritten, so that no erased record remains in the file. Temporary tables are not, because the
    // file of a temporary database is deleted.
    connection.pragma_update(Some("main"), "secure_delete", true)?;
    // A statement keeps its query plan; otherwise SQLite prepares it again for new parameters.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.pragma_update(None, "mmap_size", 1_i64 << 40)?;
    connection.pragma_update(None, "cache_size", -32_768)?;
    connection.set_prepared_statement_cache_capacity(CACHED_STATEMENTS);
    rusqlite::vtab::array::load_module(&connection)?;
    search::add_functions(&connection)?;
    Ok(connection)
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    require_released(connection, schema_version(connection)?, known)?;
    // A current schema needs no write, so that opening does not wait for the write lock.
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
