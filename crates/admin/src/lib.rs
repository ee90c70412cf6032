//! The admin API (`/admin/api`), the sign-in of administrators, and the console that uses it (`/admin`).
//!
//! It is a crate of its own, because it is above the public API and the work that it administers, and neither may depend on it.
//!
//! Every handler has an [`Administrator`] or an [`AdministratorWrite`] as a parameter, so it cannot run without a session or an
//! admin key. Each endpoint is declared once, as an [`AdminEndpoint`] beside its handler; its route, its parameters and its part of
//! the `OpenAPI` document follow from that.

mod access;
mod access_history;
mod administrator;
mod audit;
mod body;
mod client_fields;
mod client_list;
mod clients;
mod console;
mod console_files;
mod console_provider;
mod cookies;
mod cross_site;
mod csv;
mod data;
mod document;
mod endpoint;
mod exports;
mod health;
mod import_fields;
mod import_upload;
mod imports;
mod json;
mod keys;
mod last_checks;
mod openid;
mod overview;
mod paging;
mod parameters;
mod people;
mod preview;
mod routes;
mod services;
mod session;
mod sessions;
mod settings;
mod state;
mod summary;
mod usage;
mod warnings;
mod webhooks;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use folkmoot_api::http_rules;
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::ROUTE_NOT_FOUND;
use folkmoot_api::record_state::CATCH_UP_TIMEOUT;
use folkmoot_api::route_layers;
use folkmoot_index::Feed;
use http::{HeaderName, HeaderValue, header};

pub use self::administrator::{Administrator, AdministratorWrite};
pub use self::document::document;
pub use self::last_checks::LastChecks;
use self::routes::AdminRoutes;
pub use self::services::AdminServices;
pub use self::state::{AdminSignIn, AdminState, PeopleState, PreviewState, WebhookState};

/// The path prefix of the console, of the sign-in and of the admin API.
pub const CONSOLE_PATH: &str = "/admin";
/// The path prefix of the admin API.
pub const API_PATH: &str = "/admin/api";

const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const EMBEDDER_POLICY: HeaderName = HeaderName::from_static("cross-origin-embedder-policy");

/// Every endpoint of the admin API.
pub fn endpoints() -> AdminRoutes {
    [
        session::routes(),
        sessions::routes(),
        keys::routes(),
        clients::routes(),
        client_list::routes(),
        access::routes(),
        settings::routes(),
        audit::routes(),
        health::routes(),
        overview::routes(),
        usage::routes(),
        data::routes(),
        imports::routes(),
        exports::routes(),
        preview::routes(),
        people::routes(),
        webhooks::routes(),
        document::routes(),
    ]
    .into_iter()
    .fold(AdminRoutes::default(), AdminRoutes::merge)
}

/// All routes below [`CONSOLE_PATH`].
pub fn router<S: Clone + Send + Sync + 'static>(services: &AdminServices) -> Router<S> {
    let api = endpoints()
        .into_router()
        .route_layer(route_layers::rule(http_rules::refuse_encoded_body))
        .route_layer(from_fn_with_state(services.feed.clone(), apply_shown))
        .route_layer(route_layers::note_route())
        // Not a fallback, because the route of the console's pages would come first.
        .route("/", any(no_endpoint))
        .route("/{*path}", any(no_endpoint))
        .layer(from_fn_with_state(Arc::clone(&services.admin), cross_site::refuse))
        .layer(from_fn(forbid_storage));
    Router::new()
        .nest(API_PATH, api)
        .merge(openid::routes())
        .route(CONSOLE_PATH, get(console::page))
        .route("/admin/{*path}", get(console::page))
        .layer(from_fn(isolate))
        .with_state(services.clone())
}

async fn no_endpoint(_: Administrator, request: Request) -> Problem {
    let path: String = request.uri().path().chars().take(200).collect();
    Problem::new(&ROUTE_NOT_FOUND, format!("The admin API has no endpoint at '{path}'."))
}

/// Returns a response after this server has applied what it shows: the token of a client that is shown as disabled is refused.
async fn apply_shown(State(feed): State<Feed>, request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    if response.status().is_success() {
        feed.catch_up(CATCH_UP_TIMEOUT).await;
    }
    response
}

/// Neither browsers nor proxies may store what administrators see.
async fn forbid_storage(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Pages of other origins get no reference to the console's window, and the console embeds nothing of them.
async fn isolate(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await.into_response();
    let headers = response.headers_mut();
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(EMBEDDER_POLICY, HeaderValue::from_static("require-corp"));
    response
}
