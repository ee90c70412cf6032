//! The data folder.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::sync::Arc;

use super::StoreError;

/// Makes the data folder where it is not there, for its owner alone: it holds people's data and signing keys.
pub fn make(folder: &Path) -> Result<(), StoreError> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    made.map_err(|cause| StoreError::Folder { path: folder.to_owned(), cause: Arc::new(cause) })
}
