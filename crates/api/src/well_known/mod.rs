//! Metadata at well-known URLs (RFC 8615), which programs read without a token, also while the public API is disabled.

mod api_catalog;
mod authorization;
mod security_txt;

use std::sync::Arc;

use axum::Router;
use axum::extract::FromRef;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use folkmoot_authentication::tokens::Tokens;
use folkmoot_settings::Settings;
use http::{HeaderValue, header};
use jiff::Timestamp;
use serde_json::Value;

use super::paths::{BASE_PATH, MCP_PATH, PROTECTED_RESOURCE_PATH};
use super::server_urls::{RequestUrls, ServerUrls};

/// What the metadata describes.
pub struct DiscoveryState {
    /// The URLs under which clients reach the portal and the API.
    pub urls: Arc<ServerUrls>,
    /// The keys that tokens are signed with.
    pub tokens: Arc<Tokens>,
    /// Whether the portal has a known URL.
    pub has_portal: bool,
    /// The settings at the start.
    pub settings: Arc<Settings>,
    /// The current time.
    pub clock: fn() -> Timestamp,
}

/// The metadata.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S>
where
    Arc<DiscoveryState>: FromRef<S>,
{
    Router::new()
        .route("/.well-known/oauth-authorization-server", get(authorization::server))
        .route(PROTECTED_RESOURCE_PATH, get(authorization::complete_server))
        .route(&format!("{PROTECTED_RESOURCE_PATH}{BASE_PATH}"), get(authorization::api))
        .route(&format!("{PROTECTED_RESOURCE_PATH}{MCP_PATH}"), get(authorization::mcp))
        .route(authorization::KEYS_PATH, get(authorization::keys))
        .route(api_catalog::PATH, get(api_catalog::catalog))
        .route(security_txt::PATH, get(security_txt::security_txt))
}

/// A response that contains URLs of a request. Caches must not return it for another host.
fn response(media_type: &'static str, urls: &RequestUrls<'_>, body: String) -> Response {
    let mut response = ([(header::CONTENT_TYPE, media_type)], body).into_response();
    let caching = if urls.depend_on_host() { "no-cache" } else { "public, max-age=3600" };
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    if urls.depend_on_host() {
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("host"));
    }
    response
}

fn json(urls: &RequestUrls<'_>, body: &Value) -> Response {
    response("application/json; charset=utf-8", urls, body.to_string())
}

/// The URL of a guide; `None` if no portal is known.
fn guide(state: &DiscoveryState, urls: &RequestUrls<'_>, name: &str) -> Option<String> {
    state.has_portal.then(|| format!("{}/guides/{name}", urls.portal))
}
