//! How much is read from and written to the storage of files at once.

use folkmoot_runtime::blocking::{BlockingError, BlockingPermit, BlockingPool};

/// How many reads and writes of a folder run at once: each has a thread while the disk works.
const AT_ONCE_IN_FOLDER: usize = 16;
/// How many requests to S3 wait for the start of a response at once.
const AT_ONCE_IN_S3: usize = 128;
/// How many more of them wait.
const QUEUED: usize = 1024;
/// How many uploads are received at once. Each holds up to some megabytes of memory.
const UPLOADS: usize = 128;
/// How many uploads wait, without being read.
const UPLOADS_QUEUED: usize = 512;

/// The bounds of the work on one storage of files.
#[derive(Debug, Clone)]
pub(super) struct Pools {
    uploads: BlockingPool,
    reads: BlockingPool,
    writes: BlockingPool,
    /// Whether each piece of a file is read and written by a thread of this process.
    pieces_block: bool,
}

impl Pools {
    /// The bounds for a folder, or for S3.
    pub fn new(is_folder: bool) -> Self {
        let at_once = if is_folder { AT_ONCE_IN_FOLDER } else { AT_ONCE_IN_S3 };
        Self {
            uploads: BlockingPool::new("uploads", UPLOADS, UPLOADS_QUEUED),
            reads: BlockingPool::new("file reads", at_once, QUEUED),
            writes: BlockingPool::new("file writes", at_once, QUEUED),
            pieces_block: is_folder,
        }
    }

    /// Waits for a permit to receive an upload; dropping it ends the upload.
    pub async fn upload(&self) -> Result<BlockingPermit, BlockingError> {
        self.uploads.permit().await
    }

    /// Waits for the right to read.
    pub async fn read(&self) -> Result<BlockingPermit, BlockingError> {
        self.reads.permit().await
    }

    /// Waits for the right to write.
    pub async fn write(&self) -> Result<BlockingPermit, BlockingError> {
        self.writes.permit().await
    }

    /// The same for one more piece of a file; `None` where that blocks no thread.
    pub async fn read_piece(&self) -> Result<Option<BlockingPermit>, BlockingError> {
        if self.pieces_block { self.read().await.map(Some) } else { Ok(None) }
    }

    /// The same for one more piece of a file; `None` where that blocks no thread.
    pub async fn write_piece(&self) -> Result<Option<BlockingPermit>, BlockingError> {
        if self.pieces_block { self.write().await.map(Some) } else { Ok(None) }
    }
}
