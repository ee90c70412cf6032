//! Background tasks: one for each duty, so that none delays another.

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

use super::short_writes::after_short_writes;
use super::state::AppState;
use super::votes::{self, VoteSchedule};
use super::{backups, disk_space, exports, imports, last_results, operations};

/// How often signing keys are reloaded. A new key signs after two seconds; by then every server must have it.
const KEYS_INTERVAL: Duration = Duration::from_millis(500);
/// How often download URLs are compared with those in cached records.
const DOWNLOAD_URLS_INTERVAL: Duration = Duration::from_millis(500);
/// How often orphaned blobs are collected.
const GARBAGE_INTERVAL: Duration = Duration::from_secs(10);
/// How often records are searched for whose words are not indexed.
const WORDS_INTERVAL: Duration = Duration::from_secs(10);
/// How often recorded metrics are aggregated.
const METRICS_INTERVAL: Duration = Duration::from_secs(1);
/// How often the free space of disks is measured.
const DISK_SPACE_INTERVAL: Duration = Duration::from_secs(10);
/// How often it is read when the last import, export and backup ended.
const LAST_RESULTS_INTERVAL: Duration = Duration::from_secs(30);
/// How often the last use of clients is stored.
const LAST_USE_INTERVAL: Duration = Duration::from_secs(2);
/// How often usage is stored: what a server that is killed loses.
const USAGE_INTERVAL: Duration = Duration::from_mins(1);
/// How often interrupted imports are searched for.
const IMPORTS_INTERVAL: Duration = Duration::from_secs(30);
/// How often a server reports that it still makes an export.
const EXPORT_REPORT_INTERVAL: Duration = Duration::from_secs(5);
/// How often exports are searched for that are due, expired or interrupted.
const EXPORTS_INTERVAL: Duration = Duration::from_secs(10);
/// How often the time of the next backup is compared with the clock.
const BACKUPS_INTERVAL: Duration = Duration::from_secs(10);
/// How often usage is searched for what is older than the retention period.
const USAGE_RETENTION_INTERVAL: Duration = Duration::from_hours(1);
/// How often erasures of earlier days are searched for.
const RELEASE_INTERVAL: Duration = Duration::from_secs(2);
/// How often changes are searched for that are older than the retention period.
const CHANGES_RETENTION_INTERVAL: Duration = Duration::from_mins(10);
/// How often files of records are searched for that are older than a day.
const RECORD_FILES_INTERVAL: Duration = Duration::from_mins(10);

/// The running tasks.
#[derive(Debug)]
pub struct Upkeep {
    tasks: Vec<JoinHandle<()>>,
}

impl Upkeep {
    /// Starts a task for each duty.
    pub fn start(state: &Arc<AppState>) -> Self {
        let tasks = vec![
            duty("key reload", KEYS_INTERVAL, state, reload_keys),
            renew_download_urls(state),
            duty("garbage collection", GARBAGE_INTERVAL, state, collect_garbage),
            duty("words", WORDS_INTERVAL, state, index_words),
            end_votes(state),
            duty("deferred changes", RELEASE_INTERVAL, state, release_deferred),
            duty("metrics", METRICS_INTERVAL, state, aggregate_metrics),
            duty("OpenTelemetry", otlp_interval(state), state, operations::send_metrics),
            duty("disk space", DISK_SPACE_INTERVAL, state, disk_space::measure),
            duty("last results", LAST_RESULTS_INTERVAL, state, last_results::read),
            store_last_use(state),
            duty("usage", USAGE_INTERVAL, state, store_usage),
            duty("imports", IMPORTS_INTERVAL, state, imports::clean_up),
            duty("export reports", EXPORT_REPORT_INTERVAL, state, exports::report),
            duty("exports", EXPORTS_INTERVAL, state, exports::run_schedule),
            duty("backups", BACKUPS_INTERVAL, state, backups::run_schedule),
            duty("usage retention", USAGE_RETENTION_INTERVAL, state, delete_expired_usage),
            duty("retention of changes", CHANGES_RETENTION_INTERVAL, state, delete_expired_changes),
            duty("record files", RECORD_FILES_INTERVAL, state, delete_old_record_files),
            duty("index file", index_file_interval(state), state, save_indexes),
        ];
        Self { tasks }
    }

