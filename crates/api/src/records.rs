//! Single records: `GET /<plural>/{id}`, and the body of every call that returns one record.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::DELETED_ITEMS;
use folkmoot_store::audience::{Audience, Versions};
use folkmoot_store::changes::Version;
use folkmoot_store::records::{NewestChanges, ReadRecord, RecordRead};
use http::{Uri, header};
use uuid::Uuid;

use super::caller::Caller;
use super::http_cache::{ResponseNegotiation, last_modified};
use super::parameters::{self, ItemRequest};
use super::path_id::PathId;
use super::plan::ResourcePlan;
use super::problem::Problem;
use super::problem_table::RECORD_NOT_FOUND;
use super::record_state::{CATCH_UP_TIMEOUT, RecordState};
use super::usage::RecordCount;
use super::withheld;
use folkmoot_store::formats::Projection;

/// How often the server waits for the index until it answers without a tag.
const MAX_ATTEMPTS: usize = 5;

/// `GET /<plural>/{id}`
pub async fn item(
    plan: Arc<ResourcePlan>,
    State(state): State<Arc<RecordState>>,
    caller: Caller,
    PathId(id): PathId,
    exchange: ResponseNegotiation,
    uri: Uri,
) -> Result<Response, Problem> {
    let request = ItemRequest::read(plan.resource, &uri, &caller.platform.platform)?;
    let id = parse_id(&id)?;
    let representation = caller.representation(plan.has_download_urls, request.locale);
    let responses = exchange.responses(&state, representation, (caller.scope, &caller.access), None);
    let versions = state.indexes.get(plan.resource).latest();
    if let Some(response) = versions.and_then(|versions| responses.not_modified(versions)) {
        return Ok(response);
    }
    let record = read_item(&state, &caller, &plan, id, request.locale).await?;
    let body = item_body(&plan, &record, &request);
    let versions = versions_of(&state, plan.resource, record.version).await;
    let withheld =
        record.withholds_votes.then(|| withheld::names(plan.resource, request.fields.as_ref())).flatten();
    let mut response = responses.response(body, withheld, versions);
    response.extensions_mut().insert(RecordCount(1));
    if let Some(date) = last_modified(&record.json) {
        response.headers_mut().insert(header::LAST_MODIFIED, date);
    }
    Ok(response)
}

/// The versions of the data in a record, which was read from the state of the database with this newest change. `None` if the
/// index does not know them.
async fn versions_of(state: &RecordState, resource: &Resource, newest: Version) -> Option<Versions> {
    // Whether a response has a tag must not depend on changes that the caller cannot see.
    for _ in 0..MAX_ATTEMPTS {
        let versions = state.indexes.get(resource).current().versions;
        let indexed = versions.newest(Audience::ALL);
        if indexed >= newest {
            return (indexed == newest).then_some(versions);
        }
        state.feed.catch_up(CATCH_UP_TIMEOUT).await;
    }
    None
}

/// Reads one record.
pub async fn read_item(
    state: &RecordState,
    caller: &Caller,
    plan: &ResourcePlan,
    id: Uuid,
    locale: usize,
) -> Result<ReadRecord, Problem> {
    let view = caller.view(plan.has_download_urls, locale);
    match state.store.records().read_one(plan.resource, id, &view).await? {
        RecordRead::Found(record) => {
            // The index may be behind; no later response may confirm an older record or list one.
            state.indexes.get(plan.resource).observe(record.version.sequence);
            Ok(record)
        }
        RecordRead::Missing(newest) => Err(missing(state, plan.resource, id, newest)),
    }
}

/// Fails if the caller does not see a record with this id.
pub async fn require_record(
    state: &RecordState,
    caller: &Caller,
    resource: &Resource,
    id: Uuid,
) -> Result<(), Problem> {
    match state.store.records().missing(resource, id, &caller.access).await? {
        None => Ok(()),
        Some(newest) => Err(missing(state, resource, id, newest)),
    }
}

/// The problem that no record has this id in the state of the database with these newest changes.
pub fn missing(state: &RecordState, resource: &Resource, id: Uuid, newest: NewestChanges) -> Problem {
    observe(state, resource, newest);
    not_found(&id.to_string())
}

/// Makes sure that later responses of this server are not older than a state of the database, even if the change feed cannot be
/// read now: no list contains what was missing in that state, and the list of deleted records contains it.
pub fn observe(state: &RecordState, resource: &Resource, newest: NewestChanges) {
    state.indexes.get(resource).observe(newest.of_records);
    state.indexes.get(DELETED_ITEMS).observe(newest.of_tombstones);
}

/// Waits until the index of a resource contains what earlier responses of this server show of it.
pub async fn require_observed(state: &RecordState, resource: &Resource) -> Result<(), Problem> {
    let index = state.indexes.get(resource);
    if index.latest().is_some() {
        return Ok(());
    }
    state.feed.catch_up(CATCH_UP_TIMEOUT).await;
    let is_current = index.latest().is_some();
    is_current
        .then_some(())
        .ok_or_else(|| Problem::unavailable("the list index is behind an earlier response"))
}

/// The response body with one record.
pub fn item_body(plan: &ResourcePlan, record: &ReadRecord, request: &ItemRequest) -> Vec<u8> {
    let mut body = format!("{{\"{}\":", plan.resource.names.item_key).into_bytes();
    Projection::write(request.fields.as_ref(), &record.json, &mut body);
    body.push(b'}');
    body
}

/// Parses the id in a path; no record has an id that is not a UUID.
pub fn parse_id(id: &str) -> Result<Uuid, Problem> {
    parameters::uuid(id).ok_or_else(|| not_found(id))
}

/// The problem that no record has this id.
pub fn not_found(id: &str) -> Problem {
    let shown: String = id.chars().take(100).collect();
    Problem::new(&RECORD_NOT_FOUND, format!("No record has the id '{shown}'."))
}
