//! The data directory of a platform.

use std::path::Path;
use std::sync::Arc;

use folkmoot_runtime::folders;

use super::StoreError;

/// Creates the data directory if it does not exist, readable only by its owner: it contains personal data and signing
/// keys.
pub fn create(directory: &Path) -> Result<(), StoreError> {
    folders::create(directory, 0o700)
        .map_err(|cause| StoreError::Directory { path: directory.to_owned(), cause: Arc::new(cause) })
}
