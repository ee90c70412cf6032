//! How many streams are open, and how much of them is in temporary files: of each client and in total.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use folkmoot_runtime::reloadable::Reloadable;
use folkmoot_settings::Settings;
use folkmoot_telemetry::Refusal;
use uuid::Uuid;

use crate::problem::Problem;

/// Time in seconds after which a client should try again to open a stream.
const RETRY_AFTER_SECONDS: u64 = 10;
const BYTES_PER_MEGABYTE: u64 = 1_000_000;

/// The limits of streams, and what is open.
#[derive(Debug)]
pub struct StreamLimits {
    maximums: Reloadable<Maximums>,
    open: Mutex<HashMap<Uuid, Open>>,
}

/// The limits in the settings.
#[derive(Debug)]
struct Maximums {
    streams: usize,
    streams_per_client: usize,
    spool_bytes: u64,
    spool_bytes_per_client: u64,
}

impl Maximums {
    fn new(settings: &Settings) -> Self {
        let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let bytes = |megabytes: u64| megabytes.saturating_mul(BYTES_PER_MEGABYTE);
        Self {
            streams: count(settings.maximum_streams),
            streams_per_client: count(settings.maximum_streams_per_client),
            spool_bytes: bytes(settings.stream_spool_megabytes),
            spool_bytes_per_client: bytes(settings.stream_spool_megabytes_per_client),
        }
    }
}

/// The streams of a client.
#[derive(Debug, Clone, Copy, Default)]
struct Open {
    streams: usize,
    spooled_bytes: u64,
}

/// The temporary file of a stream would exceed a limit.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the space for temporary files of streams is used up")]
pub struct SpoolFull;

impl StreamLimits {
    /// The limits of the settings.
    pub fn new(settings: &Settings) -> Arc<Self> {
        Arc::new(Self { maximums: Reloadable::new(Maximums::new(settings)), open: Mutex::default() })
    }

    /// Applies changed limits to new streams, and to the temporary files of open ones.
    pub fn reload(&self, settings: &Settings) {
        self.maximums.replace(Maximums::new(settings));
    }

