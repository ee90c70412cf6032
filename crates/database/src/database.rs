//! The two kinds of databases behind one set of transactions.

use std::sync::Arc;

use folkmoot_runtime::blocking::{BlockingPool, assert_off_worker};

use super::dialect::Dialect;
use super::executor::Executor;
use super::import_control::{Access, ImportControl, ImportOutcome};
use super::import_transaction::ImportTransaction;
use super::postgres::{self, Postgres};
use super::servers::DatabaseServer;
use super::sqlite::{self, Sqlite};
use super::{DatabaseLocation, IfMissing, StoreError};

/// The database of one platform, as a source of transactions.
#[derive(Debug)]
pub enum Database {
    /// Embedded in this process.
    Sqlite(Sqlite),
    /// A primary and its replicas.
    Postgres(Postgres),
}

impl Database {
    /// Opens the database and runs pending migrations.
    pub fn open(location: &DatabaseLocation, if_missing: IfMissing) -> Result<Self, StoreError> {
        assert_off_worker("Store::open");
        Ok(match location {
            DatabaseLocation::Directory(directory) => Self::Sqlite(Sqlite::open(directory, if_missing)?),
            DatabaseLocation::Postgres(settings) => Self::Postgres(Postgres::open(settings, if_missing)?),
        })
    }

    /// The SQL dialect of the database.
    pub fn dialect(&self) -> &'static Dialect {
        match self {
            Self::Sqlite(_) => &sqlite::DIALECT,
            Self::Postgres(_) => &postgres::DIALECT,
        }
    }

    /// Runs a read of a few records by key or id that is part of a response: in one state of the database that is not
    /// older than the newest change this server observed.
    pub async fn read_by_key<T: Send + 'static>(
        &self,
        pool: &BlockingPool,
        read: impl Fn(&dyn Executor) -> Result<T, StoreError> + Send + Sync + 'static,
    ) -> Result<T, StoreError> {
        match self {
            // This takes less time than a switch to another thread.
            Self::Sqlite(sqlite) => sqlite.read_on_worker(|connection| read(connection)),
            Self::Postgres(postgres) => postgres.read_with_replicas(pool, read).await,
        }
    }

    /// Runs a read that takes longer than one by key, such as a full-text search, in one state of the database that is not
    /// older than the newest change this server observed.
    pub async fn read_in_pool<T: Send + 'static>(
        self: &Arc<Self>,
        pool: &BlockingPool,
        read: impl Fn(&dyn Executor) -> Result<T, StoreError> + Send + Sync + 'static,
    ) -> Result<T, StoreError> {
        match &**self {
            Self::Sqlite(_) => {
                let database = Arc::clone(self);
                pool.run(move || database.read_latest(read)).await?
            }
            Self::Postgres(postgres) => postgres.read_with_replicas(pool, read).await,
        }
    }

    /// Runs a read in the latest state of the database.
    pub fn read_latest<T>(
        &self,
        read: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        assert_off_worker("a read of the database");
        match self {
            Self::Sqlite(sqlite) => {
                sqlite.read(|connection| read(connection)).map_err(|error| sqlite.describe(error))
            }
            Self::Postgres(postgres) => postgres.read_latest(read),
        }
    }

    /// Runs a read in the latest state of the database that may take as long as a scan of all tables.
    pub fn read_tables<T>(
        &self,
        read: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        assert_off_worker("a scan of the database");
        match self {
            Self::Sqlite(_) => self.read_latest(read),
            Self::Postgres(postgres) => postgres.read_tables(read),
        }
    }

    /// Like [`Self::read_tables`], on a connection of its own.
    pub fn read_on_own_connection<T>(
        &self,
        read: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        assert_off_worker("a scan of the database");
        match self {
            Self::Sqlite(sqlite) => sqlite
                .read_on_own_connection(|connection| read(connection))
                .map_err(|error| sqlite.describe(error)),
            Self::Postgres(postgres) => postgres.read_on_own_connection(read),
        }
    }

    /// Runs a write in a transaction of its own.
    pub fn write<T>(
        &self,
        write: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        assert_off_worker("a write to the database");
        match self {
            Self::Sqlite(sqlite) => sqlite.write(write),
            Self::Postgres(postgres) => postgres.write(write),
        }
    }

    /// Runs a write in a transaction of its own, or returns [`StoreError::Busy`] at once if another write holds the lock
    /// of an embedded database.
    pub fn write_if_free<T>(
        &self,
        write: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        assert_off_worker("a write to the database");
        match self {
            Self::Sqlite(sqlite) => sqlite.write_if_free(write),
            Self::Postgres(postgres) => postgres.write(write),
        }
    }

    /// The primary and the replicas; none if the database is embedded.
    pub fn servers(&self) -> Vec<DatabaseServer> {
        match self {
            Self::Sqlite(_) => Vec::new(),
            Self::Postgres(postgres) => postgres.servers(),
        }
    }

    /// Runs an import; see [`ImportTransaction`].
    pub fn import<T, E: From<StoreError>>(
        &self,
        access: Access,
        control: ImportControl<'_>,
        run: impl FnOnce(&ImportTransaction<'_>) -> Result<T, E>,
    ) -> Result<ImportOutcome<T>, E> {
        assert_off_worker("Store::import");
        match self {
            Self::Sqlite(sqlite) => sqlite.import(control, run),
            Self::Postgres(postgres) => postgres.import(access, control, run),
        }
    }
}
