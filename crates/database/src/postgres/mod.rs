//! PostgreSQL: one primary that accepts writes, and any number of replicas that are read from.

mod blocking_client;
mod bulk_load;
mod connect;
mod deferred_indexes;
mod dialect;
mod errors;
mod idle_connections;
mod inspection;
mod migrate;
mod pages;
mod primary;
mod replicas;
mod shared_connections;
mod transaction;
mod values;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use deadpool_postgres::{ClientWrapper, Object, Pool};
use folkmoot_runtime::blocking::BlockingPool;
use tokio::runtime::{Handle, Runtime};

use self::blocking_client::{BlockingClient, wait, within_timeout};
use self::connect::{Role, client, pool};
pub use self::dialect::DIALECT;
use self::dialect::IMPORT_LOCK;
use self::idle_connections::IdleConnections;
pub use self::inspection::{Inspection, ServerFacts};
pub use self::pages::PageStatement;
use self::primary::Primary;
use self::replicas::Replicas;
use self::shared_connections::SharedConnections;
use self::transaction::{Purpose, transaction};
use super::executor::Executor;
use super::import_control::{Access, ImportControl, ImportOutcome};
use super::import_transaction::ImportTransaction;
use super::migrations::Migration;
use super::newest_change::newest_change;
use super::scrubbed::Scrubbed;
use super::servers::{DatabaseServer, ReplicaState};
use super::{IfMissing, StoreError};

/// The location and limits of PostgreSQL.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The URL of the primary.
    pub primary: String,
    /// The URLs of the replicas.
    pub replicas: Vec<String>,
    /// Maximum number of pooled connections to each of them.
    pub connections: usize,
    /// Maximum number of cached prepared statements of a connection.
    pub statements: usize,
    /// The timeout of a connection and of a response.
    pub timeout: Duration,
    /// How far a replica may lag behind.
    pub max_lag: Duration,
    /// A file of certificates that are trusted in addition to the system's.
    pub certificates: Option<PathBuf>,
    /// The migrations that this program knows.
    pub migrations: &'static [Migration],
    /// Whether pending migrations may run.
    pub migrate: bool,
}

/// The state of a server whose connections are in a pool.
fn server(name: String, pool: &Pool, replica: Option<ReplicaState>) -> DatabaseServer {
    let status = pool.status();
    DatabaseServer {
        name,
        connections: status.size,
        idle: status.available,
        waiting: status.waiting,
        max_connections: status.max_size,
        replica,
    }
}

/// The database's servers.
#[derive(Debug)]
pub struct Postgres {
    primary: Pool,
    /// The connections to the primary that pages share.
    shared: SharedConnections,
    primary_state: Arc<Primary>,
    /// Idle connections to the primary for reads on their own connection.
    idle: Arc<IdleConnections>,
    replicas: Arc<Replicas>,
    timeout: Duration,
    /// The newest change that this server observed: its reads must not be older.
    observed: Arc<AtomicI64>,
    handle: Handle,
    /// Drives the connections if no other runtime does.
    _runtime: Option<Runtime>,
}

impl Postgres {
    /// Connects to the primary and runs pending migrations, or checks that there are none. While the primary does not respond,
    /// the database is opened for reading if a replica responds.
    pub fn open(settings: &Settings, if_missing: IfMissing) -> Result<Self, StoreError> {
        let runtime = if Handle::try_current().is_ok() { None } else { Some(own_runtime()?) };
        let handle = runtime.as_ref().map_or_else(Handle::current, |runtime| runtime.handle().clone());
        let observed = Arc::new(AtomicI64::new(0));
        let primary = pool(&settings.primary, Role::Primary, settings)?;
        let replicas = settings.replicas.iter().map(|url| pool(url, Role::Replica, settings));
        let replicas = Replicas::new(replicas.collect::<Result<_, _>>()?, Arc::clone(&observed), settings);
        let timeout = settings.timeout;
        let primary_state = Primary::watched(primary.clone(), timeout, &handle);
        let shared = SharedConnections::new(primary.clone(), timeout);
        let idle = IdleConnections::watched(settings, &handle);
        let postgres = Self {
            primary,
            shared,
            primary_state,
            idle,
            replicas,
            timeout,
            observed,
            handle,
            _runtime: runtime,
        };
        let migrate = || migrate::run(&postgres, settings.migrations, settings.migrate, if_missing);
        match migrate() {
            Err(StoreError::Unreachable(_) | StoreError::Interrupted(_)) if !settings.replicas.is_empty() => {
                wait(&postgres.handle, postgres.replicas.probe_all());
                migrate()?;
            }
            migrated => migrated?,
        }
        postgres.handle.spawn(Arc::clone(&postgres.replicas).watch());
        Ok(postgres)
    }

    /// The primary, then the replicas.
    pub fn servers(&self) -> Vec<DatabaseServer> {
        let replicas = self.replicas.all().iter().enumerate();
        let replicas = replicas.map(|(index, replica)| {
            server(format!("replica-{}", index + 1), &replica.pool, Some(replica.state()))
        });
        std::iter::once(server("primary".to_owned(), &self.primary, None)).chain(replicas).collect()
    }

