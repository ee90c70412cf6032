//! `POST /api/v2/authenticate`: exchanges a client's id and secret for a token that is valid for 24 hours.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, State};
use axum::response::{IntoResponse, Response};
use folkmoot_authentication::rate_limits::RateLimited;
use folkmoot_authentication::secrets::{self, StoredSecrets};
use folkmoot_store::clients::Client;
use folkmoot_store::clients::Holder;
use http::{HeaderMap, StatusCode, header};
use http_body_util::LengthLimitError;
use serde_json::{Value, json};
use uuid::Uuid;

use super::client_address::client_address;
use super::parameters;
use super::preconditions::{enabled_platform, require_current_data};
use super::problem::Problem;
use super::problem_table::{BODY_TOO_LARGE, INVALID_CREDENTIALS, MALFORMED_BODY, UNSUPPORTED_MEDIA_TYPE};
use super::state::{AppState, CATCH_UP_TIMEOUT};

/// Maximum size of the request body, far more than an id and a secret need.
const MAX_BODY_BYTES: usize = 16 * 1024;

struct Credentials {
    client_id: String,
    client_secret: Option<String>,
}

/// Returns 201 with `{"jwt": …}`, or the problem `invalid-credentials`. The problem and its timing do not reveal whether the
/// id or the secret is wrong.
pub async fn authenticate(
    State(server): State<Arc<AppState>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    require_current_data(&server).await?;
    enabled_platform(&server)?;
    let credentials = credentials(&headers, body).await?;
    let address = client_address(peer.ip(), &headers, &server.settings.trusted_proxies);
    server.rate_limits.check_address(address)?;
    let now = (server.clock)();
    let Credentials { client_id, client_secret } = credentials;
    let verify = || verify(&server, &client_id, client_secret.as_deref(), now);
    let holder = if let Some(holder) = verify() {
        holder
    } else {
        // The client may have just been created. The wait is the same for every failure.
        server.feed.catch_up(CATCH_UP_TIMEOUT).await;
        require_current_data(&server).await?;
        let Some(holder) = verify() else {
            server.rate_limits.count_failure(address)?;
            return Err(Problem::new(&INVALID_CREDENTIALS, "The client id or the client secret is wrong."));
        };
        holder
    };
    let client = holder.client;
    server.rate_limits.count_token(client)?;
    let jwt = server.tokens.issue(holder, now).map_err(Problem::internal)?;
    server.last_use.record(client, now.as_millisecond());
    let headers =
        [(header::CACHE_CONTROL, "no-store"), (header::CONTENT_TYPE, "application/json; charset=utf-8")];
    Ok((StatusCode::CREATED, headers, json!({ "jwt": jwt }).to_string()).into_response())
}

/// Verifies the credentials. Returns the client and its token generation; `None` if they are wrong or the client is revoked.
fn verify(server: &AppState, id: &str, secret: Option<&str>, now: jiff::Timestamp) -> Option<Holder> {
    let clients = server.platform.clients();
    let client = canonical_id(id).and_then(|id| clients.get(&id));
    let client = client.filter(|client| client.revoked_at.is_none());
    let stored = client.map(stored_secrets);
    let is_verified = secrets::verify(secret.unwrap_or_default(), stored.as_ref(), now);
    client.filter(|_| is_verified).map(Client::holder)
}

/// Parses a client id in the spelling in which it is issued: lower-case and hyphenated. Other spellings are invalid.
fn canonical_id(text: &str) -> Option<Uuid> {
    parameters::uuid(text).filter(|_| !text.contains(|character: char| character.is_ascii_uppercase()))
}

fn stored_secrets(client: &Client) -> StoredSecrets {
    let timestamp =
        |milliseconds| jiff::Timestamp::from_millisecond(milliseconds).unwrap_or(jiff::Timestamp::MIN);
    StoredSecrets {
        current: client.secret_hash.clone(),
        previous: client.previous_secret.clone().map(|(hash, until)| (hash, timestamp(until))),
    }
}

async fn credentials(headers: &HeaderMap, body: Body) -> Result<Credentials, Problem> {
    require_json(headers)?;
    let bytes = to_bytes(body, MAX_BODY_BYTES).await.map_err(|error| unreadable_body(&error))?;
    let malformed = |detail: &str| {
        let expected = r#"Expected {"auth": {"client_id": "…", "client_secret": "…"}}."#;
        Problem::new(&MALFORMED_BODY, format!("{detail} {expected}"))
    };
    let value: Value = serde_json::from_slice(&bytes)
        .map_err(|error| malformed(&format!("The body is not valid JSON: {error}.")))?;
    let auth = value
        .get("auth")
        .and_then(Value::as_object)
        .ok_or_else(|| malformed("The body must have an object 'auth'."))?;
    let client_id = match auth.get("client_id") {
        Some(Value::String(id)) => id.clone(),
        _ => return Err(malformed("'auth.client_id' must be a string.")),
    };
    let client_secret = match auth.get("client_secret") {
        None | Some(Value::Null) => None,
        Some(Value::String(secret)) => Some(secret.clone()),
        Some(_) => return Err(malformed("'auth.client_secret' must be a string.")),
    };
    Ok(Credentials { client_id, client_secret })
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

/// Rejects a body whose `Content-Type` is not JSON. A request without that header is accepted.
pub fn require_json(headers: &HeaderMap) -> Result<(), Problem> {
    let Some(value) = headers.get(header::CONTENT_TYPE) else { return Ok(()) };
    let media_type = value.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if media_type.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let detail = format!(
        "The content type '{media_type}' is not supported. Send JSON with Content-Type: application/json."
    );
    Err(Problem::new(&UNSUPPORTED_MEDIA_TYPE, detail))
}

impl From<RateLimited> for Problem {
    fn from(limited: RateLimited) -> Self {
        Self::too_many("token requests", limited.retry_after_seconds)
    }
}
