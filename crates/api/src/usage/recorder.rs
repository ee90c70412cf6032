//! Counters in memory. Each thread has its own, so that counting does not wait.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::IpAddr;
use std::num::NonZero;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use folkmoot_store::usage::{
    self, Activity, ClientRefusal, CountedRefusals, CounterKey, Counts, RECENT_REQUESTS, ReadKey,
    RecentRequest, UsageBatch, count_refusal, day_of, hour_of,
};
use folkmoot_store::{Store, StoreError};
use http::HeaderValue;
use uuid::Uuid;

use super::operation::Operation;

/// How often a report makes a server store what it counted.
const READ_INTERVAL_MILLISECONDS: i64 = 1000;

/// A request of a client that got its response.
#[derive(Debug, Clone)]
pub struct Served {
    /// The client.
    pub client: Uuid,
    /// The operation.
    pub operation: Operation,
    /// The status of the response.
    pub status: u16,
    /// The code of the problem; empty if there is none.
    pub error_code: &'static str,
    /// The number of records in the response.
    pub records: i64,
    /// The records by resource, if the operation concerns several.
    pub reads: Vec<(&'static str, i64)>,
    /// When it was received, in milliseconds since 1970.
    pub at: i64,
    /// The time until the response began, in milliseconds.
    pub duration_ms: i64,
    /// Its id.
    pub request_id: String,
    /// Who sent it, if the client has a secret. The pages of a publishable key are opened by visitors.
    pub sender: Option<Sender>,
}

/// Who sent a request.
#[derive(Debug, Clone)]
pub struct Sender {
    /// The network address.
    pub address: IpAddr,
    /// The header `User-Agent`.
    pub user_agent: Option<HeaderValue>,
}

/// The maximum number of characters of a `User-Agent` that are stored.
const MAX_USER_AGENT: usize = 200;

/// Counts requests, and stores what it counted.
#[derive(Debug)]
pub struct UsageRecorder {
    shards: Box<[Mutex<Shard>]>,
    /// The requests that were refused.
    refusals: Mutex<CountedRefusals>,
    /// The batch that is being stored. After an error it is sent again as it is, because it may have been stored.
    unconfirmed: tokio::sync::Mutex<Option<Arc<UsageBatch>>>,
    /// When a report last made this server store what it counted, in milliseconds since 1970.
    stored_for_read_at: AtomicI64,
}

/// The counters of the threads that use it, by client.
type Shard = HashMap<Uuid, ClientUsage>;

/// What a client did since the last batch.
#[derive(Debug)]
struct ClientUsage {
    activity: Activity,
    /// Few, so that a search from the beginning is faster than a map.
    counters: Vec<(Kind, Counts)>,
    /// By day, operation and resource.
    reads: BTreeMap<(i64, Operation, &'static str), i64>,
    recent: VecDeque<RecentRequest>,
    /// The latest, with the time of the request.
    sender: Option<(i64, Sender)>,
}

/// What the requests of a client are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kind {
    hour: i64,
    operation: Operation,
    status: u16,
    error_code: &'static str,
}

thread_local! {
    /// The number of this thread.
    static THREAD: usize = {
        static THREADS: AtomicUsize = AtomicUsize::new(0);
        THREADS.fetch_add(1, Ordering::Relaxed)
    };
}

impl Default for UsageRecorder {
    fn default() -> Self {
        // Threads that are not workers of the runtime count as well: they end streamed bodies.
        let shards = std::thread::available_parallelism().map_or(2, NonZero::get) * 2;
        Self {
            shards: (0..shards).map(|_| Mutex::default()).collect(),
            refusals: Mutex::default(),
            unconfirmed: tokio::sync::Mutex::default(),
            stored_for_read_at: AtomicI64::new(0),
        }
    }
}

impl UsageRecorder {
    /// Counts a request whose response had a body of this number of bytes.
    pub fn record(&self, served: Served, bytes: u64) {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        let shard = THREAD.with(|thread| thread % self.shards.len());
        let mut shard = self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner);
        let usage = shard.entry(served.client).or_insert_with(|| ClientUsage::new(served.at));
        usage.add(served, bytes);
    }

    /// Counts a request of a known client that was refused at a time in milliseconds since 1970.
    pub fn refuse(&self, refusal: ClientRefusal, at: i64) {
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        count_refusal(&mut refusals, refusal, at);
    }

    /// Stores what was counted since the last call. After an error, the next call stores it.
    pub async fn store(&self, store: &Arc<Store>, now: i64) -> Result<(), StoreError> {
        let mut unconfirmed = self.unconfirmed.lock().await;
        // The batch of an earlier call that failed, then what was counted since.
        for _ in 0..2 {
            if unconfirmed.is_none() {
                *unconfirmed = self.take().map(Arc::new);
            }
            let Some(batch) = unconfirmed.clone() else { return Ok(()) };
            store.run_usage(move |store| store.usage().add(&batch, now)).await?;
            *unconfirmed = None;
        }
        Ok(())
    }

