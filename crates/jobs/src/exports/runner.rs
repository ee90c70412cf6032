//! What making exports needs.

use std::sync::Arc;

use folkmoot_authentication::client_views::ClientViews;
use folkmoot_authentication::platform_cache::PlatformCache;
use folkmoot_files::export_files::ExportFiles;
use folkmoot_settings::Settings;
use folkmoot_store::Store;
use jiff::Timestamp;
use tokio::sync::watch;

use super::own::LocalExports;

/// Makes exports.
pub struct ExportRunner {
    /// The database.
    pub store: Arc<Store>,
    /// The files of stored exports.
    pub files: ExportFiles,
    /// The exports that this server makes.
    pub local: LocalExports,
    /// What clients see of records.
    pub views: Arc<ClientViews>,
    /// Platform and clients in memory.
    pub platform: Arc<PlatformCache>,
    /// The settings at the start.
    pub settings: Arc<Settings>,
    /// The current time.
    pub clock: fn() -> Timestamp,
    /// Becomes true when the server begins to stop.
    pub stopping: watch::Sender<bool>,
}
