//! What the backup of the day needs.

use std::sync::Arc;

use folkmoot_authentication::platform_cache::PlatformCache;
use folkmoot_settings::Settings;
use folkmoot_store::Store;
use jiff::Timestamp;

use super::schedule::BackupSchedule;

/// Makes the backup of the day.
pub struct BackupRunner {
    /// The database.
    pub store: Arc<Store>,
    /// When the next backup may be tried.
    pub schedule: BackupSchedule,
    /// Platform and clients in memory.
    pub platform: Arc<PlatformCache>,
    /// The settings at the start.
    pub settings: Arc<Settings>,
    /// The current time.
    pub clock: fn() -> Timestamp,
}
