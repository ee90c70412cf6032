//! The items of collections.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use folkmoot_api::caller::Caller;
use folkmoot_api::formats::{Feature, GEOJSON};
use folkmoot_api::list::scan;
use folkmoot_api::parameters::ItemRequest;
use folkmoot_api::path_id::PathId;
use folkmoot_api::plan::{ListPlan, ResourcePlan};
use folkmoot_api::problem::Problem;
use folkmoot_api::records::{not_found, parse_id, read_item};
use folkmoot_api::state::ApiState;
use folkmoot_api::usage::RecordCount;
use folkmoot_codings::precompressed::Precompressed;
use folkmoot_model::resource::Resource;
use http::request::Parts;
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};

use super::links::{JSON, Urls, link};

/// Another client sees other records, and every change makes them outdated.
const CACHE_CONTROL: &str = "private, no-cache";
/// The headers of a request that the response depends on.
const VARY: &str = "authorization, accept-encoding";

/// `GET /ogc/collections/{collection}/items`
pub async fn items(
    plan: Arc<ListPlan>,
    State(state): State<ApiState>,
    caller: Caller,
    parts: Parts,
) -> Result<Response, Problem> {
    let page = scan(&state.records, &caller, &plan, &parts.uri).await?;
    let urls = Urls::new(&state.urls, &parts);
    let mut links = vec![
        link(&urls.of_page(&parts.uri, None), "self", GEOJSON, "These features"),
        collection_link(&urls, plan.resource),
    ];
    let next = page.next.map(|cursor| urls.of_page(&parts.uri, Some(&cursor)));
    links.extend(next.map(|url| link(&url, "next", GEOJSON, "The next features")));
    let head = json!({
        "type": "FeatureCollection",
        "numberMatched": page.total,
        "numberReturned": page.records.len(),
        "links": links,
    });
    let feature = Feature::new(plan.resource, None);
    let mut body = open_object(&head);
    body.extend_from_slice(br#","features":["#);
    for (position, record) in page.records.iter().enumerate() {
        body.extend_from_slice(if position == 0 { b"\n" } else { b",\n" });
        feature.write(&record.json, &mut body)?;
    }
    body.extend_from_slice(b"\n]}\n");
    Ok(response(body, &parts.headers, page.records.len()))
}

/// `GET /ogc/collections/{collection}/items/{id}`
pub async fn item(
    plan: Arc<ResourcePlan>,
    State(state): State<ApiState>,
    caller: Caller,
    PathId(id): PathId,
    parts: Parts,
) -> Result<Response, Problem> {
    let request = ItemRequest::read(plan.resource, &parts.uri, &caller.platform.platform)?;
    let record = read_item(&state.records, &caller, &plan, parse_id(&id)?, request.locale).await?;
    let mut body = Vec::new();
    let feature = Feature::new(plan.resource, request.fields.as_ref());
    if !feature.write(&record.json, &mut body)? {
        return Err(not_found(&id));
    }
    let urls = Urls::new(&state.urls, &parts);
    let links = [
        link(&urls.of_page(&parts.uri, None), "self", GEOJSON, "This feature"),
        collection_link(&urls, plan.resource),
    ];
    // The bracket at the end of the feature.
    body.pop();
    body.extend_from_slice(format!(r#","links":{}}}"#, json!(links)).as_bytes());
    Ok(response(body, &parts.headers, 1))
}

fn collection_link(urls: &Urls, resource: &Resource) -> Value {
    let url = urls.to(&format!("/collections/{}", resource.names.plural));
    link(&url, "collection", JSON, "The collection")
}

/// The JSON of an object without the bracket at its end.
fn open_object(object: &Value) -> Vec<u8> {
    let mut json = object.to_string().into_bytes();
    json.pop();
    json
}

fn response(body: Vec<u8>, request: &HeaderMap, records: usize) -> Response {
    let body = Precompressed::new(body.into(), [], GEOJSON, CACHE_CONTROL).varying_by(VARY);
    let mut response = body.response(StatusCode::OK, request);
    response.extensions_mut().insert(RecordCount(records));
    response
}
