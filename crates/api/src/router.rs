//! The routes of the public API; those of resources are made from their plans.

use std::fmt::Display;
use std::sync::Arc;

use axum::extract::State;
use axum::routing::{MethodRouter, delete, get, patch, post, put};
use axum::{Extension, Router};
use folkmoot_ballots::{pabulib, polis};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::FILES;
use http::{HeaderMap, Uri};

use super::authenticate::authenticate;
use super::caller::Caller;
use super::http_cache::ResponseNegotiation;
use super::path_id::PathId;
use super::paths::BASE_PATH;
use super::plan::{ResourcePlan, ResourcePlans};
use super::route_layers::{negotiate, refuse_while_disabled, rule};
use super::scope::{Permission, RequiredPermissions};
use super::state::ApiState;
use super::usage::Operation;
use super::{ballots, changes, exports, files, http_rules, list, oauth, platform, records, well_known};

/// All routes of the public API. `document` has further ones below [`BASE_PATH`], which are available while the API is disabled.
pub fn router(state: &ApiState, document: Router<ApiState>) -> Router<ApiState> {
    api_routes(state, document)
        .merge(oauth::routes().route_layer(rule(http_rules::refuse_encoded_body)))
        .merge(well_known::routes())
        .route("/files/{id}", get(files::download))
        .route("/files/exports/{id}", get(exports::download))
}

/// A path below [`BASE_PATH`]. Routes are not nested, because that parses the URL of every request again.
fn path(route: impl Display) -> String {
    format!("{BASE_PATH}{route}")
}

/// The routes below [`BASE_PATH`].
fn api_routes(state: &ApiState, document: Router<ApiState>) -> Router<ApiState> {
    let api = state.plans.all().fold(sign_in_route(), add_resource);
    let plans = Arc::clone(&state.plans);
    let api = api
        .merge(writing_routes())
        .merge(changes_route())
        .merge(exports_route())
        .merge(research_routes())
        .merge(platform_route(plans));
    let rules = || (rule(negotiate), rule(http_rules::refuse_encoded_body));
    // First, so that a disabled API refuses every call, whatever else is wrong with it.
    let enabled = refuse_while_disabled(Arc::clone(&state.authentication));
    api.route_layer((enabled, rules())).merge(document.route_layer(rules()))
}

fn sign_in_route() -> Router<ApiState> {
    let route = Router::new().route(&path("/authenticate"), post(authenticate));
    route.route_layer(rule(http_rules::refuse_parameters))
}

/// Endpoints that write.
fn writing_routes() -> Router<ApiState> {
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
    Router::new().route(&path(format!("/{plural}")), all).route(&path(format!("/{plural}/{{id}}")), one)
}

/// The changes of all resources. Each resource requires a permission of its own, which the handler checks.
fn changes_route() -> Router<ApiState> {
    let changes = get(changes::changes).route_layer(Extension(Operation::changes()));
    Router::new().route(&path("/changes"), changes.route_layer(requires(&[])))
}

/// The exports that the client may read: those of resources that it may all read, which the handler checks.
fn exports_route() -> Router<ApiState> {
    let exports = get(exports::list).route_layer(Extension(Operation::exports()));
    Router::new().route(&path("/exports"), exports.route_layer(requires(&[])))
}

/// Files for research on votes and opinions.
fn research_routes() -> Router<ApiState> {
    let file = |file: MethodRouter<ApiState>, operation, resources: &[&'static Resource]| {
        let required = requires(&ballots::permissions(resources));
        file.route_layer((required, Extension(operation)))
    };
    let pabulib = file(get(ballots::pabulib), Operation::pabulib(), &pabulib::RESOURCES);
    let router = Router::new().route(&path("/phases/{id}/pabulib"), pabulib);
    polis::File::ALL.into_iter().fold(router, |router, kind| {
        let polis = move |state: State<_>, caller: Caller, id: PathId, time: Extension<_>, uri: Uri| {
            ballots::polis(kind, state, caller, id, time, uri)
        };
        let polis = file(get(polis), Operation::polis(kind), &polis::RESOURCES);
        router.route(&path(format!("/projects/{{id}}/polis/{}", kind.name())), polis)
    })
}

/// The platform, for every client: of resources, those that it may read.
fn platform_route(plans: Arc<ResourcePlans>) -> Router<ApiState> {
    let platform = move |state: State<_>, caller: Caller, uri: Uri, headers: HeaderMap| {
        platform::platform(plans, state, caller, uri, headers)
    };
    let platform = get(platform).route_layer(Extension(Operation::platform()));
    Router::new().route(&path("/platform"), platform.route_layer(publicly(&[])))
}

/// Adds the endpoints that read a resource.
fn add_resource(mut router: Router<ApiState>, plan: &Arc<ResourcePlan>) -> Router<ApiState> {
    let plural = plan.resource.names.plural;
    let permission = [Permission::Read(plural)];
    let read = publicly(&permission);
    let lists = [
        (format!("/{plural}"), &plan.list, Operation::list(plan.resource), read.clone()),
        (
            format!("/{plural}/deleted"),
            &plan.deletions,
            Operation::deleted(plan.resource),
            requires(&permission),
        ),
    ];
    for (route, list_plan, operation, required) in lists {
        let Some(list_plan) = list_plan.clone() else { continue };
        let list = move |state: State<_>, caller: Caller, exchange: ResponseNegotiation, uri: Uri| {
            list::list(list_plan, state, caller, exchange, uri)
        };
        let list = get(list).route_layer((required, Extension(operation)));
        router = router.route(&path(route), list);
    }
    if let Some(nested) = plan.nested_list.clone() {
        let route = format!("/{}/{{id}}/{plural}", nested.parent.names.plural);
        let operation = Operation::nested_list(nested.parent, plan.resource);
        let list =
            move |state: State<_>,
                  caller: Caller,
                  parent: PathId,
                  exchange: ResponseNegotiation,
                  uri: Uri| { list::nested_list(nested, state, caller, parent, exchange, uri) };
        let list = get(list).route_layer((read.clone(), Extension(operation)));
        router = router.route(&path(route), list);
    }
    if plan.resource.calls.item {
        let operation = Operation::item(plan.resource);
        let plan = Arc::clone(plan);
        let item =
            move |state: State<_>, caller: Caller, id: PathId, exchange: ResponseNegotiation, uri: Uri| {
                records::item(plan, state, caller, id, exchange, uri)
            };
        let item = get(item).route_layer((read, Extension(operation)));
        router = router.route(&path(format!("/{plural}/{{id}}")), item);
    }
    router
}

/// Declares the permissions that a route requires.
fn requires(permissions: &[Permission]) -> Extension<RequiredPermissions> {
    Extension(RequiredPermissions::new(permissions))
}

/// Declares the permissions that a route requires, which requests with a publishable key may use, too.
fn publicly(permissions: &[Permission]) -> Extension<RequiredPermissions> {
    Extension(RequiredPermissions::new(permissions).open_to_keys())
}
