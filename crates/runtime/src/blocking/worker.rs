//! Marks the threads that are async workers, which must not block.

use std::cell::Cell;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::runtime::Runtime;

/// How many tasks a worker runs before it looks for new bytes on sockets. The default of 61 is for tasks that take less time than
/// requests, and would delay a request until 61 others have run.
const EVENT_INTERVAL: u32 = 8;

/// Maximum number of rounds in which a debug build searches for unmarked workers.
const MAX_ROUNDS: usize = 1000;

thread_local! {
    static IS_ASYNC_WORKER: Cell<bool> = const { Cell::new(false) };
}

/// A runtime whose workers [`assert_off_worker`] recognises in a debug build. It has as many as there are processors: the operating
/// system would share the processors among further workers without regard to whose request each of them serves.
pub fn runtime() -> std::io::Result<Runtime> {
    let workers = std::thread::available_parallelism().map_or(2, NonZero::get);
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(workers).event_interval(EVENT_INTERVAL).enable_all().build()?;
    if cfg!(debug_assertions) {
        mark_workers(&runtime, workers);
    }
    Ok(runtime)
}

/// Marks the threads of all workers. Only workers run tasks, so each round spawns as many short tasks as there are
/// workers, until every worker has run one.
fn mark_workers(runtime: &Runtime, workers: usize) {
    let marked = Arc::new(AtomicUsize::new(0));
    for _ in 0..MAX_ROUNDS {
        if marked.load(Ordering::Relaxed) == workers {
            return;
        }
        let tasks = (0..workers).map(|_| {
            let marked = Arc::clone(&marked);
            runtime.spawn(async move {
                if !IS_ASYNC_WORKER.replace(true) {
                    marked.fetch_add(1, Ordering::Relaxed);
                }
                std::thread::sleep(Duration::from_millis(1));
            })
        });
        let tasks: Vec<_> = tasks.collect();
        runtime.block_on(futures_util::future::join_all(tasks));
    }
}

/// Removes the mark of the thread, which runs blocking work now: when a runtime shuts down, the threads of its workers run what blocking
/// work still waits.
pub(super) fn leave() {
    IS_ASYNC_WORKER.set(false);
}

/// Panics in a debug build if the calling thread is an async worker of [`runtime`].
///
/// The tests run the server as a debug build, so that every blocking call on a worker fails them.
#[track_caller]
pub fn assert_off_worker(call: &str) {
    debug_assert!(
        !IS_ASYNC_WORKER.get(),
        "blocking call on an async worker: {call}; run it through a BlockingPool"
    );
}
