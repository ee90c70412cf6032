//! The free space of the disks that the server writes to, as metrics.

use std::path::PathBuf;
use std::sync::Arc;

use folkmoot_files::blobs::StorageLocation;
use folkmoot_runtime::disk_reserve::DiskReserve;
use folkmoot_settings::Settings;

/// The folders on whose disks space stays free.
const RESERVED: [&str; 2] = ["data", "files"];

/// Measures the disk of each folder, on a thread for blocking work: a network drive may not respond.
pub async fn measure(settings: Arc<Settings>) {
    let (folders, reserve) = (folders(&settings), settings.disk_reserve());
    let measured = tokio::task::spawn_blocking(move || {
        for (name, path) in folders {
            record(name, &path, &reserve);
        }
    });
    if let Err(error) = measured.await {
        tracing::error!(%error, "failed to measure the free space of disks; will retry");
    }
}

fn folders(settings: &Settings) -> Vec<(&'static str, PathBuf)> {
    let mut folders = vec![("data", settings.data.clone()), ("spool", settings.spool_directory())];
    if let StorageLocation::Directory(files) = settings.file_storage() {
        folders.push(("files", files));
    }
    folders.extend(settings.backup_folder.clone().map(|folder| ("backups", folder)));
    folders
}

/// Records the space of the disk of a folder. A folder that does not exist yet is left out.
#[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
fn record(name: &'static str, path: &PathBuf, reserve: &DiskReserve) {
    let space = match rustix::fs::statvfs(path) {
        Ok(space) => space,
        Err(error) => return tracing::debug!(%error, folder = name, "failed to measure free space"),
    };
    let bytes = |blocks: u64| blocks.saturating_mul(space.f_frsize) as f64;
    metrics::gauge!("folkmoot_disk_free_bytes", "folder" => name).set(bytes(space.f_bavail));
    metrics::gauge!("folkmoot_disk_size_bytes", "folder" => name).set(bytes(space.f_blocks));
    if RESERVED.contains(&name) {
        let reserve = reserve.bytes(space.f_blocks.saturating_mul(space.f_frsize));
        metrics::gauge!("folkmoot_disk_reserve_bytes", "folder" => name).set(reserve as f64);
    }
}
