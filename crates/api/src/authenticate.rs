//! `POST /api/v2/authenticate`: exchanges a client's id and secret for a token that is valid for 24 hours, but not longer
//! than the client.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Extension, State};
use axum::response::{IntoResponse, Response};
use folkmoot_files::text::json_error;
use http::{HeaderMap, StatusCode, header};
use serde_json::{Value, json};

use super::caller::NoteSlot;
use super::media_types::JSON;
use super::problem::Problem;
use super::problem_table::{INVALID_CREDENTIALS, MALFORMED_BODY, UNSUPPORTED_MEDIA_TYPE};
use super::sign_in::{Credentials, SignIn, SignInState, read_body};

/// Returns 201 with `{"jwt": …}`, or the problem `invalid-credentials`. The problem and its timing do not reveal whether the
/// id or the secret is wrong.
pub async fn authenticate(
    State(state): State<Arc<SignInState>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(notes): Extension<NoteSlot>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let sign_in = SignIn::begin(&state, peer, &headers, &notes).await?;
    let credentials = credentials(&headers, body).await?;
    let signed_in = sign_in.verify(&credentials).await?;
    let signed_in = signed_in
        .ok_or_else(|| Problem::new(&INVALID_CREDENTIALS, "The client ID or the client secret is wrong."))?;
    let jwt = signed_in.issue_token(&state.tokens, None)?.token;
    let headers =
        [(header::CACHE_CONTROL, http::HeaderValue::from_static("no-store")), (header::CONTENT_TYPE, JSON)];
    Ok((StatusCode::CREATED, headers, json!({ "jwt": jwt }).to_string()).into_response())
}

async fn credentials(headers: &HeaderMap, body: Body) -> Result<Credentials, Problem> {
    require_json(headers)?;
    let bytes = read_body(body).await?;
    let malformed = |detail: &str| {
        let expected = r#"Expected {"auth": {"client_id": "…", "client_secret": "…"}}."#;
        Problem::new(&MALFORMED_BODY, format!("{detail} {expected}"))
    };
    let value: Value = serde_json::from_slice(&bytes).map_err(|error| {
        malformed(&format!("The body is not valid JSON: {}.", json_error(&bytes, &error)))
    })?;
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

/// Rejects a body whose `Content-Type` is not JSON. A request without that header is accepted.
pub fn require_json(headers: &HeaderMap) -> Result<(), Problem> {
    require_media_type(headers, "application/json", "JSON")
}

/// Rejects a body whose `Content-Type` is not `expected`, which is called `name`. A request without that header is accepted.
pub fn require_media_type(headers: &HeaderMap, expected: &str, name: &str) -> Result<(), Problem> {
    let Some(value) = headers.get(header::CONTENT_TYPE) else { return Ok(()) };
    let media_type = value.to_str().unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if media_type.eq_ignore_ascii_case(expected) {
        return Ok(());
    }
    let detail = format!(
        "The content type '{media_type}' is not supported. Send {name} with Content-Type: {expected}."
    );
    Err(Problem::new(&UNSUPPORTED_MEDIA_TYPE, detail))
}
