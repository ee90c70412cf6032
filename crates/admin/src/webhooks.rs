//! `/admin/api/webhooks`

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::audit::Actor;
use folkmoot_api::path_id::PathId;
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::EDIT_CONFLICT;
use folkmoot_store::webhooks::{Endpoint, EndpointUpdate};
use folkmoot_store::{Store, StoreError};
use folkmoot_webhooks::administration::{Administration, NewEndpoint, WebhookError};
use folkmoot_webhooks::json::{Webhook, WebhookAttempt};
use folkmoot_webhooks::types;
use http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::administrator::{Administrator, AdministratorWrite};
use super::body::Members;
use super::endpoint::AdminEndpoint;
use super::json::Json;
use super::parameters::{not_found, path_id};
use super::routes::AdminRoutes;
use super::state::WebhookState;

const TAG: &str = "Webhooks";

static LIST: AdminEndpoint =
    AdminEndpoint::get("/webhooks", "listWebhooks", TAG, "List webhooks").returns::<WebhookList>(200);
static CREATE: AdminEndpoint =
    AdminEndpoint::change("POST", "/webhooks", "createWebhook", TAG, "Create a webhook", "webhooks.create")
        .accepts::<NewWebhook>()
        .returns::<WebhookWithSecret>(201)
        .errors(&[&EDIT_CONFLICT]);
static READ: AdminEndpoint =
    AdminEndpoint::get("/webhooks/{id}", "getWebhook", TAG, "Get a webhook").returns::<OneWebhook>(200);
static UPDATE: AdminEndpoint =
    change("PATCH", "/webhooks/{id}", "updateWebhook", "Change a webhook", "webhooks.update")
        .accepts::<ChangedWebhook>()
        .returns::<OneWebhook>(200);
static ROTATE: AdminEndpoint = change(
    "POST",
    "/webhooks/{id}/rotate",
    "rotateWebhookSecret",
    "Replace the secret of a webhook",
    "webhooks.rotate",
)
.returns::<WebhookWithSecret>(200);
static PAUSE: AdminEndpoint =
    change("POST", "/webhooks/{id}/pause", "pauseWebhook", "Pause a webhook", "webhooks.pause")
        .returns::<OneWebhook>(200);
static RESUME: AdminEndpoint =
    change("POST", "/webhooks/{id}/resume", "resumeWebhook", "Resume a webhook", "webhooks.resume")
        .returns::<OneWebhook>(200);
static DELETE: AdminEndpoint =
    change("DELETE", "/webhooks/{id}", "deleteWebhook", "Delete a webhook", "webhooks.delete")
        .returns_nothing();
static TEST: AdminEndpoint =
    change("POST", "/webhooks/{id}/test", "testWebhook", "Send an event with example data", "webhooks.test")
        .accepts::<TestEvent>()
        .returns::<SentEvent>(202)
        .errors(&[&EDIT_CONFLICT]);
static RESEND: AdminEndpoint =
    change("POST", "/webhooks/{id}/resend", "resendWebhookEvent", "Send an event again", "webhooks.resend")
        .accepts::<ResentEvent>()
        .returns::<SentEvent>(202)
        .errors(&[&EDIT_CONFLICT]);
static DELIVERIES: AdminEndpoint = AdminEndpoint::get(
    "/webhooks/{id}/deliveries",
    "listWebhookDeliveries",
    TAG,
    "List the last 100 attempts to send events, newest first",
)
.returns::<DeliveryList>(200);

/// An endpoint that changes a webhook.
const fn change(
    method: &'static str,
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    action: &'static str,
) -> AdminEndpoint {
    AdminEndpoint::change(method, path, id, TAG, summary, action)
}

#[derive(Serialize, JsonSchema)]
struct WebhookList {
    webhooks: Vec<Webhook>,
}

#[derive(Serialize, JsonSchema)]
struct OneWebhook {
    webhook: Webhook,
}

#[derive(Serialize, JsonSchema)]
struct WebhookWithSecret {
    webhook: Webhook,
    /// The secret, which is shown only once.
    secret: String,
}

#[derive(Serialize, JsonSchema)]
struct DeliveryList {
    deliveries: Vec<WebhookAttempt>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(extend("required" = ["client_id", "url"]))]
struct NewWebhook {
    #[schemars(with = "Uuid")]
    client_id: String,
    /// The URL that gets the events. It begins with https.
    url: String,
    /// Types such as `idea.created` and `comment.*`; `null` for all.
    #[schemars(with = "Option<Vec<String>>")]
    events: Option<Value>,
    /// Ids of projects; `null` for all.
    #[schemars(with = "Option<Vec<Uuid>>")]
    projects: Option<Value>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(extend("required" = []))]
struct ChangedWebhook {
    #[schemars(with = "String")]
    url: Option<String>,
    /// Types such as `idea.created` and `comment.*`; `null` for all.
    #[schemars(with = "Option<Vec<String>>")]
    events: Option<Value>,
    /// Ids of projects; `null` for all.
    #[schemars(with = "Option<Vec<Uuid>>")]
    projects: Option<Value>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(default)]
