//! `/admin/api/clients`: creating and changing clients.

use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::clients::{Clients, NewClient, Rotation};
use folkmoot_store::Store;
use folkmoot_store::StoreError;
use folkmoot_store::clients::{Client, ClientUpdate, EditOutcome};
use http::StatusCode;
use jiff::SignedDuration;
use serde_json::{Value, json};
use uuid::Uuid;

use super::administrator::{Administrator, AdministratorWrite};
use super::body::Members;
use super::client_fields::{
    ClientUsage, access, client_json, client_schema, expires_at, name, now, resources,
};
use super::json::Json;
use super::operation::{Content, Operation, RequiredRole};
use super::parameters::{not_found, path_id};
use super::routes::AdminRoutes;
use super::schema;
use crate::path_id::PathId;
use crate::problem::Problem;
use crate::problem_table::{
    BODY_TOO_LARGE, EDIT_CONFLICT, INVALID_CSRF_TOKEN, INVALID_PARAMETERS, MALFORMED_BODY, ProblemKind,
    RECORD_NOT_FOUND, UNSUPPORTED_MEDIA_TYPE,
};
use crate::state::AppState;

const TAG: &str = "Clients";
/// A year, the maximum overlap of two secrets.
const MAX_OVERLAP_HOURS: i64 = 8_760;
/// The overlap of two secrets if a request does not set it.
const OVERLAP_HOURS: i64 = 24;

/// The problems of changes of a client.
const CHANGE_ERRORS: &[&ProblemKind] = &[&INVALID_CSRF_TOKEN, &RECORD_NOT_FOUND, &EDIT_CONFLICT];
/// The problems of changes of a client with a body.
const BODY_ERRORS: &[&ProblemKind] = &[
    &MALFORMED_BODY,
    &INVALID_CSRF_TOKEN,
    &RECORD_NOT_FOUND,
    &EDIT_CONFLICT,
    &BODY_TOO_LARGE,
    &UNSUPPORTED_MEDIA_TYPE,
    &INVALID_PARAMETERS,
];

static CREATE: Operation = Operation {
    method: "POST",
    path: "/clients",
    id: "createClient",
    tag: TAG,
    summary: "Create a client",
    role: RequiredRole::Administrator,
    parameters: &[],
    body: Some(|| properties_schema(&["name", "access", "resources", "expires_at"], None)),
    status: 201,
    content: Content::Json(with_secret_schema),
    errors: &[
        &MALFORMED_BODY,
        &INVALID_CSRF_TOKEN,
        &BODY_TOO_LARGE,
        &UNSUPPORTED_MEDIA_TYPE,
        &INVALID_PARAMETERS,
    ],
    audit_action: Some("clients.create"),
};

static READ: Operation = Operation {
    method: "GET",
    path: "/clients/{id}",
    id: "getClient",
    tag: TAG,
    summary: "Get a client",
    role: RequiredRole::Any,
    parameters: &[],
    body: None,
    status: 200,
    content: Content::Json(one_schema),
    errors: &[&RECORD_NOT_FOUND],
    audit_action: None,
};

static UPDATE: Operation = Operation {
    method: "PATCH",
    path: "/clients/{id}",
    id: "updateClient",
    tag: TAG,
    summary: "Change a client",
    role: RequiredRole::Administrator,
    parameters: &[],
    body: Some(|| properties_schema(&["version"], Some(("version", schema::count())))),
    status: 200,
    content: Content::Json(one_schema),
    errors: BODY_ERRORS,
    audit_action: Some("clients.update"),
};

static ROTATE: Operation = Operation {
    method: "POST",
    path: "/clients/{id}/rotate",
    id: "rotateClientSecret",
    tag: TAG,
    summary: "Replace the secret of a client",
    role: RequiredRole::Administrator,
    parameters: &[],
    body: Some(|| {
        let hours = json!({ "type": "integer", "minimum": 0, "maximum": MAX_OVERLAP_HOURS });
        schema::body(&[], [("overlap_hours", hours), ("revoke_tokens", schema::flag())])
    }),
    status: 200,
    content: Content::Json(with_secret_schema),
    errors: BODY_ERRORS,
    audit_action: Some("clients.rotate"),
};

