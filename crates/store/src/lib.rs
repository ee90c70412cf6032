//! The database: records, platform, clients and the change feed.

pub mod changes;
pub mod clients;
mod connection;
pub mod copy;
mod dialect;
pub mod encode;
mod error;
mod expressions;
pub mod files;
pub mod folder;
pub mod migrations;
pub mod platform;
mod pools;
mod postgres;
mod queries;
pub mod records;
pub mod row;
mod schema;
pub mod search;
pub mod session;
pub mod signing_keys;
mod sqlite;
pub mod value;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use connection::Connection;
pub use error::StoreError;
use pools::Pools;
use postgres::Postgres;
pub use postgres::Settings as PostgresSettings;
use queries::Queries;
use session::{Access, Imported, Session};
use sqlite::Sqlite;

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::all_resources;
use folkmoot_runtime::blocking::assert_off_worker;

/// Where a platform's database is.
#[derive(Debug, Clone)]
pub enum Place {
    /// Embedded, in this data folder.
    Folder(PathBuf),
    /// In PostgreSQL.
    Postgres(PostgresSettings),
}

/// The database of one platform.
///
/// Its calls that are not async block: they wait for disks, locks or another machine. Async code runs them through one
/// of the bounded `run_…` calls; on an async worker they panic in a debug build. One exception is made for the embedded
/// database: records that are read by their keys or ids, at most a page of them, are read on the worker, because that
/// takes less than handing them to another thread.
#[derive(Debug)]
pub struct Store {
    database: Database,
    pools: Pools,
    queries: HashMap<&'static str, Queries>,
}

#[derive(Debug)]
enum Database {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Store {
    /// Opens the database, brings its schema up to date and checks that its tables fit the declarations.
    pub fn open(place: &Place) -> Result<Self, StoreError> {
        assert_off_worker("Store::open");
        let database = match place {
            Place::Folder(folder) => Database::Sqlite(Sqlite::open(folder)?),
            Place::Postgres(settings) => Database::Postgres(Postgres::open(settings)?),
        };
        let dialect = match &database {
            Database::Sqlite(_) => &sqlite::DIALECT,
            Database::Postgres(_) => &postgres::DIALECT,
        };
        let queries =
            all_resources().map(|resource| (resource.names.plural, Queries::of(resource, dialect))).collect();
        let store = Self { database, pools: Pools::of(place), queries };
        store.read_fresh(schema::check)?;
        match store.check_expressions(all_resources()) {
            // The import that has locked the tables checked the expressions when it started.
            Err(StoreError::Busy) => Ok(store),
            checked => checked.map(|()| store),
        }
    }

    /// Whether this program is the only one that serves the database.
    pub fn is_embedded(&self) -> bool {
        matches!(self.database, Database::Sqlite(_))
    }

    /// Notes how far this server has followed the changes: what it reads from now on is not older.
    pub fn saw(&self, sequence: i64) {
        if let Database::Postgres(postgres) = &self.database {
            postgres.saw(sequence);
        }
    }

    /// Notes that this server follows another past from now on, in which this change is the newest.
    pub fn begins_at(&self, sequence: i64) {
        if let Database::Postgres(postgres) = &self.database {
            postgres.begins_at(sequence);
        }
    }

    /// Runs an import; see [`session::Session`]. What it writes is kept whole where it may write and succeeds, else it is
    /// undone. Calls `waiting` if it may write and another program is importing already.
    pub fn import<T, E: From<StoreError>>(
        &self,
        access: Access,
        waiting: &dyn Fn(),
        run: impl FnOnce(&Session<'_>) -> Result<T, E>,
    ) -> Result<Imported<T>, E> {
        assert_off_worker("Store::import");
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.import(run),
            Database::Postgres(postgres) => postgres.import(access, waiting, run),
        }
    }

    /// Runs a read of a few records by their keys or ids that is part of a response: on one state of the database, and
    /// not older than what was seen.
    async fn read_by_key<T: Send + 'static>(
        self: &Arc<Self>,
        read: impl Fn(&Self, &dyn Connection) -> Result<T, StoreError> + Send + Sync + 'static,
    ) -> Result<T, StoreError> {
        match &self.database {
            // Quicker done than handed to another thread.
            Database::Sqlite(sqlite) => sqlite.read_on_worker(|connection| read(self, connection)),
            Database::Postgres(postgres) => postgres.answer(self, &self.pools.reads, read).await,
        }
    }

    /// Runs a full-text search on one state of the database that is not older than what was seen.
    async fn read_for_search<T: Send + 'static>(
        self: &Arc<Self>,
        read: impl Fn(&Self, &dyn Connection) -> Result<T, StoreError> + Send + Sync + 'static,
    ) -> Result<T, StoreError> {
        match &self.database {
            Database::Sqlite(_) => {
                self.run_search(move |store| store.read_fresh(|connection| read(store, connection))).await
            }
            Database::Postgres(postgres) => postgres.answer(self, &self.pools.searches, read).await,
        }
    }

    /// Runs a read on the newest state of the database.
    fn read_fresh<T>(
        &self,
        read: impl FnOnce(&dyn Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        assert_off_worker("a read of the database");
        match &self.database {
            Database::Sqlite(sqlite) => {
                sqlite.read(|connection| read(connection)).map_err(|error| sqlite.describe(error))
            }
            Database::Postgres(postgres) => postgres.read_fresh(read),
        }
    }

    /// Runs a read on the newest state of the database that may take as long as it takes to go through all records.
    fn read_long<T>(
        &self,
        read: impl FnOnce(&dyn Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        assert_off_worker("a scan of the database");
        match &self.database {
            Database::Sqlite(_) => self.read_fresh(read),
            Database::Postgres(postgres) => postgres.read_long(read),
        }
    }

    /// Runs a write in a transaction of its own: it happens whole or not at all.
    fn write<T>(
        &self,
        write: impl FnOnce(&dyn Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        assert_off_worker("a write to the database");
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.write(write),
            Database::Postgres(postgres) => postgres.write(write),
        }
    }

    /// Runs a write in a transaction of its own, unless others write to an embedded database just now: then it is
    /// [`StoreError::Busy`], at once.
    fn write_if_free<T>(
        &self,
        write: impl FnOnce(&dyn Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        assert_off_worker("a write to the database");
        match &self.database {
            Database::Sqlite(sqlite) => sqlite.write_if_free(write),
            Database::Postgres(postgres) => postgres.write(write),
        }
    }

    fn queries(&self, resource: &Resource) -> &Queries {
        &self.queries[resource.names.plural]
    }
}
