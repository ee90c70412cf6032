//! The rights of people on the platform of the settings.

use std::sync::Arc;

use folkmoot_files::blobs::{self, BlobError};
use folkmoot_index::IndexFile;
use folkmoot_people::{PeopleError, Rights};
use folkmoot_store::Store;
use jiff::Timestamp;
use jiff::civil::Date;

use crate::settings::Settings;

/// Opens what finds, exports and erases people.
pub fn open(settings: &Settings, store: &Arc<Store>) -> Result<Rights, BlobError> {
    Ok(Rights::new(Arc::clone(store), blobs::open(&settings.file_storage())?, &settings.data))
}

/// Erases people again whom a backup or an earlier release has brought back.
pub fn reconcile(rights: &Rights, settings: &Settings, now: Timestamp) -> Result<usize, PeopleError> {
    rights.reconcile(now, today(settings, now))
}

/// The day in the time zone of the platform.
pub fn today(settings: &Settings, now: Timestamp) -> Date {
    now.to_zoned(settings.time_zone.clone()).date()
}

/// Deletes the saved list indexes, which may contain the id of a person who was erased. A running server saves new ones.
pub fn delete_index_file(settings: &Settings) -> std::io::Result<()> {
    IndexFile::in_folder(&settings.data).delete()
}