/// An operation that changes the state of a client and has no body.
const fn change(
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    audit_action: &'static str,
) -> Operation {
    Operation {
        method: "POST",
        path,
        id,
        tag: TAG,
        summary,
        role: RequiredRole::Administrator,
        parameters: &[],
        body: None,
        status: 200,
        content: Content::Json(one_schema),
        errors: CHANGE_ERRORS,
        audit_action: Some(audit_action),
    }
}

static DISABLE: Operation = change(
    "/clients/{id}/disable",
    "disableClient",
    "Disable a client until it is enabled again",
    "clients.disable",
);
static ENABLE: Operation =
    change("/clients/{id}/enable", "enableClient", "Enable a client", "clients.enable");
static REVOKE: Operation =
    change("/clients/{id}/revoke", "revokeClient", "Revoke a client permanently", "clients.revoke");

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default()
        .route(&CREATE, create)
        .route(&READ, read)
        .route(&UPDATE, update)
        .route(&ROTATE, rotate)
        .route(&DISABLE, |administrator: AdministratorWrite, state: State<_>, id: PathId| {
            change_state(administrator, state, id, StateChange::Disable)
        })
        .route(&ENABLE, |administrator: AdministratorWrite, state: State<_>, id: PathId| {
            change_state(administrator, state, id, StateChange::Enable)
        })
        .route(&REVOKE, |administrator: AdministratorWrite, state: State<_>, id: PathId| {
            change_state(administrator, state, id, StateChange::Revoke)
        })
        .schema("Client", client_schema)
}

fn one_schema() -> Value {
    schema::object([("client", schema::reference("Client"))])
}

fn with_secret_schema() -> Value {
    let secret = schema::described(schema::text(), "The secret, which is shown only once.");
    schema::object([("client", schema::reference("Client")), ("client_secret", secret)])
}

/// The schema of a body with the properties of a client.
fn properties_schema(required: &[&str], first: Option<(&str, Value)>) -> Value {
    let client = client_schema();
    let property = |name: &'static str| (name, client["properties"][name].clone());
    let mut body = schema::body(required, ["name", "access", "resources", "expires_at"].map(property));
    if let Some((name, schema)) = first {
        body["properties"][name] = schema;
    }
    body
}

async fn create(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    mut members: Members,
) -> Result<(StatusCode, Json), Problem> {
    let at = (state.clock)();
    let required = |name: &str| Problem::invalid_member(name, "is required");
    let new = NewClient {
        name: name(&members.required_text("name")?)?,
        access: access(&members.required_text("access")?)?,
        resources: resources(&members.take("resources").ok_or_else(|| required("resources"))?)?,
        expires_at: expires_at(
            &members.take("expires_at").ok_or_else(|| required("expires_at"))?,
            &state,
            at,
        )?,
    };
    members.finish()?;
    let actor = administrator.actor();
    let create =
        move |store: &Store| Clients { store, actor: &actor, now: at }.create(new).map_err(Problem::from);
    let (client, secret) = state.store.run_administration(create).await?;
    let client = client_json(&client, ClientUsage::default(), at.as_millisecond());
    Ok((StatusCode::CREATED, Json(json!({ "client": client, "client_secret": secret.expose() }))))
}

async fn read(
    _: Administrator,
    State(state): State<Arc<AppState>>,
    PathId(id): PathId,
) -> Result<Json, Problem> {
    let client = path_id(&id, "client")?;
    let now = now(&state);
    let read = move |store: &Store| {
        let client = store.clients().find(client)?;
        client.map(|client| with_usage(store, &client, now)).transpose()
    };
    let client: Option<Value> = state.store.run_administration(read).await.map_err(Problem::from)?;
    Ok(one(&client.ok_or_else(|| not_found(&id, "client"))?))
}

