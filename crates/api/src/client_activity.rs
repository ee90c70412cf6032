//! When clients last got a token: recorded in memory, stored in batches by one task.
//!
//! With a write for each authentication, one client could fill the queue of writes of all others.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use folkmoot_store::{Store, StoreError};
use uuid::Uuid;

/// When clients last got a token, in milliseconds since 1970, if it is not stored yet.
#[derive(Debug, Default)]
pub struct ClientActivity {
    unstored: Mutex<BTreeMap<Uuid, i64>>,
}

impl ClientActivity {
    /// Records that a client got a token.
    pub fn record(&self, client: Uuid, now: i64) {
        self.merge([(client, now)]);
    }

    /// Stores what was recorded since the last call. After an error, the next call stores it.
    pub async fn store(&self, store: &Arc<Store>) -> Result<(), StoreError> {
        let batch = std::mem::take(&mut *self.unstored.lock().unwrap_or_else(PoisonError::into_inner));
        if batch.is_empty() {
            return Ok(());
        }
        // Merged back unless it is stored, also if this future is dropped before its end.
        let mut pending = PendingBatch { last_use: self, batch };
        let batch = pending.batch.clone();
        store.run_last_use(move |store| store.clients().record_last_use(&batch)).await?;
        pending.batch.clear();
        Ok(())
    }

    fn merge(&self, batch: impl IntoIterator<Item = (Uuid, i64)>) {
        let mut unstored = self.unstored.lock().unwrap_or_else(PoisonError::into_inner);
        for (client, now) in batch {
            let latest = unstored.entry(client).or_insert(now);
            *latest = now.max(*latest);
        }
    }
}

/// A batch that is merged back when it is dropped.
struct PendingBatch<'a> {
    last_use: &'a ClientActivity,
    batch: BTreeMap<Uuid, i64>,
}

impl Drop for PendingBatch<'_> {
    fn drop(&mut self) {
        self.last_use.merge(std::mem::take(&mut self.batch));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use folkmoot_store::DatabaseLocation;
    use folkmoot_store::clients::Client;

    const CLIENT: Uuid = Uuid::from_u128(7);

    fn store_with_client(directory: &std::path::Path) -> Arc<Store> {
        let store = Store::open(&DatabaseLocation::Directory(directory.to_owned())).unwrap();
        let client = Client::new(CLIENT, "Test".to_owned(), String::new(), 1);
        store.clients().create(&client, |_, _| Ok(())).unwrap();
        Arc::new(store)
    }

    fn stored(store: &Store) -> Option<i64> {
        store.clients().all().unwrap().remove(0).last_authenticated_at
    }

    #[test]
    fn a_batch_that_a_busy_database_refuses_is_stored_later() {
        let directory = tempfile::tempdir().unwrap();
        let store = store_with_client(directory.path());
        let runtime = folkmoot_runtime::blocking::runtime().unwrap();
        let last_use = ClientActivity::default();
        for now in [30, 50, 40] {
            last_use.record(CLIENT, now);
        }
        let other = rusqlite::Connection::open(directory.path().join("folkmoot.sqlite")).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let refused = runtime.block_on(last_use.store(&store));
        assert!(matches!(refused, Err(StoreError::Busy)), "{refused:?}");
        last_use.record(CLIENT, 45);
        other.execute_batch("COMMIT").unwrap();
        runtime.block_on(last_use.store(&store)).unwrap();
        assert_eq!(stored(&store), Some(50));
        assert!(last_use.unstored.lock().unwrap().is_empty());
        // Another server may have stored a later time.
        last_use.record(CLIENT, 20);
        runtime.block_on(last_use.store(&store)).unwrap();
        assert_eq!(stored(&store), Some(50));
    }
}