    /// Runs a read in one state of the primary; if it does not respond, of a replica that applied all changes it received.
    pub fn read_latest<T>(
        &self,
        read: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.read_for(Purpose::Read, read)
    }

    /// Like [`Self::read_latest`], for a read of whole tables that may pause between rows.
    pub fn read_tables<T>(
        &self,
        read: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.read_for(Purpose::ReadTables, read)
    }

    /// Like [`Self::read_tables`], on a connection that no pool waits for.
    pub fn read_on_own_connection<T>(
        &self,
        read: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let (client, is_primary) = self.client_for_read_on_own_connection()?;
        let blocking = self.blocking(&client);
        let timeout = Some(Purpose::ReadTables.statement_timeout(self.timeout));
        // After an error, the end of the connection ends the transaction: the server may still be sending rows.
        let value = read(&BlockingClient { timeout, ..blocking })?;
        if is_primary && blocking.run("COMMIT").is_ok() {
            self.idle.put(client);
        }
        Ok(value)
    }

    /// A connection that belongs to no pool, in a transaction that reads tables, and whether it is to the primary.
    fn client_for_read_on_own_connection(&self) -> Result<(ClientWrapper, bool), StoreError> {
        let begin = |client: &ClientWrapper| self.blocking(client).run(Purpose::ReadTables.begin());
        if !self.primary_state.is_unresponsive()
            && let Some(client) = self.idle.take()
        {
            if begin(&client).is_ok() {
                return Ok((client, true));
            }
            self.idle.clear();
        }
        let (client, is_primary) = self.client_for_reads()?;
        let client = Object::take(client);
        begin(&client)?;
        Ok((client, is_primary))
    }

    fn blocking<'a>(&'a self, client: &'a ClientWrapper) -> BlockingClient<'a> {
        BlockingClient { client, handle: &self.handle, timeout: Some(self.timeout) }
    }

    fn read_for<T>(
        &self,
        purpose: Purpose,
        read: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let (client, is_primary) = self.client_for_reads()?;
        let result = self.transaction(client, purpose, |client| read(client));
        if is_primary {
            self.primary_state.observe(&result);
        }
        result
    }

    /// A connection to the primary, or to a replica if the primary does not respond, and whether it is the primary.
    fn client_for_reads(&self) -> Result<(Object, bool), StoreError> {
        let from_replica =
            || self.replicas.responsive().find_map(|replica| self.failover_client(&replica.pool));
        if self.primary_state.is_unresponsive()
            && let Some(client) = from_replica()
        {
            return Ok((client, false));
        }
        let client = self.client(&self.primary);
        self.primary_state.observe(&client);
        match client {
            Ok(client) => Ok((client, true)),
            Err(error) => Ok((from_replica().ok_or(error)?, false)),
        }
    }

    /// Runs a write in a transaction of its own.
    pub fn write<T>(
        &self,
        write: impl FnOnce(&dyn Executor) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let (value, newest) = self.transaction(self.client(&self.primary)?, Purpose::Write, |client| {
            Ok((write(client)?, newest_change(client)?))
        })?;
        // Reads of what was just written must not go to a replica that lacks it.
        self.observe(newest);
        Ok(value)
    }