async fn update(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    PathId(id): PathId,
    mut members: Members,
) -> Result<Json, Problem> {
    let client = path_id(&id, "client")?;
    let version = members.integer("version", i64::MAX)?;
    let version = version.ok_or_else(|| Problem::invalid_member("version", "is required"))?;
    let at = (state.clock)();
    let update = ClientUpdate {
        name: members.text("name")?.as_deref().map(name).transpose()?,
        access: members.text("access")?.as_deref().map(access).transpose()?,
        resources: members.take("resources").as_ref().map(resources).transpose()?,
        expires_at: members.take("expires_at").map(|value| expires_at(&value, &state, at)).transpose()?,
    };
    members.finish()?;
    let actor = administrator.actor();
    let change = move |store: &Store| {
        let clients = Clients { store, actor: &actor, now: at };
        let client = changed(clients.update(client, Some(version), &update)?, client)?;
        Ok::<_, Problem>(with_usage(store, &client, at.as_millisecond())?)
    };
    Ok(one(&state.store.run_administration(change).await?))
}

async fn rotate(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    PathId(id): PathId,
    mut members: Members,
) -> Result<Json, Problem> {
    let client = path_id(&id, "client")?;
    let hours = members.integer("overlap_hours", MAX_OVERLAP_HOURS)?.unwrap_or(OVERLAP_HOURS);
    let rotation = Rotation {
        overlap: SignedDuration::from_hours(hours),
        revoke_tokens: members.flag("revoke_tokens")?.unwrap_or(false),
    };
    members.finish()?;
    let (actor, at) = (administrator.actor(), (state.clock)());
    let rotate = move |store: &Store| {
        let (outcome, secret) =
            Clients { store, actor: &actor, now: at }.rotate(client, rotation).map_err(Problem::from)?;
        let client = with_usage(store, &changed(outcome, client)?, at.as_millisecond())?;
        Ok::<_, Problem>(json!({ "client": client, "client_secret": secret.expose() }))
    };
    Ok(Json(state.store.run_administration(rotate).await?))
}

/// A change of the state of a client.
#[derive(Debug, Clone, Copy)]
enum StateChange {
    Disable,
    Enable,
    Revoke,
}

async fn change_state(
    administrator: AdministratorWrite,
    State(state): State<Arc<AppState>>,
    PathId(id): PathId,
    change: StateChange,
) -> Result<Json, Problem> {
    let client = path_id(&id, "client")?;
    let (actor, at) = (administrator.actor(), (state.clock)());
    let change = move |store: &Store| {
        let clients = Clients { store, actor: &actor, now: at };
        let outcome = match change {
            StateChange::Disable => clients.disable(client),
            StateChange::Enable => clients.enable(client),
            StateChange::Revoke => clients.revoke(client),
        }?;
        Ok::<_, Problem>(with_usage(store, &changed(outcome, client)?, at.as_millisecond())?)
    };
    Ok(one(&state.store.run_administration(change).await?))
}

/// The client after a change that was made or not needed.
fn changed(outcome: EditOutcome, id: Uuid) -> Result<Client, Problem> {
    match outcome {
        EditOutcome::Changed(change) => Ok(change.after),
        EditOutcome::Unchanged(client) => Ok(*client),
        EditOutcome::Conflict(client) => {
            let detail = format!(
                "The client was changed meanwhile: its version is {}. Read it again, and repeat the change.",
                client.version
            );
            Err(Problem::new(&EDIT_CONFLICT, detail))
        }
        EditOutcome::Revoked(_) => {
            let detail = "The client is revoked and can no longer be changed. Create a new client.";
            Err(Problem::new(&EDIT_CONFLICT, detail))
        }
        EditOutcome::NotFound => Err(not_found(&id.to_string(), "client")),
    }
}

/// A client with its usage.
fn with_usage(store: &Store, client: &Client, now: i64) -> Result<Value, StoreError> {
    let activity = store.usage().activity_of(client.id)?.map(|activity| (client.id, activity));
    let usage = ClientUsage::read(store, &[client.id], &activity.into_iter().collect(), now)?;
    Ok(client_json(client, usage.first().copied().unwrap_or_default(), now))
}

fn one(client: &Value) -> Json {
    Json(json!({ "client": client }))
}
