//! Connections that pages share: a statement is sent before the response to the one before it has arrived.
//!
//! They belong to the pool, and return to it when no page uses them or somebody else waits for a connection.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use deadpool_postgres::{Object, Pool};
use folkmoot_runtime::fair::{FairSemaphore, Limits, current_flow};
use tokio::sync::Mutex;
use tokio_postgres::Row;

use super::{client, within_timeout};
use crate::StoreError;

/// Maximum number of pages that wait for the responses of one connection, on average.
const PAGES_PER_CONNECTION: usize = 4;
/// The number of requests in progress has limits of its own.
const UNLIMITED: Limits = Limits { per_flow: usize::MAX, total: usize::MAX };

/// The connections to one server of the database.
#[derive(Debug)]
pub struct SharedConnections {
    pool: Pool,
    timeout: Duration,
    /// As many as the pool has connections. Each has a connection while pages use it.
    slots: Vec<Mutex<Weak<SharedConnection>>>,
    next_slot: AtomicUsize,
    permits: Arc<FairSemaphore>,
}

/// A connection of the pool.
#[derive(Debug)]
struct SharedConnection {
    /// `None` only while it is dropped.
    client: Option<Object>,
    has_failed: AtomicBool,
}

impl SharedConnections {
    /// Connections of a pool.
    pub fn new(pool: Pool, timeout: Duration) -> Self {
        let number = pool.status().max_size.max(1);
        Self {
            pool,
            timeout,
            slots: std::iter::repeat_with(Mutex::default).take(number).collect(),
            next_slot: AtomicUsize::new(0),
            permits: FairSemaphore::new(number.saturating_mul(PAGES_PER_CONNECTION), UNLIMITED),
        }
    }

    /// The rows that a statement returns for these keys. The pages of clients are read in turn.
    pub async fn query(&self, statement: &str, keys: &[i64]) -> Result<Vec<Row>, StoreError> {
        let permit = self.permits.acquire(current_flow()).await;
        let _permit = permit.map_err(|_| StoreError::Unreachable("too many pages wait".to_owned()))?;
        self.connection().await?.query(statement, keys, self.timeout).await
    }

    /// The connection of the next slot.
    async fn connection(&self) -> Result<Arc<SharedConnection>, StoreError> {
        let number = self.next_slot.fetch_add(1, Ordering::Relaxed);
        let slot = &self.slots[number % self.slots.len()];
        let Ok(mut slot) = tokio::time::timeout(self.timeout, slot.lock()).await else {
            return Err(StoreError::Unreachable("no connection within the timeout".to_owned()));
        };
        if self.pool.status().waiting == 0
            && let Some(shared) = slot.upgrade()
            && !shared.has_failed.load(Ordering::Relaxed)
        {
            return Ok(shared);
        }
        let client = Some(client(&self.pool, self.timeout).await?);
        let connection = Arc::new(SharedConnection { client, has_failed: AtomicBool::new(false) });
        *slot = Arc::downgrade(&connection);
        Ok(connection)
    }
}

impl SharedConnection {
    async fn query(&self, statement: &str, keys: &[i64], timeout: Duration) -> Result<Vec<Row>, StoreError> {
        let client = self.client.as_ref();
        let client = client.ok_or_else(|| StoreError::Unreachable("the connection is closed".to_owned()))?;
        let rows = async {
            let statement = within_timeout(Some(timeout), client.prepare_cached(statement)).await?;
            within_timeout(Some(timeout), client.query(&statement, &[&keys])).await
        };
        let rows = rows.await;
        if rows.is_err() {
            self.has_failed.store(true, Ordering::Relaxed);
        }
        rows
    }
}

impl Drop for SharedConnection {
    fn drop(&mut self) {
        // After an error, a statement may still run: the next user of the connection must not wait for it.
        if *self.has_failed.get_mut() {
            drop(self.client.take().map(Object::take));
        }
    }
}
