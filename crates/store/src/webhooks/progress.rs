//! What a server stores while it delivers events: in one transaction for all endpoints, so that what it costs does not grow with
//! their number.

use std::collections::BTreeSet;

use folkmoot_database::executor::Executor;
use folkmoot_database::value::Value;
use uuid::Uuid;

use super::{Attempt, LISTED_ATTEMPTS, PauseReason, WaitingEvent, Webhooks, json, pause};
use crate::StoreError;
use crate::changes::page::Position;

/// How many rows one statement writes.
const ROWS_AT_ONCE: usize = 100;
/// The age at which attempts are deleted, in milliseconds: 30 days.
const ATTEMPTS_KEPT: i64 = 30 * 24 * 3_600_000;

/// The progress of a server with one endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// The endpoint.
    pub endpoint: Uuid,
    /// The part of the change feed that was read.
    pub read: Option<ReadPart>,
    /// The attempts that ended.
    pub outcomes: Vec<Outcome>,
    /// The new [`super::Endpoint::failing_since`] and [`super::Endpoint::last_success_at`].
    pub health: Option<(Option<i64>, Option<i64>)>,
    /// Why the endpoint is paused now.
    pub pause: Option<PauseReason>,
}

/// A part of the change feed that was read for an endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadPart {
    /// The version of the endpoint that it was read for. Nothing is stored if there is another one now.
    pub version: i64,
    /// The stored position where it begins. Nothing is stored if another server was faster.
    pub from: Position,
    /// Its end.
    pub to: Position,
    /// What the client can read.
    pub binding: String,
    /// The events that do not wait any more.
    pub removed: Vec<String>,
    /// The new or changed events.
    pub added: Vec<WaitingEvent>,
}

/// What follows from an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The attempt.
    pub attempt: Attempt,
    /// The number of attempts so far.
    pub attempts: i64,
}

impl Webhooks<'_> {
    /// Stores the progress of a server. Returns the endpoints that it does not deliver to any more, and those whose
    /// [`ReadPart`] was not stored; of the former, nothing was stored.
    pub fn store(
        self,
        server: &str,
        all: &[Progress],
        now: i64,
    ) -> Result<(BTreeSet<Uuid>, BTreeSet<Uuid>), StoreError> {
        self.store.database.write(|transaction| {
            let (mut lost, mut unread) = (BTreeSet::new(), BTreeSet::new());
            let mut rows = Rows::default();
            for progress in all {
                let id = progress.endpoint;
                if !is_leased(transaction, server, id)? {
                    lost.insert(id);
                } else if !rows.add(transaction, progress, now)? {
                    unread.insert(id);
                }
            }
            rows.write(transaction)?;
            for Progress { endpoint, pause: reason, .. } in all {
                if let Some(reason) = reason.filter(|_| !lost.contains(endpoint)) {
                    pause(transaction, *endpoint, reason, now)?;
                }
            }
            Ok((lost, unread))
        })
    }

    /// Deletes the attempts that are not listed any more.
    pub fn prune_attempts(self, now: i64) -> Result<(), StoreError> {
        self.store.database.write(|transaction| {
            let oldest = (now - ATTEMPTS_KEPT).into();
            transaction.execute("DELETE FROM webhook_attempts WHERE attempted_at < ?1", &[oldest])?;
            for id in transaction.all("SELECT id FROM webhook_endpoints", &[], |row| row.required_uuid(0))? {
                let rest = "DELETE FROM webhook_attempts WHERE endpoint_id = ?1 AND key <= (SELECT key FROM webhook_attempts
                            WHERE endpoint_id = ?1 ORDER BY key DESC LIMIT 1 OFFSET ?2)";
                transaction.execute(rest, &[id.into(), LISTED_ATTEMPTS.into()])?;
            }
            Ok(())
        })
    }
}

fn is_leased(transaction: &dyn Executor, server: &str, id: Uuid) -> Result<bool, StoreError> {
    let leased = "SELECT 1 FROM webhook_endpoints WHERE id = ?1 AND leased_by = ?2 AND paused_at IS NULL";
    transaction.exists(leased, &[id.into(), server.into()])
}

/// The rows that all endpoints write.
#[derive(Default)]
struct Rows {
    removed: Vec<Value>,
    events: Vec<Value>,
    attempts: Vec<Value>,
}

