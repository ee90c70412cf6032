//! How much work of each kind the database is given at once, and the calls through which async code gives it work.

use std::num::NonZero;
use std::sync::Arc;

use folkmoot_runtime::blocking::{BlockingError, BlockingPool};

use super::{Place, Store};

/// How much work of a kind waits before more is refused. What waits is done within seconds.
const QUEUED: usize = 512;
/// How many searches wait: each takes a processor for up to a second.
const SEARCHES_QUEUED: usize = 64;
/// How many duties of the server itself wait; each has one piece of work at a time.
const DUTIES_QUEUED: usize = 16;
/// How many searches run at once, however many processors there are.
const MOST_SEARCHES: usize = 4;
/// How many reads of an embedded database run at once outside of pages.
const EMBEDDED_READS: usize = 4;

/// The bounds of the work on one database.
#[derive(Debug)]
pub(super) struct Pools {
    /// Single records that are read on threads of their own.
    pub reads: BlockingPool,
    /// What requests write.
    pub writes: BlockingPool,
    /// Full-text searches.
    pub searches: BlockingPool,
    /// Putting what searches found in order: quick, so that it does not wait for other searches.
    pub rankings: BlockingPool,
    /// Whether the database answers.
    pub probes: BlockingPool,
    /// Collecting orphaned blobs, and the like.
    pub maintenance: BlockingPool,
    /// When clients were last there.
    pub last_use: BlockingPool,
}

impl Pools {
    /// The bounds for the database at this place.
    pub fn of(place: &Place) -> Self {
        let processors = std::thread::available_parallelism().map_or(2, NonZero::get);
        let (reads, writes, searches) = match place {
            // It has one writer, and a search computes in this process: at most half of it is for them.
            Place::Folder(_) => (EMBEDDED_READS, 1, processors / 2),
            // A part of the connections is left to pages, whatever is written and searched for.
            Place::Postgres(settings) => {
                let connections = settings.connections;
                (connections * (1 + settings.replicas.len()), connections / 2, connections / 4)
            }
        };
        Self {
            reads: BlockingPool::new("database reads", reads.max(1), QUEUED),
            writes: BlockingPool::new("database writes", writes.max(1), QUEUED),
            searches: BlockingPool::new("searches", searches.clamp(1, MOST_SEARCHES), SEARCHES_QUEUED),
            rankings: BlockingPool::new("search rankings", (processors / 2).max(1), SEARCHES_QUEUED),
            probes: BlockingPool::new("readiness checks", 1, DUTIES_QUEUED),
            maintenance: BlockingPool::new("maintenance", 2, DUTIES_QUEUED),
            last_use: BlockingPool::new("last use of clients", 1, DUTIES_QUEUED),
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

    /// Runs a full-text search.
    pub(super) async fn run_search<T: Send + 'static, E: From<BlockingError> + Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.run_in(&self.pools.searches, work).await
    }

    /// Runs what puts the results of a search in order.
    pub async fn run_ranking<T: Send + 'static, E: From<BlockingError> + Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.run_in(&self.pools.rankings, work).await
    }

    /// Runs work of the server itself that no request waits for.
    pub async fn run_maintenance<T: Send + 'static, E: From<BlockingError> + Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.run_in(&self.pools.maintenance, work).await
    }

    /// Runs the check whether the database answers.
    pub async fn run_probe<T: Send + 'static, E: From<BlockingError> + Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.run_in(&self.pools.probes, work).await
    }

    /// Runs the write of when clients were last there.
    pub async fn run_last_use<T: Send + 'static, E: From<BlockingError> + Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.run_in(&self.pools.last_use, work).await
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
