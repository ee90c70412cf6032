//! Sign-in for standard clients: OAuth 2.0 client credentials (RFC 6749, section 4.4).

mod client_authentication;
mod error;
mod form;
mod token;

use std::sync::Arc;

use axum::Router;
use axum::routing::post;

use super::state::AppState;
pub use token::GRANT_TYPE;

/// The path of the token endpoint.
pub const TOKEN_PATH: &str = "/oauth/token";

/// The token endpoint.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new().route(TOKEN_PATH, post(token::token))
}
