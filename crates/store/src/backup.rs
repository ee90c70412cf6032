//! A copy of one state of the database in a file of SQLite, whatever the kind of the database.

use std::path::{Path, PathBuf};

use folkmoot_database::Database;
use folkmoot_database::sqlite;

use super::copy::{self, Observer};
use super::files::{self, BlobMetadata};
use super::{DatabaseLocation, Store, StoreError};

/// The file of the embedded database in a data folder, and of the copy in a backup.
pub use folkmoot_database::sqlite::DATABASE_FILE;

/// The tables whose rows belong to a running platform: sessions, what refers to uploads in progress, and exports, whose files
/// are not in a backup.
const TRANSIENT_TABLES: &[&str] = &["admin_sessions", "unreferenced_blobs", "export_files", "exports"];

/// A verified copy of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseCopy {
    /// The version of its schema.
    pub schema_version: i64,
    /// The number of rows of each table of the platform. Empty if the schema belongs to an earlier release, which may lack
    /// tables.
    pub rows: Vec<(&'static str, i64)>,
}

impl Store {
    /// Copies one state of the database to the file [`DATABASE_FILE`] in `folder`, which must not contain one, and verifies the
    /// copy. Writes continue meanwhile.
    ///
    /// Before anything is copied, `begin` receives the blobs that files refer to in this state. If it returns false, nothing
    /// is copied and the result is `None`.
    pub fn back_up(
        &self,
        folder: &Path,
        begin: &mut dyn FnMut(Vec<BlobMetadata>) -> bool,
        observer: &dyn Observer,
    ) -> Result<Option<DatabaseCopy>, StoreError> {
        let is_copied = match &*self.database {
            Database::Sqlite(database) => database.back_up(&folder.join(DATABASE_FILE), |executor| {
                Ok(begin(contents(files::all_blobs(executor)?)))
            })?,
            Database::Postgres(database) => database.read_on_own_connection(|executor| {
                if !begin(contents(files::all_blobs(executor)?)) {
                    return Ok(false);
                }
                let target = Self::open(&DatabaseLocation::Directory(folder.to_owned()))?;
                copy::copy_state(executor, &target, observer)?;
                Ok(true)
            })?,
        };
        if !is_copied {
            return Ok(None);
        }
        let path = folder.join(DATABASE_FILE);
        sqlite::finish_copy(&path, TRANSIENT_TABLES)?;
        verify(&path).map(Some)
    }
}

/// Reads the whole copy of a database and fails if it is damaged.
pub fn verify(path: &Path) -> Result<DatabaseCopy, StoreError> {
    sqlite::verify_copy(path, |schema_version, executor| {
        let is_current =
            usize::try_from(schema_version) == Ok(folkmoot_database::migrations::MIGRATIONS.len());
        let rows = if is_current { copy::row_counts_of(executor)? } else { Vec::new() };
        Ok(DatabaseCopy { schema_version, rows })
    })
}

/// The file in a data folder that is there as long as a restore is not complete.
pub fn incomplete_restore(data: &Path) -> PathBuf {
    data.join(sqlite::INCOMPLETE_RESTORE)
}

fn contents(files: Vec<(uuid::Uuid, Option<BlobMetadata>)>) -> Vec<BlobMetadata> {
    files.into_iter().filter_map(|(_, content)| content).collect()
}
