//! Every route, made from the resources' declarations.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, patch, post};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{FILES, RESOURCES};
use http::{HeaderValue, Method, Uri, header};

use super::authenticate::authenticate;
use super::caller::Caller;
use super::path_id::PathId;
use super::problem::Problem;
use super::problem_table::{METHOD_NOT_ALLOWED, ROUTE_NOT_FOUND};
use super::server::Server;
use super::{files, http_rules, middleware, operations, parameters, records, welcome};

/// Where the public API lives.
pub const BASE_PATH: &str = "/api/v2";

/// All routes with their middleware.
pub fn router(server: &Arc<Server>) -> Router {
    let api = RESOURCES.iter().fold(open_routes(), |router, resource| add_resource(router, resource));
    let api = api.merge(writing_routes());
    let api = api.route_layer(from_fn(http_rules::refuse_encoded_body));
    let api = api.route_layer(from_fn(middleware::negotiate));
    Router::new()
        .nest(BASE_PATH, api)
        .merge(operations::routes())
        .route("/files/{id}", get(files::download))
        .route_layer(from_fn(middleware::note_route))
        .fallback(portal_or_nothing)
        .method_not_allowed_fallback(method_not_allowed)
        .with_state(Arc::clone(server))
}

/// The calls that need no token.
fn open_routes() -> Router<Arc<Server>> {
    let routes = Router::new()
        .route("/authenticate", post(authenticate))
        .route("/openapi.json", get(welcome::openapi));
    routes.route_layer(from_fn(http_rules::refuse_parameters))
}

/// The calls that write.
fn writing_routes() -> Router<Arc<Server>> {
    let plural = FILES.names.plural;
    let one = patch(files::update).put(files::update).delete(files::delete);
    Router::new().route(&format!("/{plural}"), post(files::upload)).route(&format!("/{plural}/{{id}}"), one)
}

fn add_resource(router: Router<Arc<Server>>, resource: &'static Resource) -> Router<Arc<Server>> {
    let plural = resource.names.plural;
    let mut router = router;
    if resource.calls.list {
        let list =
            move |caller: Caller, server: State<_>, uri: Uri| records::list(caller, resource, server, uri);
        router = router.route(&format!("/{plural}"), get(list));
    }
    if let Some(parents) = parameters::parents(resource) {
        let list = move |caller: Caller, path: PathId, server: State<_>, uri: Uri| {
            records::list_within(caller, resource, path, server, uri)
        };
        router = router.route(&format!("/{parents}/{{id}}/{plural}"), get(list));
    }
    if resource.calls.deleted {
        let deleted =
            move |caller: Caller, server: State<_>, uri: Uri| records::deleted(caller, resource, server, uri);
        router = router.route(&format!("/{plural}/deleted"), get(deleted));
    }
    if resource.calls.item {
        let item = move |caller: Caller, path: PathId, server: State<_>, uri: Uri| {
            records::item(caller, resource, path, server, uri)
        };
        router = router.route(&format!("/{plural}/{{id}}"), get(item));
    }
    router
}

/// Whatever is no call: the portal's pages, where there is a portal.
async fn portal_or_nothing(State(server): State<Arc<Server>>, request: Request) -> Response {
    let path = request.uri().path();
    match &server.portal {
        Some(portal) if path != BASE_PATH && !path.starts_with("/api/v2/") => {
            if ![Method::GET, Method::HEAD].contains(request.method()) {
                let allowed = HeaderValue::from_static("GET,HEAD");
                return not_allowed(request.method()).with_header(header::ALLOW, allowed).into_response();
            }
            portal.response(&request).unwrap_or_else(|| route_not_found(path).into_response())
        }
        None if path == "/" => welcome::page().into_response(),
        _ => route_not_found(path).into_response(),
    }
}

fn route_not_found(path: &str) -> Problem {
    let path: String = path.chars().take(200).collect();
    Problem::new(&ROUTE_NOT_FOUND, format!("The API has no endpoint at '{path}'."))
}

async fn method_not_allowed(method: Method) -> Problem {
    not_allowed(&method)
}

fn not_allowed(method: &Method) -> Problem {
    Problem::new(
        &METHOD_NOT_ALLOWED,
        format!("This endpoint does not support {method}. The Allow header lists the supported methods."),
    )
}
