//! The calls that read records: lists, items and what was deleted.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES};
use http::{HeaderName, HeaderValue, Uri, header};
use uuid::Uuid;

use super::caller::Caller;
use super::parameters::{self, Call, Given, ListRequest};
use super::path_id::PathId;
use super::problem::Problem;
use super::problem_table::RECORD_NOT_FOUND;
use super::server::Server;

/// Tells how the server understood the filters.
const APPLIED_FILTERS: HeaderName = HeaderName::from_static("applied-filters");
/// What every answer with records is.
pub const JSON: HeaderValue = HeaderValue::from_static("application/json; charset=utf-8");

/// `GET /<plural>`
pub async fn list(
    caller: Caller,
    resource: &'static Resource,
    State(server): State<Arc<Server>>,
    uri: Uri,
) -> Result<Response, Problem> {
    let given = Given::of(&uri)?;
    let request = parameters::list(Call::List, resource, &given, &caller.platform.platform)?;
    answer(&server, &caller, resource, resource.names.list_key, request).await
}

/// `GET /<parents>/{id}/<plural>`
pub async fn list_within(
    caller: Caller,
    resource: &'static Resource,
    PathId(parent): PathId,
    State(server): State<Arc<Server>>,
    uri: Uri,
) -> Result<Response, Problem> {
    let given = Given::of(&uri)?;
    let mut request = parameters::list(Call::List, resource, &given, &caller.platform.platform)?;
    let (parents, condition) = parameters::within(resource, &parent).ok_or_else(|| not_found(&parent))?;
    let known = RESOURCES.iter().find(|known| known.names.plural == parents);
    let id = parse_id(&parent)?;
    match known {
        Some(known) if server.store.records().exists(known, id).await? => {}
        _ => return Err(not_found(&parent)),
    }
    request.page.query.conditions.push(condition);
    answer(&server, &caller, resource, resource.names.list_key, request).await
}

/// `GET /<plural>/deleted`
pub async fn deleted(
    caller: Caller,
    resource: &'static Resource,
    State(server): State<Arc<Server>>,
    uri: Uri,
) -> Result<Response, Problem> {
    let given = Given::of(&uri)?;
    let mut request = parameters::list(Call::Deleted, resource, &given, &caller.platform.platform)?;
    request.page.query.conditions.extend(parameters::deleted_of(resource));
    answer(&server, &caller, DELETED_ITEMS, DELETED_ITEMS.names.list_key, request).await
}

/// `GET /<plural>/{id}`
pub async fn item(
    caller: Caller,
    resource: &'static Resource,
    PathId(id): PathId,
    State(server): State<Arc<Server>>,
    uri: Uri,
) -> Result<Response, Problem> {
    let given = Given::of(&uri)?;
    let locale = parameters::item(resource, &given, &caller.platform.platform)?;
    let id = parse_id(&id)?;
    let body = item_body(&server, &caller, resource, id, locale).await?;
    Ok(([(header::CONTENT_TYPE, JSON)], body).into_response())
}

/// The body that shows one record.
pub async fn item_body(
    server: &Server,
    caller: &Caller,
    resource: &'static Resource,
    id: Uuid,
    locale: usize,
) -> Result<Vec<u8>, Problem> {
    let record = server.store.records().read_one(resource, id, &caller.view(resource, locale)).await?;
    let record = record.ok_or_else(|| not_found(&id.to_string()))?;
    let mut body = format!("{{\"{}\":", resource.names.item_key).into_bytes();
    body.extend_from_slice(&record);
    body.push(b'}');
    Ok(body)
}

async fn answer(
    server: &Server,
    caller: &Caller,
    resource: &'static Resource,
    key: &str,
    request: ListRequest,
) -> Result<Response, Problem> {
    let page = server.page(resource, &request.page, caller).await?;
    let body = page.body(key, &request.page);
    let applied = HeaderValue::from_str(&request.applied).map_err(Problem::internal)?;
    Ok(([(header::CONTENT_TYPE, JSON), (APPLIED_FILTERS, applied)], body).into_response())
}

/// The id in an address; what is none is the id of no record.
pub fn parse_id(id: &str) -> Result<Uuid, Problem> {
    parameters::uuid(id).ok_or_else(|| not_found(id))
}

/// No record has this id.
pub fn not_found(id: &str) -> Problem {
    let shown: String = id.chars().take(100).collect();
    Problem::new(&RECORD_NOT_FOUND, format!("No record has the id '{shown}'."))
}
