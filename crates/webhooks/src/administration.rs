//! What administrators do with webhooks. The admin API and the commands call the same functions; each writes the entry of the audit
//! log in the transaction of its change.

use folkmoot_administration::audit::{Action as AuditAction, Actor, Change, Subject, differences};
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::changes::page::Position;
use folkmoot_store::clients::Client;
use folkmoot_store::webhooks::{Endpoint, EndpointChange, EndpointUpdate, Event, EventRecord, WaitingEvent};
use folkmoot_store::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use uuid::Uuid;

use super::destination::{Destinations, masked};
use super::secrets::{SecretError, SecretKeys};
use super::types::{self, CHANGES_AVAILABLE, TEST};

/// How long the previous secret signs, too.
const ROTATION: SignedDuration = SignedDuration::from_hours(24);
/// The greatest number of endpoints of a platform.
const MOST_ENDPOINTS: i64 = 1_000;

/// Why webhooks were not changed.
#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No secret could be made.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// A value is not accepted: its name, and why.
    #[error("{1}")]
    Invalid(&'static str, String),
    /// No endpoint has the id.
    #[error("no webhook has this id")]
    NotFound,
    /// The state of the endpoint does not permit it.
    #[error("{0}")]
    Refused(&'static str),
}

/// An endpoint to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEndpoint {
    /// The client.
    pub client: Uuid,
    /// The URL.
    pub url: String,
    /// See [`Endpoint::events`].
    pub events: Option<Vec<String>>,
    /// See [`Endpoint::projects`].
    pub projects: Option<Vec<Uuid>>,
}

/// Changes of webhooks by an actor.
#[derive(Clone, Copy)]
pub struct Administration<'a> {
    /// The database.
    pub store: &'a Store,
    /// Who makes the changes.
    pub actor: &'a Actor,
    /// Encrypts secrets.
    pub keys: &'a SecretKeys,
    /// Where events may be sent.
    pub destinations: &'a Destinations,
    /// The current time.
    pub now: Timestamp,
}

impl Administration<'_> {
    /// Creates an endpoint. Its secret is returned here only.
    pub fn create(self, new: NewEndpoint) -> Result<(Endpoint, String), WebhookError> {
        let NewEndpoint { client, url, events, projects } = new;
        require_client(self.store.clients().find(client)?)?;
        let url = self.url(&url)?;
        self.require_projects(projects.as_deref())?;
        let id = Uuid::new_v4();
        let (secret, sealed) = self.keys.generate(id)?;
        let endpoint = Endpoint {
            id,
            client,
            url,
            events,
            projects,
            secret: sealed,
            previous_secret: None,
            created_at: self.now.as_millisecond(),
            version: 1,
            paused: None,
            after: Position::default(),
            binding: None,
            catches_up: false,
            failing_since: None,
            last_success_at: None,
        };
        let created =
            self.store.webhooks().create(&endpoint, MOST_ENDPOINTS, self.entry("webhooks.create"))?;
        let created =
            created.ok_or(WebhookError::Refused("the platform has 1,000 webhooks; delete some first"))?;
        Ok((created, secret))
    }

    /// Changes the URL, the types of events or the projects of an endpoint.
    pub fn update(self, id: Uuid, update: EndpointUpdate) -> Result<Endpoint, WebhookError> {
        let url = update.url.as_deref().map(|url| self.url(url)).transpose()?;
        self.require_projects(update.projects.as_ref().and_then(|projects| projects.as_deref()))?;
        self.change(id, &EndpointUpdate { url, ..update }, "webhooks.update")
    }

    /// Replaces the secret of an endpoint. The new one is returned here only; the previous one signs for another day, too.
    pub fn rotate(self, id: Uuid) -> Result<(Endpoint, String), WebhookError> {
        let (secret, sealed) = self.keys.generate(id)?;
        let until = (self.now + ROTATION).as_millisecond();
        let update = EndpointUpdate { secret: Some((sealed, until)), ..EndpointUpdate::default() };
        Ok((self.change(id, &update, "webhooks.rotate")?, secret))
    }

    /// Pauses an endpoint, for which nothing is stored any more, or resumes one that is paused for whatever reason.
    pub fn set_paused(self, id: Uuid, is_paused: bool) -> Result<Endpoint, WebhookError> {
        let update = EndpointUpdate { is_paused: Some(is_paused), ..EndpointUpdate::default() };
        self.change(id, &update, if is_paused { "webhooks.pause" } else { "webhooks.resume" })
    }

    /// Deletes an endpoint.
    pub fn delete(self, id: Uuid) -> Result<(), WebhookError> {
        let deleted = self.store.webhooks().delete(id, self.entry("webhooks.delete"))?;
        if deleted { Ok(()) } else { Err(WebhookError::NotFound) }
    }

    /// Sends an event of a type with example data. Returns its id.
    pub fn test(self, id: Uuid, kind: &str) -> Result<String, WebhookError> {
        let (endpoint, _) = self.store.webhooks().find(id)?.ok_or(WebhookError::NotFound)?;
        let event = example(kind, &endpoint, self.now.as_millisecond()).ok_or_else(|| {
            let expected = format!("expected {TEST}, {CHANGES_AVAILABLE} or a type such as idea.created");
            WebhookError::Invalid("type", expected)
        })?;
        let event_id = format!("msg_{}", Uuid::new_v4().simple());
        self.send(&endpoint, &event_id, event, 0, "webhooks.test")
    }

    /// Sends an event again, which waits or is among the last attempts. Returns its id.
    pub fn resend(self, id: Uuid, event_id: &str) -> Result<String, WebhookError> {
        let (endpoint, _) = self.store.webhooks().find(id)?.ok_or(WebhookError::NotFound)?;
        let event = self.store.webhooks().event(id, event_id)?.ok_or_else(|| {
            let detail = "no event with this id waits for the webhook or is among its last 100 attempts";
            WebhookError::Invalid("event_id", detail.to_owned())
        })?;
        // Its receiver may know it, so that no later change of its record may become part of it.
        self.send(&endpoint, event_id, event, 1, "webhooks.resend")
    }

    fn send(
        self,
        endpoint: &Endpoint,
        id: &str,
        event: Event,
        attempts: i64,
        action: &str,
    ) -> Result<String, WebhookError> {
        let kind = json!(event.kind);
        let waiting = WaitingEvent { id: id.to_owned(), event, attempts, due_at: self.now.as_millisecond() };
        let entry = |transaction: &dyn folkmoot_database::executor::Executor| {
            let change = |field: &str, to: Value| Change { field: field.to_owned(), from: Value::Null, to };
            let changes = vec![change("event_id", json!(id)), change("type", kind)];
            let action = AuditAction { actor: self.actor, name: action, at: self.now };
            action.append(transaction, Some(subject(endpoint)), changes)
        };
        if self.store.webhooks().send(endpoint.id, &waiting, entry)? {
            Ok(waiting.id)
        } else {
            Err(WebhookError::Refused("the webhook is paused; resume it first"))
        }
    }

    fn change(self, id: Uuid, update: &EndpointUpdate, action: &str) -> Result<Endpoint, WebhookError> {
        let now = self.now.as_millisecond();
        let changed = self.store.webhooks().update(id, update, now, self.entry(action))?;
        changed.ok_or(WebhookError::NotFound)
    }

    fn url(self, url: &str) -> Result<String, WebhookError> {
        let checked = self.destinations.check(url).map_err(|detail| WebhookError::Invalid("url", detail))?;
        Ok(checked.to_string())
    }

    fn require_projects(self, projects: Option<&[Uuid]>) -> Result<(), WebhookError> {
        for project in projects.unwrap_or_default() {
            let exists = "SELECT 1 FROM projects WHERE id = ?1";
            if !self.store.transact(|transaction| transaction.exists(exists, &[(*project).into()]))? {
                return Err(WebhookError::Invalid("projects", format!("no project has the id {project}")));
            }
        }
        Ok(())
    }

    fn entry(
        self,
        action: &str,
    ) -> impl FnOnce(&dyn folkmoot_database::executor::Executor, &EndpointChange) -> Result<(), StoreError>
    {
        move |transaction, EndpointChange { before, after }| {
            let subject = after.as_ref().or(before.as_ref()).map(subject);
            let changes = differences(values(before.as_ref()), values(after.as_ref()));
            AuditAction { actor: self.actor, name: action, at: self.now }.append(
                transaction,
                subject,
                changes,
            )
        }
    }
}

