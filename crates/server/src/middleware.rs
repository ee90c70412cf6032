//! The middleware stack, which processes every request before and after its handler.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use folkmoot_api::http_cache::Encoded;
use folkmoot_api::problem::Problem;
use folkmoot_api::server_urls::ServerUrls;
use folkmoot_api::usage::UsageRecorder;
use folkmoot_api::{http_cache, http_rules, time_limit};
use folkmoot_runtime::reloadable::Reloadable;
use folkmoot_settings::Settings;
use folkmoot_telemetry::Tracer;
use http::{Extensions, HeaderMap, Method, StatusCode, Uri, Version, header};
use tokio::sync::watch;
use tower::util::MapRequestLayer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate as _};

use super::access_log::AccessLog;
use super::cors::Cors;
use super::drain_body::{MAX_DRAIN_TIME, drain_unread_body};
use super::observe::observed;

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

/// Wraps the routes in the middleware stack. The layers are one tuple, with the outermost first. A router that adds layers one
/// by one boxes each, and each clones all inner ones for every request.
pub fn stack(routes: Router, state: &MiddlewareState, access_log: Option<&Arc<AccessLog>>) -> Router {
    let live = Arc::clone(&state.live);
    let stopping = state.stopping.clone();
    let stops_slow = state.stopping.clone();
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
    let tracer = state.tracer.as_ref();
    observed(stack, &state.urls, &state.cors, Some(&state.usage), access_log, tracer)
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
