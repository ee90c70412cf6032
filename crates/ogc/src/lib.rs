//! OGC API - Features 1.0.1 (core, `GeoJSON`, `OpenAPI` 3.0): what geographic information systems read records with a point from.
//!
//! A collection is a resource whose records have a point. Its items are a list of the API with other parameters, read in order of
//! creation; what describes the collections is open to everybody.

mod description;
mod items;
mod links;

use std::sync::Arc;

use axum::routing::get;
use axum::{Extension, Router};
use folkmoot_api::caller::Authentication;
use folkmoot_api::plan::{ResourcePlan, ResourcePlans};
use folkmoot_api::route_layers::refuse_while_disabled;
use folkmoot_api::scope::{Permission, RequiredPermissions};
use folkmoot_api::state::ApiState;
use folkmoot_api::unknown_routes::route_not_found;
use folkmoot_api::usage::Operation;
use http::Uri;

/// The path of the landing page.
pub const PATH: &str = "/ogc";

/// The routes.
pub fn router(state: &ApiState) -> Router<ApiState> {
    let open = Router::new()
        .route(PATH, get(description::landing_page))
        .route(&path("/conformance"), get(description::conformance))
        .route(&path("/api"), get(description::document))
        .route(&path("/collections"), get(description::collections))
        .route(&path("/collections/{collection}"), get(description::collection))
        .route(&path("/{*path}"), get(|uri: Uri| async move { route_not_found(uri.path()) }));
    open.merge(items(&state.plans, Arc::clone(&state.authentication)))
}

fn path(route: &str) -> String {
    format!("{PATH}{route}")
}

/// The plans of the resources whose records have a point.
fn collections(plans: &ResourcePlans) -> impl Iterator<Item = &Arc<ResourcePlan>> {
    plans.all().filter(|plan| plan.features.is_some())
}

fn items(plans: &ResourcePlans, authentication: Arc<Authentication>) -> Router<ApiState> {
    let mut router = Router::new();
    for plan in collections(plans) {
        let Some(features) = plan.features.clone() else { continue };
        let required =
            RequiredPermissions::new(&[Permission::Read(plan.resource.names.plural)]).open_to_keys();
        let route = features.path.clone();
        let all = move |state, caller, parts| items::items(features, state, caller, parts);
        let all = get(all).route_layer(Extension(Operation::list(plan.resource)));
        let plan = Arc::clone(plan);
        let operation = Operation::item(plan.resource);
        let one = move |state, caller, id, parts| items::item(plan, state, caller, id, parts);
        let one = get(one).route_layer(Extension(operation));
        let both = Router::new().route(&route, all).route(&format!("{route}/{{id}}"), one);
        router = router.merge(both.route_layer(Extension(required)));
    }
    router.route_layer(refuse_while_disabled(authentication))
}
