//! The numbers of records of a list by the values of its filters.
//!
//! No route of the public API; assistants count with it.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Extension, Router};
use folkmoot_model::access::AccessLevel;
use http::{Uri, header};
use serde_json::json;

use super::caller::Caller;
use super::list;
use super::media_types::JSON;
use super::paths::BASE_PATH;
use super::plan::ListPlan;
use super::problem::Problem;
use super::record_state::RecordState;
use super::route_layers::refuse_while_disabled;
use super::scope::{Permission, RequiredPermissions};
use super::state::ApiState;
use super::usage::Operation;

/// Below the access level `full`, fewer people, or records of what they did, are not counted.
const MIN_PEOPLE: usize = 5;

/// The queries of the groups to count, each in addition to the filters of the request. An extension of it.
#[derive(Debug, Clone)]
pub struct Groups(pub Vec<String>);

/// The path of the counts of a list, below [`BASE_PATH`].
pub fn path(plural: &str) -> String {
    format!("/{plural}/counts")
}

/// The routes of all counts.
pub fn routes(state: &ApiState) -> Router<ApiState> {
    let mut router = Router::new();
    for plan in state.plans.all().filter_map(|plan| plan.list.clone()) {
        let plural = plan.resource.names.plural;
        let required = RequiredPermissions::new(&[Permission::Read(plural)]);
        let operation = Operation::list(plan.resource);
        let counts = move |state, caller, groups, uri| counts(plan, state, caller, groups, uri);
        let counts = get(counts).route_layer((Extension(required), Extension(operation)));
        router = router.route(&format!("{BASE_PATH}{}", path(plural)), counts);
    }
    router.route_layer(refuse_while_disabled(Arc::clone(&state.authentication)))
}

async fn counts(
    plan: Arc<ListPlan>,
    State(state): State<Arc<RecordState>>,
    caller: Caller,
    Extension(Groups(groups)): Extension<Groups>,
    uri: Uri,
) -> Result<Response, Problem> {
    let all = [String::new()].into_iter().chain(groups);
    let all: Vec<Uri> =
        all.map(|query| format!("/?{query}").parse()).collect::<Result<_, _>>().map_err(Problem::internal)?;
    let mut counts = list::counts(&state, &caller, &plan, &uri, &all).await?.into_iter();
    let is_of_people = plan.resource.timestamps_cut_where == Some("TRUE");
    let hides_few = is_of_people && caller.level() < AccessLevel::Full;
    let shown = |count: usize| (count == 0 || count >= MIN_PEOPLE || !hides_few).then_some(count);
    let total = counts.next().and_then(shown);
    let counts: Vec<Option<usize>> = counts.map(shown).collect();
    let body = json!({ "total": total, "counts": counts }).to_string();
    Ok(([(header::CONTENT_TYPE, JSON)], body).into_response())
}
