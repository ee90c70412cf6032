//! The queue between the thread of a stream and its response.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Permit, Receiver, Sender, channel};

use super::limits::StreamPermit;
use super::spool::{Spool, SpoolError};

/// The number of chunks that are ready for the client.
const QUEUED: usize = 3;

/// A part of a body.
#[derive(Debug)]
pub struct Chunk {
    /// Its bytes.
    pub bytes: Bytes,
    /// The number of records that it completes.
    pub records: usize,
}

/// What the response receives.
#[derive(Debug)]
pub enum Message {
    /// A part of the body.
    Chunk(Chunk),
    /// The body is complete.
    End,
}

/// Why a stream ends before it is complete.
#[derive(Debug, thiserror::Error)]
pub enum Interrupted {
    /// The client has closed the connection, or the server has.
    #[error("the client has disconnected")]
    Disconnected,
    /// The temporary file.
    #[error(transparent)]
    Spool(#[from] SpoolError),
}

/// The end of the queue that the thread has.
#[derive(Debug)]
pub struct Chunks {
    sender: Sender<Message>,
    handle: Handle,
    spool: Option<Spool>,
    directory: PathBuf,
    permit: Arc<StreamPermit>,
}

/// The end of the queue that the response has. The stream is open until both ends are dropped.
#[derive(Debug)]
pub struct ChunkReceiver {
    /// Ends without [`Message::End`] if the stream was interrupted.
    pub messages: Receiver<Message>,
    _permit: Arc<StreamPermit>,
}

/// A queue. Its temporary file will be in this directory.
pub fn queue(permit: Arc<StreamPermit>, directory: PathBuf) -> (Chunks, ChunkReceiver) {
    let (sender, messages) = channel(QUEUED);
    let receiver = ChunkReceiver { messages, _permit: Arc::clone(&permit) };
    (Chunks { sender, handle: Handle::current(), spool: None, directory, permit }, receiver)
}

impl Chunks {
    /// Passes a chunk to the response. From `spooled_from` on, it is written to the temporary file if the client has not
    /// read those before it. Blocks.
    pub fn push(&mut self, chunk: Chunk, spooled_from: Instant) -> Result<(), Interrupted> {
        if self.spool.as_ref().is_none_or(Spool::is_empty)
            && let Some(slot) = self.reserve_until(spooled_from)?
        {
            slot.send(Message::Chunk(chunk));
            return Ok(());
        }
        let spool = match &mut self.spool {
            Some(spool) => spool,
            none => none.insert(Spool::open(&self.directory)?),
        };
        spool.push(&chunk, &self.permit)?;
        self.send_spooled()
    }

    /// Sends what is in the temporary file as the client reads it, and ends the body. A client that has seen the end can
    /// begin another stream: the temporary file and the permit are given back before. Blocks.
    pub fn finish(self) -> Result<(), Interrupted> {
        let Self { sender, spool, permit, .. } = self;
        let send = |message| sender.blocking_send(message).map_err(|_| Interrupted::Disconnected);
        if let Some(mut spool) = spool {
            while let Some(chunk) = spool.take()? {
                send(Message::Chunk(chunk))?;
            }
        }
        drop(permit);
        send(Message::End)
    }

    /// The size of the temporary file, in bytes.
    pub fn spooled_bytes(&self) -> u64 {
        self.permit.spooled_bytes()
    }

    /// Sends as much of the temporary file as the client reads at once.
    fn send_spooled(&mut self) -> Result<(), Interrupted> {
        let Some(spool) = &mut self.spool else { return Ok(()) };
        while !spool.is_empty() {
            match self.sender.try_reserve() {
                Ok(slot) => {
                    if let Some(chunk) = spool.take()? {
                        slot.send(Message::Chunk(chunk));
                    }
                }
                Err(TrySendError::Full(())) => break,
                Err(TrySendError::Closed(())) => return Err(Interrupted::Disconnected),
            }
        }
        Ok(())
    }

    /// Waits until the queue has space, at most until `deadline`; `None` if it has none.
    fn reserve_until(&self, deadline: Instant) -> Result<Option<Permit<'_, Message>>, Interrupted> {
        match self.sender.try_reserve() {
            Ok(slot) => return Ok(Some(slot)),
            Err(TrySendError::Closed(())) => return Err(Interrupted::Disconnected),
            Err(TrySendError::Full(())) => {}
        }
        let wait = async { tokio::time::timeout_at(deadline.into(), self.sender.reserve()).await };
        match self.handle.block_on(wait) {
            Ok(slot) => slot.map(Some).map_err(|_| Interrupted::Disconnected),
            Err(_) => Ok(None),
        }
    }
}
