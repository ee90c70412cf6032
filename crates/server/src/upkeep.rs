//! What a server does beside requests: a task per duty, so that none waits for another.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use folkmoot_files::file_store::FileStoreError;
use folkmoot_files::journal::Journal;
use folkmoot_store::{Store, StoreError};
use futures_util::FutureExt as _;
use tokio::task::JoinHandle;
use tokio::time::MissedTickBehavior;

use super::server::Server;

/// How often signing keys are read again: a new one signs after two seconds, and every server must know it by then.
const KEYS: Duration = Duration::from_millis(500);
/// How often to look whether download URLs have changed.
const DOWNLOAD_URLS: Duration = Duration::from_millis(500);
/// How often orphaned blobs are collected.
const GARBAGE: Duration = Duration::from_secs(10);
/// How often figures that were recorded are added up.
const METRICS: Duration = Duration::from_secs(1);
/// How often it is stored when clients were last there.
const LAST_USE: Duration = Duration::from_secs(2);

/// The running tasks.
#[derive(Debug)]
pub struct Upkeep {
    tasks: Vec<JoinHandle<()>>,
}

impl Upkeep {
    /// Starts a task per duty.
    pub fn start(server: &Arc<Server>) -> Self {
        let tasks = vec![
            duty("key reload", KEYS, server, reload_keys),
            renew_download_urls(server),
            duty("garbage collection", GARBAGE, server, collect_garbage),
            duty("metrics", METRICS, server, add_up_metrics),
            store_last_use(server),
        ];
        Self { tasks }
    }

    /// Stops all tasks, and stores what is not stored yet if that takes no longer than `timeout`.
    pub async fn stop(self, server: &Arc<Server>, timeout: Duration) {
        for task in &self.tasks {
            task.abort();
        }
        futures_util::future::join_all(self.tasks).await;
        match tokio::time::timeout(timeout, server.last_use.store(&server.store)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "failed to store the last use of clients"),
            Err(_) => tracing::warn!("timed out storing the last use of clients"),
        }
    }
}

/// Removes what servers and imports that were stopped have left; not what an import is bringing right now.
pub async fn sweep(server: &Server) -> Result<usize, FileStoreError> {
    // Where servers share a database, imports note their bytes there.
    if !server.store.is_embedded() {
        return server.file_store.collect_garbage_at_start().await;
    }
    let left_by_imports = match Journal::open_if_free(&server.settings.data)? {
        Some(journal) => server.file_store.delete_uncommitted(&journal).await?,
        None => 0,
    };
    Ok(server.file_store.collect_garbage_at_start().await? + left_by_imports)
}

async fn reload_keys(server: Arc<Server>) {
    server.key_reload.reload(&server).await;
}

async fn add_up_metrics(server: Arc<Server>) {
    let handle = server.metrics.clone();
    // Refused only where the server is shutting down.
    let _ = server.operations.metrics.run(move || handle.run_upkeep()).await;
}

async fn collect_garbage(server: Arc<Server>) {
    match server.file_store.collect_garbage().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "deleted orphaned blobs"),
        Err(error) => tracing::error!(%error, "failed to collect orphaned blobs; will retry"),
    }
}

/// Forgets cached records that show download URLs as soon as the URLs are others.
fn renew_download_urls(server: &Arc<Server>) -> JoinHandle<()> {
    let window = Arc::new(AtomicI64::new(server.download_urls.window()));
    duty("download URLs", DOWNLOAD_URLS, server, move |server| {
        let window = Arc::clone(&window);
        async move {
            let current = server.download_urls.window();
            if window.load(Ordering::Relaxed) == current {
                return;
            }
            let lists = Arc::clone(&server.lists);
            let forget = move |_: &Store| {
                lists.forget_addresses();
                Ok::<_, StoreError>(())
            };
            match server.store.run_maintenance(forget).await {
                Ok(()) => window.store(current, Ordering::Relaxed),
                Err(error) => tracing::warn!(%error, "failed to renew download URLs; will retry"),
            }
        }
    })
}

fn store_last_use(server: &Arc<Server>) -> JoinHandle<()> {
    let is_failing = Arc::new(AtomicBool::new(false));
    duty("last use of clients", LAST_USE, server, move |server| {
        let is_failing = Arc::clone(&is_failing);
        async move {
            let stored = server.last_use.store(&server.store).await;
            let was_failing = is_failing.swap(stored.is_err(), Ordering::Relaxed);
            if let Err(error) = stored
                && !was_failing
            {
                tracing::warn!(%error, "failed to store the last use of clients; will retry");
            }
        }
    })
}

/// Starts a task for a duty of the server.
fn duty<F: Future<Output = ()> + Send + 'static>(
    name: &'static str,
    interval: Duration,
    server: &Arc<Server>,
    work: impl Fn(Arc<Server>) -> F + Send + Sync + 'static,
) -> JoinHandle<()> {
    let server = Arc::clone(server);
    tokio::spawn(repeat(name, interval, move || work(Arc::clone(&server))))
}

/// Does something at every interval. A panic is logged, and it is done again at the next one.
async fn repeat<F: Future<Output = ()>>(duty: &'static str, interval: Duration, work: impl Fn() -> F) {
    let mut ticks = tokio::time::interval(interval);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        // The call is inside as well, because a panic may come before there is a future.
        if AssertUnwindSafe(async { work().await }).catch_unwind().await.is_err() {
            tracing::error!(duty, "background task panicked; restarting it");
            metrics::counter!("folkmoot_background_task_panics_total", "duty" => duty).increment(1);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn a_duty_that_panicked_goes_on_and_disturbs_no_other() {
        let runtime = folkmoot_runtime::blocking::runtime().unwrap();
        let (panicking, other) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (of_panicking, of_other) = (Arc::clone(&panicking), Arc::clone(&other));
        let interval = Duration::from_millis(1);
        let tasks = runtime.block_on(async {
            let panics = move || {
                let round = of_panicking.fetch_add(1, Ordering::Relaxed);
                async move { assert!(round >= 2, "on purpose") }
            };
            let counts = move || {
                of_other.fetch_add(1, Ordering::Relaxed);
                std::future::ready(())
            };
            [
                tokio::spawn(repeat("panics", interval, panics)),
                tokio::spawn(repeat("counts", interval, counts)),
            ]
        });
        while panicking.load(Ordering::Relaxed) < 4 || other.load(Ordering::Relaxed) < 4 {
            assert!(!tasks.iter().any(JoinHandle::is_finished), "a task has ended");
            std::thread::yield_now();
        }
    }
}
