//! Observing requests: every response gets its headers and the body of its problem, and is counted, traced and logged.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{MatchedPath, Request};
use axum::response::Response;
use folkmoot_api::caller::{Authenticated, NoteSlot};
use folkmoot_api::problem::Problem;
use folkmoot_api::server_urls::{RequestUrls, ServerUrls};
use folkmoot_api::usage::{self, ProblemBehind, ReadResources, RecordCount, UsageRecorder, Waited};
use folkmoot_api::{challenge, rate_limit_headers, security_headers};
use folkmoot_store::usage::ClientRefusal;
use folkmoot_telemetry::{Served, Tracer};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use jiff::Timestamp;
use metrics::{Counter, Gauge, Histogram};
use uuid::Uuid;

use super::access_log::{self, AccessLog};
use super::logged_path::logged_path;
use super::request_ids::{REQUEST_ID, request_id};

/// The media type of problems.
pub const PROBLEM_MEDIA_TYPE: &str = "application/problem+json; charset=utf-8";

/// Marks a response that is not logged.
#[derive(Debug, Clone, Copy)]
pub struct Unlogged;

/// What every response is observed with.
pub struct Observer {
    urls: Arc<ServerUrls>,
    /// Counts the requests of clients; `None` if there are none.
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

impl Observer {
    /// Observes requests without clients.
    pub fn new(urls: &Arc<ServerUrls>, access_log: Option<&Arc<AccessLog>>) -> Self {
        Self {
            urls: Arc::clone(urls),
            usage: None,
            access_log: access_log.cloned(),
            in_flight: metrics::gauge!("folkmoot_requests_in_flight"),
            tracer: None,
        }
    }

    /// Counts the requests of clients as well, and traces them.
    #[must_use]
    pub fn counting(self, usage: &Arc<UsageRecorder>, tracer: Option<&Tracer>) -> Self {
        Self { usage: Some(Arc::clone(usage)), tracer: tracer.cloned(), ..self }
    }

    /// Gives a response an id, the headers that every response has, and the body of its problem; counts, traces and logs it.
    pub async fn observe<F: Future<Output = Response>>(
        &self,
        mut request: Request,
        respond: impl FnOnce(Request) -> F,
    ) -> Response {
        let started = Instant::now();
        let _in_flight = InFlight::begin(&self.in_flight);
        let id = request_id(&request);
        let (method, uri) = (request.method().clone(), request.uri().clone());
        let urls = self.urls.of_request(&request);
        let logged = self.access_log.as_ref().map(|log| (log, log.begin(&request)));
        let notes = NoteSlot::default();
        request.extensions_mut().insert(notes.clone());
        let span = self.tracer.as_ref().and_then(|tracer| tracer.begin(method.as_str(), request.headers()));
        let mut response = match &span {
            Some(span) => span.scope(respond(request)).await,
            None => respond(request).await,
        };
        let problem = response.extensions_mut().remove::<Problem>();
        if let Some(problem) = &problem {
            write_problem(problem, &mut response, &urls, &id);
        }
        add_headers(&mut response, &notes, &urls, (uri.path(), &id));
        let behind =
            response.extensions_mut().remove::<ProblemBehind>().map(|ProblemBehind(problem)| problem);
        let problem = problem.or(behind);
        let served = ServedRequest::new(&mut response, started, &id, &method, problem.as_ref(), &notes);
        count(served.route().unwrap_or("other"), served.status, served.elapsed);
        if let Some(span) = span {
            let (route, status, code) = (served.route(), served.status, served.code());
            span.end(method.as_str(), Served { route, status, code, request_id: &id });
        }
        if response.extensions_mut().remove::<Unlogged>().is_some() {
            return response;
        }
        if let Some(usage) = &self.usage {
            response = served.count_usage(usage, response, &notes);
        }
        let path = logged_path(uri.path(), served.route());
        if let Some((log, begun)) = logged {
            let (route, client, code) = (served.route(), served.client_id(), served.code());
            let responded = access_log::Responded { request_id: &id, route, path: &path, client, code };
            response = log.record(begun, &responded, response);
        }
        served.log(&path);
        response
    }
}

/// Writes the body of a problem, and counts it.
fn write_problem(problem: &Problem, response: &mut Response, urls: &RequestUrls<'_>, id: &str) {
    metrics::counter!("folkmoot_problems_total", "code" => problem.kind.code).increment(1);
    let body = problem.body(&urls.portal, id);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_MEDIA_TYPE));
    response.headers_mut().insert(header::CONTENT_LENGTH, body.len().into());
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    *response.body_mut() = Body::from(body);
    if let Some(refusal) = problem.refusal() {
        refusal.count();
    }
}

