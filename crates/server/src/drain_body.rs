//! Draining of unread request bodies.
//!
//! A client can lose a response that is sent before its request body has arrived completely: closing a connection with
//! unread bytes resets it, and after a reset the client's system discards what it has received (RFC 9112, section 9.6).
//! If a handler responds without reading the body, this module therefore reads and discards the rest.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use http::{HeaderMap, Version, header};
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt as _;
use tokio::runtime::Handle;
use tokio::sync::watch;

/// Maximum time for which a body is drained: the same as in nginx (`lingering_time`,
/// <https://nginx.org/en/docs/http/ngx_http_core_module.html#lingering_time>).
pub const MAX_DRAIN_TIME: Duration = Duration::from_secs(30);

/// Wraps the body of a request, so that the part that a handler does not read is drained, for at most `limit` and until the
/// server is `stopping`.
pub fn drain_unread_body(
    request: Request,
    limit: Duration,
    stopping: impl FnOnce() -> watch::Receiver<bool>,
) -> Request {
    // HTTP/2 can reset the stream of one request without closing the connection.
    if request.body().is_end_stream() || request.version() == Version::HTTP_2 {
        return request;
    }
    let (is_sent, stopping) = (!expects_continue(request.headers()), stopping());
    request.map(|body| Body::new(DrainedBody { body, is_sent, has_ended: false, limit, stopping }))
}

/// Whether the client sends its body only after a `100 Continue`, which the first read of the body triggers.
fn expects_continue(headers: &HeaderMap) -> bool {
    let mut expectations = headers.get_all(header::EXPECT).iter();
    expectations.any(|value| value.as_bytes().eq_ignore_ascii_case(b"100-continue"))
}

struct DrainedBody {
    body: Body,
    /// Whether the client sends the body.
    is_sent: bool,
    /// Whether the body or its connection has ended.
    has_ended: bool,
    limit: Duration,
    stopping: watch::Receiver<bool>,
}

impl HttpBody for DrainedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.is_sent = true;
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        self.has_ended = !matches!(frame, Some(Ok(_)));
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for DrainedBody {
    fn drop(&mut self) {
        if self.has_ended || !self.is_sent || self.is_end_stream() {
            return;
        }
        let Ok(runtime) = Handle::try_current() else { return };
        let mut body = std::mem::take(&mut self.body);
        let (limit, mut stopping) = (self.limit, self.stopping.clone());
        runtime.spawn(async move {
            let reading = async { while let Some(Ok(_)) = body.frame().await {} };
            tokio::select! {
                () = reading => {}
                () = tokio::time::sleep(limit) => {}
                _ = stopping.wait_for(|stopping| *stopping) => {}
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::StreamExt as _;
    use futures_util::stream;

    use super::*;

    /// A request whose body consists of `chunks` chunks and never ends, and the number of chunks that were read. The counter
    /// is dropped with the body.
    fn request(chunks: usize, expect: &str) -> (Request, Arc<AtomicUsize>) {
        let read = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&read);
        let chunks = stream::iter(0..chunks).map(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok::<_, std::io::Error>("chunk")
        });
        let body = Body::from_stream(chunks.chain(stream::pending()));
        (Request::builder().header(header::EXPECT, expect).body(body).unwrap(), read)
    }

    async fn until(condition: impl Fn() -> bool) {
        while !condition() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn an_unread_body_is_drained() {
        let (_stop, stopping) = watch::channel(false);
        let (request, read) = request(1000, "");
        drop(drain_unread_body(request, MAX_DRAIN_TIME, || stopping));
        until(|| read.load(Ordering::Relaxed) == 1000).await;
    }

    #[tokio::test]
    async fn a_body_that_never_ends_is_dropped_after_the_limit() {
        let (_stop, stopping) = watch::channel(false);
        let (request, read) = request(3, "");
        drop(drain_unread_body(request, Duration::from_millis(1), || stopping));
        until(|| Arc::strong_count(&read) == 1).await;
    }

    #[tokio::test]
    async fn a_stop_does_not_wait_for_a_drained_body() {
        let (stop, stopping) = watch::channel(false);
        let (request, read) = request(1000, "");
        drop(drain_unread_body(request, Duration::MAX, || stopping));
        until(|| read.load(Ordering::Relaxed) == 1000).await;
        stop.send(true).unwrap();
        until(|| Arc::strong_count(&read) == 1).await;
    }

    #[tokio::test]
    async fn a_body_that_waits_for_100_continue_is_not_drained() {
        let (_stop, stopping) = watch::channel(false);
        let (not_continued, unread) = request(3, "100-Continue");
        drop(drain_unread_body(not_continued, MAX_DRAIN_TIME, || stopping.clone()));
        assert_eq!((unread.load(Ordering::Relaxed), Arc::strong_count(&unread)), (0, 1));
        let (continued, read) = request(3, "100-Continue");
        let mut body = drain_unread_body(continued, MAX_DRAIN_TIME, || stopping).into_body();
        body.frame().await.unwrap().unwrap();
        drop(body);
        until(|| read.load(Ordering::Relaxed) == 3).await;
    }

    #[tokio::test]
    async fn a_body_that_was_read_is_not_drained() {
        let (_stop, stopping) = watch::channel(false);
        let request = Request::new(Body::from("whole"));
        let body = drain_unread_body(request, MAX_DRAIN_TIME, || stopping).into_body();
        assert_eq!(body.size_hint().exact(), Some(5));
        assert_eq!(body.collect().await.unwrap().to_bytes(), "whole");
    }
}
