//! The blob storage: the contents of files, in a local directory or in S3-compatible storage.

mod location;
mod pools;
mod verified;
mod writer;

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt as _, TryStreamExt as _};
use object_store::aws::AmazonS3;
use object_store::path::Path;
use object_store::signer::{SignedUrlOptions, Signer as _};
use object_store::{ObjectStore, ObjectStoreExt as _};
use uuid::Uuid;

pub use self::location::{S3Location, StorageLocation, open};
use self::pools::Pools;
pub use self::writer::Writer;
use folkmoot_runtime::blocking::{BlockingError, BlockingPermit};

/// Why blobs cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The storage reported an error.
    #[error("file storage error: {0}")]
    Storage(#[from] object_store::Error),
    /// The directory cannot be used.
    #[error("failed to open the file storage directory {} (the setting file-storage, or data): {cause}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// A blob differs from the uploaded content.
    #[error("the blob {0} differs from the uploaded content")]
    Changed(Uuid),
    /// The queue of a blocking pool is full.
    #[error(transparent)]
    Blocking(#[from] BlockingError),
}

impl BlobError {
    /// Whether a storage on the network did not respond.
    pub fn is_unreachable(&self) -> bool {
        matches!(self, Self::Storage(object_store::Error::Generic { store: "S3", .. }))
    }

    /// Whether there is no space.
    pub fn is_full(&self) -> bool {
        let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(self);
        while let Some(error) = cause {
            let kind = error.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
            if matches!(kind, Some(std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded)) {
                return true;
            }
            cause = error.source();
        }
        false
    }
}

/// A storage of blobs. Each blob has a unique id that is never used again.
#[derive(Debug, Clone)]
pub struct BlobStorage {
    storage: Arc<dyn ObjectStore>,
    prefix: Path,
    backend: Backend,
    pools: Pools,
}

#[derive(Debug, Clone)]
enum Backend {
    Directory(PathBuf),
    S3(Arc<AmazonS3>),
}

/// A stored blob.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredBlob {
    /// Its id.
    pub blob: Uuid,
    /// Its size in bytes.
    pub size: u64,
}

impl BlobStorage {
    /// Waits for a permit to receive an upload; dropping it ends the upload.
    pub async fn upload_permit(&self) -> Result<BlockingPermit, BlobError> {
        Ok(self.pools.upload().await?)
    }

    /// Starts writing a blob. It exists, complete, once the writer has finished.
    pub async fn write(&self, blob: Uuid) -> Result<Writer, BlobError> {
        let _permit = self.pools.write().await?;
        let upload = self.storage.put_multipart(&self.path(blob)).await?;
        Ok(Writer::new(upload, self.part_size(), self.pools.clone()))
    }

