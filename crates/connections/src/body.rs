//! The bodies of requests and responses: a body that marks its request as in progress until it is dropped, and one that is
//! made for a client.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::HttpBody;
use folkmoot_runtime::fair::{Flow, run_within};
use http_body::{Frame, SizeHint};

/// A body with a guard.
#[derive(Debug)]
pub struct TrackedBody<B, G> {
    body: B,
    _guard: G,
}

impl<B, G> TrackedBody<B, G> {
    /// Wraps a body. The guard is dropped with the body.
    pub fn new(body: B, guard: G) -> Self {
        Self { body, _guard: guard }
    }
}

impl<B: HttpBody + Unpin, G: Unpin> HttpBody for TrackedBody<B, G> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A body whose frames are made for a flow, such as by blocking work that clients share.
#[derive(Debug)]
pub struct FlowBody<B> {
    body: B,
    flow: Flow,
}

impl<B> FlowBody<B> {
    /// Wraps a body.
    pub fn new(body: B, flow: Flow) -> Self {
        Self { body, flow }
    }
}

impl<B: HttpBody + Unpin> HttpBody for FlowBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let Self { body, flow } = &mut *self;
        run_within(*flow, || Pin::new(body).poll_frame(context))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
