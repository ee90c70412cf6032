//! Which threads are async workers: they must not block.

use std::cell::Cell;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::runtime::Runtime;

/// How often the workers are looked for before a debug build goes on without knowing all of them.
const ROUNDS: usize = 1000;

thread_local! {
    static IS_ASYNC_WORKER: Cell<bool> = const { Cell::new(false) };
}

/// A runtime whose workers are known to [`assert_off_worker`], in a debug build.
pub fn runtime() -> std::io::Result<Runtime> {
    let workers = std::thread::available_parallelism().map_or(2, NonZero::get);
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(workers).enable_all().build()?;
    if cfg!(debug_assertions) {
        mark_workers(&runtime, workers);
    }
    Ok(runtime)
}

/// Marks the threads of all workers. Nothing tells them from threads for blocking work but that they run tasks: so each
/// runs one that takes a moment, until all have had one.
fn mark_workers(runtime: &Runtime, workers: usize) {
    let marked = Arc::new(AtomicUsize::new(0));
    for _ in 0..ROUNDS {
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

/// Panics in a debug build where the calling thread is an async worker of [`runtime`].
///
/// The tests run the server as a debug build, so that they fail for every blocking call on a worker that they reach.
#[track_caller]
pub fn assert_off_worker(call: &str) {
    debug_assert!(
        !IS_ASYNC_WORKER.get(),
        "blocking call on an async worker: {call}; run it through a BlockingPool"
    );
}
