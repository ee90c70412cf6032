//! The timeout of requests.
//!
//! This is our own code because the layers of tower-http limit either the complete request, which would reject a large upload
//! over a slow connection, or the pause between two chunks of a body, which a client that sends a byte a second never
//! exceeds. Here a body that keeps arriving at a minimum rate extends the time.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use folkmoot_telemetry::Refusal;
use http_body::{Frame, SizeHint};
use tokio::sync::watch;

use super::problem::Problem;
use super::problem_table::UNAVAILABLE;

/// Minimum rate of a body. A body that arrives more slowly exceeds the timeout.
const MINIMUM_BYTES_PER_SECOND: u64 = 16_384;
/// How often the rate of a body is measured once the server is stopping, in seconds.
const STOP_INTERVAL_SECONDS: u64 = 2;

/// What extends the time of a request.
#[derive(Debug, Default)]
struct Progress {
    bytes: AtomicU64,
    /// Whether the handler is waiting for the next chunk.
    is_awaited: AtomicBool,
    /// How long the handler waits on request of the client, in milliseconds.
    requested_wait: AtomicU64,
}

/// The time of a request. An extension of every request.
#[derive(Debug, Clone)]
pub struct RequestTime(Arc<Progress>);

impl RequestTime {
    /// Extends the timeout by a time that the client wants to wait.
    pub fn extend(&self, wait: Duration) {
        let milliseconds = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
        self.0.requested_wait.fetch_add(milliseconds, Relaxed);
    }
}

/// Responds with a problem if the handler exceeds the timeout. Each received byte of the body extends the timeout, and so
/// does the time that a client wants to wait. Once the server is `stopping`, a slow body ends after two seconds.
pub async fn apply<F: Future<Output = Response>>(
    timeout: Duration,
    stopping: &watch::Sender<bool>,
    mut request: Request,
    respond: impl FnOnce(Request) -> F,
) -> Response {
    let progress = Arc::new(Progress::default());
    request.extensions_mut().insert(RequestTime(Arc::clone(&progress)));
    if request.body().is_end_stream() {
        return limited(timeout, &progress, respond(request)).await;
    }
    let counted = Arc::clone(&progress);
    let request = request.map(|body| Body::new(CountedBody { body, progress: counted }));
    tokio::select! {
        biased;
        response = limited(timeout, &progress, respond(request)) => response,
        () = stopped_slow(stopping.subscribe(), &progress) => {
            let detail = "The server is shutting down, and the request body did not arrive in time. Send the request again.";
            Problem::new(&UNAVAILABLE, detail).refused(Refusal::BodyTimeout).into_response()
        }
    }
}

/// Waits until the server is stopping and the handler waits for a body that arrives below the minimum rate.
async fn stopped_slow(mut stopping: watch::Receiver<bool>, progress: &Progress) {
    if stopping.wait_for(|stopping| *stopping).await.is_err() {
        return std::future::pending().await;
    }
    loop {
        let before = progress.bytes.load(Relaxed);
        tokio::time::sleep(Duration::from_secs(STOP_INTERVAL_SECONDS)).await;
        let received = progress.bytes.load(Relaxed) - before;
        if progress.is_awaited.load(Relaxed) && received < STOP_INTERVAL_SECONDS * MINIMUM_BYTES_PER_SECOND {
            return;
        }
    }
}

async fn limited(
    timeout: Duration,
    progress: &Progress,
    response: impl Future<Output = Response>,
) -> Response {
    let started = Instant::now();
    let mut response = std::pin::pin!(response);
    let mut allowed = timeout;
    loop {
        if let Ok(response) = tokio::time::timeout_at((started + allowed).into(), &mut response).await {
            return response;
        }
        let extension = Duration::from_secs(progress.bytes.load(Relaxed) / MINIMUM_BYTES_PER_SECOND)
            + Duration::from_millis(progress.requested_wait.load(Relaxed));
        if timeout + extension <= allowed {
            return expired(progress).into_response();
        }
        allowed = timeout + extension;
    }
}

/// The problem of a request that exceeds the timeout. It is a 503, because the specification of the API has no 408.
fn expired(progress: &Progress) -> Problem {
    if progress.is_awaited.load(Relaxed) {
        let detail = "The request body did not arrive in time. Send the request again.";
        return Problem::new(&UNAVAILABLE, detail).refused(Refusal::BodyTimeout);
    }
    Problem::unavailable("the request took too long")
}

struct CountedBody {
    body: Body,
    progress: Arc<Progress>,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        self.progress.is_awaited.store(frame.is_pending(), Relaxed);
        if let Poll::Ready(Some(Ok(frame))) = &frame {
            let bytes = frame.data_ref().map_or(0, |data| data.len() as u64);
            self.progress.bytes.fetch_add(bytes, Relaxed);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
