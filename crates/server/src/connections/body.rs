//! The bodies of requests and responses: a body that marks its request as in progress until it is dropped, and one that
//! takes a turn for each of its frames.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::HttpBody;
use folkmoot_runtime::fair::TurnPerPoll;
use http_body::{Frame, SizeHint};

/// A body with a guard.
#[derive(Debug)]
pub struct Guarded<B, G> {
    body: B,
    _guard: G,
}

impl<B, G> Guarded<B, G> {
    /// Wraps a body. The guard is dropped with the body.
    pub fn new(body: B, guard: G) -> Self {
        Self { body, _guard: guard }
    }
}

impl<B: HttpBody + Unpin, G: Unpin> HttpBody for Guarded<B, G> {
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

/// A body whose frames are made, such as compressed, while it has a turn. It has none while the client does not read.
pub struct InTurns<B> {
    body: B,
    turns: Option<TurnPerPoll>,
}

impl<B: HttpBody> InTurns<B> {
    /// Wraps a body. One of a known length is already complete, and takes no turns.
    pub fn new(body: B, turns: Option<TurnPerPoll>) -> Self {
        let turns = turns.filter(|_| body.size_hint().exact().is_none());
        Self { body, turns }
    }
}

impl<B: HttpBody + Unpin> HttpBody for InTurns<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let Self { body, turns } = &mut *self;
        let mut body = Pin::new(body);
        match turns {
            Some(turns) => turns.poll(context, |context| body.as_mut().poll_frame(context)),
            None => body.poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
