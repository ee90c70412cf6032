//! `folkmoot webhooks`

use std::collections::HashMap;
use std::io::Write;

use folkmoot_administration::command_line_actor;
use folkmoot_model::timestamp::timestamp;
use folkmoot_runtime::terminal;
use folkmoot_settings::Settings;
use folkmoot_store::Store;
use folkmoot_store::webhooks::{Attempt, Endpoint, EndpointUpdate};
use folkmoot_webhooks::administration::{Administration, NewEndpoint, WebhookError};
use folkmoot_webhooks::destination::Destinations;
use folkmoot_webhooks::json::{State, Webhook, WebhookAttempt};
use folkmoot_webhooks::secrets::SecretKeys;
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

use super::Failure;
use super::webhook_arguments::{EventTypes, Projects, WebhookId, WebhooksCommand};

/// Creates, shows or changes webhooks.
pub fn run(
    command: WebhooksCommand,
    settings: &Settings,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let store = &Store::open_existing(&settings.database())?;
    let keys = &SecretKeys::open(store, settings.keys_secret.as_deref())?;
    let destinations = &Destinations::new(&settings.webhook_allow_networks);
    let actor = &command_line_actor();
    let webhooks = Administration { store, actor, keys, destinations, now };
    let mut print = Printer { store, now: now.as_millisecond(), out };
    match command {
        WebhooksCommand::Create { client, url, events, projects, json } => {
            let events = events.and_then(|EventTypes(events)| events);
            let projects = projects.and_then(|Projects(projects)| projects);
            let (endpoint, secret) = webhooks.create(NewEndpoint { client, url, events, projects })?;
            print.secret(&endpoint, &secret, json)
        }
        WebhooksCommand::List { json } => print.list(json),
        WebhooksCommand::Show(WebhookId { id, json }) => print.webhook(id, json),
        WebhooksCommand::Update { id, url, events, projects, json } => {
            let events = events.map(|EventTypes(events)| events);
            let projects = projects.map(|Projects(projects)| projects);
            webhooks.update(id, EndpointUpdate { url, events, projects, ..EndpointUpdate::default() })?;
            print.webhook(id, json)
        }
        WebhooksCommand::Rotate(WebhookId { id, json }) => {
            let (endpoint, secret) = webhooks.rotate(id)?;
            print.secret(&endpoint, &secret, json)
        }
        WebhooksCommand::Test { id, kind, json } => {
            let event_id = webhooks.test(id, &kind)?;
            print.event(&event_id, json)
        }
        WebhooksCommand::Pause(WebhookId { id, json }) => {
            webhooks.set_paused(id, true)?;
            print.webhook(id, json)
        }
        WebhooksCommand::Resume(WebhookId { id, json }) => {
            webhooks.set_paused(id, false)?;
            print.webhook(id, json)
        }
        WebhooksCommand::Delete(WebhookId { id, json }) => {
            webhooks.delete(id)?;
            print.line(json, &json!({ "webhook_id": id }), &format!("deleted {id}"))
        }
        WebhooksCommand::Deliveries(WebhookId { id, json }) => print.attempts(id, json),
        WebhooksCommand::Resend { id, event_id, json } => {
            let event_id = webhooks.resend(id, &event_id)?;
            print.event(&event_id, json)
        }
    }
}

/// Prints webhooks.
struct Printer<'a> {
    store: &'a Store,
    now: i64,
    out: &'a mut dyn Write,
}