struct TestEvent {
    /// The type of the event.
    #[serde(rename = "type")]
    kind: String,
}

impl Default for TestEvent {
    fn default() -> Self {
        Self { kind: types::TEST.to_owned() }
    }
}

#[derive(Deserialize, JsonSchema)]
struct ResentEvent {
    /// The value of the header `webhook-id`.
    event_id: String,
}

#[derive(Serialize, JsonSchema)]
struct SentEvent {
    /// The value of the header `webhook-id`.
    event_id: String,
}

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default()
        .route(&LIST, list)
        .route(&CREATE, create)
        .route(&READ, read)
        .route(&UPDATE, update)
        .route(&ROTATE, rotate)
        .route(&PAUSE, pause)
        .route(&RESUME, resume)
        .route(&DELETE, delete)
        .route(&TEST, test)
        .route(&RESEND, resend)
        .route(&DELIVERIES, deliveries)
}

impl WebhookState {
    fn now(&self) -> i64 {
        (self.clock)().as_millisecond()
    }

    /// Makes a change.
    async fn change<T: Send + 'static>(
        self: &Arc<Self>,
        actor: Actor,
        change: impl FnOnce(Administration<'_>) -> Result<T, WebhookError> + Send + 'static,
    ) -> Result<T, Problem> {
        let state = Arc::clone(self);
        let run = move |store: &Store| {
            let WebhookState { keys, destinations, clock, .. } = &*state;
            change(Administration { store, actor: &actor, keys, destinations, now: clock() }).map_err(failed)
        };
        self.store.run_administration(run).await
    }

    /// The JSON of a webhook.
    async fn webhook(self: &Arc<Self>, id: Uuid) -> Result<Webhook, Problem> {
        let now = self.now();
        let read = move |store: &Store| {
            let Some((endpoint, waiting)) = store.webhooks().find(id)? else { return Ok(None) };
            let client = store.clients().find(endpoint.client)?.map(|client| client.name);
            Ok::<_, StoreError>(Some(Webhook::new(&endpoint, waiting, client, now)))
        };
        let found = self.store.run_administration(read).await?;
        found.ok_or_else(|| not_found(&id.to_string(), "webhook"))
    }