    /// Permits a stream of a client. Fails if the client, or all clients together, have reached a limit.
    pub fn begin(self: &Arc<Self>, client: Uuid) -> Result<StreamPermit, Problem> {
        let maximums = self.maximums.get();
        let mut open = self.open();
        let own = open.get(&client).copied().unwrap_or_default();
        if own.streams >= maximums.streams_per_client || own.spooled_bytes >= maximums.spool_bytes_per_client
        {
            count_refusal("client");
            return Err(Problem::too_many(
                Refusal::ClientStreams,
                "streams at the same time",
                RETRY_AFTER_SECONDS,
            ));
        }
        let (streams, spooled_bytes) = total(&open);
        if streams >= maximums.streams || spooled_bytes >= maximums.spool_bytes {
            count_refusal("total");
            return Err(Problem::busy("The server has too many streams.", RETRY_AFTER_SECONDS)
                .refused(Refusal::Streams));
        }
        open.entry(client).or_default().streams += 1;
        record(&open);
        Ok(StreamPermit { limits: Arc::clone(self), client, spooled_bytes: AtomicU64::new(0) })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Uuid, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The permit of an open stream.
#[derive(Debug)]
pub struct StreamPermit {
    limits: Arc<StreamLimits>,
    client: Uuid,
    spooled_bytes: AtomicU64,
}

impl StreamPermit {
    /// Reserves space in temporary files.
    pub fn reserve_spool(&self, bytes: u64) -> Result<(), SpoolFull> {
        let maximums = self.limits.maximums.get();
        let mut open = self.limits.open();
        let (_, total_bytes) = total(&open);
        let own = open.entry(self.client).or_default();
        let limits =
            [(own.spooled_bytes, maximums.spool_bytes_per_client), (total_bytes, maximums.spool_bytes)];
        if limits.iter().any(|(used, limit)| used.saturating_add(bytes) > *limit) {
            Refusal::Spool.count();
            return Err(SpoolFull);
        }
        own.spooled_bytes += bytes;
        self.spooled_bytes.fetch_add(bytes, Ordering::Relaxed);
        record(&open);
        Ok(())
    }

    /// The space that the stream has reserved.
    pub fn spooled_bytes(&self) -> u64 {
        self.spooled_bytes.load(Ordering::Relaxed)
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut open = self.limits.open();
        if let Some(own) = open.get_mut(&self.client) {
            own.streams = own.streams.saturating_sub(1);
            own.spooled_bytes = own.spooled_bytes.saturating_sub(*self.spooled_bytes.get_mut());
            if own.streams == 0 {
                open.remove(&self.client);
            }
        }
        record(&open);
    }
}

/// The number of open streams, and the bytes of their temporary files.
fn total(open: &HashMap<Uuid, Open>) -> (usize, u64) {
    open.values().fold((0, 0), |(streams, bytes), own| (streams + own.streams, bytes + own.spooled_bytes))
}

#[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
fn record(open: &HashMap<Uuid, Open>) {
    let (streams, spooled_bytes) = total(open);
    metrics::gauge!("folkmoot_streams_open").set(streams as f64);
    metrics::gauge!("folkmoot_stream_spool_bytes").set(spooled_bytes as f64);
}

fn count_refusal(limit: &'static str) {
    metrics::counter!("folkmoot_streams_refused_total", "limit" => limit).increment(1);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::path::PathBuf;

    use super::*;
    use crate::stream::chunks::{Message, queue};

    const ONE: Uuid = Uuid::from_u128(1);
    const OTHER: Uuid = Uuid::from_u128(2);

    fn limits() -> Arc<StreamLimits> {
        let maximums =
            Maximums { streams: 3, streams_per_client: 2, spool_bytes: 100, spool_bytes_per_client: 60 };
        Arc::new(StreamLimits { maximums: Reloadable::new(maximums), open: Mutex::default() })
    }

    fn status(result: Result<StreamPermit, Problem>) -> u16 {
        result.unwrap_err().kind.status
    }

    #[test]
    fn streams_are_limited_per_client_and_in_total() {
        let limits = limits();
        let first = limits.begin(ONE).unwrap();
        let _second = limits.begin(ONE).unwrap();
        assert_eq!(status(limits.begin(ONE)), 429);
        let _third = limits.begin(OTHER).unwrap();
        assert_eq!(status(limits.begin(OTHER)), 503);
        drop(first);
        assert!(limits.begin(OTHER).is_ok());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_client_that_has_seen_the_end_of_a_stream_can_begin_another() {
        let limits = limits();
        let _first = limits.begin(ONE).unwrap();
        for round in 0..1000 {
            let (chunks, mut body) = queue(Arc::new(limits.begin(ONE).unwrap()), PathBuf::new());
            let thread = std::thread::spawn(move || chunks.finish());
            assert!(matches!(body.messages.recv().await, Some(Message::End)));
            drop(body);
            assert!(limits.begin(ONE).is_ok(), "{round}");
            thread.join().unwrap().unwrap();
        }
    }

    #[test]
    fn spool_space_is_limited_per_client_and_in_total_and_released() {
        let limits = limits();
        let (one, other) = (limits.begin(ONE).unwrap(), limits.begin(OTHER).unwrap());
        one.reserve_spool(60).unwrap();
        assert!(one.reserve_spool(1).is_err());
        assert_eq!(status(limits.begin(ONE)), 429);
        other.reserve_spool(40).unwrap();
        assert!(other.reserve_spool(1).is_err());
        assert_eq!(status(limits.begin(OTHER)), 503);
        drop(one);
        other.reserve_spool(20).unwrap();
        assert!(limits.begin(ONE).is_ok());
    }
}
