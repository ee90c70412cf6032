//! What the operations on files need.

use std::sync::Arc;

use folkmoot_files::download_urls::DownloadUrlSigner;
use folkmoot_files::file_store::FileStore;
use folkmoot_runtime::disk_reserve::DiskReserve;
use folkmoot_runtime::reloadable::Reloadable;
use folkmoot_settings::{S3Downloads, Settings};
use jiff::Timestamp;

use crate::plan::ResourcePlan;
use crate::preconditions::PlatformState;
use crate::record_state::RecordState;

/// What the operations on files need.
pub struct FileState {
    /// Reads the records of files.
    pub records: Arc<RecordState>,
    /// The calls of files.
    pub plan: Arc<ResourcePlan>,
    /// The platform and its clients.
    pub platform: Arc<PlatformState>,
    /// The blobs of files, consistent with their records.
    pub file_store: FileStore,
    /// Verifies download URLs.
    pub download_urls: Arc<DownloadUrlSigner>,
    /// How files in S3-compatible storage are downloaded.
    pub s3_downloads: S3Downloads,
    /// The space that stays free.
    pub disk_reserve: DiskReserve,
    /// The settings after the last reload.
    pub live: Arc<Reloadable<Settings>>,
    /// The current time.
    pub clock: fn() -> Timestamp,
}
