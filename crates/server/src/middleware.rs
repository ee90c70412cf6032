//! The middleware stack, which processes every request before and after its handler.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use folkmoot_model::resources::RESOURCES;
use folkmoot_telemetry::{Served, Tracer};
use http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, Version, header};
use jiff::Timestamp;
use metrics::Gauge;
use tower::util::MapRequestLayer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate as _};

use super::access_log::{self, AccessLog};
use super::caller::ClientSlot;
use super::cors::{self, Cors};
use super::drain_body::{MAX_DRAIN_TIME, drain_unread_body};
use super::http_cache::Encoded;
use super::logged_path::logged_path;
use super::otlp::Otlp;
use super::preconditions::{enabled_platform, require_current_data};
use super::problem::Problem;
use super::problem_table::NOT_ACCEPTABLE;
use super::server_urls::ServerUrls;
use super::state::AppState;
use super::stream::Format;
use super::usage::{self, RecordCount, UsageRecorder, Waited};
use super::{challenge, http_cache, http_rules, rate_limit_headers, security_headers, time_limit};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The media type of problems.
pub const PROBLEM_MEDIA_TYPE: &str = "application/problem+json; charset=utf-8";

/// Marks a response that is not logged.
#[derive(Debug, Clone, Copy)]
pub struct Unlogged;

/// Wraps the routes in the middleware stack. The layers are one tuple, with the outermost first. A router that adds layers one
/// by one boxes each, and each clones all inner ones for every request.
pub fn stack(routes: Router, server: &Arc<AppState>, access_log: Option<&Arc<AccessLog>>) -> Router {
    let live = Arc::clone(&server.live);
    let stopping = server.stopping.clone();
    let stops_slow = server.stopping.clone();
    // The trailing slash must be removed before the route is matched, so the routes are inside another router.
    let stack = Router::new().fallback_service(routes).layer((
        // A client whose request is rejected early, and that is still sending its body, must receive the response.
        MapRequestLayer::new(move |request| drain_unread_body(request, MAX_DRAIN_TIME, stopping.subscribe())),
        // A panic in a handler must not close the connection without a response.
        CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            Problem::internal("a handler panicked").into_response()
        }),
        // A proxy in front of the server may interpret a request without a host, or with two, differently.
        from_fn(http_rules::require_host),
        // A request that exceeds the timeout is cancelled, so that it does not block others. A body that keeps arriving
        // extends the timeout.
        from_fn(move |request: Request, next: Next| {
            let timeout = Duration::from_secs(live.get().request_timeout_seconds);
            time_limit::apply(timeout, stops_slow.subscribe(), request, next)
        }),
        // Paths are the same with and without a trailing slash, without a redirect.
        MapRequestLayer::new(remove_trailing_slash),
        MapRequestLayer::new(http_cache::accept_uncompressed),
        // Responses that have not chosen their content coding are compressed if the client accepts it.
        CompressionLayer::new().compress_when(DefaultPredicate::new().and(is_compressible)),
        // The headers of a response to HEAD are those that GET would return, so compression must not see an empty body.
        from_fn(hide_length_of_head),
    ));
    let tracer = server.otlp.as_ref().map(Otlp::tracer);
    observed(stack, &server.urls, &server.cors, Some(&server.usage), access_log, tracer)
}

/// Wraps routes in the outermost layers: one applies the rules for requests from other origins, the other gives every
/// response an id, logs, counts and traces it, and writes the bodies of problems. `usage` counts the requests of clients; `None` if
/// there are none.
pub fn observed(
    routes: Router,
    urls: &Arc<ServerUrls>,
    cors: &Arc<Cors>,
    usage: Option<&Arc<UsageRecorder>>,
    access_log: Option<&Arc<AccessLog>>,
    tracer: Option<&Tracer>,
) -> Router {
    let in_flight = metrics::gauge!("folkmoot_requests_in_flight");
    let observer = Observer {
        urls: Arc::clone(urls),
        usage: usage.map(Arc::clone),
        access_log: access_log.cloned(),
        in_flight,
        tracer: tracer.cloned(),
    };
    routes.layer((
        from_fn_with_state(Arc::new(observer), observe),
        from_fn_with_state(Arc::clone(cors), cors::apply),
    ))
}

