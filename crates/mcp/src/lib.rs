//! The API and its documentation for assistants: the Model Context Protocol over HTTP, without sessions.
//!
//! A tool is a request of the API in other words. [`Routes`] sends that request to the routes of this server, so that authentication,
//! access levels, limits and usage are those of the API; nothing here reads records in another way.

mod arguments;
mod call;
mod documentation;
mod endpoint;
mod records;
mod routes;
mod schemas;
mod tools;

use std::sync::Arc;

use axum::Router;
use axum::routing::post;
use folkmoot_api::paths::MCP_PATH;
use folkmoot_api::state::ApiState;
use folkmoot_settings::Settings;
use serde_json::Value;

use endpoint::Endpoint;
use routes::Routes;
use tools::Assistant;

/// The route, if the settings switch it on. `routes` are those of the public API and of the portal, `document` makes the `OpenAPI` document.
pub fn router(
    state: &ApiState,
    settings: &Settings,
    routes: Router,
    document: impl FnOnce() -> Value + Send + 'static,
) -> Router<ApiState> {
    if !settings.mcp {
        return Router::new();
    }
    let assistant = Assistant::new(Routes::new(routes, state), state, document);
    let endpoint = Arc::new(Endpoint::new(assistant, settings, &state.urls));
    Router::new().route(MCP_PATH, post(move |request| async move { endpoint.respond(request).await }))
}
