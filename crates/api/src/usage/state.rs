//! The usage that this server has counted.

use std::sync::Arc;

use folkmoot_store::{Store, StoreError};
use jiff::Timestamp;

use super::recorder::UsageRecorder;

/// The usage that this server has counted, and the database that it is stored in.
pub struct UsageState {
    /// Counts the requests of clients.
    pub recorder: Arc<UsageRecorder>,
    /// The database.
    pub store: Arc<Store>,
    /// The current time.
    pub clock: fn() -> Timestamp,
}

impl UsageState {
    /// Stores what this server has counted.
    pub async fn store(&self) -> Result<(), StoreError> {
        self.recorder.store(&self.store, (self.clock)().as_millisecond()).await
    }

    /// Stores what this server has counted, for an administrator who reads it. Other servers store their counters within a
    /// minute.
    pub async fn store_before_read(&self) {
        let now = (self.clock)().as_millisecond();
        if let Err(error) = self.recorder.store_before_read(&self.store, now).await {
            tracing::debug!(%error, "usage that was not stored yet is missing in a report");
        }
    }
}
