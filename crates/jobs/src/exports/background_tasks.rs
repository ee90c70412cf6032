//! The duties of servers for exports: making those that are due, and deleting those that expired or failed.

use std::sync::Arc;

use folkmoot_export::Format;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::timestamp::MILLISECONDS_OF_DAY;
use folkmoot_store::clients::ClientStatus;
use folkmoot_store::exports::STOPPED;
use folkmoot_store::{Store, StoreError};
use jiff::Timestamp;
use uuid::Uuid;

use super::run::{ExportJob, delete_incomplete, start};
use super::runner::ExportRunner;
use super::{ignore_busy, log_failure};

/// Deletes what this server left if it was killed while it made an export.
pub async fn clean_up_at_start(state: &Arc<ExportRunner>) {
    let data = state.settings.data.clone();
    let delete = move |_: &Store| {
        log_failure(delete_incomplete(&data), "delete incomplete files of exports");
        Ok::<_, StoreError>(())
    };
    log_failure(state.store.run_maintenance(delete).await, "delete incomplete files of exports");
    fail_interrupted(state).await;
    collect_garbage(state).await;
}

/// Reports that this server still makes its exports; stops those that were deleted.
pub async fn report(state: Arc<ExportRunner>) {
    let now = (state.clock)().as_millisecond();
    for id in state.local.running() {
        match state.store.run_maintenance(move |store| store.exports().report(id, now)).await {
            Ok(false) => state.local.cancel(id),
            Ok(true) | Err(StoreError::Busy) => {}
            Err(error) => tracing::warn!(%error, "failed to report a running export; will retry"),
        }
    }
}

/// Deletes exports that expired or failed, and starts one that is due.
pub async fn run_schedule(state: Arc<ExportRunner>) {
    let now = (state.clock)();
    fail_interrupted(&state).await;
    let days = i64::try_from(state.settings.export_keep_days).unwrap_or(i64::MAX);
    let before = now.as_millisecond() - days * MILLISECONDS_OF_DAY;
    let delete = move |store: &Store| ignore_busy(store.exports().delete_expired(before));
    log_failure(state.store.run_maintenance(delete).await, "delete expired exports");
    collect_garbage(&state).await;
    if state.local.running().is_empty() {
        log_failure(ignore_busy(start_due(&state, now).await), "start an export");
    }
}

/// Marks exports as failed whose server was stopped, and stores the failures that this server could not store.
async fn fail_interrupted(state: &Arc<ExportRunner>) {
    let server = Arc::clone(state);
    let fail = move |store: &Store| {
        let (exports, now) = (store.exports(), (server.clock)().as_millisecond());
        for (id, reason) in server.local.failures() {
            exports.fail(id, &reason, now)?;
            server.local.forget(id);
        }
        if !store.is_embedded() {
            return exports.fail_stopped(now);
        }
        // No other server uses an embedded database.
        match exports.running()? {
            Some(id) if !server.local.contains(id) => exports.fail(id, STOPPED, now),
            _ => Ok(()),
        }
    };
    let failed = state.store.run_maintenance(fail).await;
    log_failure(ignore_busy(failed), "mark interrupted exports as failed");
}

async fn collect_garbage(state: &ExportRunner) {
    match state.files.collect_garbage().await {
        Ok(0) => {}
        Ok(count) => tracing::info!(count, "deleted files of exports"),
        Err(error) => tracing::warn!(%error, "failed to delete files of exports; will retry"),
    }
}

/// Starts the first scheduled export that is due and that no server has made.
async fn start_due(state: &Arc<ExportRunner>, now: Timestamp) -> Result<(), StoreError> {
    let Some(schedule) = schedule(state, now) else { return Ok(()) };
    for mut job in jobs(state, &schedule, now) {
        let mut name = job.schedule.clone().unwrap_or_default();
        let now = now.as_millisecond();
        if state.settings.open_data && job.access == AccessLevel::Public {
            // The open data is exported again if its export was deleted by an erasure, or has too much since a setting changed.
            let (prefix, settings) = (name.clone(), state.views.settings.fingerprint());
            let outdated = move |store: &Store| store.exports().outdated(&prefix, &settings);
            match state.store.run_maintenance(outdated).await? {
                0 => {}
                number => name = format!("{name} {number}"),
            }
            job.schedule = Some(name.clone());
        }
        if !state.store.run_maintenance(move |store| store.exports().is_met(&name, now)).await? {
            return start(state, job, None).await.map(drop);
        }
    }
    Ok(())
}

/// The day whose exports are due; `None` before their time.
fn schedule(state: &ExportRunner, now: Timestamp) -> Option<String> {
    let at = state.settings.daily_exports_at()?;
    let local = now.to_zoned_datetime(state.platform.platform()?.platform.zone());
    (local.time() >= at).then(|| local.date().to_string())
}

fn jobs(state: &ExportRunner, day: &str, now: Timestamp) -> Vec<ExportJob> {
    let of_level = |(access, formats): (AccessLevel, Vec<Format>)| ExportJob {
        access,
        client: None,
        formats,
        schedule: Some(format!("{day} {access}")),
    };
    let known = state.platform.clients();
    let of_client = |id: &Uuid| {
        let client = known.get(id)?;
        let is_active = client.status(now.as_millisecond()) == ClientStatus::Active;
        (is_active && client.access == AccessLevel::Pseudonymous).then(|| ExportJob {
            access: client.access,
            client: Some(client.clone()),
            formats: state.settings.export_formats.clone(),
            schedule: Some(format!("{day} {id}")),
        })
    };
    let of_levels = state.settings.daily_exports().into_iter().map(of_level);
    let clients = state.settings.export_clients.iter().filter(|_| state.settings.export_at.is_some());
    of_levels.chain(clients.filter_map(of_client)).collect()
}
