//! What describes the service and its collections, open to everybody.

use axum::extract::State;
use axum::response::Response;
use folkmoot_api::formats::GEOJSON;
use folkmoot_api::path_id::PathId;
use folkmoot_api::plan::ResourcePlan;
use folkmoot_api::problem::Problem;
use folkmoot_api::state::ApiState;
use folkmoot_api::unknown_routes::route_not_found;
use folkmoot_api::{naming, parameters, publishable_keys};
use folkmoot_codings::precompressed::Precompressed;
use folkmoot_openapi::features;
use http::StatusCode;
use http::request::Parts;
use serde_json::{Value, json};

use super::links::{JSON, Urls, link};

/// The media type of the `OpenAPI` document.
const OPENAPI: &str = "application/vnd.oai.openapi+json;version=3.0";
/// It depends on the release and on the URL of the request.
const CACHE_CONTROL: &str = "no-cache";
/// WGS 84 with the longitude first (RFC 7946, section 4).
const CRS: &str = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";

/// The conformance classes.
const CLASSES: [&str; 3] = [
    "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core",
    "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30",
    "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson",
];

/// `GET /ogc`
pub async fn landing_page(State(state): State<ApiState>, parts: Parts) -> Result<Response, Problem> {
    let (urls, parts) = urls(&state, parts)?;
    let title = state.platform.cache.platform().map(|view| view.platform.name.clone());
    let body = json!({
        "title": title.unwrap_or_else(|| "Features".to_owned()),
        "description": "The records of the platform that have a point. Items need a token or a publishable key.",
        "links": [
            link(&urls.to(""), "self", JSON, "This document"),
            link(&urls.to("/api"), "service-desc", OPENAPI, "The OpenAPI document"),
            link(&urls.to("/conformance"), "conformance", JSON, "What the service conforms to"),
            link(&urls.to("/collections"), "data", JSON, "The collections"),
        ],
    });
    Ok(response(&body, JSON, &parts))
}

/// `GET /ogc/conformance`
pub async fn conformance(State(state): State<ApiState>, parts: Parts) -> Result<Response, Problem> {
    let (_, parts) = urls(&state, parts)?;
    Ok(response(&json!({ "conformsTo": CLASSES }), JSON, &parts))
}

/// `GET /ogc/api`
pub async fn document(State(state): State<ApiState>, parts: Parts) -> Result<Response, Problem> {
    let (urls, parts) = urls(&state, parts)?;
    Ok(response(&features::document(&state.plans, &urls.base()), OPENAPI, &parts))
}

/// `GET /ogc/collections`
pub async fn collections(State(state): State<ApiState>, parts: Parts) -> Result<Response, Problem> {
    let (urls, parts) = urls(&state, parts)?;
    let all: Vec<Value> = super::collections(&state.plans).map(|plan| describe(plan, &urls)).collect();
    let links = [link(&urls.to("/collections"), "self", JSON, "This document")];
    Ok(response(&json!({ "links": links, "collections": all }), JSON, &parts))
}

/// `GET /ogc/collections/{collection}`
pub async fn collection(
    State(state): State<ApiState>,
    PathId(id): PathId,
    parts: Parts,
) -> Result<Response, Problem> {
    let found = super::collections(&state.plans).find(|plan| plan.resource.names.plural == id);
    let plan = found.ok_or_else(|| route_not_found(parts.uri.path()))?;
    let (urls, parts) = urls(&state, parts)?;
    Ok(response(&describe(plan, &urls), JSON, &parts))
}

/// The URLs for a request without parameters but the key, which links keep for the items.
fn urls(state: &ApiState, mut parts: Parts) -> Result<(Urls, Parts), Problem> {
    publishable_keys::take(&mut parts)?;
    parameters::none(&parts.uri)?;
    Ok((Urls::new(&state.urls, &parts), parts))
}

fn describe(plan: &ResourcePlan, urls: &Urls) -> Value {
    let id = plan.resource.names.plural;
    let path = format!("/collections/{id}");
    json!({
        "id": id,
        "title": naming::tag(plan.resource),
        "description": plan.resource.doc,
        "itemType": "feature",
        "crs": [CRS],
        "links": [
            link(&urls.to(&path), "self", JSON, "This collection"),
            link(&urls.to(&format!("{path}/items")), "items", GEOJSON, "The features"),
        ],
    })
}

fn response(body: &Value, media_type: &'static str, parts: &Parts) -> Response {
    let body = Precompressed::new(body.to_string().into(), [], media_type, CACHE_CONTROL);
    body.response(StatusCode::OK, &parts.headers)
}
