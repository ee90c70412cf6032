//! All routes; those of resources are made from their plans.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, patch, post, put};
use axum::{Extension, Router};
use folkmoot_model::resources::FILES;
use http::{HeaderValue, Method, Uri, header};

use super::authenticate::authenticate;
use super::caller::Caller;
use super::http_cache::Exchange;
use super::path_id::PathId;
use super::plan::ResourcePlan;
use super::problem::Problem;
use super::problem_table::{METHOD_NOT_ALLOWED, ROUTE_NOT_FOUND};
use super::scope::{Permission, RequiredPermissions};
use super::state::AppState;
use super::usage::Operation;
use super::{
    admin, changes, exports, files, http_rules, list, middleware, oauth, operations, records, welcome,
    well_known,
};

/// The path prefix of the public API.
pub const BASE_PATH: &str = "/api/v2";

/// All routes, without the middleware of [`middleware::stack`].
pub fn router(state: &Arc<AppState>) -> Router {
    let api = state.plans.all().fold(sign_in_route(), add_resource);
    let api = api.merge(writing_routes()).merge(changes_route()).merge(exports_route());
    let rules = || (from_fn(middleware::negotiate), from_fn(http_rules::refuse_encoded_body));
    let refuse_while_disabled = from_fn_with_state(Arc::clone(state), middleware::refuse_while_disabled);
    // First, so that a disabled API refuses every call, whatever else is wrong with it.
    let api = api.route_layer(rules()).route_layer(refuse_while_disabled);
    let api = api.merge(document_route().route_layer(rules()));
    let is_administered_here = state.settings.admin && state.settings.admin_listen.is_none();
    let administration = if is_administered_here { admin::router(state) } else { Router::new() };
    Router::new()
        .nest(BASE_PATH, api)
        .merge(administration)
        .merge(oauth::routes().route_layer(from_fn(http_rules::refuse_encoded_body)))
        .merge(well_known::routes())
        .merge(operations::routes(&state.settings))
        .route("/files/{id}", get(files::download))
        .route("/files/exports/{id}", get(exports::download))
        .route_layer(from_fn(middleware::note_route))
        .fallback(portal_or_not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .with_state(Arc::clone(state))
}

fn sign_in_route() -> Router<Arc<AppState>> {
    let route = Router::new().route("/authenticate", post(authenticate));
    route.route_layer(from_fn(http_rules::refuse_parameters))
}

/// The `OpenAPI` document, which is available while the API is disabled.
fn document_route() -> Router<Arc<AppState>> {
    let route = Router::new().route("/openapi.json", get(welcome::openapi));
    route.route_layer(from_fn(http_rules::refuse_parameters))
}

/// Endpoints that write.
fn writing_routes() -> Router<Arc<AppState>> {
    let plural = FILES.names.plural;
    let write = requires(&[Permission::WriteFiles]);
    // The response to an update contains the record.
    let update = requires(&[Permission::WriteFiles, Permission::Read(plural)]);
    let updates = patch(files::update)
        .route_layer(Extension(Operation::change()))
        .merge(put(files::update).route_layer(Extension(Operation::replace())))
        .route_layer(update);
    let deletions = delete(files::delete).route_layer(Extension(Operation::delete()));
    let one = updates.merge(deletions.route_layer(write.clone()));
    let all = post(files::upload).route_layer(Extension(Operation::upload())).route_layer(write);
    Router::new().route(&format!("/{plural}"), all).route(&format!("/{plural}/{{id}}"), one)
}

/// The changes of all resources. Each resource requires a permission of its own, which the handler checks.
fn changes_route() -> Router<Arc<AppState>> {
    let changes = get(changes::changes).route_layer(Extension(Operation::changes()));
    Router::new().route("/changes", changes.route_layer(requires(&[])))
}

/// The exports that the client may read: those of resources that it may all read, which the handler checks.
fn exports_route() -> Router<Arc<AppState>> {
    let exports = get(exports::list).route_layer(Extension(Operation::exports()));
    Router::new().route("/exports", exports.route_layer(requires(&[])))
}

/// Adds the endpoints that read a resource.
fn add_resource(mut router: Router<Arc<AppState>>, plan: &Arc<ResourcePlan>) -> Router<Arc<AppState>> {
    let plural = plan.resource.names.plural;
    let read = requires(&[Permission::Read(plural)]);
    let lists = [
        (format!("/{plural}"), &plan.list, Operation::list(plan.resource)),
        (format!("/{plural}/deleted"), &plan.deletions, Operation::deleted(plan.resource)),
    ];
    for (path, list_plan, operation) in lists {
        let Some(list_plan) = list_plan.clone() else { continue };
        let list = move |state: State<_>, caller: Caller, exchange: Exchange, uri: Uri| {
            list::list(list_plan, state, caller, exchange, uri)
        };
        let list = get(list).route_layer((read.clone(), Extension(operation)));
        router = router.route(&path, list);
    }
    if let Some(nested) = plan.nested_list.clone() {
        let path = format!("/{}/{{id}}/{plural}", nested.parent.names.plural);
        let operation = Operation::nested_list(nested.parent, plan.resource);
        let list = move |state: State<_>, caller: Caller, parent: PathId, exchange: Exchange, uri: Uri| {
            list::nested_list(nested, state, caller, parent, exchange, uri)
        };
        let list = get(list).route_layer((read.clone(), Extension(operation)));
        router = router.route(&path, list);
    }
    if plan.resource.calls.item {
        let operation = Operation::item(plan.resource);
        let plan = Arc::clone(plan);
        let item = move |state: State<_>, caller: Caller, id: PathId, exchange: Exchange, uri: Uri| {
            records::item(plan, state, caller, id, exchange, uri)
        };
        let item = get(item).route_layer((read, Extension(operation)));
        router = router.route(&format!("/{plural}/{{id}}"), item);
    }
    router
}

/// Declares the permissions that a route requires.
fn requires(permissions: &[Permission]) -> Extension<RequiredPermissions> {
    Extension(RequiredPermissions::new(permissions))
}

/// Whether a path is that of the API, or a misspelling of one, such as `//api/v2/ideas` or `/API/v1`. The portal may have pages at
/// some of them, but not below [`BASE_PATH`].
fn is_below_api(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    first.eq_ignore_ascii_case("api")
}

/// Serves the portal, if there is one, at all paths that are not endpoints.
async fn portal_or_not_found(State(state): State<Arc<AppState>>, request: Request) -> Response {
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

/// No endpoint has this path.
pub fn route_not_found(path: &str) -> Problem {
    let is_misspelt = is_below_api(path) && !path.starts_with(BASE_PATH);
    let hint = if is_misspelt { format!(" Its paths begin with {BASE_PATH}.") } else { String::new() };
    let path: String = path.chars().take(200).collect();
    Problem::new(&ROUTE_NOT_FOUND, format!("The API has no endpoint at '{path}'.{hint}"))
}

/// The endpoint does not have this method.
pub async fn method_not_allowed(method: Method) -> Problem {
    not_allowed(&method)
}

fn not_allowed(method: &Method) -> Problem {
    Problem::new(
        &METHOD_NOT_ALLOWED,
        format!("This endpoint does not support {method}. The Allow header lists the supported methods."),
    )
}