fn subject(endpoint: &Endpoint) -> Subject {
    Subject { kind: "webhook".to_owned(), id: endpoint.id.to_string(), name: Some(masked(&endpoint.url)) }
}

/// What the audit log says of an endpoint.
fn values(endpoint: Option<&Endpoint>) -> [(&'static str, Value); 6] {
    let value = |read: fn(&Endpoint) -> Value| endpoint.map_or(Value::Null, read);
    [
        ("client_id", value(|endpoint| json!(endpoint.client))),
        ("url", value(|endpoint| json!(masked(&endpoint.url)))),
        ("events", value(|endpoint| json!(endpoint.events))),
        ("projects", value(|endpoint| json!(endpoint.projects))),
        (
            "previous_secret_expires_at",
            value(|endpoint| json!(endpoint.previous_secret.as_ref().map(|(_, until)| timestamp(*until)))),
        ),
        ("paused_at", value(|endpoint| json!(endpoint.paused.map(|(at, _)| timestamp(at))))),
    ]
}

fn require_client(client: Option<Client>) -> Result<(), WebhookError> {
    let detail = match client {
        None => "no client has this id; `folkmoot clients list` lists all clients",
        Some(client) if client.revoked_at.is_some() => "the client is revoked",
        Some(client) if client.publishable.is_some() => {
            "a client with a publishable key cannot have webhooks, because it cannot read changes"
        }
        Some(_) => return Ok(()),
    };
    Err(WebhookError::Invalid("client_id", detail.to_owned()))
}

/// An event of a type with example data; `None` if there is no such type.
fn example(kind: &str, endpoint: &Endpoint, now: i64) -> Option<Event> {
    let record = match types::parse(kind) {
        Some((resource, _)) => Some(EventRecord {
            resource: resource.names.plural.to_owned(),
            id: Uuid::new_v4(),
            changed_at: now,
            project: None,
        }),
        None if [TEST, CHANGES_AVAILABLE].contains(&kind) => None,
        None => return None,
    };
    let (kind, after) = (kind.to_owned(), endpoint.after.into());
    Some(Event { kind, at: now, record, count: None, after, has_other_access: false })
}
