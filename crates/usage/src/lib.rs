//! How clients use the public API: counters by hour and day, and the latest requests of each client.

mod counter_table;
mod read;
mod reads;
mod refusals;
mod senders;
mod write;

use std::collections::{BTreeMap, VecDeque};

use folkmoot_database::Database;
use uuid::Uuid;

pub use self::read::{ClientCounters, ErrorCount, ExportedRow, Totals, UsageReport};
pub use self::reads::{ReadKey, ReadRow};
pub use self::refusals::{
    ClientRefusal, CountedRefusals, RefusalReason, RefusedRequests, count as count_refusal,
};
pub use self::senders::Sender;

/// The number of requests of a client that are stored.
pub const RECENT_REQUESTS: usize = 200;
/// The number of days for which hours are stored. Older requests are counted by day only.
pub const HOURS_RETAINED_DAYS: i64 = 7;
/// The number of hours of a day.
const HOURS: i64 = 24;
const HOUR_MILLISECONDS: i64 = 3_600_000;

/// The hour that contains a timestamp in milliseconds, counted from 1970.
pub const fn hour_of(milliseconds: i64) -> i64 {
    milliseconds.div_euclid(HOUR_MILLISECONDS)
}

/// The day that contains a timestamp in milliseconds, counted from 1970, in UTC.
pub const fn day_of(milliseconds: i64) -> i64 {
    hour_of(milliseconds).div_euclid(HOURS)
}

/// The date of a day that is counted from 1970: `YYYY-MM-DD`.
pub fn date_of(day: i64) -> String {
    let first = jiff::civil::date(1970, 1, 1);
    let date = jiff::Span::new().try_days(day).and_then(|days| first.checked_add(days));
    date.unwrap_or(first).to_string()
}

/// What requests are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CounterKey {
    /// The hour, counted from 1970.
    pub hour: i64,
    /// The client.
    pub client: Uuid,
    /// The `operationId`.
    pub operation: &'static str,
    /// The status of the response.
    pub status: u16,
    /// The code of the problem; empty if there is none.
    pub error_code: &'static str,
}

/// The requests of a [`CounterKey`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of requests.
    pub requests: i64,
    /// The number of records in the responses.
    pub records: i64,
    /// The bytes of the bodies of the responses, as sent.
    pub bytes: i64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.records += other.records;
        self.bytes += other.bytes;
    }
}

/// A request of a client, without any value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentRequest<Text = &'static str> {
    /// When it was received, in milliseconds since 1970.
    pub at: i64,
    /// The `operationId`.
    pub operation: Text,
    /// The status of the response.
    pub status: u16,
    /// The number of records in the response.
    pub records: i64,
    /// The bytes of the body of the response, as sent.
    pub bytes: i64,
    /// The code of the problem; empty if there is none.
    pub error_code: Text,
    /// The time until the response began, in milliseconds.
    pub duration_ms: i64,
    /// Its id, which the client received; `None` if an earlier release stored it.
    pub request_id: Option<String>,
}

/// When a client sent requests, in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Activity {
    /// The first request.
    pub first: i64,
    /// The latest request.
    pub last: i64,
}

/// What a server has counted since its last batch. It is added once, even if it is sent twice.
#[derive(Debug, Default)]
pub struct UsageBatch {
    /// Identifies the batch.
    pub id: Uuid,
    /// The counters.
    pub counters: BTreeMap<CounterKey, Counts>,
    /// The latest requests by client, oldest first; at most [`RECENT_REQUESTS`] of each.
    pub recent: BTreeMap<Uuid, VecDeque<RecentRequest>>,
    /// When each client sent its first and its latest request of the batch.
    pub activity: BTreeMap<Uuid, Activity>,
    /// The records that were received by operations that concern several resources.
    pub reads: BTreeMap<ReadKey, i64>,
    /// The refused requests.
    pub refusals: CountedRefusals,
    /// Who sent the latest request of each client that has a secret.
    pub senders: BTreeMap<Uuid, Sender>,
}

impl UsageBatch {
    /// Whether there is nothing to add.
    pub fn is_empty(&self) -> bool {
        self.activity.is_empty() && self.refusals.is_empty()
    }
}

/// Operations on usage.
#[derive(Debug, Clone, Copy)]
pub struct Usage<'a> {
    database: &'a Database,
}

impl<'a> Usage<'a> {
    /// The usage that is stored in a database.
    pub fn new(database: &'a Database) -> Self {
        Self { database }
    }
}
