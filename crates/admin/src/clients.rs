//! `/admin/api/clients`: creating and changing clients.

use std::sync::Arc;

use axum::extract::State;
use folkmoot_administration::clients::{self, Clients, Rotation};
use folkmoot_administration::json::{Day, Word};
use folkmoot_api::path_id::PathId;
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::{EDIT_CONFLICT, ProblemKind};
use folkmoot_api::usage::UsageState;
use folkmoot_model::access::AccessLevel;
use folkmoot_store::Store;
use folkmoot_store::StoreError;
use folkmoot_store::clients::{Client, ClientUpdate, EditOutcome, Registration};
use http::StatusCode;
use jiff::SignedDuration;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::administrator::{Administrator, AdministratorWrite};
use super::body::{Members, UpTo};
use super::client_fields::{
    ClientJson, ClientUsage, ResourceName, access, expires_at, name, now, origins, registration, resources,
};
use super::endpoint::AdminEndpoint;
use super::json::Json;
use super::parameters::{not_found, path_id};
use super::routes::AdminRoutes;
use super::session;
use super::state::AdminState;

const TAG: &str = "Clients";
/// A year, the maximum overlap of two secrets.
const MAX_OVERLAP_HOURS: i64 = 8_760;
/// The overlap of two secrets if a request does not set it.
const OVERLAP_HOURS: i64 = 24;

static CREATE: AdminEndpoint =
    AdminEndpoint::change("POST", "/clients", "createClient", TAG, "Create a client", "clients.create")
        .accepts::<NewClient>()
        .returns::<ClientWithSecret>(201);

static READ: AdminEndpoint =
    AdminEndpoint::get("/clients/{id}", "getClient", TAG, "Get a client").returns::<OneClient>(200);

const CHANGE_ERRORS: &[&ProblemKind] = &[&EDIT_CONFLICT];

/// An endpoint that changes a client.
const fn change(
    method: &'static str,
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    action: &'static str,
) -> AdminEndpoint {
    AdminEndpoint::change(method, path, id, TAG, summary, action)
        .returns::<OneClient>(200)
        .errors(CHANGE_ERRORS)
}

static UPDATE: AdminEndpoint =
    change("PATCH", "/clients/{id}", "updateClient", "Change a client", "clients.update")
        .accepts::<ChangedClient>();
static ROTATE: AdminEndpoint = change(
    "POST",
    "/clients/{id}/rotate",
    "rotateClientSecret",
    "Replace the secret of a client",
    "clients.rotate",
)
.accepts::<SecretRotation>()
.returns::<ClientWithSecret>(200);
static DISABLE: AdminEndpoint = change(
    "POST",
    "/clients/{id}/disable",
    "disableClient",
    "Disable a client until it is enabled again",
    "clients.disable",
);
static ENABLE: AdminEndpoint =
    change("POST", "/clients/{id}/enable", "enableClient", "Enable a client", "clients.enable");
static REVOKE: AdminEndpoint =
    change("POST", "/clients/{id}/revoke", "revokeClient", "Revoke a client permanently", "clients.revoke");

#[derive(Serialize, JsonSchema)]
struct OneClient {
    client: ClientJson,
}

#[derive(Serialize, JsonSchema)]
struct ClientWithSecret {
    client: ClientJson,
    /// The secret, which is shown only once; `null` if the client has a publishable key.
    client_secret: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(extend("required" = ["name", "access", "resources", "expires_at"]))]
struct NewClient {
    name: String,
    #[schemars(with = "Word<AccessLevel>")]
    access: String,
    #[schemars(with = "Option<Vec<Word<ResourceName>>>")]
    resources: Value,
    #[schemars(with = "Option<Day>")]
    expires_at: Value,
    /// The origins of the web pages with its publishable key; without them, the client has a secret.
    #[schemars(with = "Option<Vec<String>>")]
    origins: Option<Value>,
    /// Who uses it and why.
    #[schemars(with = "Option<Registration>")]
    registration: Option<Value>,
    /// Whether assistants may use it over MCP; a client with origins cannot be.
    #[serde(default)]
    mcp: bool,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(extend("required" = ["version"]))]
struct ChangedClient {
    /// The version of the client that was read.
    #[schemars(with = "u64")]
    version: UpTo<{ i64::MAX }>,
    #[schemars(with = "String")]
    name: Option<String>,
    #[schemars(with = "Word<AccessLevel>")]
    access: Option<String>,
    #[schemars(with = "Option<Vec<Word<ResourceName>>>")]
    resources: Option<Value>,
    #[schemars(with = "Option<Day>")]
    expires_at: Option<Value>,
    /// The origins of the web pages with its publishable key.
    #[schemars(with = "Vec<String>")]
    origins: Option<Value>,
    /// Who uses it and why; it replaces the earlier registration.
    #[schemars(with = "Registration")]
    registration: Option<Value>,
    /// Whether assistants may use it over MCP.
    #[schemars(with = "bool")]
    mcp: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(default)]
struct SecretRotation {
    overlap_hours: UpTo<MAX_OVERLAP_HOURS>,
    revoke_tokens: bool,
}

impl Default for SecretRotation {
    fn default() -> Self {
        Self { overlap_hours: UpTo(OVERLAP_HOURS), revoke_tokens: false }
    }
}

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
}

