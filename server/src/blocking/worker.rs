//! Which threads are async workers: they must not block.

use std::cell::Cell;
use std::num::NonZero;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use tokio::runtime::Runtime;

thread_local! {
    static IS_ASYNC_WORKER: Cell<bool> = const { Cell::new(false) };
}

/// A runtime whose workers are known to [`assert_off_worker`].
pub fn runtime() -> std::io::Result<Runtime> {
    let workers = std::thread::available_parallelism().map_or(2, NonZero::get);
    let started = Arc::new((Mutex::new(0), Condvar::new()));
    let starting = Arc::clone(&started);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(workers)
        .enable_all()
        // The hook runs on threads for blocking work as well, which start later: the first ones are the workers.
        .on_thread_start(move || {
            let (count, all_started) = &*starting;
            let mut count = count.lock().unwrap_or_else(PoisonError::into_inner);
            if *count < workers {
                *count += 1;
                IS_ASYNC_WORKER.set(true);
                all_started.notify_all();
            }
        })
        .build()?;
    let (count, all_started) = &*started;
    let count = count.lock().unwrap_or_else(PoisonError::into_inner);
    drop(all_started.wait_while(count, |count| *count < workers).unwrap_or_else(PoisonError::into_inner));
    Ok(runtime)
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
