//! The body of a stream.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame};

use super::chunks::{ChunkReceiver, Message};

/// A body that ends with an error, which closes the connection, unless it is complete: an incomplete list must not look
/// like a complete one.
#[derive(Debug)]
pub struct StreamBody {
    chunks: ChunkReceiver,
    /// The number of records that were sent.
    records: Arc<AtomicU64>,
}

/// The stream was interrupted. The log has the cause.
#[derive(Debug, thiserror::Error)]
#[error("the stream was interrupted")]
pub struct IncompleteStream;

impl StreamBody {
    /// The body with these chunks. It counts the records in `records`.
    pub fn new(chunks: ChunkReceiver, records: Arc<AtomicU64>) -> Self {
        Self { chunks, records }
    }
}

impl Body for StreamBody {
    type Data = Bytes;
    type Error = IncompleteStream;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, IncompleteStream>>> {
        self.chunks.messages.poll_recv(context).map(|message| match message {
            Some(Message::Chunk(chunk)) => {
                self.records.fetch_add(chunk.records as u64, Ordering::Relaxed);
                Some(Ok(Frame::data(chunk.bytes)))
            }
            Some(Message::End) => None,
            None => Some(Err(IncompleteStream)),
        })
    }
}
