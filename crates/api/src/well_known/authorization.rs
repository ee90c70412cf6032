//! Metadata of the authorization server (RFC 8414) and of the protected resource (RFC 9728), and the public signing keys
//! (RFC 7517).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use http::header;
use serde_json::{Value, json};

use super::{DiscoveryState, guide};
use crate::media_types::JSON;
use crate::oauth::GRANT_TYPE;
use crate::paths::{BASE_PATH, MCP_PATH, TOKEN_PATH};
use crate::scope;
use crate::server_urls::RequestUrls;
use crate::unknown_routes::route_not_found;

/// The path of the public keys.
pub const KEYS_PATH: &str = "/.well-known/jwks.json";
/// The guide for developers of clients.
const GUIDE: &str = "start-first-request";

/// `GET /.well-known/oauth-authorization-server`
pub async fn server(State(state): State<Arc<DiscoveryState>>, request: Request) -> Response {
    let urls = state.urls.of_request(&request);
    let api = &urls.api;
    let paths = [BASE_PATH].into_iter().chain(state.settings.mcp.then_some(MCP_PATH));
    let protected_resources: Vec<String> = paths.map(|path| format!("{api}{path}")).collect();
    let mut metadata = json!({
        "issuer": api,
        "token_endpoint": format!("{api}{TOKEN_PATH}"),
        "jwks_uri": format!("{api}{KEYS_PATH}"),
        "scopes_supported": scopes(),
        // Required although there is no authorization endpoint.
        "response_types_supported": [],
        "grant_types_supported": [GRANT_TYPE],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "protected_resources": protected_resources,
    });
    if let Some(url) = guide(&state, &urls, GUIDE) {
        metadata["service_documentation"] = json!(url);
    }
    super::json(&urls, &metadata)
}

/// `GET /.well-known/oauth-protected-resource`: the resource is the complete server, because its metadata has the URL that
/// follows from the resource's (RFC 9728, section 3.3).
pub async fn complete_server(State(state): State<Arc<DiscoveryState>>, request: Request) -> Response {
    let urls = state.urls.of_request(&request);
    protected_resource(&state, &urls, "")
}

/// `GET /.well-known/oauth-protected-resource/api/v2`
pub async fn api(State(state): State<Arc<DiscoveryState>>, request: Request) -> Response {
    let urls = state.urls.of_request(&request);
    protected_resource(&state, &urls, BASE_PATH)
}

/// `GET /.well-known/oauth-protected-resource/mcp`, which exists while the resource does.
pub async fn mcp(State(state): State<Arc<DiscoveryState>>, request: Request) -> Response {
    if !state.settings.mcp {
        return route_not_found(request.uri().path()).into_response();
    }
    let urls = state.urls.of_request(&request);
    protected_resource(&state, &urls, MCP_PATH)
}

fn protected_resource(state: &DiscoveryState, urls: &RequestUrls<'_>, path: &str) -> Response {
    let mut metadata = json!({
        "resource": format!("{}{path}", urls.api),
        "authorization_servers": [urls.api],
        "scopes_supported": scopes(),
        "bearer_methods_supported": ["header"],
        "resource_name": format!("{} API", state.settings.provider_product),
    });
    if let Some(url) = guide(state, urls, GUIDE) {
        metadata["resource_documentation"] = json!(url);
    }
    super::json(urls, &metadata)
}

fn scopes() -> Vec<Value> {
    scope::values().map(|(value, _)| json!(value)).collect()
}

/// `GET /.well-known/jwks.json`. A client that meets an unknown key reads it again, so it may be cached for minutes.
pub async fn keys(State(state): State<Arc<DiscoveryState>>) -> Response {
    let caching = http::HeaderValue::from_static("public, max-age=300");
    let headers = [(header::CONTENT_TYPE, JSON), (header::CACHE_CONTROL, caching)];
    (headers, state.tokens.public_keys().to_string()).into_response()
}
