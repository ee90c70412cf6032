#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use super::*;

/// Starts work that runs until it is released.
fn blocked_work(pool: &BlockingPool) -> (JoinHandle<Result<(), BlockingError>>, Sender<()>, Receiver<()>) {
    let (release, released) = channel::<()>();
    let (started, has_started) = channel();
    let pool = pool.clone();
    let task = tokio::spawn(async move {
        pool.run(move || {
            let _ = started.send(());
            let _ = released.recv();
        })
        .await
    });
    (task, release, has_started)
}

#[test]
fn work_beyond_the_queue_is_refused_and_queued_work_runs() {
    let runtime = runtime().unwrap();
    runtime.block_on(async {
        let pool = BlockingPool::new("tests", 1, 1);
        let (running, release, has_started) = blocked_work(&pool);
        tokio::task::spawn_blocking(move || has_started.recv().unwrap()).await.unwrap();
        let (queued, release_queued, _) = blocked_work(&pool);
        while pool.permits.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.run(|| ()).await, Err(BlockingError::Overloaded("tests")));
        drop((release, release_queued));
        running.await.unwrap().unwrap();
        queued.await.unwrap().unwrap();
        assert_eq!(pool.run(|| 7).await, Ok(7));
    });
}

#[test]
fn work_of_a_cancelled_caller_counts_until_it_ends() {
    let runtime = runtime().unwrap();
    runtime.block_on(async {
        let pool = BlockingPool::new("tests", 1, 0);
        let (task, release, has_started) = blocked_work(&pool);
        tokio::task::spawn_blocking(move || has_started.recv().unwrap()).await.unwrap();
        task.abort();
        assert!(task.await.unwrap_err().is_cancelled());
        assert_eq!(pool.run(|| ()).await, Err(BlockingError::Overloaded("tests")));
        drop(release);
        while pool.permits.free() == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.run(|| 7).await, Ok(7));
    });
}

#[test]
fn a_panic_releases_the_permit_and_resumes_in_the_caller() {
    let runtime = runtime().unwrap();
    runtime.block_on(async {
        let pool = BlockingPool::new("tests", 1, 0);
        let of_caller = pool.clone();
        let panicked = tokio::spawn(async move { of_caller.run(|| panic!("on purpose")).await });
        assert!(panicked.await.unwrap_err().is_panic());
        assert_eq!(pool.run(|| 7).await, Ok(7));
    });
}

#[test]
fn only_async_workers_must_not_block() {
    let runtime = runtime().unwrap();
    let blocks = |thread: &str| std::panic::catch_unwind(|| assert_off_worker(thread)).is_err();
    let (on_worker, on_blocking_thread) = runtime.block_on(async {
        let on_worker = tokio::spawn(async move { blocks("a worker") });
        let on_blocking_thread = tokio::task::spawn_blocking(move || blocks("a thread for blocking work"));
        (on_worker.await.unwrap(), on_blocking_thread.await.unwrap())
    });
    assert_eq!((on_worker, on_blocking_thread, blocks("the main thread")), (true, false, false));
}

#[test]
fn a_worker_that_has_ended_may_run_blocking_work() {
    for _ in 0..100 {
        let runtime = runtime().unwrap();
        let handle = runtime.handle().clone();
        // Adds work until the runtime has shut down, so that some waits when its workers end.
        let (ended, has_ended) = channel::<()>();
        let adding = std::thread::spawn(move || {
            let _entered = handle.enter();
            let is_running = || has_ended.try_recv() == Err(TryRecvError::Empty);
            std::iter::from_fn(|| is_running().then(|| spawn(|| assert_off_worker("work"))))
                .collect::<Vec<_>>()
        });
        std::thread::sleep(Duration::from_millis(2));
        runtime.shutdown_timeout(Duration::from_secs(10));
        ended.send(()).unwrap();
        for work in adding.join().unwrap() {
            let result = futures_util::FutureExt::now_or_never(work).unwrap();
            assert!(!result.is_err_and(|error| error.is_panic()));
        }
    }
}

/// Shuts down a runtime whose work ends after `duration`, and returns whether the work ended without a panic.
fn ends_after(duration: Duration, timeout: Duration) -> bool {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let (ended, has_ended) = channel();
    let handle = runtime.handle().clone();
    let work = move || {
        // As a call of the database does, which panics after the runtime was shut down.
        handle.block_on(tokio::time::sleep(duration));
        ended.send(()).unwrap();
    };
    runtime.block_on(async { drop(spawn(work)) });
    shut_down(runtime, timeout);
    has_ended.recv().is_ok()
}

#[test]
fn work_that_measures_time_does_not_panic_at_the_end_of_the_process() {
    assert!(ends_after(Duration::from_millis(100), Duration::from_secs(10)));
    assert!(ends_after(Duration::from_millis(300), Duration::from_millis(20)));
}
