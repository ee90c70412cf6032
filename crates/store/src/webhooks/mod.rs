//! Webhooks: their endpoints, the events that wait for them, and their last attempts. Times are in milliseconds since 1970.

mod endpoints;
mod leases;
mod progress;

use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::changes::Version;
use super::changes::page::Position;
use super::{Store, StoreError};

pub use self::endpoints::{EndpointChange, EndpointUpdate};
pub use self::leases::Leased;
pub use self::progress::{Outcome, Progress, ReadPart};

/// How many attempts of an endpoint are listed.
pub const LISTED_ATTEMPTS: i64 = 100;

/// The URL of a client that gets events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// Its id.
    pub id: Uuid,
    /// The client whose access decides what it gets.
    pub client: Uuid,
    /// The URL.
    pub url: String,
    /// The types of its events; `None` for all.
    pub events: Option<Vec<String>>,
    /// The projects of its events; `None` for all.
    pub projects: Option<Vec<Uuid>>,
    /// The encrypted secret that signs its requests.
    pub secret: String,
    /// The encrypted secret before, and until when it signs requests, too.
    pub previous_secret: Option<(String, i64)>,
    /// When it was created.
    pub created_at: i64,
    /// Increases with each change by an administrator, and with each pause.
    pub version: i64,
    /// Since when and why it gets nothing; `None` if it is active.
    pub paused: Option<(i64, PauseReason)>,
    /// There are events of all changes up to this position in the change feed.
    pub after: Position,
    /// What the client could read at that position; `None` before the first events.
    pub binding: Option<String>,
    /// Whether the next event is about everything since that position.
    pub catches_up: bool,
    /// When the first attempt failed after the last one that succeeded; `None` if none did.
    pub failing_since: Option<i64>,
    /// When an attempt last succeeded.
    pub last_success_at: Option<i64>,
}

/// Why an endpoint gets nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PauseReason {
    /// An administrator paused it.
    Requested,
    /// It responded with the status 410.
    Gone,
    /// It failed for days.
    Failures,
    /// Its client is not active, or the public API is disabled. It resumes when that ends.
    NoAccess,
    /// The platform was restored from a backup, and may be a copy.
    Restored,
}

impl PauseReason {
    /// Every reason.
    pub const ALL: [Self; 5] = [Self::Requested, Self::Gone, Self::Failures, Self::NoAccess, Self::Restored];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Gone => "gone",
            Self::Failures => "failures",
            Self::NoAccess => "no-access",
            Self::Restored => "restored",
        }
    }
}

/// What an event says. Never a value of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its type, such as `idea.created`.
    #[serde(rename = "type")]
    pub kind: String,
    /// When it was made.
    pub at: i64,
    /// The record that it is about; `None` if it is about several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<EventRecord>,
    /// The number of changes that it is about; `None` if that is unknown, or one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The position in the change feed before the change.
    pub after: EventPosition,
    /// Whether the client could read something else at that position, so that no cursor leads from there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_other_access: bool,
}

/// The record that an event is about, as its client sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventRecord {
    /// The plural name of its resource.
    pub resource: String,
    /// Its id.
    pub id: Uuid,
    /// When it last changed.
    pub changed_at: i64,
    /// The project that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<Uuid>,
}

/// A [`Position`] as it is stored: sequence, time and key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventPosition(i64, i64, Option<i64>);

impl From<Position> for EventPosition {
    fn from(Position { version, within }: Position) -> Self {
        Self(version.sequence, version.happened_at, within)
    }
}

impl From<EventPosition> for Position {
    fn from(EventPosition(sequence, happened_at, within): EventPosition) -> Self {
        Self { version: Version { sequence, happened_at }, within }
    }
}

/// An event that waits for an endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingEvent {
    /// The value of the header `webhook-id`.
    pub id: String,
    /// The event.
    pub event: Event,
    /// The number of attempts so far.
    pub attempts: i64,
    /// When the next attempt is made.
    pub due_at: i64,
}

/// An attempt to deliver an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The value of the header `webhook-id`.
    pub event_id: String,
    /// The event.
    pub event: Event,
    /// When it was made.
    pub attempted_at: i64,
    /// How long it took, in milliseconds.
    pub duration: i64,
    /// The status of the response; `None` if there was none.
    pub status: Option<i64>,
    /// Why it failed, in words; `None` if it succeeded.
    pub error: Option<String>,
    /// When the next attempt is made; `None` if there is none.
    pub next_attempt_at: Option<i64>,
}

