//! The limits of requests for changes.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use folkmoot_settings::Settings;
use folkmoot_telemetry::Refusal;
use tokio::sync::{Semaphore, SemaphorePermit};
use uuid::Uuid;

use crate::problem::Problem;

/// Time in seconds after which a client with too many of them should retry.
const RETRY_AFTER_SECONDS: u64 = 5;
/// The maximum number of pages that are read at once. A change can end many waits at the same time; the others wait for
/// their turn, and leave the database to other requests.
const MAX_READS: usize = 4;
/// The metric of the number of requests that wait.
const WAITING: &str = "folkmoot_change_polls";

/// The requests for changes that wait, and those that read.
#[derive(Debug)]
pub struct LongPolls {
    maximum_per_client: AtomicU64,
    by_client: Mutex<HashMap<Uuid, usize>>,
    reads: Semaphore,
}

impl LongPolls {
    /// The limits of the settings.
    pub fn new(settings: &Settings) -> Arc<Self> {
        Self::with_maximum(settings.maximum_waiting_requests_per_client)
    }

    fn with_maximum(maximum_per_client: u64) -> Arc<Self> {
        Arc::new(Self {
            maximum_per_client: AtomicU64::new(maximum_per_client),
            by_client: Mutex::default(),
            reads: Semaphore::new(MAX_READS),
        })
    }

    /// Applies changed limits to new requests.
    pub fn reload(&self, settings: &Settings) {
        self.maximum_per_client.store(settings.maximum_waiting_requests_per_client, Relaxed);
    }

    /// Counts a request that waits, until the guard is dropped. Fails if the client has too many.
    pub fn begin(self: &Arc<Self>, client: Uuid) -> Result<Poll, Problem> {
        let mut by_client = self.by_client.lock().unwrap_or_else(PoisonError::into_inner);
        let count = by_client.entry(client).or_default();
        if *count as u64 >= self.maximum_per_client.load(Relaxed) {
            return Err(Problem::too_many(
                Refusal::LongPolls,
                "requests that wait for a change",
                RETRY_AFTER_SECONDS,
            ));
        }
        *count += 1;
        metrics::gauge!(WAITING).increment(1);
        Ok(Poll { polls: Arc::clone(self), client })
    }

    /// Waits until a page may be read.
    pub async fn read(&self) -> Result<SemaphorePermit<'_>, Problem> {
        self.reads.acquire().await.map_err(Problem::internal)
    }
}

/// A request that waits.
#[derive(Debug)]
pub struct Poll {
    polls: Arc<LongPolls>,
    client: Uuid,
}

impl Drop for Poll {
    fn drop(&mut self) {
        metrics::gauge!(WAITING).decrement(1);
        let mut by_client = self.polls.by_client.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = by_client.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                by_client.remove(&self.client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn a_client_has_a_limited_number_of_waiting_requests() {
        let (polls, client, other) = (LongPolls::with_maximum(3), Uuid::from_u128(1), Uuid::from_u128(2));
        let mut waiting: Vec<Poll> = (0..3).map(|_| polls.begin(client).unwrap()).collect();
        assert_eq!(polls.begin(client).unwrap_err().kind.code, "too-many-requests");
        assert!(polls.begin(other).is_ok());
        waiting.pop();
        assert!(polls.begin(client).is_ok());
        drop(waiting);
        assert!(polls.by_client.lock().unwrap().is_empty());
    }
}
