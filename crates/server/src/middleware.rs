//! What happens to every request before and after its handler: one stack, outermost first.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use http::{Extensions, HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, Version, header};
use tower::util::MapRequestLayer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate as _};

use super::caller::ClientSlot;
use super::drain_body::{MAX_DRAIN_TIME, drain_unread_body};
use super::problem::Problem;
use super::problem_table::NOT_ACCEPTABLE;
use super::state::AppState;
use super::{http_rules, time_limit};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The media type of problems.
pub const PROBLEM_MEDIA_TYPE: &str = "application/problem+json; charset=utf-8";

/// Marks a response that gets no log line.
#[derive(Debug, Clone, Copy)]
pub struct Unlogged;

/// Puts the stack around the routes.
pub fn stack(routes: Router, server: &Arc<AppState>) -> Router {
    let timeout = Duration::from_secs(server.settings.request_timeout_seconds);
    let stopping = server.stopping.clone();
    // Slashes at the end are taken away before a route is looked for, so the routes stand inside a router of
    // their own.
    let stack = Router::new()
        .fallback_service(routes)
        // Answers are long and repetitive: gzip or brotli, where the caller takes it.
        .layer(CompressionLayer::new().compress_when(DefaultPredicate::new().and(is_no_download)))
        // With and without a slash at the end alike, without a redirect.
        .layer(from_fn(without_trailing_slash))
        // A request that takes too long is given up, so that it cannot hold others up; a body that keeps coming earns
        // it more time.
        .layer(from_fn(move |request: Request, next: Next| time_limit::apply(timeout, request, next)))
        // A request without a host, or with two, may mean something else to a proxy in front.
        .layer(from_fn(http_rules::require_host))
        // A defect in one handler must not close the connection without an answer.
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            Problem::internal("a handler panicked").into_response()
        }))
        // A client that is refused early and still sends its body receives the response.
        .layer(MapRequestLayer::new(move |request| {
            drain_unread_body(request, MAX_DRAIN_TIME, stopping.subscribe())
        }));
    observed(stack, &server.public_url.as_str().into())
}

/// Puts the outermost layer around routes: every response, good or bad, has an id, is logged and counted, and problems
/// get their body.
pub fn observed(routes: Router, public_address: &Arc<str>) -> Router {
    routes.layer(from_fn_with_state(Arc::clone(public_address), observe))
}

/// Files are answered as they are, so that ranges of them and their length hold.
fn is_no_download(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    !headers.contains_key(header::CONTENT_DISPOSITION)
}

/// Removes one slash at the end of the path. `NormalizePathLayer` of tower-http also joins slashes at the beginning and
/// removes several at the end, so that `//metrics` would pass a proxy that blocks `/metrics`.
async fn without_trailing_slash(mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if path.len() > 1 && path.ends_with('/') && !path.ends_with("//") {
        let shorter = &path[..path.len() - 1];
        let path_and_query = match request.uri().query() {
            Some(query) => format!("{shorter}?{query}"),
            None => shorter.to_owned(),
        };
        if let Ok(uri) = Uri::try_from(path_and_query) {
            *request.uri_mut() = uri;
        }
    }
    next.run(request).await
}

/// Lets the answer carry outwards which route gave it.
pub async fn note_route(path: MatchedPath, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.extensions_mut().insert(path);
    response
}

/// Refuses callers that take no JSON; only for routes that are there.
pub async fn negotiate(request: Request, next: Next) -> Response {
    let accepts = request.headers().get_all(header::ACCEPT);
    let given: Vec<&str> = accepts.iter().filter_map(|value| value.to_str().ok()).collect();
    if given.is_empty() || given.iter().flat_map(|value| value.split(',')).any(takes_json) {
        return next.run(request).await;
    }
    let detail = format!(
        "The Accept header only allows '{}', but the API returns application/json.",
        given.join(", ")
    );
    Problem::new(&NOT_ACCEPTABLE, detail).into_response()
}

fn takes_json(range: &str) -> bool {
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

async fn observe(State(public_address): State<Arc<str>>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let id = request_id(&request);
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let client_slot = ClientSlot::default();
    request.extensions_mut().insert(client_slot.clone());
    let mut response = next.run(request).await;
    let problem = response.extensions_mut().remove::<Problem>();
    if let Some(problem) = &problem {
        let body = problem.body(&public_address, &id);
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_MEDIA_TYPE));
        response.headers_mut().insert(header::CONTENT_LENGTH, body.len().into());
        *response.body_mut() = Body::from(body);
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    let route = response.extensions_mut().remove::<MatchedPath>();
    let status = response.status().as_u16();
    let microseconds = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    count(route.as_ref().map_or("other", MatchedPath::as_str), status, started.elapsed());
    if response.extensions_mut().remove::<Unlogged>().is_some() {
        return response;
    }
    let client = client_slot.0.get().map(tracing::field::display);
    let code = problem.as_ref().map(|problem| problem.kind.code);
    if let Some(cause) = problem.as_ref().and_then(Problem::cause) {
        tracing::error!(request_id = id, %method, path, status, microseconds, client, code, cause, "request failed");
    } else {
        tracing::info!(request_id = id, %method, path, status, microseconds, client, code, "served request");
    }
    response
}

/// Counts by the route's pattern, so that there are as many series as routes.
pub fn count(route: &str, status: u16, elapsed: Duration) {
    metrics::counter!("folkmoot_requests_total", "route" => route.to_owned(), "status" => status.to_string())
        .increment(1);
    metrics::histogram!("folkmoot_request_seconds", "route" => route.to_owned())
        .record(elapsed.as_secs_f64());
}

/// The `X-Request-Id` of the client if it has 8 to 64 letters, digits and hyphens, otherwise a new one.
/// `SetRequestIdLayer` of tower-http would copy any value into the log.
fn request_id(request: &Request) -> String {
    let given = request.headers().get(REQUEST_ID).and_then(|value| value.to_str().ok());
    let plain = |id: &&str| {
        (8..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    given.filter(plain).map_or_else(new_request_id, str::to_owned)
}

/// Unique in this process by its count, and among processes by a random beginning.
pub fn new_request_id() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    static PROCESS: std::sync::LazyLock<u64> =
        std::sync::LazyLock::new(|| uuid::Uuid::new_v4().as_u64_pair().0);
    format!("{:016x}-{:x}", *PROCESS, COUNT.fetch_add(1, Ordering::Relaxed))
}
