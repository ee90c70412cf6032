//! `GET /api/v2/platform`: what the platform is, what of it the client reads, and how current that is.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use folkmoot_codings::precompressed::Precompressed;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use folkmoot_model::timestamp::{cut_to_day, timestamp};
use folkmoot_store::imports::ImportState;
use folkmoot_store::{Store, StoreError};
use http::{HeaderMap, StatusCode, Uri};
use serde_json::json;

use super::caller::Caller;
use super::list;
use super::parameters::QueryParameters;
use super::plan::ResourcePlans;
use super::problem::Problem;
use super::record_state::RecordState;

const JSON: &str = "application/json; charset=utf-8";
/// Another client sees other numbers, and every change makes them outdated.
const CACHE_CONTROL: &str = "private, no-cache";
/// The headers of a request that the response depends on.
const VARY: &str = "authorization, accept-encoding";

/// `GET /platform`
pub async fn platform(
    plans: Arc<ResourcePlans>,
    State(state): State<Arc<RecordState>>,
    caller: Caller,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    QueryParameters::parse(&uri)?.values(&[])?;
    let platform = &caller.platform.platform;
    let (mut resources, mut newest) = (Vec::new(), None);
    for resource in RESOURCES.iter().filter(|resource| caller.access.sees(resource)) {
        let Some(plan) = plans.list(resource) else { continue };
        let records = list::total(&state, &caller, plan).await?;
        let changed_at = changed_at(&state, &caller, resource);
        newest = newest.max(changed_at);
        resources.push(json!({
            "name": resource.names.plural,
            "records": records,
            "changed_at": changed_at.map(timestamp),
        }));
    }
    let level = caller.level();
    let imported_at = state.store.run_ranking(move |store: &Store| imported_at(store, level)).await?;
    let body = json!({ "platform": {
        "name": platform.name,
        "url": platform.url,
        "locales": platform.locales,
        "default_locale": platform.default_locale(),
        "time_zone": platform.time_zone,
        "data_changed_at": newest.map(timestamp),
        "imported_at": imported_at.map(timestamp),
        "access": level.name(),
        "resources": resources,
    } });
    let body = Precompressed::new(body.to_string().into(), [], JSON, CACHE_CONTROL).varying_by(VARY);
    Ok(body.response(StatusCode::OK, &headers))
}

/// When the newest change happened that the caller sees in the list of a resource. Where people read ballots without their times, it is
/// cut to the day, too: it can be the time of a ballot.
fn changed_at(state: &RecordState, caller: &Caller, resource: &Resource) -> Option<i64> {
    let newest = state.indexes.newest_change(resource, caller.access.audience())?;
    Some(match caller.level() {
        AccessLevel::Full | AccessLevel::Public => newest,
        AccessLevel::Pseudonymous | AccessLevel::Anonymous => cut_to_day(newest),
    })
}

/// When the newest import, or the newest round of a mirror, ended that succeeded. Below `full` it is cut to the day: an import of a single
/// record happens when a person votes or signs up, also if the caller does not see that record.
fn imported_at(store: &Store, level: AccessLevel) -> Result<Option<i64>, StoreError> {
    let import = store.imports().last_end(ImportState::Succeeded)?;
    let round = store.mirror().state()?.map(|mirror| mirror.completed_at);
    let newest = import.max(round);
    Ok(if level == AccessLevel::Full { newest } else { newest.map(cut_to_day) })
}
