//! Whether the primary responds, so that reads do not wait for the timeout each time while a replica is available.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use deadpool_postgres::Pool;

use super::{client, within_timeout};
use crate::StoreError;

/// The interval at which an unresponsive primary is probed.
const INTERVAL: Duration = Duration::from_millis(500);

/// The state of the primary.
#[derive(Debug)]
pub struct Primary {
    unresponsive: AtomicBool,
}

impl Primary {
    /// A primary that is assumed to respond. A task probes it while it is unresponsive, until the returned value is
    /// dropped.
    pub fn watched(pool: Pool, timeout: Duration, handle: &tokio::runtime::Handle) -> Arc<Self> {
        let primary = Arc::new(Self { unresponsive: AtomicBool::new(false) });
        let watched = Arc::clone(&primary);
        handle.spawn(async move {
            let mut ticks = tokio::time::interval(INTERVAL);
            while Arc::strong_count(&watched) > 1 {
                ticks.tick().await;
                if watched.is_unresponsive() && probe(&pool, timeout).await.is_ok() {
                    watched.unresponsive.store(false, Ordering::Release);
                    tracing::info!("primary is responding again");
                }
            }
        });
        primary
    }

    /// Whether it did not respond to the last request.
    pub fn is_unresponsive(&self) -> bool {
        self.unresponsive.load(Ordering::Acquire)
    }

    /// Observes the result of a read.
    pub fn observe<T>(&self, result: &Result<T, StoreError>) {
        if let Err(error @ (StoreError::Unreachable(_) | StoreError::Interrupted(_))) = result
            && !self.unresponsive.swap(true, Ordering::AcqRel)
        {
            tracing::warn!(%error, "primary is not responding");
        }
    }
}

async fn probe(pool: &Pool, timeout: Duration) -> Result<(), StoreError> {
    let client = client(pool, timeout).await?;
    let response = within_timeout(Some(timeout), client.batch_execute("SELECT")).await;
    if response.is_err() {
        drop(deadpool_postgres::Object::take(client));
    }
    response
}
