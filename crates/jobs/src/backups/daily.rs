//! The backup that the server makes each day.

use std::path::Path;
use std::sync::Arc;

use folkmoot_backup::{Backup, BackupError, BackupFolder, CreatedBackup};
use folkmoot_store::copy::Observer;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio::sync::oneshot;

use super::create;
use super::runner::BackupRunner;

/// Makes the backup of the day once its time has come, and deletes those that are too old.
pub async fn make_when_due(state: Arc<BackupRunner>) {
    let now = (state.clock)();
    let Some(folder) = state.settings.backup_folder.clone() else { return };
    if !state.schedule.may_try(now) || !is_time(&state, now) {
        return;
    }
    let result = match on_thread(Arc::clone(&state), move |state| back_up(state, &folder, now)).await {
        Some(Ok(None)) => return,
        Some(Ok(Some(DailyBackup { backup, deleted }))) => {
            let (path, bytes) = (backup.path.display(), backup.manifest.size());
            tracing::info!(%path, bytes, deleted = deleted.as_ref().copied().unwrap_or_default(), "made a backup");
            for content in &backup.manifest.missing {
                tracing::error!(%content, "the file storage lost the content of a file; the backup does not contain it");
            }
            metrics::gauge!("folkmoot_last_backup_timestamp_seconds").set(whole_seconds(now));
            match deleted {
                Ok(_) => "succeeded",
                Err(error) => {
                    tracing::error!(%error, "failed to delete old backups; will retry after the next backup");
                    "deletion_failed"
                }
            }
        }
        Some(Err(error)) => {
            tracing::error!(%error, "failed to make a backup; will retry in ten minutes");
            "failed"
        }
        None => "failed",
    };
    state.schedule.note(now, result == "failed");
    metrics::counter!("folkmoot_backups_total", "result" => result).increment(1);
}

/// The time in whole seconds since 1970.
fn whole_seconds(time: Timestamp) -> f64 {
    f64::from(u32::try_from(time.as_second()).unwrap_or(u32::MAX))
}

/// Whether the time of the day's backup has come.
fn is_time(state: &BackupRunner, now: Timestamp) -> bool {
    let Some(view) = state.platform.platform() else { return false };
    let local = now.to_zoned_datetime(view.platform.zone());
    state.settings.backup_at.is_some_and(|at| local.time() >= at)
}

/// Whether the newest backup in a folder is of this day.
fn has_backup_of_day(state: &BackupRunner, folder: &Path, now: Timestamp) -> bool {
    let zone = state.platform.platform().map_or(TimeZone::UTC, |view| view.platform.zone());
    let day = |time: Timestamp| zone.to_datetime(time).date();
    let newest = Backup::all(folder).ok().and_then(|mut backups| backups.pop());
    newest.is_some_and(|newest| day(newest.created_at) >= day(now))
}

/// The backup of the day.
struct DailyBackup {
    backup: CreatedBackup,
    /// The number of old backups that were deleted, or why some could not be deleted.
    deleted: Result<usize, BackupError>,
}

/// Makes the backup of the day and deletes those that are too old. Returns `None` if the day has a backup.
fn back_up(state: &BackupRunner, folder: &Path, now: Timestamp) -> Result<Option<DailyBackup>, BackupError> {
    if has_backup_of_day(state, folder, now) {
        return Ok(None);
    }
    let folder = BackupFolder::open(folder)?;
    let backup = create(&state.settings, &state.store, &folder, now, &Silent)?;
    let deleted = folder.delete_older(state.settings.backup_keep_days, now);
    Ok(Some(DailyBackup { backup, deleted }))
}

/// Runs work on a thread of its own, which does not delay the end of the process. `None` if it panicked or cannot be started.
async fn on_thread<T: Send + 'static>(
    state: Arc<BackupRunner>,
    work: impl FnOnce(&BackupRunner) -> T + Send + 'static,
) -> Option<T> {
    let (sender, receiver) = oneshot::channel();
    let started = std::thread::Builder::new().name("backup".to_owned()).spawn(move || {
        // The receiver is gone if the server stops.
        drop(sender.send(work(&state)));
    });
    if let Err(error) = started {
        tracing::error!(%error, "failed to start the thread of a backup");
        return None;
    }
    receiver.await.ok()
}

/// Reports no progress.
struct Silent;

impl Observer for Silent {
    fn copying(&self, _: &str) {}

    fn copied(&self, _: u64) {}
}