    /// Stops all tasks, then stores usage and the last use of clients, each within `timeout`, and saves the list indexes.
    pub async fn stop(self, state: &Arc<AppState>, timeout: Duration) {
        for task in &self.tasks {
            task.abort();
        }
        futures_util::future::join_all(self.tasks).await;
        let last_use = after_short_writes(|| state.last_use.store(&state.store));
        match tokio::time::timeout(timeout, last_use).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "failed to store the last use of clients"),
            Err(_) => tracing::warn!("timed out storing the last use of clients"),
        }
        if tokio::time::timeout(timeout, store_usage(Arc::clone(state))).await.is_err() {
            tracing::warn!("timed out storing usage");
        }
        save_indexes(Arc::clone(state)).await;
    }
}

/// Deletes the blobs that stopped servers and imports left behind, except those of a running import.
pub async fn collect_garbage_at_start(state: &AppState) -> Result<usize, FileStoreError> {
    // With a shared database, imports record their blobs there.
    if !state.store.is_embedded() {
        return state.file_store.collect_garbage_at_start().await;
    }
    let left_by_imports = match Journal::open_if_free(&state.settings.data)? {
        Some(journal) => state.file_store.delete_uncommitted(&journal).await?,
        None => 0,
    };
    Ok(state.file_store.collect_garbage_at_start().await? + left_by_imports)
}

async fn reload_keys(state: Arc<AppState>) {
    state.key_reload.reload().await;
}

async fn delete_old_record_files(state: Arc<AppState>) {
    state.record_files.delete_old();
}

/// How often the list indexes are saved.
fn index_file_interval(state: &AppState) -> Duration {
    Duration::from_secs(state.settings.index_file_minutes.max(1).saturating_mul(60))
}

/// How often metrics are sent to the collector.
fn otlp_interval(state: &AppState) -> Duration {
    Duration::from_secs(state.settings.otlp_metrics_seconds)
}

async fn save_indexes(state: Arc<AppState>) {
    let Some(file) = state.index_file.clone() else { return };
    let save = move || file.save(&state.indexes, &state.store);
    match tokio::task::spawn_blocking(save).await {
        Ok(Ok(true)) => tracing::debug!("saved the list indexes"),
        Ok(Ok(false)) => {}
        Ok(Err(error)) => tracing::warn!(%error, "failed to save the list indexes; will retry"),
        Err(error) => tracing::error!(%error, "failed to save the list indexes; will retry"),
    }
}

async fn aggregate_metrics(state: Arc<AppState>) {
    state.metrics.aggregate().await;
}

/// Indexes the words of records that a server or command of a release from before the word index has written.
async fn index_words(state: Arc<AppState>) {
    if let Err(error) = state.store.run_maintenance(Store::index_words).await {
        tracing::warn!(%error, "failed to index words; will retry");
    }
}

/// Ends votes with their last day.
fn end_votes(state: &Arc<AppState>) -> JoinHandle<()> {
    let votes = Arc::<VoteSchedule>::default();
    duty("votes", votes::INTERVAL, state, move |state| {
        let votes = Arc::clone(&votes);
        async move { votes.update(&state).await }
    })
}

/// Adds the changes that were deferred until today to the change feed of the readers below `full`.
async fn release_deferred(state: Arc<AppState>) {
    let now = (state.clock)().as_millisecond();
    match state.store.run_maintenance(move |store| store.changes().release_deferred(now)).await {
        Ok(true) => tracing::info!("released the deferred changes of earlier days"),
        Ok(false) => {}
        Err(error) => tracing::warn!(%error, "failed to release deferred changes; will retry"),
    }
}

