//! Single records: `GET /<plural>/{id}`, and the body of every call that returns one record.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, Uri, header};
use uuid::Uuid;

use super::caller::Caller;
use super::parameters::{self, ItemRequest};
use super::path_id::PathId;
use super::plan::ResourcePlan;
use super::problem::Problem;
use super::problem_table::RECORD_NOT_FOUND;
use super::projection::Projection;
use super::state::AppState;

/// The media type of every response with records.
pub const JSON: HeaderValue = HeaderValue::from_static("application/json; charset=utf-8");

/// `GET /<plural>/{id}`
pub async fn item(
    plan: Arc<ResourcePlan>,
    State(state): State<Arc<AppState>>,
    caller: Caller,
    PathId(id): PathId,
    uri: Uri,
) -> Result<Response, Problem> {
    let request = ItemRequest::read(plan.resource, &uri, &caller.platform.platform)?;
    let id = parse_id(&id)?;
    let body = item_body(&state, &caller, &plan, id, &request).await?;
    Ok(([(header::CONTENT_TYPE, JSON)], body).into_response())
}

/// The response body with one record.
pub async fn item_body(
    state: &AppState,
    caller: &Caller,
    plan: &ResourcePlan,
    id: Uuid,
    request: &ItemRequest,
) -> Result<Vec<u8>, Problem> {
    let view = caller.view(plan.has_download_urls, request.locale);
    let record = state.store.records().read_one(plan.resource, id, &view).await?;
    let record = record.ok_or_else(|| not_found(&id.to_string()))?;
    let mut body = format!("{{\"{}\":", plan.resource.names.item_key).into_bytes();
    Projection::write(request.fields.as_ref(), &record, &mut body);
    body.push(b'}');
    Ok(body)
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
