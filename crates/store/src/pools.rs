//! The bounds of concurrent work on the database, and the methods through which async code runs blocking work.

use std::num::NonZero;
use std::sync::Arc;

use folkmoot_runtime::blocking::{BlockingError, BlockingPool};

use super::{DatabaseLocation, Store};

/// Maximum queue length of a pool. Queued work is done within seconds.
const QUEUED: usize = 512;
/// Maximum number of queued searches: each uses a processor for up to a second.
const SEARCHES_QUEUED: usize = 64;
/// Maximum number of queued background tasks of the server; each task runs one piece of work at a time.
const TASKS_QUEUED: usize = 16;
/// Maximum number of concurrent searches, however many processors there are.
const MAX_SEARCHES: usize = 4;
/// Maximum number of concurrent reads of an embedded database, apart from pages.
const EMBEDDED_READS: usize = 4;
/// Maximum number of concurrent reads and writes of administrators.
const ADMINISTRATION: usize = 3;

/// The pools for work on one database.
#[derive(Debug)]
pub(super) struct Pools {
    /// Reads of single records that need a thread.
    pub reads: BlockingPool,
    /// Writes of requests.
    pub writes: BlockingPool,
    /// Full-text searches.
    pub searches: BlockingPool,
    /// Sorting the results of searches: quick, so that it does not wait for searches.
    pub rankings: BlockingPool,
    /// Checks whether the database responds.
    pub probes: BlockingPool,
    /// Garbage collection of blobs and similar work.
    pub maintenance: BlockingPool,
    /// Writes of when clients last got a token.
    pub last_use: BlockingPool,
    /// Reads and writes of administrators.
    pub administration: BlockingPool,
    /// Writes of usage.
    pub usage: BlockingPool,
    /// Reads and writes of what delivers events to webhooks.
    pub webhooks: BlockingPool,
}

impl Pools {
    /// The pools for the database at this location.
    pub fn new(location: &DatabaseLocation) -> Self {
        let processors = std::thread::available_parallelism().map_or(2, NonZero::get);
        let (reads, writes, searches) = match location {
            // It has one writer, and searches run in this process: they get half of the processors.
            DatabaseLocation::Directory(_) => (EMBEDDED_READS, 1, processors / 2),
            // Writes and searches leave a part of the connections to pages.
            DatabaseLocation::Postgres(settings) => {
                let connections = settings.connections;
                (connections * (1 + settings.replicas.len()), connections / 2, connections / 4)
            }
        };
        Self {
            reads: BlockingPool::new("database reads", reads.max(1), QUEUED),
            writes: BlockingPool::new("database writes", writes.max(1), QUEUED),
            searches: BlockingPool::new("searches", searches.clamp(1, MAX_SEARCHES), SEARCHES_QUEUED),
            rankings: BlockingPool::new("search rankings", (processors / 2).max(1), SEARCHES_QUEUED),
            probes: BlockingPool::new("readiness checks", 1, TASKS_QUEUED),
            maintenance: BlockingPool::new("maintenance", 2, TASKS_QUEUED),
            last_use: BlockingPool::new("last use of clients", 1, TASKS_QUEUED),
            administration: BlockingPool::new("administration", ADMINISTRATION, SEARCHES_QUEUED),
            usage: BlockingPool::new("usage", 1, TASKS_QUEUED),
            webhooks: BlockingPool::new("webhooks", 1, TASKS_QUEUED),
        }
    }
}

impl Store {
    /// Runs a write of a request.
    pub async fn run_write<T: Send + 'static, E: From<BlockingError> + Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.run_in(&self.pools.writes, work).await
    }

    /// Sorts the results of a search.
    pub async fn run_ranking<T: Send + 'static, E: From<BlockingError> + Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.run_in(&self.pools.rankings, work).await
    }

    /// Runs background work of the server that no request waits for.
    pub async fn run_maintenance<T: Send + 'static, E: From<BlockingError> + Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.run_in(&self.pools.maintenance, work).await
    }

    /// Checks whether the database responds.
    pub async fn run_probe<T: Send + 'static, E: From<BlockingError> + Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.run_in(&self.pools.probes, work).await
    }

    /// Writes when clients last got a token.
    pub async fn run_last_use<T: Send + 'static, E: From<BlockingError> + Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.run_in(&self.pools.last_use, work).await
    }

    /// Runs a read or a write of an administrator.
    pub async fn run_administration<T: Send + 'static, E: From<BlockingError> + Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.run_in(&self.pools.administration, work).await
    }

    /// Writes usage.
    pub async fn run_usage<T: Send + 'static, E: From<BlockingError> + Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.run_in(&self.pools.usage, work).await
    }

    /// Runs a read or a write of what delivers events to webhooks.
    pub async fn run_webhooks<T: Send + 'static, E: From<BlockingError> + Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.run_in(&self.pools.webhooks, work).await
    }

    async fn run_in<T: Send + 'static, E: From<BlockingError> + Send + 'static>(
        self: &Arc<Self>,
        pool: &BlockingPool,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let store = Arc::clone(self);
        pool.run(move || work(&store)).await?
    }
}
