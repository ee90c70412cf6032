//! Which replicas may be read: those that answer and are not far behind.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadpool_postgres::Pool;

use super::batches::Batches;
use super::{Settings, client, in_time};
use crate::StoreError;

/// How often each replica is looked at.
const INTERVAL: Duration = Duration::from_millis(500);

/// A replica.
#[derive(Debug)]
pub struct Replica {
    /// Connections to it.
    pub pool: Pool,
    /// What pages want of it.
    pub batches: Arc<Batches>,
    number: usize,
    answering: AtomicBool,
    level: AtomicBool,
}

impl Replica {
    /// Leaves it out until it answers again.
    pub fn leave_out(&self, error: &StoreError) {
        if self.answering.swap(false, Ordering::AcqRel) {
            tracing::warn!(replica = self.number, %error, "stopped reading from replica");
        }
    }
}

/// All replicas.
#[derive(Debug)]
pub struct Replicas {
    all: Vec<Replica>,
    next: AtomicUsize,
    seen: Arc<AtomicI64>,
    /// When this server saw which change first, as far back as a replica may be.
    history: Mutex<VecDeque<(Instant, i64)>>,
    lag: Duration,
    patience: Duration,
}

impl Replicas {
    /// Replicas of which nothing is known yet.
    pub fn new(pools: Vec<Pool>, seen: Arc<AtomicI64>, settings: &Settings) -> Arc<Self> {
        let replica = |(place, pool): (usize, Pool)| Replica {
            batches: Batches::new(pool.clone(), settings.patience),
            pool,
            number: place + 1,
            answering: AtomicBool::new(false),
            level: AtomicBool::new(false),
        };
        Arc::new(Self {
            all: pools.into_iter().enumerate().map(replica).collect(),
            next: AtomicUsize::new(0),
            seen,
            history: Mutex::default(),
            lag: settings.lag,
            patience: settings.patience,
        })
    }

    /// Those that answer and are not far behind, each time beginning with another.
    pub fn usable(&self) -> impl Iterator<Item = &Replica> {
        self.answering().filter(|replica| replica.level.load(Ordering::Acquire))
    }

    /// Those that answer.
    pub fn answering(&self) -> impl Iterator<Item = &Replica> {
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        let count = self.all.len();
        (0..count)
            .map(move |offset| &self.all[(first + offset) % count])
            .filter(|replica| replica.answering.load(Ordering::Acquire))
    }

    /// Notes that this server has seen a change.
    pub fn note(&self, sequence: i64) {
        let mut history = self.history.lock().unwrap_or_else(PoisonError::into_inner);
        if history.back().is_some_and(|(_, newest)| *newest == sequence) {
            return;
        }
        let now = Instant::now();
        history.push_back((now, sequence));
        while history.get(1).is_some_and(|(since, _)| now.duration_since(*since) > self.lag) {
            history.pop_front();
        }
    }

    /// Looks at every replica from time to time, for as long as anybody else holds them.
    pub async fn watch(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(INTERVAL);
        while Arc::strong_count(&self) > 1 && !self.all.is_empty() {
            ticks.tick().await;
            futures_util::future::join_all(self.all.iter().map(|replica| self.look_at(replica))).await;
        }
    }

    async fn look_at(&self, replica: &Replica) {
        match self.newest(replica).await {
            Ok(newest) => {
                replica.level.store(self.is_level(newest), Ordering::Release);
                if !replica.answering.swap(true, Ordering::AcqRel) {
                    tracing::info!(replica = replica.number, "started reading from replica");
                }
            }
            Err(error) => replica.leave_out(&error),
        }
    }

    async fn newest(&self, replica: &Replica) -> Result<i64, StoreError> {
        let client = client(&replica.pool, self.patience).await?;
        let newest = "SELECT COALESCE(MAX(sequence), 0) FROM changes";
        let found = in_time(Some(self.patience), async {
            let statement = client.prepare_cached(newest).await?;
            client.query_one(&statement, &[]).await
        });
        match found.await {
            Ok(row) => row.try_get(0).map_err(StoreError::from),
            Err(error) => {
                drop(deadpool_postgres::Object::take(client));
                Err(error)
            }
        }
    }

    /// Whether a replica at this change lacks nothing that was seen longer ago than it may be behind.
    fn is_level(&self, newest: i64) -> bool {
        if newest >= self.seen.load(Ordering::Acquire) {
            return true;
        }
        let history = self.history.lock().unwrap_or_else(PoisonError::into_inner);
        let lacking = history.iter().find(|(_, sequence)| *sequence > newest);
        lacking.is_none_or(|(since, _)| since.elapsed() <= self.lag)
    }
}
