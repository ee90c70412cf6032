//! The maintenance of the database.

use std::sync::Arc;

use folkmoot_settings::Settings;
use folkmoot_store::Store;
use jiff::Timestamp;

use super::busy_retry::retry_while_busy;

/// What the maintenance of the database needs.
pub struct Maintenance {
    /// The database.
    pub store: Arc<Store>,
    /// The settings at the start.
    pub settings: Arc<Settings>,
    /// The current time.
    pub clock: fn() -> Timestamp,
}

/// Indexes the words of records that a server or command of a release from before the word index has written.
pub async fn index_words(store: Arc<Store>) {
    if let Err(error) = store.run_maintenance(Store::index_words).await {
        tracing::warn!(%error, "failed to index words; will retry");
    }
}

/// Adds the changes that were deferred until today to the change feed of the readers below `full`.
pub async fn release_deferred(state: Arc<Maintenance>) {
    let now = (state.clock)().as_millisecond();
    match state.store.run_maintenance(move |store| store.changes().release_deferred(now)).await {
        Ok(true) => tracing::info!("released the deferred changes of earlier days"),
        Ok(false) => {}
        Err(error) => tracing::warn!(%error, "failed to release deferred changes; will retry"),
    }
}

/// Deletes changes that are older than the retention period.
pub async fn delete_expired_changes(state: Arc<Maintenance>) {
    let now = (state.clock)().as_millisecond();
    let days = i64::try_from(state.settings.changes_days).unwrap_or(i64::MAX);
    if let Err(error) = state.store.run_maintenance(move |store| store.changes().prune(now, days)).await {
        tracing::warn!(%error, "failed to delete expired changes; will retry");
    }
}

/// Deletes usage that is older than the retention period.
pub async fn delete_expired_usage(state: Arc<Maintenance>) {
    let now = (state.clock)().as_millisecond();
    let days = i64::try_from(state.settings.usage_days).unwrap_or(i64::MAX);
    loop {
        let delete = || state.store.run_usage(move |store| store.usage().delete_expired(now, days));
        match retry_while_busy(delete).await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return tracing::warn!(%error, "failed to delete expired usage; will retry"),
        }
    }
}