    async fn changed(
        self: &Arc<Self>,
        administrator: &AdministratorWrite,
        id: &str,
        change: impl FnOnce(Administration<'_>, Uuid) -> Result<Endpoint, WebhookError> + Send + 'static,
    ) -> Result<Json<OneWebhook>, Problem> {
        let id = path_id(id, "webhook")?;
        self.change(administrator.actor(), move |webhooks| change(webhooks, id)).await?;
        Ok(Json(OneWebhook { webhook: self.webhook(id).await? }))
    }

    async fn sent(
        self: &Arc<Self>,
        administrator: &AdministratorWrite,
        id: &str,
        send: impl FnOnce(Administration<'_>, Uuid) -> Result<String, WebhookError> + Send + 'static,
    ) -> Result<(StatusCode, Json<SentEvent>), Problem> {
        let id = path_id(id, "webhook")?;
        let event_id = self.change(administrator.actor(), move |webhooks| send(webhooks, id)).await?;
        Ok((StatusCode::ACCEPTED, Json(SentEvent { event_id })))
    }
}

fn failed(error: WebhookError) -> Problem {
    match error {
        WebhookError::Store(error) => Problem::from(error),
        WebhookError::Secret(error) => Problem::internal(error),
        WebhookError::Invalid(member, fault) => {
            Problem::invalid_member(member, &format!("is not accepted: {fault}"))
        }
        WebhookError::NotFound => not_found("", "webhook"),
        WebhookError::Refused(reason) => {
            let sentence = format!("{}{}.", reason[..1].to_uppercase(), &reason[1..]);
            Problem::new(&EDIT_CONFLICT, sentence)
        }
    }
}

async fn list(
    _: Administrator,
    State(state): State<Arc<WebhookState>>,
) -> Result<Json<WebhookList>, Problem> {
    let now = state.now();
    let read = move |store: &Store| {
        let clients = store.clients().all()?.into_iter();
        let names: HashMap<Uuid, String> = clients.map(|client| (client.id, client.name)).collect();
        let webhook = |(endpoint, waiting): &(Endpoint, i64)| {
            Webhook::new(endpoint, *waiting, names.get(&endpoint.client).cloned(), now)
        };
        Ok::<_, StoreError>(store.webhooks().all()?.iter().map(webhook).collect())
    };
    Ok(Json(WebhookList { webhooks: state.store.run_administration(read).await? }))
}

async fn create(
    administrator: AdministratorWrite,
    State(state): State<Arc<WebhookState>>,
    members: Members,
) -> Result<(StatusCode, Json<WebhookWithSecret>), Problem> {
    let NewWebhook { client_id, url, events, projects } = members.read()?;
    let client = id("client_id", &client_id)?;
    let events = events_of(events.unwrap_or_default())?;
    let projects = projects_of(projects.unwrap_or_default())?;
    let new = NewEndpoint { client, url, events, projects };
    let created = state.change(administrator.actor(), move |webhooks| webhooks.create(new)).await?;
    let (endpoint, secret) = created;
    Ok((StatusCode::CREATED, Json(WebhookWithSecret { webhook: state.webhook(endpoint.id).await?, secret })))
}

async fn read(
    _: Administrator,
    State(state): State<Arc<WebhookState>>,
    PathId(id): PathId,
) -> Result<Json<OneWebhook>, Problem> {
    Ok(Json(OneWebhook { webhook: state.webhook(path_id(&id, "webhook")?).await? }))
}

async fn update(
    administrator: AdministratorWrite,
    State(state): State<Arc<WebhookState>>,
    PathId(id): PathId,
    members: Members,
) -> Result<Json<OneWebhook>, Problem> {
    let ChangedWebhook { url, events, projects } = members.read()?;
    let events = events.map(events_of).transpose()?;
    let projects = projects.map(projects_of).transpose()?;
    let update = EndpointUpdate { url, events, projects, ..EndpointUpdate::default() };
    state.changed(&administrator, &id, move |webhooks, id| webhooks.update(id, update)).await
}

async fn rotate(
    administrator: AdministratorWrite,
    State(state): State<Arc<WebhookState>>,
    PathId(id): PathId,
) -> Result<Json<WebhookWithSecret>, Problem> {
    let id = path_id(&id, "webhook")?;
    let rotated = state.change(administrator.actor(), move |webhooks| webhooks.rotate(id)).await?;
    let (_, secret) = rotated;
    Ok(Json(WebhookWithSecret { webhook: state.webhook(id).await?, secret }))
}

async fn pause(
    administrator: AdministratorWrite,
    State(state): State<Arc<WebhookState>>,
    PathId(id): PathId,
) -> Result<Json<OneWebhook>, Problem> {
    state.changed(&administrator, &id, |webhooks, id| webhooks.set_paused(id, true)).await
}

async fn resume(
    administrator: AdministratorWrite,
    State(state): State<Arc<WebhookState>>,
    PathId(id): PathId,
) -> Result<Json<OneWebhook>, Problem> {
    state.changed(&administrator, &id, |webhooks, id| webhooks.set_paused(id, false)).await
}

async fn delete(
    administrator: AdministratorWrite,
    State(state): State<Arc<WebhookState>>,
    PathId(id): PathId,
) -> Result<StatusCode, Problem> {
    let id = path_id(&id, "webhook")?;
    state.change(administrator.actor(), move |webhooks| webhooks.delete(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn test(
    administrator: AdministratorWrite,
    State(state): State<Arc<WebhookState>>,
    PathId(id): PathId,
    members: Members,
) -> Result<(StatusCode, Json<SentEvent>), Problem> {
    let TestEvent { kind } = members.read()?;
    state.sent(&administrator, &id, move |webhooks, id| webhooks.test(id, &kind)).await
}

async fn resend(
    administrator: AdministratorWrite,
    State(state): State<Arc<WebhookState>>,
    PathId(id): PathId,
    members: Members,
) -> Result<(StatusCode, Json<SentEvent>), Problem> {
    let ResentEvent { event_id } = members.read()?;
    state.sent(&administrator, &id, move |webhooks, id| webhooks.resend(id, &event_id)).await
}

async fn deliveries(
    _: Administrator,
    State(state): State<Arc<WebhookState>>,
    PathId(id): PathId,
) -> Result<Json<DeliveryList>, Problem> {
    let id = path_id(&id, "webhook")?;
    state.webhook(id).await?;
    let attempts = state.store.run_administration(move |store: &Store| store.webhooks().attempts(id)).await?;
    Ok(Json(DeliveryList { deliveries: attempts.into_iter().map(WebhookAttempt::from).collect() }))
}

/// The types of events; `None` for `null`, which means all.
fn events_of(value: Value) -> Result<Option<Vec<String>>, Problem> {
    let Some(texts) = texts(value, "events")? else { return Ok(None) };
    types::chosen(texts.iter().map(String::as_str))
        .map_err(|fault| Problem::invalid_member("events", &format!("is not accepted: {fault}")))
}

/// The projects of events; `None` for `null`, which means all.
fn projects_of(value: Value) -> Result<Option<Vec<Uuid>>, Problem> {
    let texts = texts(value, "projects")?;
    texts.map(|texts| texts.iter().map(|text| id("projects", text)).collect()).transpose()
}

fn texts(value: Value, member: &str) -> Result<Option<Vec<String>>, Problem> {
    let texts: Option<Vec<String>> = serde_json::from_value(value).unwrap_or(Some(Vec::new()));
    match texts {
        Some(texts) if texts.is_empty() => {
            Err(Problem::invalid_member(member, "must be null for all, or a list of at least one text"))
        }
        texts => Ok(texts),
    }
}

fn id(member: &str, text: &str) -> Result<Uuid, Problem> {
    Uuid::parse_str(text).map_err(|_| {
        let shown: String = text.chars().take(100).collect();
        Problem::invalid_member(member, &format!("is not accepted: '{shown}' is not an id"))
    })
}
