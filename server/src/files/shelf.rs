//! Bytes and records together: whatever happens, a record has its bytes, and bytes without a record are removed.
//!
//! The database names bytes as loose before the first of them is written, and until a record has them; and again
//! from the moment that their record goes until they are removed. So it always knows what a crash left behind.

use std::sync::Arc;

use uuid::Uuid;

use super::journal::Journal;
use crate::blobs::{BlobError, Blobs, Writer};
use crate::store::{Store, StoreError};

/// After this time an upload that has not ended is taken for one whose server was stopped.
const LONGEST_UPLOAD_MILLISECONDS: i64 = 3_600_000;

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
    /// A task was stopped.
    #[error("the work on a file was stopped: {0}")]
    Stopped(#[from] tokio::task::JoinError),
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
        let blob = Uuid::new_v4();
        let (store, now) = (Arc::clone(&self.store), jiff::Timestamp::now().as_millisecond());
        tokio::task::spawn_blocking(move || store.expect_blob(blob, now)).await??;
        match self.blobs.write(blob).await {
            Ok(writer) => Ok(Draft { shelf: self.clone(), blob, writer }),
            Err(error) => {
                self.remove(blob).await;
                Err(error.into())
            }
        }
    }

    /// Removes bytes that no record has; what fails now is done by a later sweep.
    pub async fn remove(&self, blob: Uuid) {
        let (store, blobs) = (Arc::clone(&self.store), self.blobs.clone());
        let removed = blobs.remove(blob).await;
        let noted = tokio::task::spawn_blocking(move || match &removed {
            Ok(()) => store.forget_blob(blob).map_err(ShelfError::from),
            Err(error) => {
                tracing::warn!(%error, %blob, "bytes that no record has could not be removed now");
                Ok(store.abandon_blob(blob)?)
            }
        });
        if let Err(error) = noted.await.unwrap_or_else(|error| Err(error.into())) {
            tracing::warn!(%error, %blob, "that bytes were removed could not be noted");
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
        let (store, named) = (Arc::clone(&self.store), journal.names()?);
        let loose = tokio::task::spawn_blocking(move || store.without_record(named)).await??;
        for blob in &loose {
            self.blobs.remove(*blob).await?;
        }
        journal.clear()?;
        Ok(loose.len())
    }

    /// Removes those of these bytes that got no record.
    pub async fn settle_expected(&self, named: Vec<Uuid>) -> Result<(), ShelfError> {
        let store = Arc::clone(&self.store);
        let loose = tokio::task::spawn_blocking(move || store.without_record(named)).await??;
        for blob in loose {
            self.remove(blob).await;
        }
        Ok(())
    }

    async fn abandon_uploads(&self, begun_before: i64) -> Result<(), ShelfError> {
        let store = Arc::clone(&self.store);
        Ok(tokio::task::spawn_blocking(move || store.abandon_uploads(begun_before)).await??)
    }

    async fn remove_loose(&self) -> Result<usize, ShelfError> {
        let store = Arc::clone(&self.store);
        let loose = tokio::task::spawn_blocking(move || store.loose_blobs()).await??;
        for blob in &loose {
            self.remove(*blob).await;
        }
        Ok(loose.len())
    }
}

/// Bytes that are being written and have no record yet.
#[derive(Debug)]
pub struct Draft {
    shelf: Shelf,
    blob: Uuid,
    writer: Writer,
}

impl Draft {
    /// Writes some bytes.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<(), BlobError> {
        self.writer.write(bytes).await
    }

    /// Makes the bytes safe under their name, which a record must take now, or someone must remove.
    pub async fn finish(self) -> Result<Uuid, ShelfError> {
        let Self { shelf, blob, writer } = self;
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
        let Self { shelf, blob, writer } = self;
        if let Err(error) = writer.abort().await {
            tracing::debug!(%error, "an unfinished upload could not be given up");
        }
        shelf.remove(blob).await;
    }
}