    /// Like [`Self::store`], but at most once a second, so that readers do not cause many writes.
    pub async fn store_before_read(&self, store: &Arc<Store>, now: i64) -> Result<(), StoreError> {
        let last = self.stored_for_read_at.load(Ordering::Relaxed);
        let claim = self.stored_for_read_at.compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed);
        if now - last < READ_INTERVAL_MILLISECONDS || claim.is_err() {
            return Ok(());
        }
        self.store(store, now).await
    }

    /// What was counted since the last call; `None` if nothing was.
    fn take(&self) -> Option<UsageBatch> {
        let mut batch = UsageBatch { id: Uuid::new_v4(), ..UsageBatch::default() };
        for shard in &self.shards {
            let counted = std::mem::take(&mut *shard.lock().unwrap_or_else(PoisonError::into_inner));
            for (client, usage) in counted {
                usage.move_to(&mut batch, client);
            }
        }
        batch.refusals = std::mem::take(&mut *self.refusals.lock().unwrap_or_else(PoisonError::into_inner));
        (!batch.is_empty()).then_some(batch)
    }
}

impl ClientUsage {
    fn new(at: i64) -> Self {
        let activity = Activity { first: at, last: at };
        Self { activity, counters: Vec::new(), reads: BTreeMap::new(), recent: VecDeque::new(), sender: None }
    }

    fn add(&mut self, served: Served, bytes: i64) {
        let Served { operation, status, error_code, records, at, duration_ms, .. } = served;
        self.activity = merged(self.activity, Activity { first: at, last: at });
        let kind = Kind { hour: hour_of(at), operation, status, error_code };
        let counts = Counts { requests: 1, records, bytes };
        match self.counters.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, sum)) => *sum += counts,
            None => self.counters.push((kind, counts)),
        }
        for (resource, records) in &served.reads {
            *self.reads.entry((day_of(at), operation, resource)).or_default() += records;
        }
        if self.recent.len() == RECENT_REQUESTS {
            self.recent.pop_front();
        }
        let operation = operation.id();
        self.recent.push_back(RecentRequest {
            at,
            operation,
            status,
            records,
            bytes,
            error_code,
            duration_ms,
            request_id: Some(served.request_id),
        });
        if let Some(sender) = served.sender {
            self.sender = Some((at, sender));
        }
    }

    fn move_to(self, batch: &mut UsageBatch, client: Uuid) {
        let activity = batch.activity.entry(client).or_insert(self.activity);
        *activity = merged(*activity, self.activity);
        for (Kind { hour, operation, status, error_code }, counts) in self.counters {
            let key = CounterKey { hour, client, operation: operation.id(), status, error_code };
            *batch.counters.entry(key).or_default() += counts;
        }
        for ((day, operation, resource), records) in self.reads {
            let key = ReadKey { day, client, operation: operation.id(), resource };
            *batch.reads.entry(key).or_default() += records;
        }
        if let Some((at, sender)) = self.sender
            && batch.senders.get(&client).is_none_or(|known| known.at < at)
        {
            batch.senders.insert(client, sender.stored(at));
        }
        let recent = batch.recent.entry(client).or_default();
        recent.extend(self.recent);
        recent.make_contiguous().sort_by_key(|request| request.at);
        recent.drain(..recent.len().saturating_sub(RECENT_REQUESTS));
    }
}

impl Sender {
    /// The sender of a request at a time in milliseconds since 1970, as it is stored.
    fn stored(self, at: i64) -> usage::Sender {
        let user_agent = self.user_agent.as_ref().and_then(|value| value.to_str().ok());
        usage::Sender {
            at,
            address: self.address.to_string(),
            user_agent: user_agent.map(|text| text.chars().take(MAX_USER_AGENT).collect()),
        }
    }
}

