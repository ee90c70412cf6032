//! Blocking work off the async workers: each kind of work has a pool with its own bound and its own queue limit.
//!
//! An async worker that waits for a disk, a lock or a database runs no other task meanwhile, and a kind of work without a
//! bound uses all threads. Therefore async code runs blocking work only through a [`BlockingPool`], and
//! [`assert_off_worker`] panics in a debug build if a worker calls the store.

mod worker;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore, TryAcquireError};

pub use self::worker::{assert_off_worker, runtime};

/// Maximum time that work waits in a queue before it is refused; shorter than the timeout of requests.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// Why blocking work did not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BlockingError {
    /// The queue is full, or the work waited in it for too long.
    #[error("the queue for {0} is full; nothing was done")]
    Overloaded(&'static str),
    /// The runtime is shutting down.
    #[error("the server is shutting down; the queue for {0} is closed")]
    ShuttingDown(&'static str),
}

/// The bounds of one kind of blocking work: how much runs concurrently and how much waits. Further work is refused.
#[derive(Debug, Clone)]
pub struct BlockingPool {
    name: &'static str,
    /// Permits for work that runs or waits.
    admitted: Arc<Semaphore>,
    /// Permits for work that runs, in order of arrival.
    running: Arc<Semaphore>,
}

/// The right to run blocking work now. The work holds it until it ends, even if its caller is cancelled.
#[derive(Debug)]
pub struct BlockingPermit {
    pool: &'static str,
    _admitted: OwnedSemaphorePermit,
    _running: OwnedSemaphorePermit,
    _gauge: GaugeGuard,
}

impl BlockingPool {
    /// A pool that runs up to `running` pieces of work concurrently and queues up to `queued`.
    pub fn new(name: &'static str, running: usize, queued: usize) -> Self {
        // A rate of a counter that appears with its first event lacks this event.
        metrics::counter!("folkmoot_blocking_refused_total", "pool" => name).increment(0);
        let admitted = running.saturating_add(queued).min(Semaphore::MAX_PERMITS);
        Self {
            name,
            admitted: Arc::new(Semaphore::new(admitted)),
            running: Arc::new(Semaphore::new(running)),
        }
    }

    /// Runs work on a thread for blocking work. Resumes a panic of the work in the caller.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, BlockingError> {
        self.permit().await?.run(work).await
    }

    /// Waits for the right to run blocking work.
    pub async fn permit(&self) -> Result<BlockingPermit, BlockingError> {
        let refused = || {
            metrics::counter!("folkmoot_blocking_refused_total", "pool" => self.name).increment(1);
            BlockingError::Overloaded(self.name)
        };
        let admitted = match Arc::clone(&self.admitted).try_acquire_owned() {
            Ok(permit) => permit,
            Err(TryAcquireError::NoPermits) => return Err(refused()),
            Err(TryAcquireError::Closed) => return Err(BlockingError::ShuttingDown(self.name)),
        };
        let running = if let Ok(permit) = Arc::clone(&self.running).try_acquire_owned() {
            permit
        } else {
            let _queued = GaugeGuard::new("folkmoot_blocking_queued", self.name);
            let turn = tokio::time::timeout(MAX_WAIT, Arc::clone(&self.running).acquire_owned());
            let turn = turn.await.map_err(|_| refused())?;
            turn.map_err(|_: AcquireError| BlockingError::ShuttingDown(self.name))?
        };
        let gauge = GaugeGuard::new("folkmoot_blocking_running", self.name);
        Ok(BlockingPermit { pool: self.name, _admitted: admitted, _running: running, _gauge: gauge })
    }
}

impl BlockingPermit {
    /// Runs work on a thread for blocking work. Resumes a panic of the work in the caller.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, BlockingError> {
        let pool = self.pool;
        let task = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(self);
            result
        });
        match task.await {
            Ok(result) => Ok(result),
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            Err(_) => Err(BlockingError::ShuttingDown(pool)),
        }
    }
}

/// Increments a gauge until it is dropped.
#[derive(Debug)]
struct GaugeGuard {
    gauge: &'static str,
    pool: &'static str,
}

impl GaugeGuard {
    fn new(gauge: &'static str, pool: &'static str) -> Self {
        metrics::gauge!(gauge, "pool" => pool).increment(1.0);
        Self { gauge, pool }
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        metrics::gauge!(self.gauge, "pool" => self.pool).decrement(1.0);
    }
}

#[cfg(test)]
mod tests;