    /// Reads a range of a blob as a stream of chunks.
    pub async fn read(
        &self,
        blob: Uuid,
        range: Range<u64>,
    ) -> Result<BoxStream<'static, Result<Bytes, BlobError>>, BlobError> {
        let options =
            object_store::GetOptions { range: Some(range.into()), ..object_store::GetOptions::default() };
        let permit = self.pools.read().await?;
        let found = self.storage.get_opts(&self.path(blob), options).await?;
        drop(permit);
        let pools = self.pools.clone();
        let chunks = futures_util::stream::try_unfold(found.into_stream(), move |mut chunks| {
            let pools = pools.clone();
            async move {
                let _permit = pools.read_chunk().await?;
                Ok(chunks.try_next().await?.map(|chunk| (chunk, chunks)))
            }
        });
        Ok(chunks.boxed())
    }

    /// Whether the storage does not have a blob of `size` bytes: it is missing, or shorter.
    pub async fn is_lost(&self, blob: Uuid, size: u64) -> Result<bool, BlobError> {
        let _permit = self.pools.read().await?;
        match self.storage.head(&self.path(blob)).await {
            Ok(found) => Ok(found.size < size),
            Err(object_store::Error::NotFound { .. }) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes a blob, complete or not, if it exists. A loss of power may undo that until [`Self::sync_deletions`].
    pub async fn delete(&self, blob: Uuid) -> Result<(), BlobError> {
        self.delete_incomplete(blob).await?;
        let _permit = self.pools.write().await?;
        match self.storage.delete(&self.path(blob)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes what an interrupted write of a blob has left, before the blob is written again.
    pub async fn delete_incomplete(&self, blob: Uuid) -> Result<(), BlobError> {
        let Backend::Directory(directory) = &self.backend else { return Ok(()) };
        let _permit = self.pools.write().await?;
        // The temporary file of an incomplete upload, which the storage renames when the upload is complete.
        let deleted = tokio::fs::remove_file(directory.join(format!("{blob}#1"))).await;
        unless_missing(deleted, directory)
    }

    /// Makes deletions durable. The database must not forget a blob before, because nobody would delete it again.
    pub async fn sync_deletions(&self) -> Result<(), BlobError> {
        let Backend::Directory(directory) = &self.backend else { return Ok(()) };
        let _permit = self.pools.write().await?;
        let synced = async { tokio::fs::File::open(directory).await?.sync_all().await };
        unless_missing(synced.await, directory)
    }

    /// The storage of the blobs in a folder of this one.
    #[must_use]
    pub fn in_folder(&self, name: &str) -> Self {
        let backend = match &self.backend {
            Backend::Directory(directory) => Backend::Directory(directory.join(name)),
            Backend::S3(storage) => Backend::S3(Arc::clone(storage)),
        };
        Self { prefix: self.prefix.clone().join(name), backend, ..self.clone() }
    }

    /// All blobs. Objects in folders and those whose name is not the id of a blob are skipped.
    pub fn list(&self) -> BoxStream<'static, Result<StoredBlob, BlobError>> {
        let prefix = self.prefix.clone();
        let stored_blob = move |found: object_store::ObjectMeta| {
            let mut parts = found.location.prefix_match(&prefix)?;
            let name = parts.next().filter(|_| parts.next().is_none())?;
            let blob = Uuid::try_parse(name.as_ref()).ok();
            blob.map(|blob| StoredBlob { blob, size: found.size })
        };
        self.storage
            .list(Some(&self.prefix))
            .map_err(BlobError::from)
            .try_filter_map(move |found| std::future::ready(Ok(stored_blob(found))))
            .boxed()
    }

    /// The directory, unless the storage is S3.
    pub fn directory(&self) -> Option<&std::path::Path> {
        match &self.backend {
            Backend::Directory(directory) => Some(directory),
            Backend::S3(_) => None,
        }
    }

    /// Reads an object that is not a blob; `None` if it does not exist.
    pub async fn read_object(&self, name: &str) -> Result<Option<Bytes>, BlobError> {
        let _permit = self.pools.read().await?;
        match self.storage.get(&self.prefix.clone().join(name)).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes an object that is not a blob. Readers see either the previous or the new content.
    pub async fn write_object(&self, name: &str, content: Bytes) -> Result<(), BlobError> {
        let _permit = self.pools.write().await?;
        self.storage.put(&self.prefix.clone().join(name), content.into()).await?;
        Ok(())
    }

    /// A URL from which the storage itself serves the blob with these headers, valid for `lifetime`; `None` for a directory.
    pub async fn presigned_url(
        &self,
        blob: Uuid,
        disposition: &str,
        media_type: &str,
        lifetime: Duration,
    ) -> Result<Option<String>, BlobError> {
        let Backend::S3(storage) = &self.backend else { return Ok(None) };
        let headers = [("response-content-disposition", disposition), ("response-content-type", media_type)];
        let options = SignedUrlOptions::default().with_query(headers);
        let url = storage.signed_url_opts(http::Method::GET, &self.path(blob), lifetime, &options).await?;
        Ok(Some(url.to_string()))
    }

    fn path(&self, blob: Uuid) -> Path {
        self.prefix.clone().join(blob.to_string())
    }

    fn part_size(&self) -> usize {
        match self.backend {
            Backend::Directory(_) => 256 * 1024,
            // S3 does not accept smaller parts.
            Backend::S3(_) => 5 * 1024 * 1024,
        }
    }
}

fn unless_missing(done: std::io::Result<()>, directory: &std::path::Path) -> Result<(), BlobError> {
    match done {
        Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
            Err(BlobError::Directory { path: directory.to_owned(), cause })
        }
        _ => Ok(()),
    }
}
