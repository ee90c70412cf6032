//! Layers of routes: they apply to existing routes only.

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use folkmoot_model::resources::RESOURCES;
use http::{HeaderMap, Method, header};
use std::sync::Arc;

use super::formats::{FORMATS, Format};
use super::preconditions::{PlatformState, enabled_platform, require_current_data};
use super::problem::Problem;
use super::problem_table::NOT_ACCEPTABLE;

/// Adds the matched route to the response, for the layers outside the router.
pub async fn note_route(path: MatchedPath, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.extensions_mut().insert(path);
    response
}

/// Rejects all requests while the public API is disabled. Applies to existing routes only.
pub async fn refuse_while_disabled(
    State(state): State<Arc<PlatformState>>,
    request: Request,
    next: Next,
) -> Response {
    let Err(disabled) = enabled_platform(&state) else { return next.run(request).await };
    // Otherwise it may have been enabled.
    let problem = require_current_data(&state).await.err().unwrap_or(disabled);
    problem.into_response()
}

/// Rejects requests of clients that do not accept JSON. Applies to existing routes only.
pub async fn negotiate(request: Request, next: Next) -> Response {
    if is_list(&request) {
        return negotiate_list(request, next).await;
    }
    let accepts = request.headers().get_all(header::ACCEPT);
    let accepted: Vec<&str> = accepts.iter().filter_map(|value| value.to_str().ok()).collect();
    if accepted.is_empty() || accepted.iter().flat_map(|value| value.split(',')).any(includes_json) {
        return next.run(request).await;
    }
    not_acceptable(request.headers(), "the API returns application/json")
}

/// Whether a request is for a list, which has several formats.
fn is_list(request: &Request) -> bool {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let last = route.rsplit('/').next().unwrap_or_default();
    let is_list = last == "deleted" || RESOURCES.iter().any(|resource| resource.names.plural == last);
    is_list && [Method::GET, Method::HEAD].contains(request.method())
}

/// Rejects requests of clients that accept no format of lists, unless the parameter `format` selects one.
async fn negotiate_list(request: Request, next: Next) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let mut parameters = form_urlencoded::parse(query.as_bytes());
    let names_format = parameters.any(|(name, value)| name == "format" && !value.trim().is_empty());
    if names_format || Format::negotiate(request.headers()).is_some() {
        return next.run(request).await;
    }
    let returned = FORMATS.map(Format::essence);
    not_acceptable(request.headers(), &format!("this list is returned as {}", returned.join(", ")))
}

/// The problem that the API does not return what the client accepts.
fn not_acceptable(headers: &HeaderMap, returned: &str) -> Response {
    let accepts = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    let accepted = accepts.collect::<Vec<_>>().join(", ");
    let detail = format!("The Accept header only allows '{accepted}', but {returned}.");
    Problem::new(&NOT_ACCEPTABLE, detail).into_response()
}

/// Whether a media range of an `Accept` header includes JSON, and its quality is not 0.
fn includes_json(range: &str) -> bool {
    let mut parts = range.split(';').map(|part| part.trim().to_ascii_lowercase());
    let media_type = parts.next().unwrap_or_default();
    let refused =
        parts.filter_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok()).any(|quality| quality <= 0.0);
    let json = matches!(
        media_type.as_str(),
        "" | "*/*" | "application/*" | "application/json" | "application/problem+json"
    );
    json && !refused
}
