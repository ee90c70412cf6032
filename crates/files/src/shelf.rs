//! Bytes and records together: whatever happens, a record has its bytes, and bytes without a record are removed.
//!
//! The database names bytes as loose before the first of them is written, and until a record has them; and again
//! from the moment that their record goes until they are removed. So it always knows what a crash left behind.

use std::sync::Arc;

use folkmoot_runtime::blocking::{BlockingError, BlockingPermit};
use folkmoot_store::{Store, StoreError};
use futures_util::StreamExt as _;
use uuid::Uuid;

use super::journal::Journal;
use crate::blobs::{BlobError, Blobs, Writer};

/// After this time an upload that has not ended is taken for one whose server was stopped.
const LONGEST_UPLOAD_MILLISECONDS: i64 = 3_600_000;
/// How many orphaned blobs are recorded as deleted in one transaction.
const BATCH: usize = 64;
/// How many orphaned blobs are deleted at once.
const REMOVALS_AT_ONCE: usize = 4;

/// Why bytes cannot be kept.
#[derive(Debug, thiserror::Error)]
pub enum ShelfError {
    /// The storage fails.
    #[error(transparent)]
    Blob(#[from] BlobError),
    /// The database fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal of imports cannot be read or written.
    #[error("the journal of imports failed: {0}")]
    Journal(#[from] std::io::Error),
    /// Too much work of its kind waits already.
    #[error(transparent)]
    Blocking(#[from] BlockingError),
}

/// The database and the storage of files.
#[derive(Debug, Clone)]
pub struct Shelf {
    /// The database.
    pub store: Arc<Store>,
    /// The storage.
    pub blobs: Blobs,
}

impl Shelf {
    /// Keeps files in these two.
    pub fn new(store: Arc<Store>, blobs: Blobs) -> Self {
        Self { store, blobs }
    }

    /// Begins to write bytes that no record has yet.
    pub async fn begin(&self) -> Result<Draft, ShelfError> {
        let permit = self.blobs.upload_permit().await?;
        let (blob, now) = (Uuid::new_v4(), jiff::Timestamp::now().as_millisecond());
        self.store.run_write(move |store| store.blobs().begin_upload(blob, now)).await?;
        match self.blobs.write(blob).await {
            Ok(writer) => Ok(Draft { shelf: self.clone(), blob, writer, _permit: permit }),
            Err(error) => {
                self.remove(blob).await;
                Err(error.into())
            }
        }
    }

    /// Removes bytes that no record has; what fails now is done by a later sweep.
    pub async fn remove(&self, blob: Uuid) {
        let removed = self.blobs.remove(blob).await;
        if let Err(error) = &removed {
            tracing::warn!(%error, %blob, "failed to delete orphaned blob; will retry");
        }
        let is_removed = removed.is_ok();
        let noted = self.store.run_write(move |store| {
            if is_removed { store.blobs().forget(&[blob]) } else { store.blobs().abandon_upload(blob) }
        });
        if let Err(error) = noted.await {
            tracing::warn!(%error, %blob, "failed to record the deletion of a blob; will retry");
        }
    }

    /// Removes the bytes that deleted files have left, and those of uploads of stopped servers; how many there were.
    pub async fn tidy(&self) -> Result<usize, ShelfError> {
        if !self.store.is_embedded() {
            // Another server may still be taking them in, for as long as an upload can take.
            self.abandon_uploads(jiff::Timestamp::now().as_millisecond() - LONGEST_UPLOAD_MILLISECONDS)
                .await?;
        }
        self.remove_loose().await
    }

    /// Removes what a server that was stopped has left. To be called by a server before anything is uploaded.
    pub async fn sweep(&self) -> Result<usize, ShelfError> {
        if self.store.is_embedded() {
            self.abandon_uploads(i64::MAX).await?;
        }
        self.tidy().await
    }

    /// Removes those of an import's bytes that got no record.
    pub async fn settle(&self, journal: &Journal) -> Result<usize, ShelfError> {
        let named = journal.names()?;
        let loose = self.store.run_maintenance(move |store| store.blobs().without_file(named)).await?;
        for blob in &loose {
            self.blobs.remove(*blob).await?;
        }
        journal.clear()?;
        Ok(loose.len())
    }

    /// Removes those of these bytes that got no record.
    pub async fn settle_expected(&self, named: Vec<Uuid>) -> Result<(), ShelfError> {
        let loose = self.store.run_maintenance(move |store| store.blobs().without_file(named)).await?;
        for blob in loose {
            self.remove(blob).await;
        }
        Ok(())
    }

    async fn abandon_uploads(&self, begun_before: i64) -> Result<(), ShelfError> {
        self.store.run_maintenance(move |store| store.blobs().abandon_uploads(begun_before)).await?;
        Ok(())
    }

    async fn remove_loose(&self) -> Result<usize, ShelfError> {
        let orphaned = self.store.run_maintenance(|store| store.blobs().orphaned()).await?;
        let mut count = 0;
        for batch in orphaned.chunks(BATCH) {
            let remove = |blob: Uuid| async move {
                match self.blobs.remove(blob).await {
                    Ok(()) => Some(blob),
                    Err(error) => {
                        tracing::warn!(%error, %blob, "failed to delete orphaned blob; will retry");
                        None
                    }
                }
            };
            let removals = futures_util::stream::iter(batch.iter().copied().map(remove));
            let removed: Vec<Uuid> =
                removals.buffer_unordered(REMOVALS_AT_ONCE).filter_map(std::future::ready).collect().await;
            count += removed.len();
            self.store.run_maintenance(move |store| store.blobs().forget(&removed)).await?;
        }
        Ok(count)
    }
}

/// Bytes that are being written and have no record yet.
#[derive(Debug)]
pub struct Draft {
    shelf: Shelf,
    blob: Uuid,
    writer: Writer,
    _permit: BlockingPermit,
}

impl Draft {
    /// Writes some bytes.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), BlobError> {
        self.writer.write(bytes).await
    }

    /// Makes the bytes safe under their name, which a record must take now, or someone must remove.
    pub async fn finish(self) -> Result<Uuid, ShelfError> {
        let Self { shelf, blob, writer, .. } = self;
        match writer.finish().await {
            Ok(()) => Ok(blob),
            Err(error) => {
                shelf.remove(blob).await;
                Err(error.into())
            }
        }
    }

    /// Throws the bytes away.
    pub async fn discard(self) {
        let Self { shelf, blob, writer, .. } = self;
        if let Err(error) = writer.abort().await {
            tracing::debug!(%error, "an unfinished upload could not be given up");
        }
        shelf.remove(blob).await;
    }
}
