//! The embedded database: `SQLite` in WAL mode.

mod connection;
mod dialect;
mod import;
mod rows;
mod search;
mod values;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

pub use self::dialect::DIALECT;
use super::migrations::MIGRATIONS;
use super::session::{Imported, Session};
use super::{StoreError, folder};

/// How many readers are open; a page takes well under a millisecond, so few are enough.
const READERS: usize = 8;
/// How long a write waits for another program's.
const PATIENCE: Duration = Duration::from_secs(30);
/// How many prepared statements a connection keeps: more than the server has.
const STATEMENTS: usize = 256;

/// The database file, its readers and its one writer.
#[derive(Debug)]
pub struct Sqlite {
    path: PathBuf,
    readers: Vec<Mutex<Connection>>,
    next_reader: AtomicUsize,
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
            StoreError::Database(cause) => damaged(cause),
            other => other,
        })?;
        let readers = (0..READERS)
            .map(|_| connect(&path, OpenFlags::default()).map(Mutex::new).map_err(damaged))
            .collect::<Result<_, _>>()?;
        Ok(Self { path, readers, next_reader: AtomicUsize::new(0), writer: Mutex::new(writer) })
    }

    /// Runs a read on one state of the database.
    pub fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let connection = self.reader();
        connection.prepare_cached("BEGIN")?.execute([])?;
        let answer = read(&connection);
        connection.prepare_cached("COMMIT")?.execute([])?;
        answer
    }

    /// Runs a write in a transaction of its own: it happens whole or not at all.
    pub fn write<T>(
        &self,
        write: impl FnOnce(&dyn super::connection::Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let answer = write(&*transaction)?;
        transaction.commit()?;
        Ok(answer)
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
            StoreError::Database(cause) => damaged(&self.path, cause),
            other => other,
        }
    }

    /// The first reader that is free, because what it used last is still at hand; else one after the other.
    fn reader(&self) -> MutexGuard<'_, Connection> {
        self.readers.iter().find_map(|reader| reader.try_lock().ok()).unwrap_or_else(|| {
            let next = self.next_reader.fetch_add(1, Ordering::Relaxed) % READERS;
            self.readers[next].lock().unwrap_or_else(PoisonError::into_inner)
        })
    }
}

/// A file that is there must begin as `SQLite` files do: anything else would be overwritten or misread.
fn check_header(path: &Path, folder: &Path) -> Result<(), StoreError> {
    use std::io::Read as _;
    let cause = |cause| StoreError::Folder { path: folder.to_owned(), cause };
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
    Err(StoreError::Damaged { path: path.to_owned(), cause: rusqlite::Error::SqliteFailure(code, None) })
}

fn damaged(path: &Path, cause: rusqlite::Error) -> StoreError {
    use rusqlite::ErrorCode::{CannotOpen, DatabaseCorrupt, NotADatabase, PermissionDenied, ReadOnly};
    match cause.sqlite_error_code() {
        Some(DatabaseCorrupt | NotADatabase) => StoreError::Damaged { path: path.to_owned(), cause },
        Some(CannotOpen | PermissionDenied | ReadOnly) => {
            StoreError::Folder { path: path.to_owned(), cause: std::io::Error::other(cause.to_string()) }
        }
        _ => cause.into(),
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
        tracing::debug!(version = version + 1, name = migration.name, "schema brought up to date");
    }
    Ok(())
}

fn schema_version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
