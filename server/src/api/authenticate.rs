//! `POST /api/v2/authenticate`: a client's id and secret for a token of 24 hours.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, State};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderName, StatusCode, header};
use http_body_util::LengthLimitError;
use serde_json::{Value, json};
use uuid::Uuid;

use super::pages::PATIENCE;
use super::problem::Problem;
use super::problem_table::{BODY_TOO_LARGE, INVALID_CREDENTIALS, MALFORMED_BODY, UNSUPPORTED_MEDIA_TYPE};
use super::server::Server;
use crate::authentication::secrets::{self, StoredSecrets};
use crate::store::clients::Client;

/// Far more than an id and a secret need.
const LARGEST_BODY: usize = 16 * 1024;
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

struct Credentials {
    client_id: String,
    client_secret: Option<String>,
}

/// Answers 201 with `{"jwt": …}`, or `invalid-credentials` whatever is wrong with them, in the same time.
pub async fn authenticate(
    State(server): State<Arc<Server>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    server.require_present().await?;
    server.open_platform()?;
    let credentials = credentials(&headers, body).await?;
    let address = caller_address(&server, peer.ip(), &headers);
    let now = (server.clock)();
    let Credentials { client_id, client_secret } = credentials;
    server
        .failures
        .check(&client_id, address, now)
        .map_err(|wait| Problem::too_many_requests(wait.retry_after_seconds))?;
    let proved = || proved(&server, &client_id, client_secret.as_deref(), now);
    let client = if let Some(client) = proved() {
        client
    } else {
        // Counted first, so that however many try at once, no more than may are heard.
        server.failures.failed(&client_id, address, now);
        // It may have been made a moment ago. All who are refused wait alike, whatever is wrong.
        server.feed.catch_up(PATIENCE).await;
        server.require_present().await?;
        let wrong = || Problem::new(&INVALID_CREDENTIALS, "The client id or the client secret is wrong.");
        let client = proved().ok_or_else(wrong)?;
        server.failures.take_back(address);
        client
    };
    server.failures.succeeded(&client_id);
    let jwt = server.tokens.issue(client, now).map_err(Problem::internal)?;
    note(&server, client, now.as_millisecond());
    let headers =
        [(header::CACHE_CONTROL, "no-store"), (header::CONTENT_TYPE, "application/json; charset=utf-8")];
    Ok((StatusCode::CREATED, headers, json!({ "jwt": jwt }).to_string()).into_response())
}

/// The client that this is, where the secret proves it.
fn proved(server: &Server, id: &str, secret: Option<&str>, now: jiff::Timestamp) -> Option<Uuid> {
    let clients = server.known.clients();
    let client = id.parse::<Uuid>().ok().and_then(|id| clients.get(&id));
    let client = client.filter(|client| client.revoked_at.is_none());
    let stored = client.map(stored_secrets);
    let proved = secrets::verify(secret.unwrap_or_default(), stored.as_ref(), now);
    client.filter(|_| proved).map(|client| client.id)
}

fn stored_secrets(client: &Client) -> StoredSecrets {
    let moment =
        |milliseconds| jiff::Timestamp::from_millisecond(milliseconds).unwrap_or(jiff::Timestamp::MIN);
    StoredSecrets {
        current: client.secret_hash.clone(),
        previous: client.previous_secret.clone().map(|(hash, until)| (hash, moment(until))),
    }
}

/// Remembers when the client was last here, without making it wait.
fn note(server: &Server, client: Uuid, now: i64) {
    let store = Arc::clone(&server.store);
    tokio::task::spawn_blocking(move || {
        if let Err(error) = store.client_authenticated(client, now) {
            tracing::warn!(%error, "when a client authenticated could not be noted");
        }
    });
}

async fn credentials(headers: &HeaderMap, body: Body) -> Result<Credentials, Problem> {
    require_json(headers)?;
    let bytes = to_bytes(body, LARGEST_BODY).await.map_err(|error| unreadable_body(&error))?;
    let malformed = |detail: &str| {
        let expected = r#"Expected {"auth": {"client_id": "…", "client_secret": "…"}}."#;
        Problem::new(&MALFORMED_BODY, format!("{detail} {expected}"))
    };
    let value: Value = serde_json::from_slice(&bytes)
        .map_err(|error| malformed(&format!("The body is no JSON: {error}.")))?;
    let auth = value
        .get("auth")
        .and_then(Value::as_object)
        .ok_or_else(|| malformed("The body has no object 'auth'."))?;
    let client_id = match auth.get("client_id") {
        Some(Value::String(id)) => id.clone(),
        _ => return Err(malformed("'auth' has no text 'client_id'.")),
    };
    let client_secret = match auth.get("client_secret") {
        None | Some(Value::Null) => None,
        Some(Value::String(secret)) => Some(secret.clone()),
        Some(_) => return Err(malformed("'client_secret' is no text.")),
    };
    Ok(Credentials { client_id, client_secret })
}

/// A body that is too large, or whose framing is broken.
fn unreadable_body(error: &axum::Error) -> Problem {
    let source = std::error::Error::source(error);
    if source.is_some_and(<dyn std::error::Error>::is::<LengthLimitError>) {
        let detail = format!("The body must not be larger than {LARGEST_BODY} bytes.");
        return Problem::new(&BODY_TOO_LARGE, detail);
    }
    Problem::new(&MALFORMED_BODY, format!("The body cannot be read: {error}."))
}

/// A body whose type is told must be JSON.
pub fn require_json(headers: &HeaderMap) -> Result<(), Problem> {
    let Some(value) = headers.get(header::CONTENT_TYPE) else { return Ok(()) };
    let media_type = value.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if media_type.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let detail = format!("The body's type is '{media_type}'. Send it as Content-Type: application/json.");
    Err(Problem::new(&UNSUPPORTED_MEDIA_TYPE, detail))
}

/// The address that the request came from: the last one that a trusted proxy did not add itself.
fn caller_address(server: &Server, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let trusted =
        |address: &IpAddr| server.settings.trusted_proxies.iter().any(|network| network.contains(*address));
    if !trusted(&peer) {
        return peer;
    }
    let forwarded = headers.get_all(FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<IpAddr> =
        forwarded.flat_map(|value| value.split(',')).map_while(|hop| hop.trim().parse().ok()).collect();
    hops.iter().rev().find(|hop| !trusted(hop)).or(hops.first()).copied().unwrap_or(peer)
}
