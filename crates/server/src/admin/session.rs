//! `/admin/api/session`: signing in and out.

use std::net::IpAddr;
use std::sync::Arc;

use axum::RequestExt;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use folkmoot_administration::AdministrationError;
use folkmoot_administration::audit::{Action, Actor, Subject};
use folkmoot_authentication::rate_limits::RateLimited;
use folkmoot_authentication::secrets::{self, Secret};
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::admin_keys::AdminKey;
use folkmoot_store::admin_sessions::{self, AdminSession};
use folkmoot_store::administrators::{Method, Role};
use folkmoot_store::{Store, StoreError};
use http::{HeaderValue, StatusCode, header};
use serde_json::{Value, json};
use uuid::Uuid;

use super::administrator::{Administrator, CurrentSession, address_of, csrf_token, is_secure};
use super::body::Members;
use super::cookies;
use super::json::Json;
use super::openid::ProviderTokens;
use super::operation::{Content, Operation, RequiredRole};
use super::routes::AdminRoutes;
use super::schema;
use crate::problem::Problem;
use crate::problem_table::{
    BODY_TOO_LARGE, INVALID_CREDENTIALS, INVALID_CSRF_TOKEN, INVALID_PARAMETERS, MALFORMED_BODY,
    UNSUPPORTED_MEDIA_TYPE,
};
use crate::refusals::Refusal;
use crate::state::AppState;

const TAG: &str = "Session";

static METHODS: Operation = Operation {
    method: "GET",
    path: "/sign-in-methods",
    id: "listSignInMethods",
    tag: TAG,
    summary: "List the ways to sign in",
    role: RequiredRole::Nobody,
    parameters: &[],
    body: None,
    status: 200,
    content: Content::Json(|| {
        let provider = schema::object([("name", schema::text())]);
        schema::object([("admin_key", schema::flag()), ("openid_connect", schema::nullable(&provider))])
    }),
    errors: &[],
    audit_action: None,
};

static READ: Operation = Operation {
    method: "GET",
    path: "/session",
    id: "getSession",
    tag: TAG,
    summary: "Get the current session",
    role: RequiredRole::Any,
    parameters: &[],
    body: None,
    status: 200,
    content: Content::Json(|| schema::reference("Session")),
    errors: &[],
    audit_action: None,
};

static CREATE: Operation = Operation {
    method: "POST",
    path: "/session",
    id: "signIn",
    tag: TAG,
    summary: "Sign in with an admin key",
    role: RequiredRole::Nobody,
    parameters: &[],
    body: Some(|| schema::body(&["admin_key"], [("admin_key", schema::text())])),
    status: 201,
    content: Content::Json(|| schema::reference("Session")),
    errors: &[
        &MALFORMED_BODY,
        &INVALID_CREDENTIALS,
        &BODY_TOO_LARGE,
        &UNSUPPORTED_MEDIA_TYPE,
        &INVALID_PARAMETERS,
    ],
    audit_action: Some("sessions.create"),
};

static DELETE: Operation = Operation {
    method: "DELETE",
    path: "/session",
    id: "signOut",
    tag: TAG,
    summary: "Sign out",
    role: RequiredRole::Any,
    parameters: &[],
    body: None,
    status: 204,
    content: Content::Empty,
    errors: &[&INVALID_CSRF_TOKEN],
    audit_action: Some("sessions.delete"),
};

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default()
        .route(&METHODS, methods)
        .route(&READ, read)
        .route(&CREATE, create)
        .route(&DELETE, delete)
        .schema("Administrator", administrator_schema)
        .schema("Session", session_schema)
}

/// The schema of an administrator.
fn administrator_schema() -> Value {
    schema::object([
        ("id", schema::text()),
        ("name", schema::text()),
        ("role", schema::words(Role::ALL.map(Role::name))),
        ("method", schema::words(Method::ALL.map(Method::name))),
    ])
}

fn session_schema() -> Value {
    let platform = schema::object([("name", schema::text()), ("url", schema::text())]);
    schema::object([
        ("administrator", schema::reference("Administrator")),
        ("csrf_token", schema::nullable(&schema::text())),
        ("expires_at", schema::nullable(&schema::timestamp())),
        ("idle_timeout_seconds", schema::count()),
        ("platform", schema::nullable(&platform)),
        ("product", schema::text()),
        ("version", schema::text()),
    ])
}

async fn methods(State(state): State<Arc<AppState>>) -> Json {
    let provider = state.admin.openid.as_ref();
    Json(json!({
        "admin_key": true,
        "openid_connect": provider.map(|provider| json!({ "name": provider.name() })),
    }))
}

async fn read(administrator: Administrator, State(state): State<Arc<AppState>>) -> Json {
    Json(session_json(&administrator, &state))
}

/// Signs in. The token of an earlier session is not reused, so that nobody can choose the token of a session.
async fn create(State(state): State<Arc<AppState>>, request: Request) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let address = address_of(&parts, &state)?;
    let is_secure = is_secure(&parts, &state);
    let too_many = |limited: RateLimited| {
        Problem::too_many(Refusal::AdminSignIn, "failed sign-ins", limited.retry_after_seconds)
    };
    state.admin.failures.check_address(address).map_err(too_many)?;
    let mut members: Members = Request::from_parts(parts, body).extract().await?;
    let hash = secrets::hash(&members.required_text("admin_key")?);
    members.finish()?;
    let now = (state.clock)().as_millisecond();
    let find = move |store: &Store| store.admin_keys().find_by_hash(&hash, now);
    let Some(key) = state.store.run_administration(find).await? else {
        state.admin.failures.count_failure(address).map_err(too_many)?;
        let detail = "The admin key is wrong, was revoked or has expired.";
        return Err(Problem::new(&INVALID_CREDENTIALS, detail));
    };
    let identity = Identity::of_key(key);
    let (administrator, cookie) = open(&state, identity, address, is_secure).await?;
    let mut response = (StatusCode::CREATED, Json(session_json(&administrator, &state))).into_response();
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

