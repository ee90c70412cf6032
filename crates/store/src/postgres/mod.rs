//! PostgreSQL: one primary that takes writes, and any number of replicas that are read.

mod batches;
mod connect;
mod connection;
mod copy;
mod dialect;
mod failure;
mod first_import;
mod migrate;
mod primary;
mod replicas;
mod rows;
mod transaction;
mod values;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use deadpool_postgres::{Object, Pool};
use tokio::runtime::{Handle, Runtime};

use self::batches::Batches;
use self::connect::{Role, client, pool};
use self::connection::{Held, in_time, wait};
pub use self::dialect::DIALECT;
use self::dialect::IMPORTS;
use self::primary::Primary;
use self::replicas::Replicas;
use self::transaction::{Purpose, transaction};
use super::connection::Connection;
use super::migrations::Migration;
use super::session::{Access, Imported, Session};
use super::{Store, StoreError, changes};
use folkmoot_runtime::blocking::BlockingPool;

/// Where PostgreSQL is, and how long it may take.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The address of the primary.
    pub primary: String,
    /// The addresses of the replicas.
    pub replicas: Vec<String>,
    /// How many connections each of them is asked for at the most.
    pub connections: usize,
    /// How many prepared statements each connection keeps.
    pub statements: usize,
    /// How long a connection or an answer is waited for.
    pub patience: Duration,
    /// How far a replica may be behind.
    pub lag: Duration,
    /// A file of certificates that are trusted beside the system's.
    pub certificates: Option<PathBuf>,
    /// The schema's history, as this program knows it.
    pub migrations: &'static [Migration],
    /// Whether the schema may be brought up to date.
    pub migrate: bool,
}

/// The database's servers.
#[derive(Debug)]
pub struct Postgres {
    primary: Pool,
    primary_batches: Arc<Batches>,
    primary_state: Arc<Primary>,
    replicas: Arc<Replicas>,
    patience: Duration,
    /// The newest change that this server has seen: what it reads must not be older.
    seen: Arc<AtomicI64>,
    handle: Handle,
    /// Where no other runtime drives the connections.
    _runtime: Option<Runtime>,
}

impl Postgres {
    /// Connects to the primary and brings its schema up to date, or checks that it is.
    pub fn open(settings: &Settings) -> Result<Self, StoreError> {
        let runtime = if Handle::try_current().is_ok() { None } else { Some(own_runtime()?) };
        let handle = runtime.as_ref().map_or_else(Handle::current, |runtime| runtime.handle().clone());
        let seen = Arc::new(AtomicI64::new(0));
        let primary = pool(&settings.primary, Role::Primary, settings)?;
        let replicas = settings.replicas.iter().map(|address| pool(address, Role::Replica, settings));
        let replicas = Replicas::new(replicas.collect::<Result<_, _>>()?, Arc::clone(&seen), settings);
        let patience = settings.patience;
        let primary_state = Primary::watched(primary.clone(), patience, &handle);
        let primary_batches = Batches::new(primary.clone(), patience);
        let postgres = Self {
            primary,
            primary_batches,
            primary_state,
            replicas,
            patience,
            seen,
            handle,
            _runtime: runtime,
        };
        migrate::run(&postgres, settings.migrations, settings.migrate)?;
        postgres.handle.spawn(Arc::clone(&postgres.replicas).watch());
        Ok(postgres)
    }

