//! What is sent of the body of a response, also if the client disconnects before its end.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http_body::{Body as HttpBody, Frame, SizeHint};

/// What was sent of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent {
    /// The number of bytes, as encoded.
    pub bytes: u64,
    /// Whether the complete body was passed to the network.
    pub is_complete: bool,
}

/// Passes what was sent of a response to `ended`, when the body was sent or the client disconnected.
pub fn when_sent<F>(response: Response, ended: F) -> Response
where
    F: FnOnce(Sent) + Send + Unpin + 'static,
{
    let sent = Sent { bytes: 0, is_complete: false };
    response.map(|body| Body::new(SentBody { body, sent, ended: Some(ended) }))
}

/// A body that counts what is sent of it.
struct SentBody<F: FnOnce(Sent)> {
    body: Body,
    sent: Sent,
    ended: Option<F>,
}

impl<F: FnOnce(Sent) + Unpin> HttpBody for SentBody<F> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        match &frame {
            Poll::Ready(Some(Ok(frame))) => {
                self.sent.bytes += frame.data_ref().map_or(0, |data| data.len() as u64);
            }
            Poll::Ready(None) => self.sent.is_complete = true,
            Poll::Ready(Some(Err(_))) | Poll::Pending => {}
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

impl<F: FnOnce(Sent)> Drop for SentBody<F> {
    fn drop(&mut self) {
        if let Some(ended) = self.ended.take() {
            let is_complete = self.sent.is_complete || self.body.is_end_stream();
            ended(Sent { is_complete, ..self.sent });
        }
    }
}
