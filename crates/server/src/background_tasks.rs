//! Background tasks: one for each duty, so that none delays another.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use folkmoot_api::client_activity::ClientActivity;
use folkmoot_api::key_reload::KeyReload;
use folkmoot_api::record_state::RecordState;
use folkmoot_api::state::ApiState;
use folkmoot_api::usage::UsageState;
use folkmoot_files::download_urls::DownloadUrlSigner;
use folkmoot_files::file_store::{FileStore, FileStoreError};
use folkmoot_files::journal::Journal;
use folkmoot_index::{IndexFile, ListIndexes, RecordFiles};
use folkmoot_jobs::busy_retry::retry_while_busy;
use folkmoot_jobs::maintenance::{
    Maintenance, delete_expired_changes, delete_expired_usage, index_words, release_deferred,
};
use folkmoot_jobs::votes::{self, VoteSchedule};
use folkmoot_jobs::{backups, disk_space, exports, imports, last_results, notices};
use folkmoot_publications::update_calendar_entries;
use folkmoot_settings::Settings;
use folkmoot_store::{Store, StoreError};
use folkmoot_webhooks::Deliverer;
use futures_util::FutureExt as _;
use tokio::task::JoinHandle;
use tokio::time::MissedTickBehavior;

use super::metrics_export::MetricsExport;
use super::state::Server;

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
/// How often what calendars show is compared with what they showed.
const CALENDARS_INTERVAL: Duration = Duration::from_secs(1);
/// How often notices to administrators are looked for.
const NOTICES_INTERVAL: Duration = Duration::from_mins(1);
/// How often erasures of earlier days are searched for.
const RELEASE_INTERVAL: Duration = Duration::from_secs(2);
/// How often changes are searched for that are older than the retention period.
const CHANGES_RETENTION_INTERVAL: Duration = Duration::from_mins(10);
/// How long after a panic webhooks are delivered again.
const WEBHOOKS_INTERVAL: Duration = Duration::from_secs(1);
/// How often files of records are searched for that are older than a day.
const RECORD_FILES_INTERVAL: Duration = Duration::from_mins(10);

/// The running tasks.
#[derive(Debug)]
pub struct BackgroundTasks {
    tasks: Vec<JoinHandle<()>>,
}

/// What saves the list indexes.
struct IndexSaver {
    file: Option<Arc<IndexFile>>,
    indexes: Arc<ListIndexes>,
    store: Arc<Store>,
}

impl IndexSaver {
    fn new(server: &Server) -> Arc<Self> {
        let RecordState { indexes, store, .. } = &*server.api.records;
        Arc::new(Self {
            file: server.index_file.clone(),
            indexes: Arc::clone(indexes),
            store: Arc::clone(store),
        })
    }
}

impl BackgroundTasks {
    /// Starts a task for each duty.
    pub fn start(server: &Server) -> Self {
        let Server { api, admin, maintenance, settings, .. } = server;
        let files = Arc::new(server.file_store.clone());
        let (records, metrics) = (&api.records, &server.monitoring.metrics);
        let tasks = vec![
            spawn_periodic("key reload", KEYS_INTERVAL, &api.authentication.key_reload, reload_keys),
            renew_download_urls(&api.authentication.download_urls, records),
            spawn_periodic("garbage collection", GARBAGE_INTERVAL, &files, collect_garbage),
            spawn_periodic("words", WORDS_INTERVAL, &records.store, index_words),
            end_votes(maintenance),
            spawn_periodic("deferred changes", RELEASE_INTERVAL, maintenance, release_deferred),
            spawn_periodic("metrics", METRICS_INTERVAL, metrics, aggregate_metrics),
            spawn_periodic("disk space", DISK_SPACE_INTERVAL, settings, disk_space::measure),
            spawn_periodic("last results", LAST_RESULTS_INTERVAL, maintenance, last_results::read),
            spawn_periodic("calendars", CALENDARS_INTERVAL, &server.publications, update_calendar_entries),
            spawn_periodic("notices", NOTICES_INTERVAL, maintenance, notices::send_new),
            store_last_use(&api.sign_in.last_use, &records.store),
            spawn_periodic("usage", USAGE_INTERVAL, &admin.usage, store_usage),
            spawn_periodic("imports", IMPORTS_INTERVAL, &admin.imports, imports::clean_up),
            spawn_periodic("export reports", EXPORT_REPORT_INTERVAL, &admin.exports, exports::report),
            spawn_periodic("exports", EXPORTS_INTERVAL, &admin.exports, exports::run_schedule),
            spawn_periodic("backups", BACKUPS_INTERVAL, &server.backups, backups::make_when_due),
            spawn_periodic("usage retention", USAGE_RETENTION_INTERVAL, maintenance, delete_expired_usage),
            spawn_periodic(
                "retention of changes",
                CHANGES_RETENTION_INTERVAL,
                maintenance,
                delete_expired_changes,
            ),
            spawn_periodic(
                "record files",
                RECORD_FILES_INTERVAL,
                &records.record_files,
                delete_old_record_files,
            ),
            spawn_periodic(
                "index file",
                index_file_interval(settings),
                &IndexSaver::new(server),
                save_indexes,
            ),
            spawn_periodic("webhooks", WEBHOOKS_INTERVAL, &server.webhooks, Deliverer::run),
        ];
        Self { tasks }
    }