    /// Runs a read in one state of a replica that has the newest change this server observed, otherwise of the primary.
    pub async fn read_with_replicas<T: Send + 'static>(
        &self,
        pool: &BlockingPool,
        read: impl Fn(&dyn Executor) -> Result<T, StoreError> + Send + Sync + 'static,
    ) -> Result<T, StoreError> {
        let read = Arc::new(read);
        for replica in self.replicas.usable() {
            match self.read_from(&replica.pool, true, pool, &read).await {
                Err(StoreError::Behind) => {}
                Err(error @ (StoreError::Unreachable(_) | StoreError::Interrupted(_))) => {
                    replica.exclude(&error);
                }
                result => return result,
            }
        }
        self.read_from(&self.primary, false, pool, &read).await
    }

    async fn read_from<T: Send + 'static>(
        &self,
        connections: &Pool,
        must_be_current: bool,
        pool: &BlockingPool,
        read: &Arc<impl Fn(&dyn Executor) -> Result<T, StoreError> + Send + Sync + 'static>,
    ) -> Result<T, StoreError> {
        let permit = pool.permit().await?;
        let client = client(connections, self.timeout).await?;
        let (read, handle) = (Arc::clone(read), self.handle.clone());
        let (timeout, observed) = (self.timeout, self.observed());
        let run = move || {
            transaction(&handle, client, Purpose::Read, timeout, |client| {
                if must_be_current && newest_change(client)? < observed {
                    return Err(StoreError::Behind);
                }
                read(client)
            })
        };
        permit.run(run).await?
    }

    /// Runs an import in one transaction on a connection of its own: committed if the import may write and succeeds, rolled
    /// back otherwise.
    pub fn import<T, E: From<StoreError>>(
        &self,
        access: Access,
        control: ImportControl<'_>,
        run: impl FnOnce(&ImportTransaction<'_>) -> Result<T, E>,
    ) -> Result<ImportOutcome<T>, E> {
        let client = Object::take(self.client(&self.primary)?);
        let blocking = BlockingClient { client: &client, handle: &self.handle, timeout: None };
        let executor: &dyn Executor = &blocking;
        let process = executor.number("SELECT pg_backend_pid()::bigint", &[])?;
        control.run(|| self.cancel(process), || Self::import_on(&blocking, access, control, run))
    }

    /// Cancels the statement that a connection runs.
    fn cancel(&self, process: i64) {
        let cancelled = self.client(&self.primary).and_then(|client| {
            self.blocking(&client).boolean(&format!("SELECT pg_cancel_backend({process})"))
        });
        if let Err(error) = cancelled {
            tracing::warn!(%error, "failed to cancel the statement of an import; will retry");
        }
    }

    fn import_on<T, E: From<StoreError>>(
        blocking: &BlockingClient<'_>,
        access: Access,
        control: ImportControl<'_>,
        run: impl FnOnce(&ImportTransaction<'_>) -> Result<T, E>,
    ) -> Result<ImportOutcome<T>, E> {
        blocking.run(
            "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0",
        )?;
        // The planner would compile statements over whole tables, which takes longer than running them.
        blocking.run(
            "SET work_mem = '256MB'; SET maintenance_work_mem = '256MB'; SET temp_buffers = '256MB'; SET jit = off",
        )?;
        // Long texts are compressed with lz4, the faster algorithm, if the server supports it.
        blocking.run(
            "SELECT set_config(name, 'lz4', false) FROM pg_settings
             WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)",
        )?;
        blocking.run(Purpose::Write.begin())?;
        deferred_indexes::prepare(blocking)?;
        if access == Access::Write
            && !blocking.boolean(&format!("SELECT pg_try_advisory_xact_lock({IMPORT_LOCK})"))?
        {
            (control.waiting)();
            blocking.run(&format!("SELECT pg_advisory_xact_lock({IMPORT_LOCK})"))?;
        }
        let transaction = ImportTransaction::new(blocking, control);
        let value = run(&transaction)?;
        // Without a commit, the end of the connection rolls it back.
        if access == Access::Write {
            blocking.run("COMMIT")?;
        }
        Ok(ImportOutcome { value, locked: transaction.locked() })
    }

    /// Frees the space of rows that were deleted from these tables, so that it is used again, and computes the planner's
    /// statistics again, which contain values of rows.
    pub fn vacuum(&self, tables: &[&str]) -> Result<Scrubbed, StoreError> {
        let client = Object::take(self.client(&self.primary)?);
        let blocking = BlockingClient { client: &client, handle: &self.handle, timeout: None };
        blocking.run("SET statement_timeout = 0")?;
        for table in tables {
            blocking.run(&format!("VACUUM (ANALYZE) {table}"))?;
        }
        Ok(Scrubbed { is_rewritten: false, is_log_empty: false })
    }

    /// The newest change that this server observed.
    pub fn observed(&self) -> i64 {
        self.observed.load(Ordering::Acquire)
    }

    /// Records that this server observed the change feed up to this entry: its later reads are not older.
    pub fn observe(&self, sequence: i64) {
        if self.observed.fetch_max(sequence, Ordering::AcqRel) < sequence {
            self.replicas.observe(sequence);
        }
    }

    /// Records that this server now follows another history, in which this entry is the newest.
    pub fn reset_to(&self, sequence: i64) {
        self.observed.store(sequence, Ordering::Release);
        self.replicas.observe(sequence);
    }

    fn client(&self, pool: &Pool) -> Result<Object, StoreError> {
        wait(&self.handle, client(pool, self.timeout))
    }

    /// A connection to a replica that can replace the primary: it has applied all changes it received, and has those that
    /// this server observed. The state of any other replica would be outdated without notice.
    fn failover_client(&self, pool: &Pool) -> Option<Object> {
        let client = self.client(pool).ok()?;
        let blocking = self.blocking(&client);
        // A promoted replica is the primary of another history, which may lack changes that were observed.
        let is_current = format!(
            "SELECT COALESCE(pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn(), TRUE)
               AND (NOT pg_is_in_recovery() OR COALESCE((SELECT MAX(sequence) FROM changes), 0) >= {})",
            self.observed()
        );
        let Ok(is_current) = blocking.boolean(&is_current) else {
            drop(Object::take(client));
            return None;
        };
        is_current.then_some(client)
    }

    fn transaction<T>(
        &self,
        client: Object,
        purpose: Purpose,
        run: impl FnOnce(&BlockingClient<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        transaction(&self.handle, client, purpose, self.timeout, run)
    }
}

/// A runtime that drives the connections if no other one does.
fn own_runtime() -> Result<Runtime, StoreError> {
    let built = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    built.map_err(|error| StoreError::Unreachable(error.to_string()))
}

impl BlockingClient<'_> {
    /// The one boolean that a query returns; `false` for NULL or no row.
    fn boolean(&self, sql: &str) -> Result<bool, StoreError> {
        let executor: &dyn Executor = self;
        Ok(executor.one(sql, &[], |row| row.boolean(0))?.flatten().unwrap_or(false))
    }
}