async fn delete(
    administrator: Administrator,
    State(state): State<Arc<AppState>>,
    request: Request,
) -> Result<Response, Problem> {
    let (parts, _) = request.into_parts();
    let cookie = cookies::SESSION.delete(is_secure(&parts, &state))?;
    if let Some(session) = &administrator.session {
        end(&state, administrator.actor(), session.id).await?;
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response())
}

/// Who signs in.
#[derive(Debug)]
pub struct Identity {
    /// See [`Administrator::id`].
    pub id: String,
    /// See [`Administrator::name`].
    pub name: String,
    /// See [`Administrator::role`].
    pub role: Role,
    /// See [`Administrator::method`].
    pub method: Method,
    /// The admin key, whose last use is stored.
    pub key: Option<Uuid>,
    /// When the identity expires, and its session with it.
    pub expires_at: Option<i64>,
    /// With what the `OpenID` provider is asked for the role again.
    pub provider_tokens: Option<ProviderTokens>,
}

impl Identity {
    fn of_key(key: AdminKey) -> Self {
        let (id, method) = (key.id.to_string(), Method::AdminKey);
        Self {
            id,
            name: key.name,
            role: key.role,
            method,
            key: Some(key.id),
            expires_at: key.expires_at,
            provider_tokens: None,
        }
    }
}

/// Opens a session. Returns its administrator and the header that sets its cookie.
pub async fn open(
    state: &Arc<AppState>,
    identity: Identity,
    address: IpAddr,
    is_secure: bool,
) -> Result<(Administrator, HeaderValue), Problem> {
    let now = (state.clock)();
    let token = Secret::generate_browser_token().map_err(Problem::internal)?;
    let Identity { id, name, role, method, key, expires_at, provider_tokens } = identity;
    let sealed = provider_tokens.map(|tokens| tokens.seal(token.expose(), now)).transpose()?.flatten();
    let (provider_tokens, recheck_at) = sealed.unzip();
    let session = AdminSession {
        id: Uuid::new_v4(),
        token_hash: token.hash(),
        administrator_id: id.clone(),
        administrator_name: name.clone(),
        method,
        role,
        created_at: now.as_millisecond(),
        last_used_at: now.as_millisecond(),
        expires_at: state.admin.session_end(now).min(expires_at.unwrap_or(i64::MAX)),
        address: address.to_string(),
        provider_tokens,
        recheck_at,
    };
    let current = CurrentSession {
        id: session.id,
        expires_at: session.expires_at,
        csrf_token: csrf_token(token.expose()),
    };
    let administrator = Administrator { id, name, role, method, session: Some(current), address };
    let actor = administrator.actor();
    let store_session = move |store: &Store| {
        store.transact(|transaction| {
            admin_sessions::open(transaction, &session)?;
            if let Some(key) = key {
                folkmoot_store::admin_keys::record_use(transaction, key, session.created_at)?;
            }
            let action = Action { actor: &actor, name: "sessions.create", at: now };
            action.append(transaction, Some(subject(&session)), Vec::new())
        })
    };
    state.store.run_administration::<_, StoreError>(store_session).await?;
    let cookie = cookies::SESSION.set(token.expose(), is_secure, None)?;
    Ok((administrator, cookie))
}

/// Ends a session on all servers. Returns whether it was open.
pub async fn end(state: &Arc<AppState>, actor: Actor, id: Uuid) -> Result<bool, Problem> {
    let now = (state.clock)();
    let at = state.admin.open_at(now);
    let end = move |store: &Store| {
        store.transact(|transaction| {
            let Some(session) = admin_sessions::end(transaction, id, at)? else { return Ok(false) };
            let action = Action { actor: &actor, name: "sessions.delete", at: now };
            action.append(transaction, Some(subject(&session)), Vec::new())?;
            Ok::<_, StoreError>(true)
        })
    };
    state.store.run_administration(end).await.map_err(Problem::from)
}

fn subject(session: &AdminSession) -> Subject {
    let name = Some(session.administrator_name.clone());
    Subject { kind: "session".to_owned(), id: session.id.to_string(), name }
}

fn session_json(administrator: &Administrator, state: &AppState) -> Value {
    let Administrator { id, name, role, method, session, .. } = administrator;
    let platform = state.platform.platform();
    let platform = platform.map(|view| json!({ "name": view.platform.name, "url": view.platform.url }));
    json!({
        "administrator": { "id": id, "name": name, "role": role.name(), "method": method.name() },
        "csrf_token": session.as_ref().map(|session| &session.csrf_token),
        "expires_at": session.as_ref().map(|session| timestamp(session.expires_at)),
        "idle_timeout_seconds": state.live.get().admin_idle_timeout_seconds,
        "platform": platform,
        "product": state.settings.provider_product,
        "version": env!("CARGO_PKG_VERSION"),
    })
}

impl From<AdministrationError> for Problem {
    fn from(error: AdministrationError) -> Self {
        match error {
            AdministrationError::Store(error) => Self::from(error),
            error @ AdministrationError::Randomness(_) => Self::internal(error),
        }
    }
}
