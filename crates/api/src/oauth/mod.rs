//! Sign-in for standard clients: OAuth 2.0 client credentials (RFC 6749, section 4.4).

mod client_authentication;
mod error;
mod form;
mod token;

use std::sync::Arc;

use axum::Router;
use axum::extract::FromRef;
use axum::routing::post;

use super::paths::TOKEN_PATH;
use super::sign_in::SignInState;
pub use form::GRANT_TYPE;

/// The token endpoint.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Arc<SignInState>: FromRef<S>,
{
    Router::new().route(TOKEN_PATH, post(token::token))
}
