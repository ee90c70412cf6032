//! `POST /oauth/token`

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Extension, State};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode, Uri, header};
use serde_json::json;

use super::client_authentication::credentials;
use super::error::{INVALID_CLIENT, INVALID_SCOPE, NOT_CACHED, OAuthError, Refusal, UNSUPPORTED_GRANT_TYPE};
use super::form::{GRANT_TYPE, TokenForm};
use crate::authenticate::require_media_type;
use crate::caller::NoteSlot;
use crate::media_types::JSON;
use crate::scope::Scope;
use crate::sign_in::{SignIn, SignInState, read_body};

/// The media type of a token request.
pub const FORM: &str = "application/x-www-form-urlencoded";

/// Exchanges a client's credentials for a token. The response and its timing do not reveal whether the id or the secret is
/// wrong.
pub async fn token(
    State(state): State<Arc<SignInState>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Extension(notes): Extension<NoteSlot>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Refusal> {
    let sign_in = SignIn::begin(&state, peer, &headers, &notes).await?;
    require_media_type(&headers, FORM, "a form")?;
    let form = TokenForm::parse(&read_body(body).await?)?;
    if uri.query().is_some_and(|query| !query.is_empty()) {
        return Err(OAuthError::invalid_request("Parameters are only accepted in the body.").into());
    }
    let credentials = credentials(&headers, &form)?;
    match form.grant_type.as_deref() {
        Some(GRANT_TYPE) => {}
        Some(_) => {
            let detail = "The only supported grant_type is client_credentials.";
            return Err(OAuthError::new(UNSUPPORTED_GRANT_TYPE, detail).into());
        }
        None => {
            let detail = "The parameter grant_type is missing. Send grant_type=client_credentials.";
            return Err(OAuthError::invalid_request(detail).into());
        }
    }
    let signed_in = sign_in.verify(&credentials).await?;
    let signed_in = signed_in
        .ok_or_else(|| OAuthError::new(INVALID_CLIENT, "The client ID or the client secret is wrong."))?;
    let of_client = Scope::of_client(&signed_in.client);
    let granted = form.scope.as_deref().map(|requested| {
        let granted = of_client.narrowed(requested).ok_or_else(|| {
            let detail = format!("The scope may only contain values that the client has: {of_client}");
            OAuthError::new(INVALID_SCOPE, detail)
        });
        granted.map(|granted| (granted, granted.as_requested(requested)))
    });
    let (granted, shown) = granted.transpose()?.unzip();
    // Without the claim, the scope follows that of the client: what the client gets later, the token gets too.
    let issued = signed_in.issue_token(&state.tokens, granted.map(|scope| scope.to_string()))?;
    let body = json!({
        "access_token": issued.token,
        "token_type": "Bearer",
        "expires_in": issued.expires_in_seconds,
        "scope": shown.unwrap_or_else(|| of_client.to_string()),
    });
    Ok((StatusCode::OK, NOT_CACHED, [(header::CONTENT_TYPE, JSON)], body.to_string()).into_response())
}
