//! The rights of people on the platform of the settings.

use std::path::Path;
use std::sync::Arc;

use folkmoot_files::blobs::{self, BlobError};
use folkmoot_index::IndexFile;
use folkmoot_people::{PeopleError, Rights};
use folkmoot_settings::Settings;
use folkmoot_store::Store;

/// Opens what finds, exports and erases people.
pub fn open(settings: &Settings, store: &Arc<Store>) -> Result<Rights, BlobError> {
    let backups = settings.backup_folder.as_deref();
    Ok(Rights::new(Arc::clone(store), blobs::open(&settings.file_storage())?, &settings.data, backups))
}

/// Copies the list of erased people to a folder of backups, so that another machine can restore them.
pub fn copy_list(settings: &Settings, store: &Arc<Store>, backups: &Path) -> Result<(), PeopleError> {
    let blobs = blobs::open(&settings.file_storage())?;
    Rights::new(Arc::clone(store), blobs, &settings.data, Some(backups)).write_list()
}

/// Deletes the saved list indexes, which may contain the id of a person who was erased. A running server saves new ones.
pub fn delete_index_file(settings: &Settings) -> std::io::Result<()> {
    IndexFile::in_folder(&settings.data).delete()
}
