//! Bodies that are read on when nobody wants them any more.
//!
//! An answer given before the request's body has come whole is easily lost: a connection that is closed on bytes
//! which nobody reads is reset, and a reset makes the caller's system throw away what it has received. So whatever
//! refuses a request early may simply leave its body.

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

/// How long a body is read on at the most: as long as nginx does (`lingering_time`,
/// <https://nginx.org/en/docs/http/ngx_http_core_module.html#lingering_time>).
pub const LONGEST: Duration = Duration::from_secs(30);

/// The request, with a body that is read on for at most so `long` if it is left before its end, and not any more once
/// the server is `stopping`.
pub fn read_on(request: Request, long: Duration, stopping: watch::Receiver<bool>) -> Request {
    // HTTP/2 ends one request without the connection, and has a word for it.
    if request.body().is_end_stream() || request.version() == Version::HTTP_2 {
        return request;
    }
    let coming = !waits_for_invitation(request.headers());
    request.map(|body| Body::new(Lingering { body, coming, over: false, long, stopping }))
}

/// Whether the caller sends its body only once it is told to go on, which the first look at the body does.
fn waits_for_invitation(headers: &HeaderMap) -> bool {
    let told = headers.get_all(header::EXPECT).iter();
    told.into_iter().any(|value| value.as_bytes().eq_ignore_ascii_case(b"100-continue"))
}

struct Lingering {
    body: Body,
    /// Whether the caller sends it.
    coming: bool,
    /// Whether its end, or the end of its connection, was seen.
    over: bool,
    long: Duration,
    stopping: watch::Receiver<bool>,
}

impl HttpBody for Lingering {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.coming = true;
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        self.over = !matches!(frame, Some(Ok(_)));
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Lingering {
    fn drop(&mut self) {
        if self.over || !self.coming || self.is_end_stream() {
            return;
        }
        let Ok(runtime) = Handle::try_current() else { return };
        let mut body = std::mem::take(&mut self.body);
        let (long, mut stopping) = (self.long, self.stopping.clone());
        runtime.spawn(async move {
            let reading = async { while let Some(Ok(_)) = body.frame().await {} };
            tokio::select! {
                () = reading => {}
                () = tokio::time::sleep(long) => {}
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

    /// A request whose body gives so many pieces and then nothing more, and how many of them were read. What is
    /// counted is gone when the body is.
    fn request(pieces: usize, expect: &str) -> (Request, Arc<AtomicUsize>) {
        let read = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&read);
        let pieces = stream::iter(0..pieces).map(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            Ok::<_, std::io::Error>("piece")
        });
        let body = Body::from_stream(pieces.chain(stream::pending()));
        (Request::builder().header(header::EXPECT, expect).body(body).unwrap(), read)
    }

    async fn until(good: impl Fn() -> bool) {
        while !good() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn a_body_that_is_left_is_read_on() {
        let (_stop, stopping) = watch::channel(false);
        let (request, read) = request(1000, "");
        drop(read_on(request, LONGEST, stopping));
        until(|| read.load(Ordering::Relaxed) == 1000).await;
    }

    #[tokio::test]
    async fn what_never_ends_is_given_up_after_a_while() {
        let (_stop, stopping) = watch::channel(false);
        let (request, read) = request(3, "");
        drop(read_on(request, Duration::from_millis(1), stopping));
        until(|| Arc::strong_count(&read) == 1).await;
    }

    #[tokio::test]
    async fn a_stop_does_not_wait_for_it() {
        let (stop, stopping) = watch::channel(false);
        let (request, read) = request(1000, "");
        drop(read_on(request, Duration::MAX, stopping));
        until(|| read.load(Ordering::Relaxed) == 1000).await;
        stop.send(true).unwrap();
        until(|| Arc::strong_count(&read) == 1).await;
    }

    #[tokio::test]
    async fn a_body_that_waits_to_be_invited_is_not() {
        let (_stop, stopping) = watch::channel(false);
        let (uninvited, unread) = request(3, "100-Continue");
        drop(read_on(uninvited, LONGEST, stopping.clone()));
        assert_eq!((unread.load(Ordering::Relaxed), Arc::strong_count(&unread)), (0, 1));
        let (invited, read) = request(3, "100-Continue");
        let mut body = read_on(invited, LONGEST, stopping).into_body();
        body.frame().await.unwrap().unwrap();
        drop(body);
        until(|| read.load(Ordering::Relaxed) == 3).await;
    }

    #[tokio::test]
    async fn a_body_that_was_read_is_let_go() {
        let (_stop, stopping) = watch::channel(false);
        let whole = Request::new(Body::from("whole"));
        let body = read_on(whole, LONGEST, stopping).into_body();
        assert_eq!(body.size_hint().exact(), Some(5));
        assert_eq!(body.collect().await.unwrap().to_bytes(), "whole");
    }
}
