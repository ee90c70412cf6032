//! Backups of the platform of the settings, and those that the server makes each day.

mod daily;
mod runner;
mod schedule;

use std::sync::Arc;

use folkmoot_backup::{BackupError, BackupFolder, BackupKey, CreatedBackup, Platform};
use folkmoot_files::blobs;
use folkmoot_settings::Settings;
use folkmoot_store::Store;
use folkmoot_store::copy::Observer;
use jiff::Timestamp;

use super::{people, signing_keys};

pub use self::daily::make_when_due;
pub use self::runner::BackupRunner;
pub use self::schedule::BackupSchedule;

/// The key that encrypts backups, if the settings have one.
pub fn key(settings: &Settings) -> Result<Option<BackupKey>, BackupError> {
    settings.backup_key.as_deref().map(BackupKey::derive).transpose()
}

/// Makes a backup in a folder.
pub fn create(
    settings: &Settings,
    store: &Arc<Store>,
    folder: &BackupFolder,
    now: Timestamp,
    observer: &dyn Observer,
) -> Result<CreatedBackup, BackupError> {
    let platform = Platform {
        store: Arc::clone(store),
        blobs: blobs::open(&settings.file_storage())?,
        keys: Arc::new(signing_keys::open(settings, store, now)?),
        data: settings.data.clone(),
        reserve: settings.disk_reserve(),
    };
    let created = folkmoot_backup::create(&platform, folder, key(settings)?.as_ref(), now, observer)?;
    // Beside the backups, not in one: earlier ones need the later erasures.
    if let Some(backups) = created.path.parent()
        && let Err(error) = people::copy_list(settings, store, backups)
    {
        tracing::warn!(%error, "failed to copy the list of erased people beside the backups");
    }
    Ok(created)
}