fn merged(one: Activity, other: Activity) -> Activity {
    Activity { first: one.first.min(other.first), last: one.last.max(other.last) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use folkmoot_model::resources::RESOURCES;
    use folkmoot_model::timestamp::MILLISECONDS_OF_DAY;
    use folkmoot_store::DatabaseLocation;

    use super::*;

    const CLIENT: Uuid = Uuid::from_u128(7);
    const MIDNIGHT: i64 = 20_000 * MILLISECONDS_OF_DAY;

    fn served(at: i64) -> Served {
        Served {
            client: CLIENT,
            operation: Operation::list(RESOURCES[0]),
            status: 200,
            error_code: "",
            records: 24,
            reads: Vec::new(),
            at,
            duration_ms: 1,
            request_id: "request-1".to_owned(),
            sender: None,
        }
    }

    #[test]
    fn a_batch_that_a_busy_database_refuses_is_added_once() {
        let directory = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(&DatabaseLocation::Directory(directory.path().to_owned())).unwrap());
        let runtime = folkmoot_runtime::blocking::runtime().unwrap();
        let usage = UsageRecorder::default();
        usage.record(served(MIDNIGHT), 100);
        let other = rusqlite::Connection::open(directory.path().join("folkmoot.sqlite")).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        let refused = runtime.block_on(usage.store(&store, MIDNIGHT));
        assert!(matches!(refused, Err(StoreError::Busy)), "{refused:?}");
        usage.record(served(MIDNIGHT + 1), 100);
        other.execute_batch("COMMIT").unwrap();
        runtime.block_on(usage.store(&store, MIDNIGHT)).unwrap();
        runtime.block_on(usage.store(&store, MIDNIGHT)).unwrap();
        let report = store.usage().of_client(CLIENT, day_of(MIDNIGHT)..=day_of(MIDNIGHT)).unwrap();
        let totals = report.days[&day_of(MIDNIGHT)];
        assert_eq!((totals.requests, totals.records, totals.bytes), (2, 48, 200));
        let activity = store.usage().activity_of(CLIENT).unwrap().unwrap();
        assert_eq!(activity, Activity { first: MIDNIGHT, last: MIDNIGHT + 1 });
    }

    #[test]
    fn a_batch_that_was_stored_already_changes_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(&DatabaseLocation::Directory(directory.path().to_owned())).unwrap();
        let usage = UsageRecorder::default();
        usage.record(served(MIDNIGHT), 100);
        let batch = usage.take().unwrap();
        store.usage().add(&batch, MIDNIGHT).unwrap();
        store.usage().add(&batch, MIDNIGHT).unwrap();
        let report = store.usage().of_all(day_of(MIDNIGHT)..=day_of(MIDNIGHT)).unwrap();
        assert_eq!(report.days[&day_of(MIDNIGHT)].requests, 1);
        assert_eq!(store.usage().recent(CLIENT).unwrap().len(), 1);
    }

    #[test]
    fn only_the_latest_requests_are_stored() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(&DatabaseLocation::Directory(directory.path().to_owned())).unwrap();
        let usage = UsageRecorder::default();
        for batch in 0..3 {
            (0..150).for_each(|number| usage.record(served(MIDNIGHT + batch * 150 + number), 1));
            store.usage().add(&usage.take().unwrap(), MIDNIGHT).unwrap();
        }
        let recent: Vec<i64> =
            store.usage().recent(CLIENT).unwrap().iter().map(|request| request.at - MIDNIGHT).collect();
        let expected: Vec<i64> = (250..450).rev().collect();
        assert_eq!(recent, expected);
        assert_eq!(usage.take().map(|batch| batch.id), None);
    }

    #[test]
    fn usage_is_deleted_after_the_retention_period() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(&DatabaseLocation::Directory(directory.path().to_owned())).unwrap();
        let usage = UsageRecorder::default();
        (0..20).for_each(|day| usage.record(served(MIDNIGHT - day * MILLISECONDS_OF_DAY), 1));
        store.usage().add(&usage.take().unwrap(), MIDNIGHT).unwrap();
        while store.usage().delete_expired(MIDNIGHT, 10).unwrap() {}
        let today = day_of(MIDNIGHT);
        let days = |report: usage::UsageReport| report.days.into_keys().collect::<Vec<_>>();
        let expected: Vec<i64> = (today - 9..=today).collect();
        assert_eq!(days(store.usage().of_all(today - 30..=today).unwrap()), expected);
        assert_eq!(days(store.usage().of_client(CLIENT, today - 30..=today).unwrap()), expected);
        assert_eq!(store.usage().by_client(today - 30..=today, 9).unwrap()[0].1.requests, 10);
        assert_eq!(store.usage().recent(CLIENT).unwrap().len(), 10);
        // When the client sent its first request remains known.
        assert_eq!(
            store.usage().activity_of(CLIENT).unwrap().unwrap().first,
            MIDNIGHT - 19 * MILLISECONDS_OF_DAY
        );
    }

    #[test]
    fn threads_are_counted_together() {
        let usage = UsageRecorder::default();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| (0..1000).for_each(|_| usage.record(served(MIDNIGHT), 3)));
            }
        });
        let batch = usage.take().unwrap();
        let counts: Vec<Counts> = batch.counters.into_values().collect();
        assert_eq!(counts, [Counts { requests: 8000, records: 8000 * 24, bytes: 24_000 }]);
        assert_eq!(batch.recent[&CLIENT].len(), RECENT_REQUESTS);
    }
}
