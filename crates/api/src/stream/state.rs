//! What streams need.

use std::path::PathBuf;
use std::sync::Arc;

use folkmoot_runtime::reloadable::Reloadable;
use folkmoot_settings::Settings;
use jiff::Timestamp;

use super::limits::StreamLimits;

/// What streams need.
pub struct StreamState {
    /// Limits streams.
    pub limits: Arc<StreamLimits>,
    /// The folder for their temporary files.
    pub spool_directory: PathBuf,
    /// The settings after the last reload.
    pub live: Arc<Reloadable<Settings>>,
    /// The current time.
    pub clock: fn() -> Timestamp,
}