impl Printer<'_> {
    fn list(&mut self, json: bool) -> Result<(), Failure> {
        let clients = self.store.clients().all()?;
        let names: HashMap<Uuid, String> =
            clients.into_iter().map(|client| (client.id, client.name)).collect();
        let all = self.store.webhooks().all()?;
        if json {
            let webhook = |(endpoint, waiting): &(Endpoint, i64)| {
                Webhook::new(endpoint, *waiting, names.get(&endpoint.client).cloned(), self.now)
            };
            let all: Vec<Webhook> = all.iter().map(webhook).collect();
            return Ok(writeln!(self.out, "{}", json!(all))?);
        }
        for (endpoint, waiting) in &all {
            let name = names.get(&endpoint.client).map(|name| terminal::inline(name));
            let state = state(endpoint);
            let url = terminal::inline(&endpoint.url);
            let name = name.unwrap_or_default();
            writeln!(self.out, "{}  {state}  {waiting} waiting  {url}  {name}", endpoint.id)?;
        }
        Ok(())
    }

    fn webhook(&mut self, id: Uuid, json: bool) -> Result<(), Failure> {
        let (endpoint, waiting) = self.store.webhooks().find(id)?.ok_or(WebhookError::NotFound)?;
        let client = self.store.clients().find(endpoint.client)?.map(|client| client.name);
        if json {
            let webhook = Webhook::new(&endpoint, waiting, client, self.now);
            return Ok(writeln!(self.out, "{}", json!(webhook))?);
        }
        let all = || "all".to_owned();
        let ids = |ids: &Vec<Uuid>| ids.iter().map(Uuid::to_string).collect::<Vec<_>>().join(", ");
        let time = |at: Option<i64>| at.map_or_else(|| "never".to_owned(), timestamp);
        let client = client.map(|name| terminal::inline(&name)).unwrap_or_default();
        let lines = [
            ("webhook_id", endpoint.id.to_string()),
            ("client", format!("{}  {client}", endpoint.client)),
            ("url", terminal::inline(&endpoint.url)),
            ("events", endpoint.events.as_ref().map_or_else(all, |events| events.join(", "))),
            ("projects", endpoint.projects.as_ref().map_or_else(all, ids)),
            ("state", state(&endpoint)),
            ("waiting", waiting.to_string()),
            ("last success", time(endpoint.last_success_at)),
            ("created", timestamp(endpoint.created_at)),
        ];
        for (name, value) in lines {
            writeln!(self.out, "{name:<13} {value}")?;
        }
        Ok(())
    }

    fn secret(&mut self, endpoint: &Endpoint, secret: &str, json: bool) -> Result<(), Failure> {
        if json {
            let printed = json!({ "webhook_id": endpoint.id, "secret": secret });
            return Ok(writeln!(self.out, "{printed}")?);
        }
        writeln!(self.out, "webhook_id  {}", endpoint.id)?;
        writeln!(self.out, "secret      {secret}")?;
        Ok(writeln!(terminal::stderr(), "Store the secret now; it will not be shown again.")?)
    }

    fn event(&mut self, event_id: &str, json: bool) -> Result<(), Failure> {
        self.line(json, &json!({ "event_id": event_id }), event_id)
    }

    fn attempts(&mut self, id: Uuid, json: bool) -> Result<(), Failure> {
        self.store.webhooks().find(id)?.ok_or(WebhookError::NotFound)?;
        let attempts = self.store.webhooks().attempts(id)?;
        if json {
            let attempts: Vec<WebhookAttempt> = attempts.into_iter().map(WebhookAttempt::from).collect();
            return Ok(writeln!(self.out, "{}", json!(attempts))?);
        }
        for attempt in attempts {
            writeln!(self.out, "{}", attempt_line(&attempt))?;
        }
        Ok(())
    }

    fn line(&mut self, json: bool, value: &serde_json::Value, text: &str) -> Result<(), Failure> {
        if json {
            writeln!(self.out, "{value}")?;
        } else {
            writeln!(self.out, "{text}")?;
        }
        Ok(())
    }
}

/// The state of an endpoint, with its reason and since when.
fn state(endpoint: &Endpoint) -> String {
    match (State::of(endpoint), endpoint.paused, endpoint.failing_since) {
        (_, Some((at, reason)), _) => format!("paused ({}) since {}", reason.name(), timestamp(at)),
        (_, None, Some(at)) => format!("failing since {}", timestamp(at)),
        _ => "active".to_owned(),
    }
}

fn attempt_line(attempt: &Attempt) -> String {
    let result = match (&attempt.error, attempt.status) {
        (Some(error), _) => terminal::inline(error),
        (None, status) => format!("succeeded ({})", status.unwrap_or_default()),
    };
    let next = attempt.next_attempt_at.map(|at| format!("; next attempt {}", timestamp(at)));
    format!(
        "{}  {}  {}  {} ms  {result}{}",
        timestamp(attempt.attempted_at),
        attempt.event_id,
        attempt.event.kind,
        attempt.duration,
        next.unwrap_or_default()
    )
}
