//! Blocking work, kept off the async workers: each kind of work has a pool with its own bound and its own queue limit.
//!
//! An async worker that waits for a disk, a lock or a database serves nobody meanwhile, and a kind of work without a
//! bound takes all threads from the others. So async code runs blocking work through a [`BlockingPool`] and nowhere
//! else, and [`assert_off_worker`] stops a debug build that calls the store on a worker.

mod worker;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore, TryAcquireError};

pub use self::worker::{assert_off_worker, runtime};

/// How long work waits in a queue before it is refused: shorter than callers wait for a response.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// Why blocking work was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BlockingError {
    /// The queue is full, or the work waited too long in it.
    #[error("the queue for {0} is full; nothing was done")]
    Overloaded(&'static str),
    /// The runtime is shutting down.
    #[error("the server is shutting down; the queue for {0} is closed")]
    ShuttingDown(&'static str),
}

/// A bound for one kind of blocking work: so much runs at once, so much more waits, and the rest is refused.
#[derive(Debug, Clone)]
pub struct BlockingPool {
    name: &'static str,
    /// Permits for all that runs or waits.
    admitted: Arc<Semaphore>,
    /// Permits for what runs, in the order of arrival.
    running: Arc<Semaphore>,
}

/// The right to run blocking work now. The work keeps it until its end, also where its caller has gone.
#[derive(Debug)]
pub struct BlockingPermit {
    pool: &'static str,
    _admitted: OwnedSemaphorePermit,
    _running: OwnedSemaphorePermit,
    _counted: Counted,
}

impl BlockingPool {
    /// A pool for at most `running` pieces of work at once, and `queued` that wait.
    pub fn new(name: &'static str, running: usize, queued: usize) -> Self {
        let admitted = running.saturating_add(queued).min(Semaphore::MAX_PERMITS);
        Self {
            name,
            admitted: Arc::new(Semaphore::new(admitted)),
            running: Arc::new(Semaphore::new(running)),
        }
    }

    /// Runs work on a thread for blocking work. A panic of the work goes on in the caller.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, BlockingError> {
        self.permit().await?.run(work).await
    }

    /// Waits for the right to run work.
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
            let _queued = Counted::new("folkmoot_blocking_queued", self.name);
            let turn = tokio::time::timeout(MAX_WAIT, Arc::clone(&self.running).acquire_owned());
            let turn = turn.await.map_err(|_| refused())?;
            turn.map_err(|_: AcquireError| BlockingError::ShuttingDown(self.name))?
        };
        let counted = Counted::new("folkmoot_blocking_running", self.name);
        Ok(BlockingPermit { pool: self.name, _admitted: admitted, _running: running, _counted: counted })
    }
}

impl BlockingPermit {
    /// Runs work on a thread for blocking work. A panic of the work goes on in the caller.
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

/// Counts in a gauge for as long as it lives.
#[derive(Debug)]
struct Counted {
    gauge: &'static str,
    pool: &'static str,
}

impl Counted {
    fn new(gauge: &'static str, pool: &'static str) -> Self {
        metrics::gauge!(gauge, "pool" => pool).increment(1.0);
        Self { gauge, pool }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        metrics::gauge!(self.gauge, "pool" => self.pool).decrement(1.0);
    }
}

#[cfg(test)]
mod tests;
