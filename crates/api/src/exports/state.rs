//! What lists and downloads of exports need.

use std::sync::Arc;

use folkmoot_files::download_urls::DownloadUrlSigner;
use folkmoot_files::export_files::ExportFiles;
use folkmoot_settings::S3Downloads;
use folkmoot_store::Store;
use folkmoot_store::access::AccessSettings;

use crate::preconditions::PlatformState;
use crate::sealed_cursor::CursorKeys;

/// What lists and downloads of exports need.
pub struct ExportDownloads {
    /// The database.
    pub store: Arc<Store>,
    /// The files of stored exports.
    pub files: ExportFiles,
    /// The platform and its clients.
    pub platform: Arc<PlatformState>,
    /// What settings decide of records that clients below the level `full` see.
    pub access: Arc<AccessSettings>,
    /// Seals the cursors of exports.
    pub cursors: Arc<CursorKeys>,
    /// Verifies download URLs.
    pub download_urls: Arc<DownloadUrlSigner>,
    /// How files in S3-compatible storage are downloaded.
    pub s3_downloads: S3Downloads,
}
