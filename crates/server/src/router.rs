//! All routes: those of the public API and of administrators, health checks, and the portal at all other paths.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use folkmoot_api::paths::BASE_PATH;
use folkmoot_api::problem::Problem;
use folkmoot_api::state::ApiState;
use folkmoot_api::unknown_routes::{is_below_api, method_not_allowed, not_allowed, route_not_found};
use folkmoot_api::{http_rules, route_layers};
use http::{HeaderValue, Method, Uri, header};

use super::state::{PortalState, Server};
use super::welcome::DocumentState;
use super::{operations, welcome};

/// All routes, without the middleware of [`super::middleware::stack`].
pub fn router(server: &Server) -> Router {
    let administration =
        if server.is_administered_here() { folkmoot_admin::router(&server.admin) } else { Router::new() };
    let portal = Arc::clone(&server.portal);
    let api = folkmoot_api::router::router(&server.api, document_route(&server.document));
    api.clone()
        .merge(administration)
        .merge(mcp_routes(server, api))
        .merge(folkmoot_ogc::router(&server.api))
        .merge(folkmoot_publications::router(&server.publications))
        .merge(folkmoot_websites::router(&server.websites))
        .merge(operations::routes(&server.monitoring))
        .route_layer(route_layers::note_route())
        .fallback(move |request: Request| portal_or_not_found(portal, request))
        .method_not_allowed_fallback(method_not_allowed)
        .with_state(server.api.clone())
}

/// The tools for assistants, which read the public API and the portal.
fn mcp_routes(server: &Server, api: Router<ApiState>) -> Router<ApiState> {
    let portal = Arc::clone(&server.portal);
    let routes = api.fallback(move |request: Request| portal_or_not_found(portal, request));
    let document = Arc::clone(&server.document);
    let document = move || document.without_locales();
    folkmoot_mcp::router(&server.api, &server.settings, routes.with_state(server.api.clone()), document)
}

/// All routes of a listener that serves administrators only.
pub fn admin_listener_routes(server: &Server) -> Router {
    folkmoot_admin::router(&server.admin)
        .merge(operations::routes(&server.monitoring))
        .route_layer(route_layers::note_route())
        .fallback(|uri: Uri| async move { route_not_found(uri.path()) })
        .method_not_allowed_fallback(method_not_allowed)
}

/// The `OpenAPI` document, which is available while the API is disabled.
fn document_route(document: &Arc<DocumentState>) -> Router<ApiState> {
    let route = Router::new().route(&format!("{BASE_PATH}/openapi.json"), get(welcome::openapi));
    route.route_layer(route_layers::rule(http_rules::refuse_parameters)).with_state(Arc::clone(document))
}

/// Serves the portal, if there is one, at all paths that are not endpoints.
async fn portal_or_not_found(state: Arc<PortalState>, request: Request) -> Response {
    let urls = state.urls.of_request(&request);
    let (parts, _) = request.into_parts();
    let path = parts.uri.path();
    let is_below_api = is_below_api(path);
    let is_read = [Method::GET, Method::HEAD].contains(&parts.method);
    match &state.portal {
        Some(portal) if path != BASE_PATH && !path.starts_with("/api/v2/") && (is_read || !is_below_api) => {
            if !is_read {
                let allowed = HeaderValue::from_static("GET,HEAD");
                return not_allowed(&parts.method).with_header(header::ALLOW, allowed).into_response();
            }
            let response = match portal.response(&parts.uri, &parts.headers, &urls).await {
                Ok(None) if !is_below_api => portal.not_found(&parts.headers, &urls).await,
                response => response,
            };
            match response {
                Ok(response) => response.unwrap_or_else(|| route_not_found(path).into_response()),
                Err(error) => Problem::from(error).into_response(),
            }
        }
        None if path == "/" => welcome::page().into_response(),
        _ => route_not_found(path).into_response(),
    }
}