async fn delete_expired_changes(state: Arc<AppState>) {
    let now = (state.clock)().as_millisecond();
    let days = i64::try_from(state.settings.changes_days).unwrap_or(i64::MAX);
    if let Err(error) = state.store.run_maintenance(move |store| store.changes().prune(now, days)).await {
        tracing::warn!(%error, "failed to delete expired changes; will retry");
    }
}

async fn store_usage(state: Arc<AppState>) {
    let now = (state.clock)().as_millisecond();
    match after_short_writes(|| state.usage.store(&state.store, now)).await {
        Ok(()) => {}
        Err(StoreError::Busy) => tracing::debug!("an import delays storing usage"),
        Err(error) => tracing::warn!(%error, "failed to store usage; will retry"),
    }
}

async fn delete_expired_usage(state: Arc<AppState>) {
    let now = (state.clock)().as_millisecond();
    let days = i64::try_from(state.settings.usage_days).unwrap_or(i64::MAX);
    loop {
        let delete = || state.store.run_usage(move |store| store.usage().delete_expired(now, days));
        match after_short_writes(delete).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return tracing::warn!(%error, "failed to delete expired usage; will retry"),
        }
    }
}

async fn collect_garbage(state: Arc<AppState>) {
    match state.file_store.collect_garbage().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "deleted orphaned blobs"),
        Err(error) => tracing::error!(%error, "failed to collect orphaned blobs; will retry"),
    }
}

/// Invalidates cached records with download URLs as soon as the URLs change.
fn renew_download_urls(state: &Arc<AppState>) -> JoinHandle<()> {
    let window = Arc::new(AtomicI64::new(state.download_urls.window()));
    duty("download URLs", DOWNLOAD_URLS_INTERVAL, state, move |state| {
        let window = Arc::clone(&window);
        async move {
            let current = state.download_urls.window();
            if window.load(Ordering::Relaxed) == current {
                return;
            }
            let indexes = Arc::clone(&state.indexes);
            let invalidate = move |_: &Store| {
                indexes.invalidate_download_urls();
                Ok::<_, StoreError>(())
            };
            match state.store.run_maintenance(invalidate).await {
                Ok(()) => window.store(current, Ordering::Relaxed),
                Err(error) => tracing::warn!(%error, "failed to renew download URLs; will retry"),
            }
        }
    })
}

fn store_last_use(state: &Arc<AppState>) -> JoinHandle<()> {
    let is_failing = Arc::new(AtomicBool::new(false));
    duty("last use of clients", LAST_USE_INTERVAL, state, move |state| {
        let is_failing = Arc::clone(&is_failing);
        async move {
            let stored = state.last_use.store(&state.store).await;
            let was_failing = is_failing.swap(stored.is_err(), Ordering::Relaxed);
            if let Err(error) = stored
                && !was_failing
            {
                tracing::warn!(%error, "failed to store the last use of clients; will retry");
            }
        }
    })
}

/// Starts a task for a duty.
fn duty<F: Future<Output = ()> + Send + 'static>(
    name: &'static str,
    interval: Duration,
    state: &Arc<AppState>,
    work: impl Fn(Arc<AppState>) -> F + Send + Sync + 'static,
) -> JoinHandle<()> {
    let state = Arc::clone(state);
    tokio::spawn(repeat(name, interval, move || work(Arc::clone(&state))))
}

/// Repeats work at an interval. A panic is logged, and the work is repeated at the next interval.
async fn repeat<F: Future<Output = ()>>(duty: &'static str, interval: Duration, work: impl Fn() -> F) {
    let mut ticks = tokio::time::interval(interval);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let panics = metrics::counter!("folkmoot_background_task_panics_total", "duty" => duty);
    // A rate of a counter that appears with its first event lacks this event.
    panics.increment(0);
    loop {
        ticks.tick().await;
        // The call is inside the future, because it may panic before it returns one.
        if AssertUnwindSafe(async { work().await }).catch_unwind().await.is_err() {
            tracing::error!(duty, "background task panicked; restarting it");
            panics.increment(1);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[test]
    fn a_duty_that_panicked_is_repeated_and_others_continue() {
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