/// What every response is observed with.
struct Observer {
    urls: Arc<ServerUrls>,
    usage: Option<Arc<UsageRecorder>>,
    access_log: Option<Arc<AccessLog>>,
    in_flight: Gauge,
    /// Makes the spans of sampled requests, if a collector receives them.
    tracer: Option<Tracer>,
}

/// A request whose response has not begun. It ends when it is dropped, because a request may be cancelled.
struct InFlight(Gauge);

impl InFlight {
    fn begin(gauge: &Gauge) -> Self {
        gauge.increment(1);
        Self(gauge.clone())
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

/// Downloads must not be compressed, because their ranges and lengths refer to the stored content. Neither must responses with
/// an `ETag`, which belongs to one content coding: the one that the handler has chosen (RFC 9110, section 8.8.3).
fn is_compressible(_: StatusCode, _: Version, headers: &HeaderMap, extensions: &Extensions) -> bool {
    let is_fixed = headers.contains_key(header::CONTENT_DISPOSITION) || headers.contains_key(header::ETAG);
    !is_fixed && extensions.get::<Encoded>().is_none()
}

/// Replaces the body of a response to HEAD, which axum has emptied, with one of unknown length, which is not sent. The layers
/// outside this one then take the length from the `Content-Length` header, which is that of the response to GET.
async fn hide_length_of_head(request: Request, next: Next) -> Response {
    let is_head = request.method() == Method::HEAD;
    let response = next.run(request).await;
    if !is_head {
        return response;
    }
    response.map(|_| Body::from_stream(futures_util::stream::empty::<Result<Bytes, Infallible>>()))
}

/// Removes one slash at the end of the path. `NormalizePathLayer` of tower-http also joins slashes at the beginning and
/// removes several at the end, so that `//metrics` would pass a proxy that blocks `/metrics`.
fn remove_trailing_slash(mut request: Request) -> Request {
    let path = request.uri().path();
    if path.len() > 1 && path.ends_with('/') && !path.ends_with("//") {
        let shorter = &path[..path.len() - 1];
        let path_and_query = match request.uri().query() {
            Some(query) => format!("{shorter}?{query}"),
            None => shorter.to_owned(),
        };
        let mut parts = request.uri().clone().into_parts();
        parts.path_and_query = path_and_query.try_into().ok();
        if let Ok(uri) = Uri::from_parts(parts) {
            *request.uri_mut() = uri;
        }
    }
    request
}

/// Adds the matched route to the response, for the layers outside the router.
pub async fn note_route(path: MatchedPath, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.extensions_mut().insert(path);
    response
}

/// Rejects all requests while the public API is disabled. Applies to existing routes only.
pub async fn refuse_while_disabled(
    State(state): State<Arc<AppState>>,
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
    let returned = Format::ALL.map(|format| format.media_type().split(';').next().unwrap_or_default());
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

async fn observe(State(observer): State<Arc<Observer>>, mut request: Request, next: Next) -> Response {
    let started = Instant::now();
    let _in_flight = InFlight::begin(&observer.in_flight);
    let id = request_id(&request);
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let urls = observer.urls.of_request(&request);
    let logged = observer.access_log.as_ref().map(|log| (log, log.begin(&request)));
    let client_slot = ClientSlot::default();
    request.extensions_mut().insert(client_slot.clone());
    let span = observer.tracer.as_ref().and_then(|tracer| tracer.begin(method.as_str(), request.headers()));
    let mut response = match &span {
        Some(span) => span.scope(next.run(request)).await,
        None => next.run(request).await,
    };
    let problem = response.extensions_mut().remove::<Problem>();
    if let Some(problem) = &problem {
        metrics::counter!("folkmoot_problems_total", "code" => problem.kind.code).increment(1);
        let body = problem.body(&urls.portal, &id);
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_MEDIA_TYPE));
        response.headers_mut().insert(header::CONTENT_LENGTH, body.len().into());
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        *response.body_mut() = Body::from(body);
    }
    if let Some(refusal) = problem.as_ref().and_then(Problem::refusal) {
        refusal.count();
    }
    let client = client_slot.0.authenticated.get();
    if let Some(remaining) = client.and_then(|client| client.remaining) {
        rate_limit_headers::add(response.headers_mut(), remaining, client_slot.0.searches.get().copied());
    }
    security_headers::add(&mut response, &urls.api);
    challenge::add_metadata_url(response.headers_mut(), &urls);
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    let route = response.extensions_mut().remove::<MatchedPath>();
    let status = response.status().as_u16();
    // A wait that the client requested is not time that the server needed.
    let waited = response.extensions_mut().remove::<Waited>().map_or(Duration::ZERO, |Waited(time)| time);
    let elapsed = started.elapsed().saturating_sub(waited);
    let microseconds = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
    count(route.as_ref().map_or("other", MatchedPath::as_str), status, elapsed);
    let code = problem.as_ref().map(|problem| problem.kind.code);
    if let Some(span) = span {
        let route = route.as_ref().map(MatchedPath::as_str);
        span.end(method.as_str(), Served { route, status, code, request_id: &id });
    }
    if response.extensions_mut().remove::<Unlogged>().is_some() {
        return response;
    }
    if let Some((client, usage)) = client.zip(observer.usage.as_ref()) {
        let has_body = method != Method::HEAD && response.status() != StatusCode::NOT_MODIFIED;
        let records = response.extensions_mut().remove::<RecordCount>().filter(|_| has_body);
        let duration_ms = i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX);
        let served = usage::Served {
            client: client.client,
            operation: client.operation,
            status,
            error_code: code.unwrap_or_default(),
            records: records.map_or(0, |RecordCount(count)| i64::try_from(count).unwrap_or(i64::MAX)),
            duration_ms,
            at: Timestamp::now().as_millisecond() - duration_ms,
        };
        response = usage::count(usage, served, response);
    }
    let client = client.map(|client| client.client);
    let path = logged_path(&path, route.as_ref().map(MatchedPath::as_str));
    if let Some((log, begun)) = logged {
        let route = route.as_ref().map(MatchedPath::as_str);
        let responded = access_log::Responded { request_id: &id, route, path: &path, client, code };
        response = log.record(begun, &responded, response);
    }
    let client = client.map(tracing::field::display);
    if let Some(cause) = problem.as_ref().and_then(Problem::cause) {
        tracing::error!(request_id = id, %method, path, status, microseconds, client, code, cause, "request failed");
    } else {
        tracing::info!(request_id = id, %method, path, status, microseconds, client, code, "served request");
    }
    response
}

/// Counts a request and its duration by the pattern of its route, so that the number of series is limited.
pub fn count(route: &str, status: u16, elapsed: Duration) {
    metrics::counter!("folkmoot_requests_total", "route" => route.to_owned(), "status" => status.to_string())
        .increment(1);
    metrics::histogram!("folkmoot_request_seconds", "route" => route.to_owned())
        .record(elapsed.as_secs_f64());
}

/// The `X-Request-Id` of the client if it has 8 to 64 letters, digits and hyphens, otherwise a new one.
/// `SetRequestIdLayer` of tower-http would copy any value into the log.
fn request_id(request: &Request) -> String {
    let sent = request.headers().get(REQUEST_ID).and_then(|value| value.to_str().ok());
    let is_valid = |id: &&str| {
        (8..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    sent.filter(is_valid).map_or_else(new_request_id, str::to_owned)
}

/// A new request id: a random prefix of this process and a sequence number.
pub fn new_request_id() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    static PROCESS: std::sync::LazyLock<u64> =
        std::sync::LazyLock::new(|| uuid::Uuid::new_v4().as_u64_pair().0);
    format!("{:016x}-{:x}", *PROCESS, COUNT.fetch_add(1, Ordering::Relaxed))
}
