//! Keeps blobs and records consistent: a record always has its blob, and a blob without a record is deleted.
//!
//! The database lists a blob as unreferenced before its first byte is written and until a record is inserted that
//! references it, and again from the deletion of that record until the blob is deleted. So it always knows which blobs a
//! crash left behind.

use std::sync::Arc;

use folkmoot_runtime::blocking::{BlockingError, BlockingPermit};
use folkmoot_store::{Store, StoreError};
use futures_util::StreamExt as _;
use uuid::Uuid;

use super::journal::Journal;
use crate::blobs::{BlobError, BlobStorage, Writer};

/// An upload that takes longer is considered abandoned, because its server was stopped.
const MAX_UPLOAD_MILLISECONDS: i64 = 3_600_000;
/// Maximum orphaned blobs recorded as deleted in one transaction.
const BATCH: usize = 64;
/// Maximum orphaned blobs deleted concurrently.
const MAX_CONCURRENT_DELETIONS: usize = 4;

/// Why the file store failed.
#[derive(Debug, thiserror::Error)]
pub enum FileStoreError {
    /// The blob storage failed.
    #[error(transparent)]
    Blob(#[from] BlobError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal of imports cannot be read or written.
    #[error("failed to read or write the import journal: {0}")]
    Journal(#[from] std::io::Error),
    /// The queue of a blocking pool is full.
    #[error(transparent)]
    Blocking(#[from] BlockingError),
}

/// The database and the blob storage of files.
#[derive(Debug, Clone)]
pub struct FileStore {
    /// The database.
    pub store: Arc<Store>,
    /// The blob storage.
    pub blobs: BlobStorage,
}

impl FileStore {
    /// A file store over this database and blob storage.
    pub fn new(store: Arc<Store>, blobs: BlobStorage) -> Self {
        Self { store, blobs }
    }

    /// Starts writing a blob that no record references yet.
    pub async fn create_blob(&self) -> Result<PendingBlob, FileStoreError> {
        let permit = self.blobs.upload_permit().await?;
        let (blob, now) = (Uuid::new_v4(), jiff::Timestamp::now().as_millisecond());
        self.store.run_write(move |store| store.blobs().begin_upload(blob, now)).await?;
        match self.blobs.write(blob).await {
            Ok(writer) => Ok(PendingBlob { file_store: self.clone(), blob, writer, _permit: permit }),
            Err(error) => {
                self.delete_blob(blob).await;
                Err(error.into())
            }
        }
    }

    /// Deletes a blob that no record references. If that fails, garbage collection deletes it later.
    pub async fn delete_blob(&self, blob: Uuid) {
        let removed = async {
            self.blobs.delete(blob).await?;
            self.blobs.sync_deletions().await
        };
        let removed = removed.await;
        if let Err(error) = &removed {
            tracing::warn!(%error, %blob, "failed to delete orphaned blob; will retry");
        }
        let is_removed = removed.is_ok();
        let recorded = self.store.run_write(move |store| {
            if is_removed { store.blobs().forget(&[blob]) } else { store.blobs().abandon_upload(blob) }
        });
        if let Err(error) = recorded.await {
            tracing::warn!(%error, %blob, "failed to record the deletion of a blob; will retry");
        }
    }

    /// Deletes the blobs of deleted files and of uploads that stopped servers did not complete. Returns their number.
    pub async fn collect_garbage(&self) -> Result<usize, FileStoreError> {
        if !self.store.is_embedded() {
            // Another server may still be receiving an upload that began less than the maximum duration ago.
            self.abandon_uploads(jiff::Timestamp::now().as_millisecond() - MAX_UPLOAD_MILLISECONDS).await?;
        }
        self.delete_orphaned_blobs().await
    }

    /// Deletes the orphaned blobs that a stopped server left. Must be called before the first upload.
    pub async fn collect_garbage_at_start(&self) -> Result<usize, FileStoreError> {
        if self.store.is_embedded() {
            self.abandon_uploads(i64::MAX).await?;
        }
        self.collect_garbage().await
    }

    /// Deletes the blobs of an import, listed in its journal, that no record references; returns their number.
    pub async fn delete_uncommitted(&self, journal: &Journal) -> Result<usize, FileStoreError> {
        let recorded = journal.names()?;
        let unreferenced =
            self.store.run_maintenance(move |store| store.blobs().without_file(recorded)).await?;
        for blob in &unreferenced {
            self.blobs.delete(*blob).await?;
        }
        self.blobs.sync_deletions().await?;
        journal.clear()?;
        Ok(unreferenced.len())
    }

    /// Deletes those of the given blobs that no record references.
    pub async fn delete_unreferenced(&self, blobs: Vec<Uuid>) -> Result<(), FileStoreError> {
        let unreferenced = self.store.run_maintenance(move |store| store.blobs().without_file(blobs)).await?;
        for blob in unreferenced {
            self.delete_blob(blob).await;
        }
        Ok(())
    }

    async fn abandon_uploads(&self, begun_before: i64) -> Result<(), FileStoreError> {
        self.store.run_maintenance(move |store| store.blobs().abandon_uploads(begun_before)).await?;
        Ok(())
    }

    async fn delete_orphaned_blobs(&self) -> Result<usize, FileStoreError> {
        let orphaned = self.store.run_maintenance(|store| store.blobs().orphaned()).await?;
        let mut count = 0;
        for batch in orphaned.chunks(BATCH) {
            let remove = |blob: Uuid| async move {
                match self.blobs.delete(blob).await {
                    Ok(()) => Some(blob),
                    Err(error) => {
                        tracing::warn!(%error, %blob, "failed to delete orphaned blob; will retry");
                        None
                    }
                }
            };
            let removals = futures_util::stream::iter(batch.iter().copied().map(remove));
            let removed: Vec<Uuid> = removals
                .buffer_unordered(MAX_CONCURRENT_DELETIONS)
                .filter_map(std::future::ready)
                .collect()
                .await;
            count += removed.len();
            self.blobs.sync_deletions().await?;
            self.store.run_maintenance(move |store| store.blobs().forget(&removed)).await?;
        }
        Ok(count)
    }
}

/// A blob that is being written and that no record references yet.
#[derive(Debug)]
pub struct PendingBlob {
    file_store: FileStore,
    blob: Uuid,
    writer: Writer,
    _permit: BlockingPermit,
}

impl PendingBlob {
    /// Appends bytes.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), BlobError> {
        self.writer.write(bytes).await
    }

    /// Completes the blob durably. The caller must insert a record that references it, or delete it.
    pub async fn finish(self) -> Result<Uuid, FileStoreError> {
        let Self { file_store, blob, writer, .. } = self;
        match writer.finish().await {
            Ok(()) => Ok(blob),
            Err(error) => {
                file_store.delete_blob(blob).await;
                Err(error.into())
            }
        }
    }

    /// Deletes the written bytes.
    pub async fn discard(self) {
        let Self { file_store, blob, writer, .. } = self;
        if let Err(error) = writer.abort().await {
            tracing::debug!(%error, "failed to abort an incomplete upload");
        }
        file_store.delete_blob(blob).await;
    }
}
