//! What administrators read and change of webhooks.

use folkmoot_database::executor::Executor;
use uuid::Uuid;

use super::{
    Attempt, COLUMNS, Endpoint, Event, LISTED_ATTEMPTS, PauseReason, WaitingEvent, Webhooks, endpoint, find,
    json, parse, pause, resume, waiting,
};
use crate::StoreError;
use crate::changes::newest_version;
use crate::changes::page::Position;

/// New values of the properties of an endpoint; `None` leaves a property as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EndpointUpdate {
    /// [`Endpoint::url`]
    pub url: Option<String>,
    /// [`Endpoint::events`]
    pub events: Option<Option<Vec<String>>>,
    /// [`Endpoint::projects`]
    pub projects: Option<Option<Vec<Uuid>>>,
    /// The new [`Endpoint::secret`], and until when the present one signs, too.
    pub secret: Option<(String, i64)>,
    /// Whether it is paused by an administrator.
    pub is_paused: Option<bool>,
}

/// Whether an administrator paused an endpoint.
fn is_requested(endpoint: &Endpoint) -> bool {
    endpoint.paused.is_some_and(|(_, reason)| reason == PauseReason::Requested)
}

/// A change of an endpoint: the states before and after it; `None` if it did not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointChange {
    /// Before.
    pub before: Option<Endpoint>,
    /// After.
    pub after: Option<Endpoint>,
}

