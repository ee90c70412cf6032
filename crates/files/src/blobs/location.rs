//! Where the settings say that the bytes are kept.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use object_store::RetryConfig;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;

use super::{BlobError, Blobs, Place, Pools};

/// For how long a storage that does not answer is asked again.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where blobs are stored.
#[derive(Debug, Clone)]
pub enum StorageLocation {
    /// A directory.
    Directory(PathBuf),
    /// A bucket of an S3-compatible storage.
    S3(S3Location),
}

/// A bucket of an S3-compatible storage, and how to reach it.
#[derive(Clone)]
pub struct S3Location {
    /// The bucket, with a prefix after a slash: `bucket/prefix`.
    pub bucket: String,
    /// The URL of the storage; Amazon's if `None`.
    pub endpoint: Option<String>,
    /// The region.
    pub region: String,
    /// The id and the secret of the access key. If `None`, the environment variables `AWS_…` or the role of the machine
    /// give it.
    pub access_key: Option<(String, String)>,
}

impl std::fmt::Debug for S3Location {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("S3Location").field("bucket", &self.bucket).finish_non_exhaustive()
    }
}

/// Opens the storage of files. Creates the directory if it does not exist.
pub fn open(location: &StorageLocation) -> Result<Blobs, BlobError> {
    match location {
        StorageLocation::Directory(directory) => open_folder(directory),
        StorageLocation::S3(location) => open_s3(location),
    }
}

fn open_folder(folder: &Path) -> Result<Blobs, BlobError> {
    let cause = |cause| BlobError::Folder { path: folder.to_owned(), cause };
    std::fs::create_dir_all(folder).map_err(cause)?;
    let folder = folder.canonicalize().map_err(cause)?;
    let storage = LocalFileSystem::new_with_prefix(&folder)?.with_fsync(true);
    Ok(Blobs {
        storage: Arc::new(storage),
        prefix: object_store::path::Path::default(),
        place: Place::Folder(folder),
        pools: Pools::new(true),
    })
}

fn open_s3(location: &S3Location) -> Result<Blobs, BlobError> {
    let (bucket, prefix) = location.bucket.split_once('/').unwrap_or((&location.bucket, ""));
    // What is not set here may stand where programs for S3 usually look: the environment, or the machine's role.
    let mut builder = AmazonS3Builder::from_env().with_bucket_name(bucket).with_region(&location.region);
    if let Some(endpoint) = &location.endpoint {
        builder = builder.with_endpoint(endpoint).with_allow_http(endpoint.starts_with("http://"));
    }
    if let Some((id, secret)) = &location.access_key {
        builder = builder.with_access_key_id(id).with_secret_access_key(secret);
    }
    let patience = RetryConfig { max_retries: 3, retry_timeout: PATIENCE, ..RetryConfig::default() };
    let storage = Arc::new(builder.with_retry(patience).build()?);
    let prefix = object_store::path::Path::parse(prefix).map_err(object_store::Error::from)?;
    Ok(Blobs {
        storage: Arc::clone(&storage) as _,
        prefix,
        place: Place::S3(storage),
        pools: Pools::new(false),
    })
}
