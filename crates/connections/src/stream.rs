//! The TCP stream of a connection, which reports reads and writes to the activity of the connection.
//!
//! It also replaces responses that hyper generates. A request that hyper cannot read never reaches a handler: hyper writes a
//! status without a body and closes the connection. Such a response is recognised here, because no request is in progress
//! when it is written. It is not sent, and the stream is stored for a problem ([`super::unreadable`]).

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::activity::Activity;
use super::registry::Registration;

/// The first bytes that an HTTP/2 client sends (RFC 9113, section 3.4).
const HTTP2_PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A request that hyper rejected.
#[derive(Debug)]
pub struct Unreadable {
    /// The status that hyper chose.
    pub status: u16,
    /// Whether the response must have no body.
    pub is_head: bool,
    /// The connection. Nothing was written to it for this request.
    pub stream: TcpStream,
    /// The registration of the connection.
    pub registration: Option<Registration>,
}

/// The slot that receives the stream after hyper rejected a request.
pub type RejectedStream = Arc<Mutex<Option<Unreadable>>>;

/// A stream that reports to an [`Activity`].
#[derive(Debug)]
pub struct MonitoredStream {
    stream: Option<TcpStream>,
    /// It ends before the stream: a client that sees its connection closed can open another one.
    registration: Option<Registration>,
    activity: Arc<Activity>,
    /// The number of bytes of the preface that have arrived; `None` once it is complete or another byte has arrived.
    preface: Option<usize>,
    is_head: bool,
    refused: Option<u16>,
    rejected: RejectedStream,
}

impl MonitoredStream {
    /// A stream that reports to this activity and is registered until it is closed. If hyper rejects a request, the stream is
    /// stored in `rejected`.
    pub fn new(
        stream: TcpStream,
        registration: Option<Registration>,
        activity: Arc<Activity>,
        rejected: RejectedStream,
    ) -> Self {
        let (stream, preface) = (Some(stream), Some(0));
        Self { stream, registration, activity, preface, is_head: false, refused: None, rejected }
    }

    /// The stream. It is `None` only while this is dropped.
    fn inner(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }

    fn received(&mut self, bytes: &[u8]) {
        if let Some(seen) = self.preface {
            let rest = &HTTP2_PREFACE[seen..];
            let compared = rest.len().min(bytes.len());
            self.preface = (rest[..compared] == bytes[..compared]).then_some(seen + compared);
            if self.preface == Some(HTTP2_PREFACE.len()) {
                self.activity.set_http2();
                self.preface = None;
            }
        }
        if self.activity.received() {
            self.is_head = bytes.starts_with(b"HEAD ");
        }
    }

    /// Whether the bytes are a response that hyper generates to reject a request.
    fn is_refusal(&mut self, bytes: &[u8]) -> bool {
        if self.refused.is_none() && !self.activity.is_responding() {
            self.refused = refused_status(bytes);
        }
        self.refused.is_some()
    }
}

/// The status of a response that rejects a request; `None` for other responses.
fn refused_status(bytes: &[u8]) -> Option<u16> {
    let status = bytes.strip_prefix(b"HTTP/1.1 ").or_else(|| bytes.strip_prefix(b"HTTP/1.0 "))?.get(..3)?;
    std::str::from_utf8(status).ok()?.parse().ok().filter(|status| (400..500).contains(status))
}

impl AsyncRead for MonitoredStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = self.inner()?.poll_read(context, buffer);
        if let Some(bytes) = buffer.filled().get(before..).filter(|bytes| !bytes.is_empty()) {
            self.received(bytes);
        }
        read
    }
}

impl AsyncWrite for MonitoredStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.is_refusal(bytes) {
            return Poll::Ready(Ok(bytes.len()));
        }
        let written = self.inner()?.poll_write(context, bytes);
        self.activity.written(written.is_pending());
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let first = slices.iter().find(|slice| !slice.is_empty());
        if first.is_some_and(|first| self.is_refusal(first)) {
            return Poll::Ready(Ok(slices.iter().map(|slice| slice.len()).sum()));
        }
        let written = self.inner()?.poll_write_vectored(context, slices);
        self.activity.written(written.is_pending());
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = self.inner()?.poll_flush(context);
        if flushed.is_ready() {
            self.activity.flushed();
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.refused.is_some() {
            return Poll::Ready(Ok(()));
        }
        self.registration = None;
        self.inner()?.poll_shutdown(context)
    }
}

impl Drop for MonitoredStream {
    fn drop(&mut self) {
        let registration = self.registration.take();
        if let (Some(status), Some(stream)) = (self.refused, self.stream.take()) {
            let unreadable = Unreadable { status, is_head: self.is_head, stream, registration };
            *self.rejected.lock().unwrap_or_else(PoisonError::into_inner) = Some(unreadable);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_responses_with_4xx_are_refusals() {
        assert_eq!(refused_status(b"HTTP/1.1 400 Bad Request\r\n"), Some(400));
        assert_eq!(refused_status(b"HTTP/1.0 431 Request Header Fields Too Large\r\n"), Some(431));
        for other in [&b"HTTP/1.1 100 Continue\r\n\r\n"[..], b"HTTP/1.1 200 OK", b"HTTP/1.1", b"\0\0\x12\x04"]
        {
            assert_eq!(refused_status(other), None);
        }
    }
}
