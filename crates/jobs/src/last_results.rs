//! When the last import, run of the mirror, export and backup ended, as metrics. They are read from the database and the folder of backups, so that
//! they include those of other servers and of commands, and are known after a restart.

use std::sync::Arc;

use folkmoot_backup::Backup;
use folkmoot_settings::Settings;
use folkmoot_store::exports::ExportState;
use folkmoot_store::imports::ImportState;
use folkmoot_store::{Store, StoreError};

use super::maintenance::Maintenance;

/// Reads the times and records them.
pub async fn read(state: Arc<Maintenance>) {
    read_backups(&state.settings).await;
    match state.store.run_maintenance(read_database).await {
        Ok(()) | Err(StoreError::Busy) => {}
        Err(error) => {
            tracing::debug!(%error, "failed to read when the last imports and exports ended; will retry");
        }
    }
}

fn read_database(store: &Store) -> Result<(), StoreError> {
    for (result, state) in [("succeeded", ImportState::Succeeded), ("failed", ImportState::Failed)] {
        if let Some(at) = store.imports().last_end(state)? {
            metrics::gauge!("folkmoot_last_import_timestamp_seconds", "result" => result).set(seconds(at));
        }
    }
    for (result, state) in [("succeeded", ExportState::Succeeded), ("failed", ExportState::Failed)] {
        if let Some(at) = store.exports().last_end(state)? {
            metrics::gauge!("folkmoot_last_export_timestamp_seconds", "result" => result).set(seconds(at));
        }
    }
    if let Some(state) = store.mirror().state()? {
        metrics::gauge!("folkmoot_last_mirror_timestamp_seconds", "result" => "succeeded")
            .set(seconds(state.completed_at));
    }
    if let Some(run) = store.mirror().latest_run()? {
        if run.error.is_some() {
            metrics::gauge!("folkmoot_last_mirror_timestamp_seconds", "result" => "failed")
                .set(seconds(run.ended_at));
        }
        metrics::gauge!("folkmoot_mirror_left_out_records").set(count(run.left_out));
    }
    Ok(())
}

/// Reads the newest backup, on a thread for blocking work: a network drive may not respond.
async fn read_backups(settings: &Settings) {
    let is_scheduled = settings.backup_folder.is_some() && settings.backup_at.is_some();
    metrics::gauge!("folkmoot_backups_scheduled").set(f64::from(u8::from(is_scheduled)));
    let Some(folder) = settings.backup_folder.clone() else { return };
    let newest = tokio::task::spawn_blocking(move || Backup::all(&folder).ok()?.pop()).await;
    if let Ok(Some(newest)) = newest {
        metrics::gauge!("folkmoot_last_backup_timestamp_seconds")
            .set(seconds(newest.created_at.as_millisecond()));
    }
}

#[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
fn seconds(milliseconds: i64) -> f64 {
    milliseconds as f64 / 1000.0
}

#[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
fn count(number: i64) -> f64 {
    number as f64
}
