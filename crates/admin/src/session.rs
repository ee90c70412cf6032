//! `/admin/api/session`: signing in and out.

use std::net::IpAddr;
use std::sync::Arc;

use axum::RequestExt;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use folkmoot_administration::AdministrationError;
use folkmoot_administration::audit::{Action, Actor, Subject};
use folkmoot_administration::json::{UtcTimestamp, Word};
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::{EDIT_CONFLICT, INVALID_CREDENTIALS};
use folkmoot_authentication::rate_limits::RateLimited;
use folkmoot_authentication::secrets::{self, Secret};
use folkmoot_store::admin_keys::AdminKey;
use folkmoot_store::admin_sessions::{self, AdminSession};
use folkmoot_store::administrators::{Method, Role};
use folkmoot_store::{Store, StoreError};
use folkmoot_telemetry::Refusal;
use http::{HeaderValue, StatusCode, header};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::administrator::{Administrator, CurrentSession, address_of, csrf_token, is_secure};
use super::body::Members;
use super::cookies;
use super::endpoint::{AdminEndpoint, RequiredRole};
use super::json::Json;
use super::openid::ProviderTokens;
use super::routes::AdminRoutes;
use super::state::AdminState;

const TAG: &str = "Session";

static METHODS: AdminEndpoint =
    AdminEndpoint::get("/sign-in-methods", "listSignInMethods", TAG, "List the ways to sign in")
        .role(RequiredRole::Nobody)
        .returns::<SignInMethods>(200);

static READ: AdminEndpoint =
    AdminEndpoint::get("/session", "getSession", TAG, "Get the current session").returns::<Session>(200);

static CREATE: AdminEndpoint =
    AdminEndpoint::change("POST", "/session", "signIn", TAG, "Sign in with an admin key", "sessions.create")
        .role(RequiredRole::Nobody)
        .accepts::<AdminCredentials>()
        .returns::<Session>(201)
        .errors(&[&INVALID_CREDENTIALS]);

static DELETE: AdminEndpoint =
    AdminEndpoint::change("DELETE", "/session", "signOut", TAG, "Sign out", "sessions.delete")
        .role(RequiredRole::Any)
        .returns_nothing();

#[derive(Serialize, JsonSchema)]
struct SignInMethods {
    admin_key: bool,
    openid_connect: Option<Provider>,
}

#[derive(Serialize, JsonSchema)]
struct Provider {
    name: String,
}

#[derive(Deserialize, JsonSchema)]
struct AdminCredentials {
    admin_key: String,
}

/// The one who signed in.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Administrator")]
pub struct SignedIn {
    pub id: String,
    pub name: String,
    pub role: Word<Role>,
    pub method: Word<Method>,
}

#[derive(Serialize, JsonSchema)]
struct Session {
    administrator: SignedIn,
    /// The header `X-CSRF-Token` of requests that change something; `null` for an admin key.
    csrf_token: Option<String>,
    /// `null` for an admin key.
    expires_at: Option<UtcTimestamp>,
    idle_timeout_seconds: u64,
    platform: Option<SessionPlatform>,
    product: String,
    version: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct SessionPlatform {
    name: String,
    url: String,
}

/// The endpoints.
pub fn routes() -> AdminRoutes {
    AdminRoutes::default()
        .route(&METHODS, methods)
        .route(&READ, read)
        .route(&CREATE, create)
        .route(&DELETE, delete)
}

async fn methods(State(state): State<Arc<AdminState>>) -> Json<SignInMethods> {
    let provider = state.sign_in.openid.as_ref();
    let openid_connect = provider.map(|provider| Provider { name: provider.name().to_owned() });
    Json(SignInMethods { admin_key: true, openid_connect })
}

async fn read(administrator: Administrator, State(state): State<Arc<AdminState>>) -> Json<Session> {
    Json(session(administrator, &state))
}

/// Signs in. The token of an earlier session is not reused, so that nobody can choose the token of a session.
async fn create(State(state): State<Arc<AdminState>>, request: Request) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let address = address_of(&parts, &state)?;
    let is_secure = is_secure(&parts, &state);
    let too_many = |limited: RateLimited| {
        Problem::too_many(Refusal::AdminSignIn, "failed sign-ins", limited.retry_after_seconds)
    };
    state.sign_in.failures.check_address(address).map_err(too_many)?;
    let members: Members = Request::from_parts(parts, body).extract().await?;
    let hash = secrets::hash(&members.read::<AdminCredentials>()?.admin_key);
    let now = (state.clock)().as_millisecond();
    let find = move |store: &Store| store.admin_keys().find_by_hash(&hash, now);
    let Some(key) = state.store.run_administration(find).await? else {
        state.sign_in.failures.count_failure(address).map_err(too_many)?;
        let detail = "The admin key is wrong, was revoked or has expired.";
        return Err(Problem::new(&INVALID_CREDENTIALS, detail));
    };
    let identity = Identity::of_key(key);
    let (administrator, cookie) = open(&state, identity, address, is_secure).await?;
    let mut response = (StatusCode::CREATED, Json(session(administrator, &state))).into_response();
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

async fn delete(
    administrator: Administrator,
    State(state): State<Arc<AdminState>>,
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
    state: &Arc<AdminState>,
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
        expires_at: state.sign_in.session_end(now).min(expires_at.unwrap_or(i64::MAX)),
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
pub async fn end(state: &Arc<AdminState>, actor: Actor, id: Uuid) -> Result<bool, Problem> {
    let now = (state.clock)();
    let at = state.sign_in.open_at(now);
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

fn session(administrator: Administrator, state: &AdminState) -> Session {
    let Administrator { id, name, role, method, session, .. } = administrator;
    let (expires_at, csrf_token) = session.map(|session| (session.expires_at, session.csrf_token)).unzip();
    let platform = state.platform.platform();
    let platform = platform
        .map(|view| SessionPlatform { name: view.platform.name.clone(), url: view.platform.url.clone() });
    Session {
        administrator: SignedIn { id, name, role: Word(role), method: Word(method) },
        csrf_token,
        expires_at: expires_at.map(UtcTimestamp),
        idle_timeout_seconds: state.live.get().admin_idle_timeout_seconds,
        platform,
        product: state.settings.provider_product.clone(),
        version: env!("CARGO_PKG_VERSION"),
    }
}

/// The problem that an administrative operation failed.
pub fn failed(error: AdministrationError) -> Problem {
    match error {
        AdministrationError::Store(error) => Problem::from(error),
        error @ AdministrationError::Randomness(_) => Problem::internal(error),
        AdministrationError::LastAdminKey => {
            let detail = "This is the last admin key with the role administrator. Create another one first.";
            Problem::new(&EDIT_CONFLICT, detail)
        }
        AdministrationError::OtherKind(reason) => Problem::new(&EDIT_CONFLICT, format!("{reason}.")),
    }
}
