//! Serves one connection until it is closed.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::extract::ConnectInfo;
use axum::response::Response;
use folkmoot_telemetry::Refusal;
use http::{Method, Request, StatusCode, Version, header};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::net::TcpStream;
use tokio::sync::watch;

use super::activity::{Activity, Expired, Phase};
use super::body::{FlowBody, TrackedBody};
use super::handler::RequestHandler;
use super::limits::{HTTP2_PING, Limits, MAXIMUM_HEADER_BYTES, MAXIMUM_STREAMS};
use super::registry::Registration;
use super::stage::Stage;
use super::stream::{MonitoredStream, RejectedStream, Unreadable};
use super::unreadable;

/// Configures the HTTP implementation with its limits.
pub fn http() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        // `Activity` has the timeouts: hyper has one timeout for headers and for idle connections together.
        .header_read_timeout(None)
        .max_buf_size(MAXIMUM_HEADER_BYTES);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAXIMUM_STREAMS)
        .max_header_list_size(u32::try_from(MAXIMUM_HEADER_BYTES).unwrap_or(u32::MAX))
        .max_send_buf_size(MAXIMUM_HEADER_BYTES)
        .keep_alive_interval(HTTP2_PING)
        .keep_alive_timeout(HTTP2_PING);
    builder
}

/// An accepted connection.
pub struct Connection {
    /// The socket.
    pub stream: TcpStream,
    /// The network address of the client, or of the proxy in front of it.
    pub peer: SocketAddr,
    /// Its state, for timeouts and limits.
    pub activity: Arc<Activity>,
    /// Its registration; `None` if it exceeds a limit. If so, every request is rejected.
    pub registration: Option<Registration>,
}

/// The state that all connections share.
pub struct Shared<H> {
    /// The HTTP implementation.
    pub http: Builder<TokioExecutor>,
    /// What responds to requests.
    pub handler: Arc<H>,
    /// The limits, of which the timeouts apply here.
    pub limits: watch::Receiver<Limits>,
}

/// Why a connection ended before its client closed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Closed {
    Expired(Expired),
    Evicted,
    Stopped,
}

impl Closed {
    /// The limit that the client exceeded.
    fn refusal(self) -> Option<Refusal> {
        match self {
            Self::Expired(Expired::Headers) => Some(Refusal::HeaderTimeout),
            Self::Expired(Expired::Write) => Some(Refusal::WriteTimeout),
            Self::Expired(Expired::Idle) | Self::Evicted | Self::Stopped => None,
        }
    }

    fn reason(self) -> &'static str {
        match self {
            Self::Expired(Expired::Headers) => "header-timeout",
            Self::Expired(Expired::Idle) => "idle-timeout",
            Self::Expired(Expired::Write) => "write-timeout",
            Self::Evicted => "limit",
            Self::Stopped => "shutdown",
        }
    }

    fn record(self) {
        let reason = self.reason();
        tracing::debug!(reason, "closed connection");
        metrics::counter!("folkmoot_connections_closed_total", "reason" => reason).increment(1);
        if let Some(refusal) = self.refusal() {
            refusal.count();
        }
    }
}

/// Serves requests until the connection is closed by either side.
pub async fn serve(
    connection: Connection,
    shared: Arc<Shared<impl RequestHandler>>,
    stage: watch::Receiver<Stage>,
) {
    let rejected = RejectedStream::default();
    let Ok(error) = run(connection, &shared, stage, &rejected).await else { return };
    let unreadable = rejected.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(Unreadable { status, is_head, stream, registration }) = unreadable {
        let error = error.unwrap_or_else(|| "the request cannot be read".to_owned());
        let response = shared.handler.respond_to_unreadable(status, &error, is_head);
        unreadable::close(stream, &response).await;
        drop(registration);
    }
}

/// The response in the form in which it may be sent (RFC 9110, sections 8.6 and 9.3.2).
fn conforming(mut response: Response, is_head: bool, version: Version) -> Response {
    if is_head {
        // hyper sends a body over HTTP/2. axum removes those that handlers return, but not those that layers add.
        *response.body_mut() = Body::empty();
    }
    if matches!(response.status(), StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED) {
        // axum adds the length 0. That of a 304 would have to be that of the response with status 200.
        response.headers_mut().remove(header::CONTENT_LENGTH);
    }
    let has_length = response.headers().contains_key(header::CONTENT_LENGTH)
        || response.body().size_hint().exact().is_some();
    if version == Version::HTTP_10 && !has_length {
        // The end of the connection is the end of such a body. hyper adds `Connection: keep-alive` only to other versions.
        *response.version_mut() = version;
    }
    response
}

/// Drives the connection, and records why the server closes it. Returns hyper's error, if there is one.
async fn run(
    connection: Connection,
    shared: &Shared<impl RequestHandler>,
    mut stage: watch::Receiver<Stage>,
    rejected: &RejectedStream,
) -> Result<Option<String>, Closed> {
    let Connection { stream, peer, activity, registration } = connection;
    let is_refused = registration.is_none();
    let service = service_fn(|request: Request<Incoming>| {
        let (response_guard, body_guard) = activity.begin();
        let mut request = request.map(|body| {
            if body.is_end_stream() { Body::empty() } else { Body::new(TrackedBody::new(body, body_guard)) }
        });
        request.extensions_mut().insert(ConnectInfo(peer));
        let (is_head, version) = (request.method() == Method::HEAD, request.version());
        let handler = Arc::clone(&shared.handler);
        async move {
            let (response, flow) = handler.respond(request, peer.ip(), is_refused).await;
            let response = conforming(response, is_head, version);
            Ok::<_, Infallible>(
                response.map(|body| TrackedBody::new(FlowBody::new(body, flow), response_guard)),
            )
        }
    });
    let stream = MonitoredStream::new(stream, registration, Arc::clone(&activity), Arc::clone(rejected));
    let mut http = pin!(shared.http.serve_connection(TokioIo::new(stream), service));
    let mut timer = pin!(tokio::time::sleep(Duration::ZERO));
    let mut current = Stage::Running;
    let closed = loop {
        tokio::select! {
            ended = http.as_mut() => {
                let error = ended.err();
                return Ok(error.map(|error| error.to_string()));
            }
            () = activity.evicted() => break Closed::Evicted,
            // The sender lives as long as the server.
            changed = stage.wait_for(|stage| *stage != current) => {
                current = changed.map_or(Stage::Ended, |stage| *stage);
                if current == Stage::Ended || activity.phase() != Phase::Busy {
                    break Closed::Stopped;
                }
                http.as_mut().graceful_shutdown();
            }
            () = timer.as_mut() => {
                let timeouts = shared.limits.borrow().timeouts;
                match activity.check(&timeouts) {
                    Ok(left) => timer.as_mut().reset(tokio::time::Instant::now() + left),
                    Err(expired) => break Closed::Expired(expired),
                }
            }
        }
    };
    // Before the stream is dropped: a client that sees the connection closed finds it in the metrics.
    closed.record();
    Err(closed)
}
