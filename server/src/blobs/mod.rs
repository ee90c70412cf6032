//! The bytes of files: in a local folder, or in S3-compatible storage.

mod location;
mod pools;
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

pub use self::location::open;
use self::pools::Pools;
pub use self::writer::Writer;
use crate::blocking::{BlockingError, BlockingPermit};

/// Why bytes cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The storage says so.
    #[error("file storage error: {0}")]
    Storage(#[from] object_store::Error),
    /// The folder cannot be used.
    #[error("failed to open the file storage folder {}: {cause}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// Too much is read or written already.
    #[error(transparent)]
    Blocking(#[from] BlockingError),
}

/// Where the bytes of files are kept, each under a name that is used once.
#[derive(Debug, Clone)]
pub struct Blobs {
    storage: Arc<dyn ObjectStore>,
    prefix: Path,
    place: Place,
    pools: Pools,
}

#[derive(Debug, Clone)]
enum Place {
    Folder(PathBuf),
    S3(Arc<AmazonS3>),
}

/// Bytes that are there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Their name.
    pub blob: Uuid,
    /// How many there are.
    pub size: u64,
}

impl Blobs {
    /// Waits for the right to receive an upload, until the permit is dropped.
    pub async fn upload_permit(&self) -> Result<BlockingPermit, BlobError> {
        Ok(self.pools.upload().await?)
    }

    /// Begins to write bytes. They are there once the writer has finished, whole or not at all.
    pub async fn write(&self, blob: Uuid) -> Result<Writer, BlobError> {
        let _permit = self.pools.write().await?;
        let upload = self.storage.put_multipart(&self.path(blob)).await?;
        Ok(Writer::new(upload, self.part_size(), self.pools.clone()))
    }

    /// Reads a range of bytes, piece by piece.
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
        let pieces = futures_util::stream::try_unfold(found.into_stream(), move |mut pieces| {
            let pools = pools.clone();
            async move {
                let _permit = pools.read_piece().await?;
                Ok(pieces.try_next().await?.map(|piece| (piece, pieces)))
            }
        });
        Ok(pieces.boxed())
    }

    /// Removes bytes, finished or not, if they are there.
    pub async fn remove(&self, blob: Uuid) -> Result<(), BlobError> {
        let _permit = self.pools.write().await?;
        if let Place::Folder(folder) = &self.place {
            // The name of the file that the storage writes before it gives it its own.
            let unfinished = folder.join(format!("{blob}#1"));
            match tokio::fs::remove_file(unfinished).await {
                Err(cause) if cause.kind() != std::io::ErrorKind::NotFound => {
                    return Err(BlobError::Folder { path: folder.clone(), cause });
                }
                _ => {}
            }
        }
        match self.storage.delete(&self.path(blob)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Everything that is there. What is not named as bytes of files are is passed over.
    pub fn list(&self) -> BoxStream<'static, Result<Found, BlobError>> {
        let named = |found: object_store::ObjectMeta| {
            let blob = found.location.filename().and_then(|name| Uuid::try_parse(name).ok());
            blob.map(|blob| Found { blob, size: found.size })
        };
        self.storage
            .list(Some(&self.prefix))
            .map_err(BlobError::from)
            .try_filter_map(move |found| std::future::ready(Ok(named(found))))
            .boxed()
    }

    /// An address at which the storage itself gives the bytes, with these headers, for a while; none for a folder.
    pub async fn address(
        &self,
        blob: Uuid,
        disposition: &str,
        media_type: &str,
        lifetime: Duration,
    ) -> Result<Option<String>, BlobError> {
        let Place::S3(storage) = &self.place else { return Ok(None) };
        let headers = [("response-content-disposition", disposition), ("response-content-type", media_type)];
        let options = SignedUrlOptions::default().with_query(headers);
        let address =
            storage.signed_url_opts(http::Method::GET, &self.path(blob), lifetime, &options).await?;
        Ok(Some(address.to_string()))
    }

    fn path(&self, blob: Uuid) -> Path {
        self.prefix.clone().join(blob.to_string())
    }

    fn part_size(&self) -> usize {
        match self.place {
            Place::Folder(_) => 256 * 1024,
            // S3 takes no smaller parts.
            Place::S3(_) => 5 * 1024 * 1024,
        }
    }
}
