//! Limits on concurrent reads and writes of the blob storage.

use folkmoot_runtime::blocking::{BlockingError, BlockingPermit, BlockingPool};

/// Maximum concurrent reads, and writes, of a directory: each blocks a thread while the disk works.
const MAX_CONCURRENT_IN_DIRECTORY: usize = 16;
/// Maximum requests to S3 that concurrently wait for the start of a response.
const MAX_CONCURRENT_IN_S3: usize = 128;
/// Maximum queued reads, and writes.
const MAX_QUEUED: usize = 1024;
/// Maximum uploads received concurrently. Each uses up to some megabytes of memory.
const MAX_UPLOADS: usize = 128;
/// Maximum queued uploads, whose bodies are not read yet.
const MAX_QUEUED_UPLOADS: usize = 512;

/// The pools that limit the work on one blob storage.
#[derive(Debug, Clone)]
pub(super) struct Pools {
    uploads: BlockingPool,
    reads: BlockingPool,
    writes: BlockingPool,
    /// Whether reading or writing a chunk of a blob blocks a thread of this process.
    chunks_block: bool,
}

impl Pools {
    /// The pools for a directory, or for S3.
    pub fn new(is_directory: bool) -> Self {
        let concurrent = if is_directory { MAX_CONCURRENT_IN_DIRECTORY } else { MAX_CONCURRENT_IN_S3 };
        Self {
            uploads: BlockingPool::new("uploads", MAX_UPLOADS, MAX_QUEUED_UPLOADS),
            reads: BlockingPool::new("file reads", concurrent, MAX_QUEUED),
            writes: BlockingPool::new("file writes", concurrent, MAX_QUEUED),
            chunks_block: is_directory,
        }
    }

    /// Waits for a permit to receive an upload; dropping it ends the upload.
    pub async fn upload(&self) -> Result<BlockingPermit, BlockingError> {
        self.uploads.permit().await
    }

    /// Waits for a permit to read.
    pub async fn read(&self) -> Result<BlockingPermit, BlockingError> {
        self.reads.permit().await
    }

    /// Waits for a permit to write.
    pub async fn write(&self) -> Result<BlockingPermit, BlockingError> {
        self.writes.permit().await
    }

    /// Waits for a permit to read the next chunk of a blob; `None` if that does not block a thread.
    pub async fn read_chunk(&self) -> Result<Option<BlockingPermit>, BlockingError> {
        if self.chunks_block { self.read().await.map(Some) } else { Ok(None) }
    }

    /// Waits for a permit to write the next part of a blob; `None` if that does not block a thread.
    pub async fn write_part(&self) -> Result<Option<BlockingPermit>, BlockingError> {
        if self.chunks_block { self.write().await.map(Some) } else { Ok(None) }
    }
}
