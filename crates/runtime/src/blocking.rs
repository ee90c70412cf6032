//! Blocking work off the async workers: each kind of work has a pool with its own bound and its own queue limit.
//!
//! An async worker that waits for a disk, a lock or a database runs no other task meanwhile, and a kind of work without a
//! bound uses all threads. Therefore async code runs blocking work only through a [`BlockingPool`], and
//! [`assert_off_worker`] panics in a debug build if a worker calls the store.

mod worker;

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

pub use self::worker::{assert_off_worker, runtime};
use super::fair::{FairSemaphore, Limits, Permit, current_flow};

/// Maximum time that work waits in a queue before it is refused; shorter than the timeout of requests.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// How often [`shut_down`] looks whether work still runs.
const IDLE_INTERVAL: Duration = Duration::from_millis(5);

/// The number of pieces of blocking work that run in the process.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Shuts a runtime down at the end of the process, after its blocking work has ended or after `timeout`.
///
/// Work that waits for PostgreSQL measures its timeouts with the runtime, and would panic if that were shut down. Therefore the runtime
/// of work that still runs continues until the process ends.
pub fn shut_down(runtime: Runtime, timeout: Duration) {
    let idle = async {
        while RUNNING.load(Ordering::Acquire) > 0 {
            tokio::time::sleep(IDLE_INTERVAL).await;
        }
    };
    if runtime.block_on(async { tokio::time::timeout(timeout, idle).await }).is_ok() {
        runtime.shutdown_timeout(timeout);
    } else {
        tracing::debug!("blocking work still runs at the end of the process");
        std::mem::forget(runtime);
    }
}

/// Runs blocking work that no pool bounds on a thread for blocking work.
pub fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    let running = Running::begin();
    tokio::task::spawn_blocking(move || {
        let _running = running;
        worker::leave();
        work()
    })
}

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

/// The bounds of one kind of blocking work: how much runs concurrently and how much waits. Further work is refused. The work
/// of clients that waits is served in turn, and if the queue is full, that of the client with most of it is refused.
#[derive(Debug, Clone)]
pub struct BlockingPool {
    name: &'static str,
    permits: Arc<FairSemaphore>,
}

/// The right to run blocking work now. The work holds it until it ends, even if its caller is cancelled.
#[derive(Debug)]
pub struct BlockingPermit {
    pool: &'static str,
    _permit: Permit,
    _gauge: GaugeGuard,
}

impl BlockingPool {
    /// A pool that runs up to `running` pieces of work concurrently and queues up to `queued`.
    pub fn new(name: &'static str, running: usize, queued: usize) -> Self {
        // A rate of a counter that appears with its first event lacks this event.
        metrics::counter!("folkmoot_blocking_refused_total", "pool" => name).increment(0);
        Self { name, permits: FairSemaphore::new(running, Limits { per_flow: queued, total: queued }) }
    }

    /// Runs work on a thread for blocking work. Resumes a panic of the work in the caller.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, BlockingError> {
        let _span = folkmoot_telemetry::child(self.name);
        self.permit().await?.run(work).await
    }

    /// Waits for the right to run blocking work.
    pub async fn permit(&self) -> Result<BlockingPermit, BlockingError> {
        let refused = || {
            metrics::counter!("folkmoot_blocking_refused_total", "pool" => self.name).increment(1);
            BlockingError::Overloaded(self.name)
        };
        let mut permit = pin!(self.permits.acquire(current_flow()));
        let permit = if let Poll::Ready(permit) =
            poll_fn(|context| Poll::Ready(permit.as_mut().poll(context))).await
        {
            permit
        } else {
            let _queued = GaugeGuard::new("folkmoot_blocking_queued", self.name);
            tokio::time::timeout(MAX_WAIT, permit).await.map_err(|_| refused())?
        };
        let permit = permit.map_err(|_| refused())?;
        let gauge = GaugeGuard::new("folkmoot_blocking_running", self.name);
        Ok(BlockingPermit { pool: self.name, _permit: permit, _gauge: gauge })
    }
}

impl BlockingPermit {
    /// Runs work on a thread for blocking work. Resumes a panic of the work in the caller.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, BlockingError> {
        let pool = self.pool;
        let task = spawn(move || {
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

/// Counts a piece of work until it is dropped.
struct Running;

impl Running {
    fn begin() -> Self {
        RUNNING.fetch_add(1, Ordering::AcqRel);
        Self
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::AcqRel);
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
