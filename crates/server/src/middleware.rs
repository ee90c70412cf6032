//! The middleware, which processes every request before and after its handler.

use std::convert::Infallible;
use std::future::ready;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use folkmoot_api::http_cache::Encoded;
use folkmoot_api::problem::Problem;
use folkmoot_api::server_urls::ServerUrls;
use folkmoot_api::usage::UsageRecorder;
use folkmoot_api::{http_rules, time_limit};
use folkmoot_runtime::reloadable::Reloadable;
use folkmoot_settings::Settings;
use folkmoot_telemetry::Tracer;
use futures_util::FutureExt as _;
use http::{HeaderMap, HeaderValue, Method, Uri, header};
use tokio::sync::watch;
use tower::{Layer as _, ServiceExt as _, service_fn};
use tower_http::compression::CompressionLayer;

use super::access_log::AccessLog;
use super::cors::Cors;
use super::drain_body::{MAX_DRAIN_TIME, drain_unread_body};
use super::observe::Observer;

/// What the middleware needs.
pub struct MiddlewareState {
    /// The settings after the last reload.
    pub live: Arc<Reloadable<Settings>>,
    /// The URLs under which clients reach the portal and the API.
    pub urls: Arc<ServerUrls>,
    /// Which websites may call the API from a browser.
    pub cors: Arc<Cors>,
    /// Counts the requests of clients.
    pub usage: Arc<UsageRecorder>,
    /// Makes and sends the spans of requests, if there is a collector.
    pub tracer: Option<Tracer>,
    /// Becomes true when the server begins to stop.
    pub stopping: watch::Sender<bool>,
}

/// Routes, and what every request to them passes, in one order. The steps are calls: as layers of a router, each would clone
/// all inner ones for every request.
pub struct Stack {
    cors: Arc<Cors>,
    observer: Observer,
    /// `None` if the routes do nothing but respond.
    rules: Option<Rules>,
    routes: Router,
}

/// What limits requests.
struct Rules {
    live: Arc<Reloadable<Settings>>,
    stopping: watch::Sender<bool>,
}

impl Stack {
    /// The routes of a server whose database is open.
    pub fn new(routes: Router, state: &MiddlewareState, access_log: Option<&Arc<AccessLog>>) -> Self {
        let observer = Observer::new(&state.urls, access_log).counting(&state.usage, state.tracer.as_ref());
        let rules = Rules { live: Arc::clone(&state.live), stopping: state.stopping.clone() };
        Self { cors: Arc::clone(&state.cors), observer, rules: Some(rules), routes }
    }

    /// Routes without clients that respond at once.
    pub fn of_responses(routes: Router, cors: &Arc<Cors>, observer: Observer) -> Self {
        Self { cors: Arc::clone(cors), observer, rules: None, routes }
    }

    /// The response to a request.
    pub async fn respond(&self, request: Request) -> Response {
        // Futures are moved until they are polled first, so that a large one is boxed where it is made.
        self.observer.observe(request, |request| Box::pin(self.respond_with_cors(request))).await
    }

    /// The response to a request, which may be from another website.
    async fn respond_with_cors(&self, request: Request) -> Response {
        let cross_origin = self.cors.permits(&request);
        let mut response = match cross_origin.preflight() {
            Some(response) => response,
            None => self.serve(request).await,
        };
        cross_origin.add_headers(response.headers_mut());
        response
    }

    async fn serve(&self, request: Request) -> Response {
        let Some(rules) = &self.rules else { return self.route(request).await };
        // A client whose request is rejected early, and that is still sending its body, must receive the response.
        let request = drain_unread_body(request, MAX_DRAIN_TIME, || rules.stopping.subscribe());
        // A panic in a handler must not close the connection without a response.
        let served = AssertUnwindSafe(self.serve_in_time(rules, request)).catch_unwind().await;
        served.unwrap_or_else(|_| Problem::internal("a handler panicked").into_response())
    }

    async fn serve_in_time(&self, rules: &Rules, request: Request) -> Response {
        // A proxy in front of the server may interpret a request without a host, or with two, differently.
        if let Err(problem) = http_rules::require_host(&request) {
            return problem.into_response();
        }
        // A request that exceeds the timeout is cancelled, so that it does not block others. A body that keeps arriving
        // extends the timeout.
        let timeout = Duration::from_secs(rules.live.get().request_timeout_seconds);
        time_limit::apply(timeout, &rules.stopping, request, |request| Box::pin(self.serve_encoded(request)))
            .await
    }

    async fn serve_encoded(&self, request: Request) -> Response {
        // Paths are the same with and without a trailing slash, without a redirect.
        let request = folkmoot_codings::accept_uncompressed(remove_trailing_slash(request));
        let is_head = request.method() == Method::HEAD;
        let accepted: Vec<HeaderValue> =
            request.headers().get_all(header::ACCEPT_ENCODING).iter().cloned().collect();
        let mut response = self.route(request).await;
        if is_head {
            response = hide_length(response);
        }
        if is_fixed(&response) { response } else { Box::pin(compress(response, accepted)).await }
    }

    async fn route(&self, request: Request) -> Response {
        match self.routes.clone().oneshot(request).await {
            Ok(response) => response,
            Err(impossible) => match impossible {},
        }
    }
}

/// Whether a response must not be compressed. Downloads, because their ranges and lengths refer to the stored content; responses
/// with an `ETag`, which belongs to one content coding: the one that the handler has chosen (RFC 9110, section 8.8.3).
fn is_fixed(response: &Response) -> bool {
    let headers = response.headers();
    headers.contains_key(header::CONTENT_DISPOSITION)
        || headers.contains_key(header::ETAG)
        || response.extensions().get::<Encoded>().is_some()
}

/// Compresses a response that has not chosen its content coding, if the client accepts one.
async fn compress(response: Response, accepted: Vec<HeaderValue>) -> Response {
    let mut request = http::Request::new(());
    *request.headers_mut() =
        accepted.into_iter().map(|line| (header::ACCEPT_ENCODING, line)).collect::<HeaderMap>();
    let mut response = Some(response);
    let respond = service_fn(move |_| ready(Ok::<_, Infallible>(response.take().unwrap_or_default())));
    match CompressionLayer::new().layer(respond).oneshot(request).await {
        Ok(compressed) => compressed.map(Body::new),
        Err(impossible) => match impossible {},
    }
}

/// Replaces the body of a response to HEAD, which axum has emptied, with one of unknown length, which is not sent. What comes
/// after this then takes the length from the `Content-Length` header, which is that of the response to GET.
fn hide_length(response: Response) -> Response {
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
