//! What imports of uploaded files need.

use std::sync::Arc;

use folkmoot_files::file_store::FileStore;
use folkmoot_settings::Settings;
use folkmoot_store::Store;
use jiff::Timestamp;

use super::current::CurrentImport;

/// Runs imports of uploaded files.
pub struct ImportRunner {
    /// The database.
    pub store: Arc<Store>,
    /// The import that this server runs.
    pub current: CurrentImport,
    /// The blobs of files, consistent with their records.
    pub file_store: FileStore,
    /// The settings at the start.
    pub settings: Arc<Settings>,
    /// The current time.
    pub clock: fn() -> Timestamp,
}
