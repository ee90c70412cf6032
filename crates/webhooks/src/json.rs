//! The JSON of webhooks, the same in the admin API and in the output of commands.

use folkmoot_administration::json::{UtcTimestamp, Word, Words};
use folkmoot_store::webhooks::{Attempt, Endpoint, PauseReason};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

/// A webhook, without its secret.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Webhook {
    #[serde(rename = "webhook_id")]
    id: Uuid,
    client_id: Uuid,
    /// The name of the client, whose access decides what the webhook gets.
    client_name: Option<String>,
    url: String,
    /// The types of its events; `null` for all.
    events: Option<Vec<String>>,
    /// The projects of its events; `null` for all.
    projects: Option<Vec<Uuid>>,
    state: Word<State>,
    /// Why it is paused.
    pause_reason: Option<Word<Reason>>,
    paused_at: Option<UtcTimestamp>,
    /// When the first attempt failed after the last one that succeeded.
    failing_since: Option<UtcTimestamp>,
    last_success_at: Option<UtcTimestamp>,
    /// Until when the previous secret signs, too.
    previous_secret_expires_at: Option<UtcTimestamp>,
    /// The number of events that wait.
    waiting: i64,
    created_at: UtcTimestamp,
}

/// An attempt to send an event.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookAttempt {
    /// The value of the header `webhook-id`.
    event_id: String,
    #[serde(rename = "type")]
    kind: String,
    /// The plural name of the resource of the record.
    resource: Option<String>,
    record_id: Option<Uuid>,
    attempted_at: UtcTimestamp,
    duration_milliseconds: i64,
    /// The status of the response; `null` if there was none.
    status: Option<i64>,
    /// Why it failed; `null` if it succeeded.
    error: Option<String>,
    next_attempt_at: Option<UtcTimestamp>,
}

/// Whether a webhook works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The last attempt succeeded, or there was none.
    Active,
    /// The last attempt failed.
    Failing,
    /// It gets nothing.
    Paused,
}

impl State {
    const ALL: [Self; 3] = [Self::Active, Self::Failing, Self::Paused];

    /// The state of an endpoint.
    pub fn of(endpoint: &Endpoint) -> Self {
        match endpoint {
            Endpoint { paused: Some(_), .. } => Self::Paused,
            Endpoint { failing_since: Some(_), .. } => Self::Failing,
            _ => Self::Active,
        }
    }
}

impl Words for State {
    const SCHEMA: &'static str = "WebhookState";

    fn all() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter()
    }

    fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Failing => "failing",
            Self::Paused => "paused",
        }
    }
}

/// Why a webhook is paused.
#[derive(Debug, Clone, Copy)]
pub struct Reason(PauseReason);

impl Words for Reason {
    const SCHEMA: &'static str = "WebhookPauseReason";

    fn all() -> impl Iterator<Item = Self> {
        PauseReason::ALL.into_iter().map(Self)
    }

    fn name(self) -> &'static str {
        self.0.name()
    }
}

impl Webhook {
    /// The JSON of an endpoint for which `waiting` events wait, at a time in milliseconds since 1970.
    pub fn new(endpoint: &Endpoint, waiting: i64, client_name: Option<String>, now: i64) -> Self {
        let previous = endpoint.previous_secret.as_ref().filter(|(_, until)| *until > now);
        Self {
            id: endpoint.id,
            client_id: endpoint.client,
            client_name,
            url: endpoint.url.clone(),
            events: endpoint.events.clone(),
            projects: endpoint.projects.clone(),
            state: Word(State::of(endpoint)),
            pause_reason: endpoint.paused.map(|(_, reason)| Word(Reason(reason))),
            paused_at: endpoint.paused.map(|(at, _)| UtcTimestamp(at)),
            failing_since: endpoint.failing_since.map(UtcTimestamp),
            last_success_at: endpoint.last_success_at.map(UtcTimestamp),
            previous_secret_expires_at: previous.map(|(_, until)| UtcTimestamp(*until)),
            waiting,
            created_at: UtcTimestamp(endpoint.created_at),
        }
    }
}

impl From<Attempt> for WebhookAttempt {
    fn from(attempt: Attempt) -> Self {
        let (resource, record_id) = attempt.event.record.map(|record| (record.resource, record.id)).unzip();
        Self {
            event_id: attempt.event_id,
            kind: attempt.event.kind,
            resource,
            record_id,
            attempted_at: UtcTimestamp(attempt.attempted_at),
            duration_milliseconds: attempt.duration,
            status: attempt.status,
            error: attempt.error,
            next_attempt_at: attempt.next_attempt_at.map(UtcTimestamp),
        }
    }
}
