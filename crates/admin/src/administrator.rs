//! Authentication of administrators: every handler has an [`Administrator`] or an [`AdministratorWrite`] as a parameter, so it
//! cannot run without a session or an admin key.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts};
use folkmoot_administration::audit::Actor;
use folkmoot_api::client_address::client_address;
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::{ADMIN_SIGN_IN_REQUIRED, ADMINISTRATOR_REQUIRED, INVALID_CSRF_TOKEN};
use folkmoot_authentication::secrets;
use folkmoot_store::admin_sessions::AdminSession;
use folkmoot_store::administrators::{Method, Role};
use folkmoot_store::{Store, StoreError};
use folkmoot_telemetry::Refusal;
use http::request::Parts;
use http::{HeaderName, header};
use uuid::Uuid;

use super::endpoint::AdminEndpoint;
use super::parameters::Parameters;
use super::services::AdminServices;
use super::state::AdminState;
use super::{cookies, openid};

/// The header with the CSRF token of the session.
const CSRF_TOKEN: HeaderName = HeaderName::from_static("x-csrf-token");

/// A person or program that may use the admin API, of any role, and whose request no other page can have sent.
#[derive(Debug, Clone)]
pub struct Administrator {
    /// The id of the admin key, or the subject of the `OpenID` provider.
    pub id: String,
    /// The name.
    pub name: String,
    /// What the administrator may do.
    pub role: Role,
    /// How the administrator signed in.
    pub method: Method,
    /// The session; `None` if the request had an admin key.
    pub session: Option<CurrentSession>,
    /// The network address.
    pub address: IpAddr,
}

/// An [`Administrator`] who may make changes.
#[derive(Debug, Clone)]
pub struct AdministratorWrite(Administrator);

/// The session of a request.
#[derive(Debug, Clone)]
pub struct CurrentSession {
    /// Its id.
    pub id: Uuid,
    /// When it expires, in milliseconds since 1970.
    pub expires_at: i64,
    /// The token that requests that change something must contain in a header.
    pub csrf_token: String,
}

impl Administrator {
    /// The actor of entries in the audit log.
    pub fn actor(&self) -> Actor {
        Actor {
            kind: self.method.name().to_owned(),
            id: self.id.clone(),
            name: self.name.clone(),
            address: Some(self.address.to_string()),
        }
    }
}

impl AdministratorWrite {
    /// The actor of entries in the audit log.
    pub fn actor(&self) -> Actor {
        self.0.actor()
    }
}

/// The actor of entries in the audit log that are about the holder of a session.
pub fn session_actor(session: &AdminSession) -> Actor {
    Actor {
        kind: session.method.name().to_owned(),
        id: session.administrator_id.clone(),
        name: session.administrator_name.clone(),
        address: None,
    }
}

/// The CSRF token of the session with this token. It is derived, so that it need not be stored and changes with the session.
pub fn csrf_token(session_token: &str) -> String {
    secrets::hash(&format!("csrf:{session_token}"))
}

/// The network address of a request.
pub fn address_of(parts: &Parts, state: &AdminState) -> Result<IpAddr, Problem> {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let peer = peer.ok_or_else(|| Problem::internal("the request has no network address"))?;
    Ok(client_address(peer.0.ip(), &parts.headers, &state.settings.trusted_proxies))
}

/// Whether the request came over TLS.
pub fn is_secure(parts: &Parts, state: &AdminState) -> bool {
    state.sign_in.urls.of_head(&parts.uri, &parts.headers, &parts.extensions).api.starts_with("https://")
}

impl FromRequestParts<AdminServices> for Administrator {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AdminServices) -> Result<Self, Problem> {
        let administrator = authenticate(parts, &state.admin).await?;
        // After authentication, so that nobody else learns which parameters exist. Unknown paths declare none.
        if parts.extensions.get::<&'static AdminEndpoint>().is_some() {
            Parameters::from_request_parts(parts, state).await?;
        }
        Ok(administrator)
    }
}

