//! Opens the blob storage at a location.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use folkmoot_runtime::folders;
use object_store::RetryConfig;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;

use super::{Backend, BlobError, BlobStorage, Pools};

/// The permissions of the directory, which those of the process restrict.
const DIRECTORY_MODE: u32 = 0o777;
/// How long requests to a storage that does not respond are retried.
const RETRY_TIMEOUT: Duration = Duration::from_secs(10);

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
    /// The id and the secret of the access key. If `None`, it comes from the environment variables `AWS_…` or the role of
    /// the machine.
    pub access_key: Option<(String, String)>,
}

impl std::fmt::Debug for S3Location {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("S3Location").field("bucket", &self.bucket).finish_non_exhaustive()
    }
}

/// Opens the blob storage. Creates the directory if it does not exist.
pub fn open(location: &StorageLocation) -> Result<BlobStorage, BlobError> {
    match location {
        StorageLocation::Directory(directory) => open_directory(directory),
        StorageLocation::S3(location) => open_s3(location),
    }
}

fn open_directory(directory: &Path) -> Result<BlobStorage, BlobError> {
    let cause = |cause| BlobError::Directory { path: directory.to_owned(), cause };
    folders::create(directory, DIRECTORY_MODE).map_err(cause)?;
    let directory = directory.canonicalize().map_err(cause)?;
    let storage = LocalFileSystem::new_with_prefix(&directory)?.with_fsync(true);
    Ok(BlobStorage {
        storage: Arc::new(storage),
        prefix: object_store::path::Path::default(),
        backend: Backend::Directory(directory),
        pools: Pools::new(true),
    })
}

fn open_s3(location: &S3Location) -> Result<BlobStorage, BlobError> {
    let (bucket, prefix) = location.bucket.split_once('/').unwrap_or((&location.bucket, ""));
    // Options that are not set here come from the standard sources of S3 clients: environment variables, or the role of
    // the machine.
    let mut builder = AmazonS3Builder::from_env().with_bucket_name(bucket).with_region(&location.region);
    if let Some(endpoint) = &location.endpoint {
        builder = builder.with_endpoint(endpoint).with_allow_http(endpoint.starts_with("http://"));
    }
    if let Some((id, secret)) = &location.access_key {
        builder = builder.with_access_key_id(id).with_secret_access_key(secret);
    }
    let retry = RetryConfig { max_retries: 3, retry_timeout: RETRY_TIMEOUT, ..RetryConfig::default() };
    let storage = Arc::new(builder.with_retry(retry).build()?);
    let prefix = object_store::path::Path::parse(prefix).map_err(object_store::Error::from)?;
    Ok(BlobStorage {
        storage: Arc::clone(&storage) as _,
        prefix,
        backend: Backend::S3(storage),
        pools: Pools::new(false),
    })
}
