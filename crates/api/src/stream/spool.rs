//! The part of a stream that its client has not read yet, in a temporary file.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use bytes::Bytes;

use super::chunks::Chunk;
use super::limits::{SpoolFull, StreamPermit};

/// Chunks in a file that has no name, so that nothing remains of it when the server ends.
#[derive(Debug)]
pub struct Spool {
    file: File,
    /// The length of each chunk that was not taken yet, and the number of records that it completes.
    chunks: VecDeque<(usize, usize)>,
    /// The positions of the first of these chunks and of the end of the last.
    start: u64,
    end: u64,
    /// The size of the file.
    size: u64,
}

/// A chunk was not written.
#[derive(Debug, thiserror::Error)]
pub enum SpoolError {
    /// A limit was reached.
    #[error(transparent)]
    Full(#[from] SpoolFull),
    /// The file could not be written or read.
    #[error("failed to use a temporary file of a stream: {0}")]
    File(#[from] io::Error),
}

impl Spool {
    /// Opens a file in a directory, which is created if it does not exist.
    pub fn open(directory: &Path) -> Result<Self, SpoolError> {
        std::fs::create_dir_all(directory)?;
        let file = tempfile::tempfile_in(directory)?;
        Ok(Self { file, chunks: VecDeque::new(), start: 0, end: 0, size: 0 })
    }

    /// Whether all chunks were taken.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Appends a chunk.
    pub fn push(&mut self, chunk: &Chunk, permit: &StreamPermit) -> Result<(), SpoolError> {
        if self.is_empty() {
            (self.start, self.end) = (0, 0);
        }
        let end = self.end + chunk.bytes.len() as u64;
        if end > self.size {
            permit.reserve_spool(end - self.size)?;
            self.size = end;
        }
        self.file.write_all_at(&chunk.bytes, self.end)?;
        self.chunks.push_back((chunk.bytes.len(), chunk.records));
        self.end = end;
        Ok(())
    }

    /// Takes the first chunk.
    pub fn take(&mut self) -> Result<Option<Chunk>, SpoolError> {
        let Some((length, records)) = self.chunks.pop_front() else { return Ok(None) };
        let mut bytes = vec![0; length];
        self.file.read_exact_at(&mut bytes, self.start)?;
        self.start += length as u64;
        Ok(Some(Chunk { bytes: Bytes::from(bytes), records }))
    }
}