/// The administrator who sent a request.
async fn authenticate(parts: &Parts, state: &Arc<AdminState>) -> Result<Administrator, Problem> {
    let address = address_of(parts, state)?;
    if parts.headers.contains_key(header::AUTHORIZATION) {
        return with_key(parts, state, address).await;
    }
    let token = cookies::SESSION.read(&parts.headers, is_secure(parts, state));
    let token = token.ok_or_else(sign_in_required)?.to_owned();
    let hash = secrets::hash(&token);
    let server = Arc::clone(state);
    let find = move |store: &Store| find_session(&server, store, &hash);
    let session: Option<AdminSession> = state.store.run_administration(find).await.map_err(Problem::from)?;
    let session = openid::recheck(state, session.ok_or_else(sign_in_required)?, &token).await?;
    let session = session.ok_or_else(sign_in_required)?;
    let csrf_token = csrf_token(&token);
    require_csrf_token(parts, &csrf_token)?;
    Ok(Administrator {
        id: session.administrator_id,
        name: session.administrator_name,
        role: session.role,
        method: session.method,
        session: Some(CurrentSession { id: session.id, expires_at: session.expires_at, csrf_token }),
        address,
    })
}

impl FromRequestParts<AdminServices> for AdministratorWrite {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AdminServices) -> Result<Self, Problem> {
        let administrator = Administrator::from_request_parts(parts, state).await?;
        if administrator.role != Role::Administrator {
            let detail = "Your role is auditor, which can read everything and change nothing.";
            return Err(Problem::new(&ADMINISTRATOR_REQUIRED, detail));
        }
        Ok(Self(administrator))
    }
}

/// Requires the header that only scripts of the console can send, unless the request only reads. Requests with an admin key
/// need none, because browsers do not add that on their own.
fn require_csrf_token(parts: &Parts, expected: &str) -> Result<(), Problem> {
    let sent = parts.headers.get(CSRF_TOKEN).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if parts.method.is_safe() || secrets::same(sent, expected) {
        return Ok(());
    }
    let detail = "The header X-CSRF-Token must contain the csrf_token of the session, which GET /admin/api/session returns.";
    Err(Problem::new(&INVALID_CSRF_TOKEN, detail))
}

/// The holder of the admin key in the `Authorization` header.
async fn with_key(parts: &Parts, state: &Arc<AdminState>, address: IpAddr) -> Result<Administrator, Problem> {
    let too_many = |limited: folkmoot_authentication::rate_limits::RateLimited| {
        Problem::too_many(Refusal::AdminSignIn, "failed sign-ins", limited.retry_after_seconds)
    };
    state.sign_in.failures.check_address(address).map_err(too_many)?;
    let value = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let key = value.and_then(|value| value.split_once(' '));
    let key = key.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, key)| key.trim());
    let hash = secrets::hash(key.unwrap_or_default());
    let now = (state.clock)().as_millisecond();
    let precision = state.sign_in.use_precision();
    let find = move |store: &Store| {
        let key = store.admin_keys().find_by_hash(&hash, now)?;
        if let Some(key) = key.as_ref().filter(|key| key.last_used_at.is_none_or(|at| at < now - precision)) {
            ignore_busy(store.admin_keys().record_use(key.id, now))?;
        }
        Ok::<_, StoreError>(key)
    };
    let Some(key) = state.store.run_administration(find).await? else {
        state.sign_in.failures.count_failure(address).map_err(too_many)?;
        return Err(sign_in_required());
    };
    Ok(Administrator {
        id: key.id.to_string(),
        name: key.name,
        role: key.role,
        method: Method::AdminKey,
        session: None,
        address,
    })
}

/// The open session with this hash of its token. Stores that it was used.
fn find_session(state: &AdminState, store: &Store, hash: &str) -> Result<Option<AdminSession>, StoreError> {
    let at = state.sign_in.open_at((state.clock)());
    let session = store.admin_sessions().find_by_hash(hash, at)?;
    let is_outdated = |session: &&AdminSession| session.last_used_at < at.now - state.sign_in.use_precision();
    if let Some(session) = session.as_ref().filter(is_outdated) {
        ignore_busy(store.admin_sessions().record_use(session.id, at.now))?;
    }
    Ok(session)
}

/// While an import writes, the last use is stored by a later request.
fn ignore_busy(stored: Result<(), StoreError>) -> Result<(), StoreError> {
    match stored {
        Err(StoreError::Busy) => Ok(()),
        stored => stored,
    }
}

fn sign_in_required() -> Problem {
    let detail = "The request has no valid session and no valid admin key. Sign in to the console, or send \
                  Authorization: Bearer <admin key>.";
    Problem::new(&ADMIN_SIGN_IN_REQUIRED, detail)
}
