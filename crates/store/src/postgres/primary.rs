//! Whether the primary answers, so that reads do not wait again and again for one that is gone while a replica lives.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use deadpool_postgres::Pool;

use super::{client, in_time};
use crate::StoreError;

/// How often a primary that did not answer is asked again.
const INTERVAL: Duration = Duration::from_millis(500);

/// What is known of the primary.
#[derive(Debug)]
pub struct Primary {
    silent: AtomicBool,
}

impl Primary {
    /// A primary of which nothing bad is known. It is asked again whenever it was silent, for as long as anybody else
    /// holds this.
    pub fn watched(pool: Pool, patience: Duration, handle: &tokio::runtime::Handle) -> Arc<Self> {
        let primary = Arc::new(Self { silent: AtomicBool::new(false) });
        let watched = Arc::clone(&primary);
        handle.spawn(async move {
            let mut ticks = tokio::time::interval(INTERVAL);
            while Arc::strong_count(&watched) > 1 {
                ticks.tick().await;
                if watched.is_silent() && answers(&pool, patience).await.is_ok() {
                    watched.silent.store(false, Ordering::Release);
                    tracing::info!("primary is responding again");
                }
            }
        });
        primary
    }

    /// Whether it did not answer when it was asked last.
    pub fn is_silent(&self) -> bool {
        self.silent.load(Ordering::Acquire)
    }

    /// Takes note of what a read came to.
    pub fn note<T>(&self, done: &Result<T, StoreError>) {
        if let Err(error @ StoreError::Unreachable(_)) = done
            && !self.silent.swap(true, Ordering::AcqRel)
        {
            tracing::warn!(%error, "primary is not responding");
        }
    }
}

async fn answers(pool: &Pool, patience: Duration) -> Result<(), StoreError> {
    let client = client(pool, patience).await?;
    let answered = in_time(Some(patience), client.batch_execute("SELECT")).await;
    if answered.is_err() {
        drop(deadpool_postgres::Object::take(client));
    }
    answered
}