impl Rows {
    /// Adds the rows of an endpoint and writes its state. Returns whether the part of the feed is among them, if there is one.
    fn add(&mut self, transaction: &dyn Executor, progress: &Progress, now: i64) -> Result<bool, StoreError> {
        let id = progress.endpoint;
        for Outcome { attempt, attempts } in &progress.outcomes {
            match attempt.next_attempt_at {
                Some(due_at) => self.add_event(
                    id,
                    &WaitingEvent {
                        id: attempt.event_id.clone(),
                        event: attempt.event.clone(),
                        attempts: *attempts,
                        due_at,
                    },
                )?,
                None => self.remove(id, &attempt.event_id),
            }
        }
        let first_listed =
            progress.outcomes.len().saturating_sub(usize::try_from(LISTED_ATTEMPTS).unwrap_or(0));
        for Outcome { attempt, .. } in &progress.outcomes[first_listed..] {
            self.attempts.extend([
                id.into(),
                (&attempt.event_id).into(),
                json(&attempt.event)?.into(),
                attempt.attempted_at.into(),
                attempt.duration.into(),
                attempt.status.into(),
                attempt.error.clone().into(),
                attempt.next_attempt_at.into(),
            ]);
        }
        if let Some((failing_since, last_success_at)) = progress.health {
            let health =
                "UPDATE webhook_endpoints SET failing_since = ?2, last_success_at = ?3 WHERE id = ?1";
            transaction.execute(health, &[id.into(), failing_since.into(), last_success_at.into()])?;
        }
        let Some(ReadPart { version, from, to, binding, removed, added }) = &progress.read else {
            return Ok(true);
        };
        let updated = transaction.execute(
            "UPDATE webhook_endpoints SET after_sequence = ?2, after_happened_at = ?3, after_key = ?4, binding = ?5,
               catches_up = FALSE, previous_secret = CASE WHEN previous_secret_until > ?7 THEN previous_secret END
             WHERE id = ?1 AND version = ?6 AND after_sequence = ?8",
            &[
                id.into(),
                to.version.sequence.into(),
                to.version.happened_at.into(),
                to.within.into(),
                binding.into(),
                (*version).into(),
                now.into(),
                from.version.sequence.into(),
            ],
        )?;
        if updated == 0 {
            return Ok(false);
        }
        for event in removed {
            self.remove(id, event);
        }
        added.iter().try_for_each(|event| self.add_event(id, event))?;
        Ok(true)
    }

    fn remove(&mut self, endpoint: Uuid, event: &str) {
        self.removed.extend([endpoint.into(), event.into()]);
    }

    fn add_event(&mut self, endpoint: Uuid, waiting: &WaitingEvent) -> Result<(), StoreError> {
        self.events.extend([
            endpoint.into(),
            (&waiting.id).into(),
            json(&waiting.event)?.into(),
            waiting.attempts.into(),
            waiting.due_at.into(),
        ]);
        Ok(())
    }

    fn write(self, transaction: &dyn Executor) -> Result<(), StoreError> {
        for chunk in self.removed.chunks(2 * ROWS_AT_ONCE) {
            let row = |row: usize| format!("(endpoint_id = ?{} AND id = ?{})", 2 * row + 1, 2 * row + 2);
            let rows: Vec<String> = (0..chunk.len() / 2).map(row).collect();
            transaction.execute(&format!("DELETE FROM webhook_events WHERE {}", rows.join(" OR ")), chunk)?;
        }
        insert(
            transaction,
            "webhook_events",
            &["endpoint_id", "id", "event", "attempts", "due_at"],
            &self.events,
            "ON CONFLICT (endpoint_id, id) DO UPDATE SET event = excluded.event, attempts = excluded.attempts,
               due_at = excluded.due_at",
        )?;
        let columns = [
            "endpoint_id",
            "event_id",
            "event",
            "attempted_at",
            "duration",
            "status",
            "error",
            "next_attempt_at",
        ];
        insert(transaction, "webhook_attempts", &columns, &self.attempts, "")
    }
}

/// Inserts rows, many with one statement.
fn insert(
    transaction: &dyn Executor,
    table: &str,
    columns: &[&str],
    values: &[Value],
    conflict: &str,
) -> Result<(), StoreError> {
    let width = columns.len();
    for chunk in values.chunks(ROWS_AT_ONCE * width) {
        let row = |row: usize| {
            let parameters = (1..=width).map(|column| format!("?{}", row * width + column));
            format!("({})", parameters.collect::<Vec<_>>().join(", "))
        };
        let rows: Vec<String> = (0..chunk.len() / width).map(row).collect();
        let columns = columns.join(", ");
        let sql = format!("INSERT INTO {table} ({columns}) VALUES {} {conflict}", rows.join(", "));
        transaction.execute(&sql, chunk)?;
    }
    Ok(())
}