/// Operations on webhooks.
#[derive(Debug, Clone, Copy)]
pub struct Webhooks<'a> {
    pub(super) store: &'a Store,
}

/// The columns of an endpoint.
const COLUMNS: &str = "id, client_id, url, events, projects, secret, previous_secret, previous_secret_until, created_at, version,
    paused_at, pause_reason, after_sequence, after_happened_at, after_key, binding, catches_up, failing_since, last_success_at";

fn endpoint(row: &dyn RowReader) -> Result<Endpoint, StoreError> {
    let text = |column| Ok::<_, StoreError>(row.text(column)?.map(str::to_owned));
    let reason = row.text(11)?.and_then(|name| PauseReason::ALL.into_iter().find(|it| it.name() == name));
    Ok(Endpoint {
        id: row.required_uuid(0)?,
        client: row.required_uuid(1)?,
        url: row.required_text(2)?,
        events: row.text(3)?.map(parse).transpose()?,
        projects: row.text(4)?.map(parse).transpose()?,
        secret: row.required_text(5)?,
        previous_secret: text(6)?.zip(row.integer(7)?),
        created_at: row.required_integer(8)?,
        version: row.required_integer(9)?,
        // A reason of a later release is as good as any.
        paused: row.integer(10)?.map(|at| (at, reason.unwrap_or(PauseReason::Requested))),
        after: Position {
            version: Version { sequence: row.required_integer(12)?, happened_at: row.required_integer(13)? },
            within: row.integer(14)?,
        },
        binding: text(15)?,
        catches_up: row.required_boolean(16)?,
        failing_since: row.integer(17)?,
        last_success_at: row.integer(18)?,
    })
}

fn find(executor: &dyn Executor, id: Uuid) -> Result<Option<Endpoint>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM webhook_endpoints WHERE id = ?1");
    executor.one(&sql, &[id.into()], endpoint)
}

fn waiting(executor: &dyn Executor, id: Uuid) -> Result<Vec<WaitingEvent>, StoreError> {
    let sql =
        "SELECT id, event, attempts, due_at FROM webhook_events WHERE endpoint_id = ?1 ORDER BY due_at, id";
    executor.all(sql, &[id.into()], |row| {
        Ok(WaitingEvent {
            id: row.required_text(0)?,
            event: parse(&row.required_text(1)?)?,
            attempts: row.required_integer(2)?,
            due_at: row.required_integer(3)?,
        })
    })
}

/// Pauses an endpoint: what waits for it is deleted, and it continues from before the first of these events.
fn pause(executor: &dyn Executor, id: Uuid, reason: PauseReason, now: i64) -> Result<(), StoreError> {
    let Some(endpoint) = find(executor, id)? else { return Ok(()) };
    let first = waiting(executor, id)?.into_iter().map(|waiting| Position::from(waiting.event.after));
    let first = first.chain([endpoint.after]).min();
    let Position { version, within } = first.unwrap_or(endpoint.after);
    executor.execute("DELETE FROM webhook_events WHERE endpoint_id = ?1", &[id.into()])?;
    executor.execute(
        "UPDATE webhook_endpoints SET paused_at = ?2, pause_reason = ?3, after_sequence = ?4, after_happened_at = ?5,
           after_key = ?6, version = version + 1, leased_until = 0 WHERE id = ?1",
        &[
            id.into(),
            now.into(),
            reason.name().into(),
            version.sequence.into(),
            version.happened_at.into(),
            within.into(),
        ],
    )?;
    Ok(())
}

/// Resumes an endpoint. Its first event is about everything since the pause.
fn resume(executor: &dyn Executor, id: Uuid) -> Result<(), StoreError> {
    executor.execute(
        "UPDATE webhook_endpoints SET paused_at = NULL, pause_reason = NULL, catches_up = TRUE, failing_since = NULL,
           version = version + 1 WHERE id = ?1 AND paused_at IS NOT NULL",
        &[id.into()],
    )?;
    Ok(())
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Value(format!("{text}: {error}")))
}

fn json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Value(error.to_string()))
}
