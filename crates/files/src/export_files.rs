//! The files of stored exports, in a folder of their own in the blob storage.
//!
//! The database lists each blob before its first byte is written, so it always knows which ones a stopped server left.

use std::sync::Arc;

use folkmoot_store::Store;
use uuid::Uuid;

use crate::blobs::{BlobError, BlobStorage, Writer};
use crate::file_store::FileStoreError;

/// The folder of exports in the blob storage.
const FOLDER: &str = "exports";

/// The database and the blob storage of the files of exports.
#[derive(Debug, Clone)]
pub struct ExportFiles {
    store: Arc<Store>,
    blobs: BlobStorage,
}

impl ExportFiles {
    /// The files of exports in this storage.
    pub fn new(store: Arc<Store>, blobs: &BlobStorage) -> Self {
        Self { store, blobs: blobs.in_folder(FOLDER) }
    }

    /// The storage of the files.
    pub fn blobs(&self) -> &BlobStorage {
        &self.blobs
    }

    /// Starts writing a file of a running export; `None` if the export was deleted.
    pub async fn create(&self, export: Uuid, name: String) -> Result<Option<(Uuid, Writer)>, FileStoreError> {
        let blob = Uuid::new_v4();
        let is_running =
            self.store.run_maintenance(move |store| store.exports().begin_file(export, blob, &name)).await?;
        Ok(if is_running { Some((blob, self.blobs.write(blob).await?)) } else { None })
    }

    /// Deletes a blob that the database may no longer know.
    pub async fn delete(&self, blob: Uuid) -> Result<(), BlobError> {
        self.blobs.delete(blob).await
    }

    /// Deletes the files of exports that failed or were deleted. Returns their number.
    pub async fn collect_garbage(&self) -> Result<usize, FileStoreError> {
        let garbage = self.store.run_maintenance(|store| store.exports().garbage()).await?;
        for blob in &garbage {
            self.blobs.delete(*blob).await?;
        }
        if !garbage.is_empty() {
            self.blobs.sync_deletions().await?;
            let deleted = garbage.clone();
            self.store.run_maintenance(move |store| store.exports().forget(&deleted)).await?;
        }
        Ok(garbage.len())
    }
}
