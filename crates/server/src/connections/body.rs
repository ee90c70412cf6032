//! The bodies of requests and responses: a body that marks its request as in progress until it is dropped, and one that
//! takes a turn for each of its frames.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::HttpBody;
use bytes::Bytes;
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

/// The maximum size of a frame that a body sends in one turn. The operating system copies about half a megabyte in a millisecond,
/// in which the worker serves nobody else.
const FRAME_BYTES: usize = 64 << 10;

/// A body whose frames are made, such as compressed, while it has a turn. It has none while the client does not read.
pub struct InTurns<B> {
    body: B,
    turns: Option<TurnPerPoll>,
    /// What is left of a frame that is too large for one turn.
    rest: Bytes,
}

impl<B: HttpBody> InTurns<B> {
    /// Wraps a body. One of a known length is already complete, and takes no turns.
    pub fn new(body: B, turns: Option<TurnPerPoll>) -> Self {
        let turns = turns.filter(|_| body.size_hint().exact().is_none());
        Self { body, turns, rest: Bytes::new() }
    }
}

/// The next frame of a body, or a part of it.
fn poll_part<B: HttpBody<Data = Bytes> + Unpin>(
    body: &mut B,
    rest: &mut Bytes,
    context: &mut Context<'_>,
) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
    if rest.is_empty() {
        match ready!(Pin::new(body).poll_frame(context)).map(|frame| frame.map(Frame::into_data)) {
            Some(Ok(Ok(data))) => *rest = data,
            Some(Ok(Err(other))) => return Poll::Ready(Some(Ok(other))),
            Some(Err(error)) => return Poll::Ready(Some(Err(error))),
            None => return Poll::Ready(None),
        }
    }
    let part = rest.split_to(rest.len().min(FRAME_BYTES));
    Poll::Ready(Some(Ok(Frame::data(part))))
}

impl<B: HttpBody<Data = Bytes> + Unpin> HttpBody for InTurns<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let Self { body, turns, rest } = &mut *self;
        match turns {
            Some(turns) => turns.poll(context, |context| poll_part(body, rest, context)),
            None => Pin::new(body).poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        if self.rest.is_empty() { self.body.size_hint() } else { SizeHint::default() }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::convert::Infallible;
    use std::sync::Arc;

    use folkmoot_runtime::fair::{Flow, Limits, Turns};
    use http::HeaderMap;
    use http_body_util::{BodyExt as _, StreamBody};

    use super::*;

    /// Reads a body in turns, while another flow takes one between its frames.
    async fn frames_of(sizes: &[usize]) -> (Vec<Bytes>, Option<HeaderMap>) {
        let turns = Turns::of_tasks(1, Limits { per_flow: 1, total: 1 });
        let trailers = HeaderMap::from_iter([(http::header::ETAG, "1".parse().unwrap())]);
        let numbered = sizes.iter().map(|size| (0..*size).map(|index| index.to_le_bytes()[0]).collect());
        let frames: Vec<Result<Frame<Bytes>, Infallible>> = numbered
            .map(|bytes: Vec<u8>| Ok(Frame::data(Bytes::from(bytes))))
            .chain([Ok(Frame::trailers(trailers))])
            .collect();
        let body = StreamBody::new(futures_util::stream::iter(frames));
        let mut body = InTurns::new(body, Some(TurnPerPoll::new(Arc::clone(&turns), Flow::Client(1))));
        let (mut found, mut trailers) = (Vec::new(), None);
        while let Some(frame) = body.frame().await {
            drop(turns.acquire(Flow::Client(2), folkmoot_runtime::fair::Entry::New).await.unwrap());
            match frame.unwrap().into_data() {
                Ok(data) => found.push(data),
                Err(frame) => trailers = frame.into_trailers().ok(),
            }
        }
        (found, trailers)
    }

    #[tokio::test]
    async fn a_large_frame_is_sent_in_parts_and_others_run_between_them() {
        let (frames, trailers) = frames_of(&[10, 3 * FRAME_BYTES + 1, FRAME_BYTES]).await;
        let sizes: Vec<usize> = frames.iter().map(Bytes::len).collect();
        assert_eq!(sizes, [10, FRAME_BYTES, FRAME_BYTES, FRAME_BYTES, 1, FRAME_BYTES]);
        let large: Vec<u8> = frames[1..5].concat();
        assert!(large.iter().enumerate().all(|(index, byte)| *byte == index.to_le_bytes()[0]));
        assert!(trailers.is_some());
    }
}
