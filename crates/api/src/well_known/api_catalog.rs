//! The catalogue of the APIs of this server (RFC 9727), as a link set (RFC 9264).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use http::{HeaderValue, header};
use serde_json::{Value, json};

use super::{DiscoveryState, PROTECTED_RESOURCE_PATH, guide};
use crate::paths::BASE_PATH;
use crate::problem::Problem;

/// The path of the catalogue.
pub const PATH: &str = "/.well-known/api-catalog";
const MEDIA_TYPE: &str = r#"application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727""#;

/// `GET /.well-known/api-catalog`
pub async fn catalog(
    State(state): State<Arc<DiscoveryState>>,
    request: Request,
) -> Result<Response, Problem> {
    let urls = state.urls.of_request(&request);
    let base = &urls.api;
    let (catalog, api) = (format!("{base}{PATH}"), format!("{base}{BASE_PATH}"));
    let link = |href: String, media_type: &str| json!([{ "href": href, "type": media_type }]);
    let mut description = json!({
        "anchor": api,
        "service-desc": link(format!("{api}/openapi.json"), "application/json"),
        "service-meta": link(format!("{base}{PROTECTED_RESOURCE_PATH}{BASE_PATH}"), "application/json"),
        "status": link(format!("{base}/health/ready"), "text/plain"),
    });
    if let Some(first) = guide(&state, &urls, "start-first-request") {
        let mut documents = vec![json!({ "href": format!("{}/api", urls.portal), "type": "text/html" })];
        documents.push(json!({ "href": first, "type": "text/html" }));
        description["service-doc"] = Value::from(documents);
    }
    let set = json!({ "linkset": [{ "anchor": catalog, "item": [{ "href": api }] }, description] });
    let mut response = super::response(MEDIA_TYPE, &urls, set.to_string());
    let relation = format!(r#"<{catalog}>; rel="api-catalog""#);
    let relation = HeaderValue::from_str(&relation).map_err(Problem::internal)?;
    response.headers_mut().insert(header::LINK, relation);
    Ok(response)
}
