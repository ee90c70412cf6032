//! Sign-in, for both endpoints that issue tokens: verification of credentials and its limits.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use folkmoot_authentication::rate_limits::{RateLimited, RateLimits};
use folkmoot_authentication::secrets::{self, StoredSecrets};
use folkmoot_authentication::tokens::{Grant, IssuedToken, Tokens};
use folkmoot_settings::Network;
use folkmoot_store::clients::{Client, ClientStatus};
use folkmoot_store::usage::{ClientRefusal, RefusalReason};
use folkmoot_telemetry::Refusal;
use http::HeaderMap;
use http_body_util::LengthLimitError;
use jiff::Timestamp;
use uuid::Uuid;

use super::caller::NoteSlot;
use super::client_activity::ClientActivity;
use super::client_address::client_address;
use super::parameters;
use super::preconditions::{PlatformState, enabled_platform, require_current_data, require_newest_data};
use super::problem::Problem;
use super::problem_table::{BODY_TOO_LARGE, MALFORMED_BODY};

/// Maximum size of the request body, far more than an id and a secret need.
const MAX_BODY_BYTES: usize = 16 * 1024;

/// What issues tokens.
pub struct SignInState {
    /// The platform and its clients.
    pub platform: Arc<PlatformState>,
    /// Issues tokens.
    pub tokens: Arc<Tokens>,
    /// Limits failed and successful authentications.
    pub rate_limits: RateLimits,
    /// When clients last got a token.
    pub last_use: Arc<ClientActivity>,
    /// The proxies whose statements of a client's network address are trusted.
    pub trusted_proxies: Vec<Network>,
}

/// What a request claims to be signed in with.
pub struct Credentials {
    /// The id of the client.
    pub client_id: String,
    /// The secret; `None` if the request has none.
    pub client_secret: Option<String>,
}

/// A client whose credentials were verified.
pub struct SignedIn {
    /// The client.
    pub client: Client,
    /// When it was verified.
    pub at: Timestamp,
}

impl SignedIn {
    /// Issues a token, which is narrowed to `scope` if there is one.
    pub fn issue_token(&self, tokens: &Tokens, scope: Option<String>) -> Result<IssuedToken, Problem> {
        let client_expires_at = self.client.expires_at.and_then(|end| Timestamp::from_millisecond(end).ok());
        let grant = Grant { holder: self.client.holder(), scope, client_expires_at };
        let token = tokens.issue_grant(&grant, self.at).map_err(Problem::internal)?;
        metrics::counter!("folkmoot_tokens_issued_total").increment(1);
        Ok(token)
    }
}

/// A request for a token from a network address.
pub struct SignIn<'a> {
    state: &'a SignInState,
    address: IpAddr,
    notes: &'a NoteSlot,
}

impl<'a> SignIn<'a> {
    /// Checks what does not depend on the credentials: the server has current data, the public API is enabled, and the
    /// address has not failed too often. An address over its limit is refused whatever it sends.
    pub async fn begin(
        state: &'a SignInState,
        peer: SocketAddr,
        headers: &HeaderMap,
        notes: &'a NoteSlot,
    ) -> Result<Self, Problem> {
        require_current_data(&state.platform).await?;
        enabled_platform(&state.platform)?;
        let address = client_address(peer.ip(), headers, &state.trusted_proxies);
        state.rate_limits.check_address(address).map_err(of_address)?;
        Ok(Self { state, address, notes })
    }

    /// Verifies the credentials and counts the attempt; `None` if they are wrong or the client is revoked, disabled or expired. The time that
    /// this takes does not reveal whether the id or the secret is wrong.
    pub async fn verify(&self, credentials: &Credentials) -> Result<Option<SignedIn>, Problem> {
        let state = self.state;
        // The body arrived since the first check, and other requests may have failed meanwhile.
        state.rate_limits.check_address(self.address).map_err(of_address)?;
        let at = (state.platform.clock)();
        let client = if let Some(client) = verify(state, credentials, at) {
            client
        } else {
            // The client may have just been created. The wait is the same for every failure.
            require_newest_data(&state.platform).await?;
            let Some(client) = verify(state, credentials, at) else {
                metrics::counter!("folkmoot_sign_in_failures_total").increment(1);
                self.note_refusal(credentials, at);
                state.rate_limits.count_failure(self.address).map_err(of_address)?;
                return Ok(None);
            };
            client
        };
        state.rate_limits.count_token(client.id).map_err(|limited| too_many(Refusal::Tokens, limited))?;
        state.last_use.record(client.id, at.as_millisecond());
        Ok(Some(SignedIn { client, at }))
    }

    /// Notes for administrators why a known client did not get a token.
    fn note_refusal(&self, credentials: &Credentials, at: Timestamp) {
        let clients = self.state.platform.cache.clients();
        let client = canonical_id(&credentials.client_id).and_then(|id| clients.get(&id));
        let Some(client) = client else { return };
        let reason = match client.status(at.as_millisecond()) {
            ClientStatus::Active => RefusalReason::WrongSecret,
            ClientStatus::Disabled => RefusalReason::Disabled,
            ClientStatus::Expired => RefusalReason::Expired,
            ClientStatus::Revoked => RefusalReason::Revoked,
        };
        let _ = self.notes.0.refused.set(ClientRefusal { client: client.id, reason, resource: "" });
    }
}

/// The client with these credentials; `None` if they are wrong or the client is revoked, disabled or expired.
fn verify(state: &SignInState, credentials: &Credentials, now: Timestamp) -> Option<Client> {
    let clients = state.platform.cache.clients();
    let client = canonical_id(&credentials.client_id).and_then(|id| clients.get(&id));
    let now_milliseconds = now.as_millisecond();
    let client = client.filter(|client| client.status(now_milliseconds) == ClientStatus::Active);
    let stored = client.map(stored_secrets);
    let secret = credentials.client_secret.as_deref().unwrap_or_default();
    let is_verified = secrets::verify(secret, stored.as_ref(), now);
    client.filter(|_| is_verified).cloned()
}

/// Parses a client ID in the spelling in which it is issued: lower-case and hyphenated. Other spellings are invalid.
fn canonical_id(text: &str) -> Option<Uuid> {
    parameters::uuid(text).filter(|_| !text.contains(|character: char| character.is_ascii_uppercase()))
}

fn stored_secrets(client: &Client) -> StoredSecrets {
    let timestamp = |milliseconds| Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::MIN);
    StoredSecrets {
        current: client.secret_hash.clone(),
        previous: client.previous_secret.clone().map(|(hash, until)| (hash, timestamp(until))),
    }
}

/// Reads the body of a request for a token.
pub async fn read_body(body: Body) -> Result<Bytes, Problem> {
    to_bytes(body, MAX_BODY_BYTES).await.map_err(|error| unreadable_body(&error))
}

/// The problem of a body that is too large, or whose framing is broken.
fn unreadable_body(error: &axum::Error) -> Problem {
    let source = std::error::Error::source(error);
    if source.is_some_and(<dyn std::error::Error>::is::<LengthLimitError>) {
        let detail = format!("The request body is too large. The maximum is {MAX_BODY_BYTES} bytes.");
        return Problem::new(&BODY_TOO_LARGE, detail);
    }
    Problem::new(&MALFORMED_BODY, format!("The request body could not be read: {error}."))
}

/// The problem of an address with too many failures.
fn of_address(limited: RateLimited) -> Problem {
    too_many(Refusal::SignIn, limited)
}

fn too_many(refusal: Refusal, limited: RateLimited) -> Problem {
    Problem::too_many(refusal, "token requests", limited.retry_after_seconds)
}