/// Adds the headers that every response has.
fn add_headers(response: &mut Response, notes: &NoteSlot, urls: &RequestUrls<'_>, (path, id): (&str, &str)) {
    let client = notes.0.authenticated.get();
    if let Some(remaining) = client.and_then(|client| client.remaining) {
        rate_limit_headers::add(response.headers_mut(), remaining, notes.0.searches.get().copied());
    }
    if let Some(seconds) = client.and_then(|client| client.shared_seconds)
        && [StatusCode::OK, StatusCode::NOT_MODIFIED].contains(&response.status())
        && let Ok(value) = HeaderValue::from_str(&format!("public, max-age={seconds}"))
    {
        response.headers_mut().insert(header::CACHE_CONTROL, value);
    }
    join_vary(response.headers_mut());
    security_headers::add(response, &urls.api);
    challenge::add_metadata_url(response.headers_mut(), urls, path);
    if let Ok(value) = HeaderValue::from_str(id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
}

/// Writes one `Vary` header in place of several: nginx before 1.23 reads only one of them, and would give a stored response to
/// clients who must not see it.
fn join_vary(headers: &mut HeaderMap) {
    let mut lines = headers.get_all(header::VARY).iter();
    if lines.next().is_none() || lines.next().is_none() {
        return;
    }
    let lines: Vec<&str> =
        headers.get_all(header::VARY).iter().filter_map(|line| line.to_str().ok()).collect();
    if let Ok(joined) = HeaderValue::from_str(&lines.join(", ")) {
        headers.insert(header::VARY, joined);
    }
}

/// What is known about a request once its response has begun.
struct ServedRequest<'a> {
    id: &'a str,
    method: &'a Method,
    route: Option<MatchedPath>,
    status: u16,
    problem: Option<&'a Problem>,
    client: Option<Authenticated>,
    refused: Option<ClientRefusal>,
    elapsed: Duration,
}

impl<'a> ServedRequest<'a> {
    /// Takes what the layers inside noted in the response.
    fn new(
        response: &mut Response,
        started: Instant,
        id: &'a str,
        method: &'a Method,
        problem: Option<&'a Problem>,
        notes: &NoteSlot,
    ) -> Self {
        let route = notes.0.route.get().cloned();
        // A wait that the client requested is not time that the server needed.
        let waited = response.extensions_mut().remove::<Waited>().map_or(Duration::ZERO, |Waited(time)| time);
        let elapsed = started.elapsed().saturating_sub(waited);
        let client = notes.0.authenticated.get().copied();
        let of_client =
            || problem.zip(client).and_then(|(problem, client)| problem.refusal_of(client.client));
        let status = problem.map_or(response.status().as_u16(), |problem| problem.kind.status);
        let refused = notes.0.refused.get().copied().or_else(of_client);
        Self { id, method, route, status, problem, client, refused, elapsed }
    }

    fn route(&self) -> Option<&str> {
        self.route.as_ref().map(MatchedPath::as_str)
    }

    fn code(&self) -> Option<&'static str> {
        self.problem.map(|problem| problem.kind.code)
    }

    fn client_id(&self) -> Option<Uuid> {
        self.client.map(|client| client.client)
    }

    /// Counts the request of a client; a stream counts its records until it ends.
    fn count_usage(&self, usage: &Arc<UsageRecorder>, mut response: Response, notes: &NoteSlot) -> Response {
        let duration_ms = i64::try_from(self.elapsed.as_millis()).unwrap_or(i64::MAX);
        let at = Timestamp::now().as_millisecond() - duration_ms;
        if let Some(refused) = self.refused {
            usage.refuse(refused, at);
        }
        let Some(client) = self.client else { return response };
        let has_body = *self.method != Method::HEAD && response.status() != StatusCode::NOT_MODIFIED;
        let records = response.extensions_mut().remove::<RecordCount>().filter(|_| has_body);
        let reads = response.extensions_mut().remove::<ReadResources>().filter(|_| has_body);
        let served = usage::Served {
            client: client.client,
            operation: client.operation,
            status: self.status,
            error_code: self.code().unwrap_or_default(),
            records: records.map_or(0, |RecordCount(count)| i64::try_from(count).unwrap_or(i64::MAX)),
            reads: reads.map(|ReadResources(reads)| reads).unwrap_or_default(),
            duration_ms,
            at,
            request_id: self.id.to_owned(),
            sender: notes.0.sender.get().cloned(),
        };
        usage::count(usage, served, response)
    }

    /// Writes the line of the log; the cause of a problem is only here.
    fn log(&self, path: &str) {
        let (request_id, method, status, code) = (self.id, self.method, self.status, self.code());
        let microseconds = u64::try_from(self.elapsed.as_micros()).unwrap_or(u64::MAX);
        let client = self.client_id().map(tracing::field::display);
        if let Some(cause) = self.problem.and_then(Problem::cause) {
            tracing::error!(request_id, %method, path, status, microseconds, client, code, cause, "request failed");
        } else {
            tracing::info!(request_id, %method, path, status, microseconds, client, code, "served request");
        }
    }
}

/// What the requests of a route with the same status are counted in.
#[derive(Clone)]
struct RouteMetrics {
    requests: Counter,
    seconds: Histogram,
}

/// The metrics of routes by status: looking them up in the registry costs more than counting.
static ROUTE_METRICS: LazyLock<RwLock<HashMap<u16, HashMap<String, RouteMetrics>>>> =
    LazyLock::new(RwLock::default);

/// Counts a request and its duration by the pattern of its route, so that the number of series is limited.
pub fn count(route: &str, status: u16, elapsed: Duration) {
    let record = |metrics: &RouteMetrics| {
        metrics.requests.increment(1);
        metrics.seconds.record(elapsed.as_secs_f64());
    };
    let known = ROUTE_METRICS.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(metrics) = known.get(&status).and_then(|routes| routes.get(route)) {
        return record(metrics);
    }
    drop(known);
    let (name, code) = (route.to_owned(), status.to_string());
    let metrics = RouteMetrics {
        requests: metrics::counter!("folkmoot_requests_total", "route" => name.clone(), "status" => code),
        seconds: metrics::histogram!("folkmoot_request_seconds", "route" => name.clone()),
    };
    record(&metrics);
    let mut known = ROUTE_METRICS.write().unwrap_or_else(PoisonError::into_inner);
    known.entry(status).or_default().insert(name, metrics);
}
