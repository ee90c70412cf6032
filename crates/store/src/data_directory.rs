//! The data directory of a platform.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::sync::Arc;

use super::StoreError;

/// Creates the data directory if it does not exist, readable only by its owner: it contains personal data and signing
/// keys.
pub fn create(directory: &Path) -> Result<(), StoreError> {
    let created = DirBuilder::new().recursive(true).mode(0o700).create(directory);
    created.map_err(|cause| StoreError::Directory { path: directory.to_owned(), cause: Arc::new(cause) })
}