    /// Runs a read on one state of the primary; where that does not answer, of a replica that lacks nothing it was sent.
    pub fn read_fresh<T>(
        &self,
        read: impl FnOnce(&dyn Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.read_for(Purpose::Read, read)
    }

    /// The same, for a read of whole tables, between whose steps the caller may take its time.
    pub fn read_long<T>(
        &self,
        read: impl FnOnce(&dyn Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.read_for(Purpose::ReadTables, read)
    }

    fn read_for<T>(
        &self,
        purpose: Purpose,
        read: impl FnOnce(&dyn Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let from_replica = || self.replicas.answering().find_map(|replica| self.stand_in(&replica.pool));
        if self.primary_state.is_silent()
            && let Some(client) = from_replica()
        {
            return self.transaction(client, purpose, |held| read(held));
        }
        let client = self.client(&self.primary);
        self.primary_state.note(&client);
        let (client, of_primary) = match client {
            Ok(client) => (client, true),
            Err(error) => (from_replica().ok_or(error)?, false),
        };
        let done = self.transaction(client, purpose, |held| read(held));
        if of_primary {
            self.primary_state.note(&done);
        }
        done
    }

    /// Runs a write in a transaction of its own: it happens whole or not at all.
    pub fn write<T>(
        &self,
        write: impl FnOnce(&dyn Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let (answer, newest) = self.transaction(self.client(&self.primary)?, Purpose::Write, |held| {
            Ok((write(held)?, changes::newest(held)?))
        })?;
        // Whoever reads what was just written must not be sent to a replica that lacks it.
        self.saw(newest);
        Ok(answer)
    }

    /// Runs a read on one state of a replica, or of the primary where no replica is as far as this server.
    pub async fn answer<T: Send + 'static>(
        &self,
        store: &Arc<Store>,
        pool: &BlockingPool,
        read: impl Fn(&Store, &dyn Connection) -> Result<T, StoreError> + Send + Sync + 'static,
    ) -> Result<T, StoreError> {
        let read = Arc::new(read);
        for replica in self.replicas.usable() {
            match self.answer_from(&replica.pool, true, store, pool, &read).await {
                Err(StoreError::Behind) => {}
                Err(error @ StoreError::Unreachable(_)) => replica.leave_out(&error),
                done => return done,
            }
        }
        self.answer_from(&self.primary, false, store, pool, &read).await
    }

    async fn answer_from<T: Send + 'static>(
        &self,
        connections: &Pool,
        must_be_level: bool,
        store: &Arc<Store>,
        pool: &BlockingPool,
        read: &Arc<impl Fn(&Store, &dyn Connection) -> Result<T, StoreError> + Send + Sync + 'static>,
    ) -> Result<T, StoreError> {
        let permit = pool.permit().await?;
        let client = client(connections, self.patience).await?;
        let (store, read, handle) = (Arc::clone(store), Arc::clone(read), self.handle.clone());
        let (patience, seen) = (self.patience, self.seen());
        let run = move || {
            transaction(&handle, client, Purpose::Read, patience, |held| {
                if must_be_level && changes::newest(held)? < seen {
                    return Err(StoreError::Behind);
                }
                read(&store, held)
            })
        };
        permit.run(run).await?
    }

    /// Runs an import in one transaction on a connection of its own: kept whole where the import may write and succeeds,
    /// else undone. Calls `waiting` once if the import may write and another one is under way.
    pub fn import<T, E: From<StoreError>>(
        &self,
        access: Access,
        waiting: &dyn Fn(),
        run: impl FnOnce(&Session<'_>) -> Result<T, E>,
    ) -> Result<Imported<T>, E> {
        let client = Object::take(self.client(&self.primary)?);
        let held = Held { client: &client, handle: &self.handle, patience: None };
        held.run(
            "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0",
        )?;
        // Statements over whole tables look long enough to be compiled, which takes longer than they do.
        held.run(
            "SET work_mem = '256MB'; SET maintenance_work_mem = '256MB'; SET temp_buffers = '256MB'; SET jit = off",
        )?;
        // Long texts are packed by the quicker of two ways, where the database knows both.
        held.run(
            "SELECT set_config(name, 'lz4', false) FROM pg_settings
             WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)",
        )?;
        held.run(Purpose::Write.begin())?;
        first_import::prepare(&held)?;
        if access == Access::Write
            && !held.connection_one(&format!("SELECT pg_try_advisory_xact_lock({IMPORTS})"))?
        {
            waiting();
            held.run(&format!("SELECT pg_advisory_xact_lock({IMPORTS})"))?;
        }
        let session = Session::new(&held);
        let value = run(&session)?;
        // Where it is not committed, the end of the connection undoes it.
        if access == Access::Write {
            held.run("COMMIT")?;
        }
        Ok(Imported { value, locked: session.locked() })
    }

    /// The newest change that this server has seen.
    pub fn seen(&self) -> i64 {
        self.seen.load(Ordering::Acquire)
    }

    /// Notes that this server has seen a change.
    pub fn saw(&self, sequence: i64) {
        if self.seen.fetch_max(sequence, Ordering::AcqRel) < sequence {
            self.replicas.note(sequence);
        }
    }

    /// Notes that this server follows another past from now on, in which this change is the newest.
    pub fn begins_at(&self, sequence: i64) {
        self.seen.store(sequence, Ordering::Release);
        self.replicas.note(sequence);
    }

    fn client(&self, pool: &Pool) -> Result<Object, StoreError> {
        wait(&self.handle, client(pool, self.patience))
    }

    /// A connection to a replica that may stand in for the primary. One that has not applied all that it received would
    /// show another time, and nobody would notice.
    fn stand_in(&self, pool: &Pool) -> Option<Object> {
        let client = self.client(pool).ok()?;
        let held = Held { client: &client, handle: &self.handle, patience: Some(self.patience) };
        let level = "SELECT COALESCE(pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn(), TRUE)";
        let Ok(is_level) = held.connection_one(level) else {
            drop(Object::take(client));
            return None;
        };
        is_level.then_some(client)
    }

    fn transaction<T>(
        &self,
        client: Object,
        purpose: Purpose,
        run: impl FnOnce(&Held<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        transaction(&self.handle, client, purpose, self.patience, run)
    }
}

/// Drives connections where nobody else does.
fn own_runtime() -> Result<Runtime, StoreError> {
    let built = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    built.map_err(|error| StoreError::Unreachable(error.to_string()))
}

impl Held<'_> {
    fn connection_one(&self, sql: &str) -> Result<bool, StoreError> {
        let connection: &dyn Connection = self;
        Ok(connection.one(sql, &[], |row| row.boolean(0))?.flatten().unwrap_or(false))
    }
}
