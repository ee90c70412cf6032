//! Single records: `GET /<plural>/{id}`, and the body of every call that returns one record.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use folkmoot_store::records::ReadRecord;
use http::{HeaderValue, Uri, header};
use uuid::Uuid;

use super::caller::Caller;
use super::http_cache::{Exchange, last_modified};
use super::parameters::{self, ItemRequest};
use super::path_id::PathId;
use super::plan::ResourcePlan;
use super::problem::Problem;
use super::problem_table::RECORD_NOT_FOUND;
use super::projection::Projection;
use super::state::AppState;
use super::usage::RecordCount;

/// The media type of every response with records.
pub const JSON: HeaderValue = HeaderValue::from_static("application/json; charset=utf-8");

/// `GET /<plural>/{id}`
pub async fn item(
    plan: Arc<ResourcePlan>,
    State(state): State<Arc<AppState>>,
    caller: Caller,
    PathId(id): PathId,
    exchange: Exchange,
    uri: Uri,
) -> Result<Response, Problem> {
    let request = ItemRequest::read(plan.resource, &uri, &caller.platform.platform)?;
    let id = parse_id(&id)?;
    let representation = exchange.representation(&state, &caller, plan.has_download_urls, None);
    let version = state.indexes.get(plan.resource).latest_version();
    if let Some(response) = version.and_then(|version| representation.not_modified(version)) {
        return Ok(response);
    }
    let record = read_item(&state, &caller, &plan, id, request.locale).await?;
    let body = item_body(&plan, &record, &request);
    let mut response = representation.response(body, Some(record.version));
    response.extensions_mut().insert(RecordCount(1));
    if let Some(date) = last_modified(&record.json) {
        response.headers_mut().insert(header::LAST_MODIFIED, date);
    }
    Ok(response)
}

/// Reads one record.
pub async fn read_item(
    state: &AppState,
    caller: &Caller,
    plan: &ResourcePlan,
    id: Uuid,
    locale: usize,
) -> Result<ReadRecord, Problem> {
    let view = caller.view(plan.has_download_urls, locale);
    let record = state.store.records().read_one(plan.resource, id, &view).await?;
    let record = record.ok_or_else(|| not_found(&id.to_string()))?;
    // The index may be behind; no later response may confirm an older record.
    state.indexes.get(plan.resource).observe(record.version);
    Ok(record)
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
