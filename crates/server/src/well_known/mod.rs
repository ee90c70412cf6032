//! Metadata at well-known URLs (RFC 8615), which programs read without a token, also while the public API is disabled.

mod api_catalog;
mod authorization;
mod security_txt;

use std::sync::Arc;

use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::{HeaderValue, header};
use serde_json::Value;

use super::router::BASE_PATH;
use super::server_urls::RequestUrls;
use super::state::AppState;

/// The path of the metadata of the protected resource that is the complete server.
pub const PROTECTED_RESOURCE_PATH: &str = "/.well-known/oauth-protected-resource";

/// The metadata.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/.well-known/oauth-authorization-server", get(authorization::server))
        .route(PROTECTED_RESOURCE_PATH, get(authorization::complete_server))
        .route(&format!("{PROTECTED_RESOURCE_PATH}{BASE_PATH}"), get(authorization::api))
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
fn guide(state: &AppState, urls: &RequestUrls<'_>, name: &str) -> Option<String> {
    let has_portal = state.portal.is_some() || state.settings.portal_url.is_some();
    has_portal.then(|| format!("{}/guides/{name}", urls.portal))
}