    /// Stops all tasks, then stores usage and the last use of clients, each within `timeout`, and saves the list indexes.
    pub async fn stop(self, server: &Server, timeout: Duration) {
        server.webhooks.has_stopped(timeout).await;
        for task in &self.tasks {
            task.abort();
        }
        futures_util::future::join_all(self.tasks).await;
        let ApiState { sign_in, records, .. } = &server.api;
        let last_use = retry_while_busy(|| sign_in.last_use.store(&records.store));
        match tokio::time::timeout(timeout, last_use).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "failed to store the last use of clients"),
            Err(_) => tracing::warn!("timed out storing the last use of clients"),
        }
        if tokio::time::timeout(timeout, store_usage(Arc::clone(&server.admin.usage))).await.is_err() {
            tracing::warn!("timed out storing usage");
        }
        save_indexes(IndexSaver::new(server)).await;
    }
}

/// Deletes the blobs that stopped servers and imports left behind, except those of a running import.
pub async fn collect_garbage_at_start(server: &Server) -> Result<usize, FileStoreError> {
    // With a shared database, imports record their blobs there.
    let files = &server.file_store;
    if !files.store.is_embedded() {
        return files.collect_garbage_at_start().await;
    }
    let left_by_imports = match Journal::open_if_free(&server.settings.data)? {
        Some(journal) => files.delete_uncommitted(&journal).await?,
        None => 0,
    };
    Ok(files.collect_garbage_at_start().await? + left_by_imports)
}

async fn reload_keys(keys: Arc<KeyReload>) {
    keys.reload().await;
}

async fn delete_old_record_files(files: Arc<RecordFiles>) {
    files.delete_old();
}

/// How often the list indexes are saved.
fn index_file_interval(settings: &Settings) -> Duration {
    Duration::from_secs(settings.index_file_minutes.max(1).saturating_mul(60))
}

async fn save_indexes(state: Arc<IndexSaver>) {
    let Some(file) = state.file.clone() else { return };
    let save = move || file.save(&state.indexes, &state.store);
    match tokio::task::spawn_blocking(save).await {
        Ok(Ok(true)) => tracing::debug!("saved the list indexes"),
        Ok(Ok(false)) => {}
        Ok(Err(error)) => tracing::warn!(%error, "failed to save the list indexes; will retry"),
        Err(error) => tracing::error!(%error, "failed to save the list indexes; will retry"),
    }
}

async fn aggregate_metrics(metrics: Arc<MetricsExport>) {
    metrics.aggregate().await;
}

/// Ends votes with their last day.
fn end_votes(maintenance: &Arc<Maintenance>) -> JoinHandle<()> {
    let votes = Arc::<VoteSchedule>::default();
    spawn_periodic("votes", votes::INTERVAL, maintenance, move |maintenance| {
        let votes = Arc::clone(&votes);
        async move {
            let Maintenance { store, settings, clock } = &*maintenance;
            votes.update(store, settings.time_zone.as_deref(), clock()).await;
        }
    })
}

async fn store_usage(usage: Arc<UsageState>) {
    match retry_while_busy(|| usage.store()).await {
        Ok(()) => {}
        Err(StoreError::Busy) => tracing::debug!("an import delays storing usage"),
        Err(error) => tracing::warn!(%error, "failed to store usage; will retry"),
    }
}

async fn collect_garbage(files: Arc<FileStore>) {
    match files.collect_garbage().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "deleted orphaned blobs"),
        Err(error) => tracing::error!(%error, "failed to collect orphaned blobs; will retry"),
    }
}

/// Invalidates cached records with download URLs as soon as the URLs change.
fn renew_download_urls(urls: &Arc<DownloadUrlSigner>, records: &Arc<RecordState>) -> JoinHandle<()> {
    let (urls, window) = (Arc::clone(urls), Arc::new(AtomicI64::new(urls.window())));
    spawn_periodic("download URLs", DOWNLOAD_URLS_INTERVAL, records, move |records| {
        let (urls, window) = (Arc::clone(&urls), Arc::clone(&window));
        async move {
            let current = urls.window();
            if window.load(Ordering::Relaxed) == current {
                return;
            }
            let indexes = Arc::clone(&records.indexes);
            let invalidate = move |_: &Store| {
                indexes.invalidate_download_urls();
                Ok::<_, StoreError>(())
            };
            match records.store.run_maintenance(invalidate).await {
                Ok(()) => window.store(current, Ordering::Relaxed),
                Err(error) => tracing::warn!(%error, "failed to renew download URLs; will retry"),
            }
        }
    })
}

fn store_last_use(last_use: &Arc<ClientActivity>, store: &Arc<Store>) -> JoinHandle<()> {
    let (store, is_failing) = (Arc::clone(store), Arc::new(AtomicBool::new(false)));
    spawn_periodic("last use of clients", LAST_USE_INTERVAL, last_use, move |last_use| {
        let (store, is_failing) = (Arc::clone(&store), Arc::clone(&is_failing));
        async move {
            let stored = last_use.store(&store).await;
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
fn spawn_periodic<S: Send + Sync + 'static, F: Future<Output = ()> + Send + 'static>(
    name: &'static str,
    interval: Duration,
    state: &Arc<S>,
    work: impl Fn(Arc<S>) -> F + Send + Sync + 'static,
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