impl Webhooks<'_> {
    /// All endpoints, oldest first, each with the number of events that wait for it.
    pub fn all(self) -> Result<Vec<(Endpoint, i64)>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS}, (SELECT COUNT(*) FROM webhook_events WHERE endpoint_id = webhook_endpoints.id)
             FROM webhook_endpoints ORDER BY created_at, id"
        );
        self.store.database.read_latest(|executor| {
            executor.all(&sql, &[], |row| Ok((endpoint(row)?, row.required_integer(19)?)))
        })
    }

    /// The endpoint with an id, with the number of events that wait for it.
    pub fn find(self, id: Uuid) -> Result<Option<(Endpoint, i64)>, StoreError> {
        self.store.database.read_latest(|executor| {
            let Some(endpoint) = find(executor, id)? else { return Ok(None) };
            let count = "SELECT COUNT(*) FROM webhook_events WHERE endpoint_id = ?1";
            Ok(Some((endpoint, executor.number(count, &[id.into()])?)))
        })
    }

    /// The events that wait for an endpoint.
    pub fn waiting(self, id: Uuid) -> Result<Vec<WaitingEvent>, StoreError> {
        self.store.database.read_latest(|executor| waiting(executor, id))
    }

    /// Creates an endpoint, whose events begin now. Fails with `None` if there are `most` already.
    pub fn create(
        self,
        new: &Endpoint,
        most: i64,
        also: impl FnOnce(&dyn Executor, &EndpointChange) -> Result<(), StoreError>,
    ) -> Result<Option<Endpoint>, StoreError> {
        self.store.database.write(|transaction| {
            if transaction.number("SELECT COUNT(*) FROM webhook_endpoints", &[])? >= most {
                return Ok(None);
            }
            let after = newest_version(transaction)?;
            transaction.execute(
                "INSERT INTO webhook_endpoints
                   (id, client_id, url, events, projects, secret, created_at, after_sequence, after_happened_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                &[
                    new.id.into(),
                    new.client.into(),
                    (&new.url).into(),
                    new.events.as_ref().map(json).transpose()?.into(),
                    new.projects.as_ref().map(json).transpose()?.into(),
                    (&new.secret).into(),
                    new.created_at.into(),
                    after.sequence.into(),
                    after.happened_at.into(),
                ],
            )?;
            let created = Endpoint { after: Position::after(after), ..new.clone() };
            also(transaction, &EndpointChange { before: None, after: Some(created.clone()) })?;
            Ok(Some(created))
        })
    }

    /// Changes an endpoint. `None` if it does not exist.
    pub fn update(
        self,
        id: Uuid,
        update: &EndpointUpdate,
        now: i64,
        also: impl FnOnce(&dyn Executor, &EndpointChange) -> Result<(), StoreError>,
    ) -> Result<Option<Endpoint>, StoreError> {
        self.store.database.write(|transaction| {
            let Some(before) = find(transaction, id)? else { return Ok(None) };
            let EndpointUpdate { url, events, projects, secret, is_paused } = update.clone();
            let mut after = before.clone();
            after.url = url.unwrap_or(after.url);
            after.events = events.unwrap_or(after.events);
            after.projects = projects.unwrap_or(after.projects);
            if let Some((secret, until)) = secret {
                after.previous_secret = Some((std::mem::replace(&mut after.secret, secret), until));
            }
            if after != before {
                let (previous, until) = after.previous_secret.clone().unzip();
                transaction.execute(
                    "UPDATE webhook_endpoints SET url = ?2, events = ?3, projects = ?4, secret = ?5, previous_secret = ?6,
                       previous_secret_until = ?7, version = version + 1 WHERE id = ?1",
                    &[
                        id.into(),
                        (&after.url).into(),
                        after.events.as_ref().map(json).transpose()?.into(),
                        after.projects.as_ref().map(json).transpose()?.into(),
                        (&after.secret).into(),
                        previous.into(),
                        until.into(),
                    ],
                )?;
            }
            match is_paused {
                Some(true) if !is_requested(&before) => pause(transaction, id, PauseReason::Requested, now)?,
                Some(false) => resume(transaction, id)?,
                _ => {}
            }
            let after = find(transaction, id)?;
            if after.as_ref() != Some(&before) {
                also(transaction, &EndpointChange { before: Some(before), after: after.clone() })?;
            }
            Ok(after)
        })
    }

    /// Deletes an endpoint with all its events. Returns whether it existed.
    pub fn delete(
        self,
        id: Uuid,
        also: impl FnOnce(&dyn Executor, &EndpointChange) -> Result<(), StoreError>,
    ) -> Result<bool, StoreError> {
        self.store.database.write(|transaction| {
            let Some(before) = find(transaction, id)? else { return Ok(false) };
            transaction.execute("DELETE FROM webhook_endpoints WHERE id = ?1", &[id.into()])?;
            for table in ["webhook_events", "webhook_attempts"] {
                transaction.execute(&format!("DELETE FROM {table} WHERE endpoint_id = ?1"), &[id.into()])?;
            }
            also(transaction, &EndpointChange { before: Some(before), after: None })?;
            Ok(true)
        })
    }

    /// Lets an event wait for an endpoint, or lets one that waits be sent now. A paused endpoint stores nothing: `false`.
    pub fn send(
        self,
        id: Uuid,
        event: &WaitingEvent,
        also: impl FnOnce(&dyn Executor) -> Result<(), StoreError>,
    ) -> Result<bool, StoreError> {
        self.store.database.write(|transaction| {
            let found =
                "UPDATE webhook_endpoints SET version = version + 1 WHERE id = ?1 AND paused_at IS NULL";
            if transaction.execute(found, &[id.into()])? == 0 {
                return Ok(false);
            }
            transaction.execute(
                "INSERT INTO webhook_events (endpoint_id, id, event, attempts, due_at) VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (endpoint_id, id) DO UPDATE SET due_at = excluded.due_at",
                &[
                    id.into(),
                    (&event.id).into(),
                    json(&event.event)?.into(),
                    event.attempts.into(),
                    event.due_at.into(),
                ],
            )?;
            also(transaction)?;
            Ok(true)
        })
    }

    /// An event that waits for an endpoint, or that is among its last attempts.
    pub fn event(self, id: Uuid, event_id: &str) -> Result<Option<Event>, StoreError> {
        let sql = "SELECT event FROM webhook_events WHERE endpoint_id = ?1 AND id = ?2
                   UNION ALL SELECT event FROM webhook_attempts WHERE endpoint_id = ?1 AND event_id = ?2";
        let found = self.store.database.read_latest(|executor| {
            executor.all(sql, &[id.into(), event_id.into()], |row| row.required_text(0))
        })?;
        found.first().map(|event| parse(event)).transpose()
    }

    /// The last attempts of an endpoint, newest first.
    pub fn attempts(self, id: Uuid) -> Result<Vec<Attempt>, StoreError> {
        let sql = "SELECT event_id, event, attempted_at, duration, status, error, next_attempt_at FROM webhook_attempts
                   WHERE endpoint_id = ?1 ORDER BY key DESC LIMIT ?2";
        self.store.database.read_latest(|executor| {
            executor.all(sql, &[id.into(), LISTED_ATTEMPTS.into()], |row| {
                Ok(Attempt {
                    event_id: row.required_text(0)?,
                    event: parse(&row.required_text(1)?)?,
                    attempted_at: row.required_integer(2)?,
                    duration: row.required_integer(3)?,
                    status: row.integer(4)?,
                    error: row.text(5)?.map(str::to_owned),
                    next_attempt_at: row.integer(6)?,
                })
            })
        })
    }

    /// Pauses all endpoints, because what sends their events may be a copy of the platform. Returns how many.
    pub fn pause_all(self, reason: PauseReason, now: i64) -> Result<usize, StoreError> {
        self.store.database.write(|transaction| {
            let ids = "SELECT id FROM webhook_endpoints WHERE paused_at IS NULL";
            let ids = transaction.all(ids, &[], |row| row.required_uuid(0))?;
            ids.iter().try_for_each(|id| pause(transaction, *id, reason, now))?;
            Ok(ids.len())
        })
    }
}
