//! Which replicas may be read from: those that respond and are not too far behind.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadpool_postgres::Pool;

use super::shared_connections::SharedConnections;
use super::{Settings, client, within_timeout};
use crate::StoreError;
use crate::servers::ReplicaState;

/// The interval at which each replica is probed.
const INTERVAL: Duration = Duration::from_millis(500);

/// A replica.
#[derive(Debug)]
pub struct Replica {
    /// The connections to it.
    pub pool: Pool,
    /// The connections to it that pages share.
    pub shared: SharedConnections,
    number: usize,
    responds: AtomicBool,
    is_current: AtomicBool,
    lag_milliseconds: AtomicU64,
}

impl Replica {
    /// Its state as of the last probe.
    pub fn state(&self) -> ReplicaState {
        ReplicaState {
            responds: self.responds.load(Ordering::Acquire),
            lag: Duration::from_millis(self.lag_milliseconds.load(Ordering::Relaxed)),
        }
    }

    /// Excludes it until it responds again.
    pub fn exclude(&self, error: &StoreError) {
        if self.responds.swap(false, Ordering::AcqRel) {
            tracing::warn!(replica = self.number, %error, "stopped reading from replica");
        }
    }
}

/// All replicas.
#[derive(Debug)]
pub struct Replicas {
    all: Vec<Replica>,
    next: AtomicUsize,
    observed: Arc<AtomicI64>,
    /// When this server first observed which change, as far back as a replica may lag.
    history: Mutex<VecDeque<(Instant, i64)>>,
    max_lag: Duration,
    timeout: Duration,
}

impl Replicas {
    /// Replicas that were not probed yet, and are not used until then.
    pub fn new(pools: Vec<Pool>, observed: Arc<AtomicI64>, settings: &Settings) -> Arc<Self> {
        let replica = |(index, pool): (usize, Pool)| Replica {
            shared: SharedConnections::new(pool.clone(), settings.timeout),
            pool,
            number: index + 1,
            responds: AtomicBool::new(false),
            is_current: AtomicBool::new(false),
            lag_milliseconds: AtomicU64::new(0),
        };
        Arc::new(Self {
            all: pools.into_iter().enumerate().map(replica).collect(),
            next: AtomicUsize::new(0),
            observed,
            history: Mutex::default(),
            max_lag: settings.max_lag,
            timeout: settings.timeout,
        })
    }

    /// The replicas that respond and are not too far behind, starting with another one each time.
    pub fn usable(&self) -> impl Iterator<Item = &Replica> {
        self.responsive().filter(|replica| replica.is_current.load(Ordering::Acquire))
    }

    /// The replicas that respond, starting with another one each time.
    pub fn responsive(&self) -> impl Iterator<Item = &Replica> {
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        let count = self.all.len();
        (0..count)
            .map(move |offset| &self.all[(first + offset) % count])
            .filter(|replica| replica.responds.load(Ordering::Acquire))
    }

    /// All replicas, in the order of the settings.
    pub fn all(&self) -> &[Replica] {
        &self.all
    }

    /// Records that this server observed a change.
    pub fn observe(&self, sequence: i64) {
        let mut history = self.history.lock().unwrap_or_else(PoisonError::into_inner);
        if history.back().is_some_and(|(_, newest)| *newest == sequence) {
            return;
        }
        let now = Instant::now();
        history.push_back((now, sequence));
        while history.get(1).is_some_and(|(since, _)| now.duration_since(*since) > self.max_lag) {
            history.pop_front();
        }
    }

    /// Probes every replica at intervals, until this is the last reference.
    pub async fn watch(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(INTERVAL);
        while Arc::strong_count(&self) > 1 && !self.all.is_empty() {
            ticks.tick().await;
            self.probe_all().await;
        }
    }

    /// Probes every replica once.
    pub async fn probe_all(&self) {
        futures_util::future::join_all(self.all.iter().map(|replica| self.probe(replica))).await;
    }

    async fn probe(&self, replica: &Replica) {
        match self.newest_change(replica).await {
            Ok((newest, replayed)) => {
                let missing = self.missing_for(newest);
                replica
                    .is_current
                    .store(missing.is_none_or(|missing| missing <= self.max_lag), Ordering::Release);
                // What this server observed reaches back only as far as the maximum lag. The replica knows how old its state is.
                let lag = missing.map_or(Duration::ZERO, |missing| missing.max(replayed));
                let milliseconds = u64::try_from(lag.as_millis()).unwrap_or(u64::MAX);
                replica.lag_milliseconds.store(milliseconds, Ordering::Relaxed);
                if !replica.responds.swap(true, Ordering::AcqRel) {
                    tracing::info!(replica = replica.number, "started reading from replica");
                }
            }
            Err(error) => replica.exclude(&error),
        }
    }

    /// The newest change of a replica, and the age of the last transaction that it applied: 0 if it is not a standby.
    async fn newest_change(&self, replica: &Replica) -> Result<(i64, Duration), StoreError> {
        let client = client(&replica.pool, self.timeout).await?;
        let newest = "SELECT COALESCE(MAX(sequence), 0), \
             COALESCE(EXTRACT(EPOCH FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8, 0) FROM changes";
        let found = within_timeout(Some(self.timeout), async {
            let statement = client.prepare_cached(newest).await?;
            client.query_one(&statement, &[]).await
        });
        match found.await {
            Ok(row) => {
                let age = Duration::try_from_secs_f64(row.try_get(1)?).unwrap_or_default();
                Ok((row.try_get(0)?, age))
            }
            Err(error) => {
                drop(deadpool_postgres::Object::take(client));
                Err(error)
            }
        }
    }

    /// How long ago this server observed the oldest change that a replica lacks whose newest change is `newest`; `None` if it lacks
    /// none.
    fn missing_for(&self, newest: i64) -> Option<Duration> {
        if newest >= self.observed.load(Ordering::Acquire) {
            return None;
        }
        let history = self.history.lock().unwrap_or_else(PoisonError::into_inner);
        let missing = history.iter().find(|(_, sequence)| *sequence > newest);
        missing.map(|(since, _)| since.elapsed())
    }
}
