#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::mpsc::{Receiver, Sender, channel};

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
        while pool.turns.waiting() == 0 {
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
        while pool.turns.running() > 0 {
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

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_end_of_a_process_waits_for_work_that_measures_its_time() {
    let (sender, receiver) = channel::<()>();
    let handle = tokio::runtime::Handle::current();
    let work = spawn(move || {
        receiver.recv().unwrap();
        // Panics after the runtime was shut down.
        handle.block_on(tokio::time::sleep(Duration::from_millis(1)));
    });
    assert!(!wait_until_idle(Duration::from_millis(20)).await);
    sender.send(()).unwrap();
    assert!(wait_until_idle(Duration::from_secs(10)).await);
    work.await.unwrap();
}
