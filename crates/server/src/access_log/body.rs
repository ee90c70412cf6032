//! The body of a logged response, which logs it at its end.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::Body;
use bytes::Bytes;
use http_body::{Body as HttpBody, Frame, SizeHint};

use super::{AccessLog, Line};

/// A body that counts what is sent of it.
pub struct LoggedBody {
    body: Body,
    line: Option<Line>,
    started: Instant,
    log: Arc<AccessLog>,
}

impl LoggedBody {
    /// The body of a response to a request that began at this time.
    pub fn new(body: Body, line: Line, started: Instant, log: Arc<AccessLog>) -> Self {
        Self { body, line: Some(line), started, log }
    }
}

impl HttpBody for LoggedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if let Some(line) = &mut self.line {
            match &frame {
                Poll::Ready(Some(Ok(frame))) => {
                    line.bytes += frame.data_ref().map_or(0, |data| data.len() as u64);
                }
                Poll::Ready(None) => line.complete = true,
                Poll::Ready(Some(Err(_))) | Poll::Pending => {}
            }
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

impl Drop for LoggedBody {
    /// Also reached if the client disconnects before the end.
    fn drop(&mut self) {
        if let Some(mut line) = self.line.take() {
            line.complete |= self.body.is_end_stream();
            line.duration_ms = (self.started.elapsed().as_secs_f64() * 1e6).round() / 1e3;
            self.log.write(line);
        }
    }
}