async fn create(
    administrator: AdministratorWrite,
    State(state): State<Arc<AdminState>>,
    members: Members,
) -> Result<(StatusCode, Json<ClientWithSecret>), Problem> {
    let at = (state.clock)();
    let body: NewClient = members.read()?;
    let (name, access) = (name(&body.name)?, access(&body.access)?);
    let (resources, expires_at) = (resources(&body.resources)?, expires_at(&body.expires_at, &state, at)?);
    let origins = body.origins.filter(|value| !value.is_null()).map(|value| origins(&value)).transpose()?;
    if origins.is_some() && access != AccessLevel::Public {
        return Err(Problem::invalid_member("access", "must be public for a client with origins"));
    }
    if origins.is_some() && body.mcp {
        return Err(Problem::invalid_member("mcp", "must be false for a client with origins"));
    }
    let stated = body.registration.filter(|value| !value.is_null());
    let registration = stated.map(|value| registration(&value)).transpose()?.unwrap_or_default();
    let (actor, mcp) = (administrator.actor(), body.mcp);
    let create = move |store: &Store| {
        let clients = Clients { store, actor: &actor, now: at };
        let Some(origins) = origins else {
            let new = clients::NewClient { name, access, resources, expires_at, registration, mcp };
            let (client, secret) = clients.create(new)?;
            return Ok((client, Some(secret.expose().to_owned())));
        };
        let new = clients::NewPublishableClient { name, origins, resources, expires_at, registration };
        Ok((clients.create_publishable(new)?, None))
    };
    let create = move |store: &Store| create(store).map_err(session::failed);
    let (client, client_secret) = state.store.run_administration(create).await?;
    let client = ClientJson::new(client, ClientUsage::default(), at.as_millisecond());
    Ok((StatusCode::CREATED, Json(ClientWithSecret { client, client_secret })))
}

async fn read(
    _: Administrator,
    State(state): State<Arc<AdminState>>,
    State(usage): State<Arc<UsageState>>,
    PathId(id): PathId,
) -> Result<Json<OneClient>, Problem> {
    let client = path_id(&id, "client")?;
    usage.store_before_read().await;
    let now = now(&state);
    let read = move |store: &Store| {
        let client = store.clients().find(client)?;
        client.map(|client| with_usage(store, client, now)).transpose()
    };
    let client = state.store.run_administration(read).await.map_err(Problem::from)?;
    Ok(Json(OneClient { client: client.ok_or_else(|| not_found(&id, "client"))? }))
}

async fn update(
    administrator: AdministratorWrite,
    State(state): State<Arc<AdminState>>,
    PathId(id): PathId,
    members: Members,
) -> Result<Json<OneClient>, Problem> {
    let client = path_id(&id, "client")?;
    let body: ChangedClient = members.read()?;
    let at = (state.clock)();
    let update = ClientUpdate {
        name: body.name.as_deref().map(name).transpose()?,
        access: body.access.as_deref().map(access).transpose()?,
        resources: body.resources.as_ref().map(resources).transpose()?,
        expires_at: body.expires_at.map(|value| expires_at(&value, &state, at)).transpose()?,
        origins: body.origins.as_ref().map(origins).transpose()?,
        registration: body.registration.as_ref().map(registration).transpose()?,
        mcp: body.mcp,
    };
    let actor = administrator.actor();
    let change = move |store: &Store| {
        let clients = Clients { store, actor: &actor, now: at };
        let outcome = clients.update(client, Some(body.version.0), &update).map_err(session::failed)?;
        let client = changed(outcome, client)?;
        Ok::<_, Problem>(OneClient { client: with_usage(store, client, at.as_millisecond())? })
    };
    Ok(Json(state.store.run_administration(change).await?))
}

async fn rotate(
    administrator: AdministratorWrite,
    State(state): State<Arc<AdminState>>,
    PathId(id): PathId,
    members: Members,
) -> Result<Json<ClientWithSecret>, Problem> {
    let client = path_id(&id, "client")?;
    let SecretRotation { overlap_hours: UpTo(hours), revoke_tokens } = members.read()?;
    let rotation = Rotation { overlap: SignedDuration::from_hours(hours), revoke_tokens };
    let (actor, at) = (administrator.actor(), (state.clock)());
    let rotate = move |store: &Store| {
        let (outcome, secret) =
            Clients { store, actor: &actor, now: at }.rotate(client, rotation).map_err(session::failed)?;
        let client = with_usage(store, changed(outcome, client)?, at.as_millisecond())?;
        Ok::<_, Problem>(ClientWithSecret { client, client_secret: Some(secret.expose().to_owned()) })
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
    State(state): State<Arc<AdminState>>,
    PathId(id): PathId,
    change: StateChange,
) -> Result<Json<OneClient>, Problem> {
    let client = path_id(&id, "client")?;
    let (actor, at) = (administrator.actor(), (state.clock)());
    let change = move |store: &Store| {
        let clients = Clients { store, actor: &actor, now: at };
        let outcome = match change {
            StateChange::Disable => clients.disable(client),
            StateChange::Enable => clients.enable(client),
            StateChange::Revoke => clients.revoke(client),
        }?;
        Ok::<_, Problem>(OneClient {
            client: with_usage(store, changed(outcome, client)?, at.as_millisecond())?,
        })
    };
    Ok(Json(state.store.run_administration(change).await?))
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
fn with_usage(store: &Store, client: Client, now: i64) -> Result<ClientJson, StoreError> {
    let activity = store.usage().activity_of(client.id)?.map(|activity| (client.id, activity));
    let usage = ClientUsage::read(store, &[client.id], &activity.into_iter().collect(), now)?;
    Ok(ClientJson::new(client, usage.into_iter().next().unwrap_or_default(), now))
}
