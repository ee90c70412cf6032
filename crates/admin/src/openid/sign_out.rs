//! Sign-out at the provider (`OpenID` Connect RP-Initiated Logout 1.0), whose own session outlives that of the console.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use http::request::Parts;

use super::redirect::{SignInError, redirect_to};
use super::sign_in::{limited_provider, provider_failed, server_url};
use crate::{AdminState, CONSOLE_PATH};

/// Redirects to the provider, which asks whether to end its session, and then redirects to the console. The session of the console has
/// ended before. ID tokens are not stored, so that the provider gets none as a hint.
pub async fn sign_out(State(state): State<Arc<AdminState>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    redirect_to_provider(&state, &parts).await.unwrap_or_else(IntoResponse::into_response)
}

async fn redirect_to_provider(state: &AdminState, parts: &Parts) -> Result<Response, SignInError> {
    let provider = limited_provider(state, parts)?;
    let url = provider.sign_out_url(server_url(state, parts, CONSOLE_PATH)).await.map_err(provider_failed)?;
    Ok(redirect_to(&url.ok_or(SignInError::NoSignOut)?))
}
