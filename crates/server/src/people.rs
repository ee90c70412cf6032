//! The rights of people on the platform of the settings.

use std::sync::Arc;

use folkmoot_files::blobs::{self, BlobError};
use folkmoot_index::IndexFile;
use folkmoot_people::Rights;
use folkmoot_store::Store;

use crate::settings::Settings;

/// Opens what finds, exports and erases people.
pub fn open(settings: &Settings, store: &Arc<Store>) -> Result<Rights, BlobError> {
    Ok(Rights::new(Arc::clone(store), blobs::open(&settings.file_storage())?, &settings.data))
}

/// Deletes the saved list indexes, which may contain the id of a person who was erased. A running server saves new ones.
pub fn delete_index_file(settings: &Settings) -> std::io::Result<()> {
    IndexFile::in_folder(&settings.data).delete()
}
