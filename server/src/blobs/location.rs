//! Where the settings say that the bytes are kept.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use object_store::RetryConfig;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;

use super::{BlobError, Blobs, Place, Pools};
use crate::settings::Settings;

/// For how long a storage that does not answer is asked again.
const PATIENCE: Duration = Duration::from_secs(10);

/// Opens the storage of files. A folder is made if it is not there.
pub fn open(settings: &Settings) -> Result<Blobs, BlobError> {
    match settings.file_storage.as_deref() {
        None => open_folder(&settings.data.join("files")),
        Some(place) => match place.strip_prefix("s3://") {
            Some(bucket) => open_s3(bucket, settings),
            None => open_folder(Path::new(place)),
        },
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

fn open_s3(bucket: &str, settings: &Settings) -> Result<Blobs, BlobError> {
    let (bucket, prefix) = bucket.split_once('/').unwrap_or((bucket, ""));
    // What is not set here may stand where programs for S3 usually look: the environment, or the machine's role.
    let mut builder = AmazonS3Builder::from_env().with_bucket_name(bucket).with_region(&settings.s3_region);
    if let Some(endpoint) = &settings.s3_endpoint {
        builder = builder.with_endpoint(endpoint).with_allow_http(endpoint.starts_with("http://"));
    }
    if let (Some(id), Some(secret)) = (&settings.s3_access_key_id, &settings.s3_secret_access_key) {
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
