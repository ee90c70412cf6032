//! Files: each write changes the record, its content, its tombstone and the change feed in one transaction.

use folkmoot_database::Database;
use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{DELETED_ITEMS, FILES};
use uuid::Uuid;

use super::audience::{FILES_HIDDEN_BY, RECORD_REASONS};
use super::changes::{self, Subject, removed};
use super::records::NewestChanges;
use super::{Store, StoreError, blobs};

/// The metadata of a blob in the file storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlobMetadata {
    /// Its name in the file storage.
    pub id: Uuid,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// Its size in bytes.
    pub size: i64,
    /// The media type of its bytes.
    pub mime_type: String,
}

/// The fields of a file that callers set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// The file name.
    pub name: String,
    /// The category.
    pub category: String,
    /// Whether artificial intelligence may process the file.
    pub ai_processing_allowed: bool,
    /// The description in each locale, as JSON.
    pub description_multiloc: String,
}

/// A file to download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// The file name.
    pub name: String,
    /// The content.
    pub blob: BlobMetadata,
}

/// A file that was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeletedFile {
    /// The name of its blob, which is orphaned now.
    pub blob: Option<Uuid>,
    /// The state of the database that no longer contains the file.
    pub newest: NewestChanges,
}

/// The result of an update of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Update<E> {
    /// The description was replaced.
    Done,
    /// The change was refused for this reason, and nothing was written.
    Refused(E),
    /// The file does not exist in the state of the database with these newest changes.
    Missing(NewestChanges),
}

/// Operations on files.
#[derive(Debug, Clone, Copy)]
pub struct Files<'a> {
    pub(super) store: &'a Store,
}

impl<'a> Files<'a> {
    fn database(self) -> &'a Database {
        &self.store.database
    }

    /// Adds a file whose blob is written. Returns `false` and changes nothing if the project does not exist, and
    /// [`StoreError::Abandoned`] if the upload was given up.
    pub fn add(
        self,
        id: Uuid,
        project: Uuid,
        description: &Description,
        blob: &BlobMetadata,
        now: impl FnOnce() -> i64,
    ) -> Result<bool, StoreError> {
        self.database().write(|transaction| {
            if !transaction.exists("SELECT 1 FROM projects WHERE id = ?1", &[project.into()])? {
                return Ok(false);
            }
            changes::lock(transaction)?;
            // Read after the lock, so that files added later have later timestamps.
            let now = now();
            let key = transaction.number(
                "INSERT INTO files (id, name, size, mime_type, category, ai_processing_allowed, created_at,
                 updated_at, description_multiloc, project_id)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, ?9) RETURNING key",
                &[
                    id.into(),
                    (&description.name).into(),
                    blob.size.into(),
                    (&blob.mime_type).into(),
                    (&description.category).into(),
                    description.ai_processing_allowed.into(),
                    now.into(),
                    (&description.description_multiloc).into(),
                    project.into(),
                ],
            )?;
            if set_content(transaction, id, blob)? == 0 {
                return Err(StoreError::Abandoned);
            }
            changes::record_one(transaction, Subject::Records(FILES), key, FILES_HIDDEN_BY, RECORD_REASONS)?;
            Ok(true)
        })
    }

    /// Replaces the description of a file with the result of `change`, which gets the current one and the media type.
    pub fn update<E>(
        self,
        id: Uuid,
        now: i64,
        change: impl FnOnce(Description, &str) -> Result<Description, E>,
    ) -> Result<Update<E>, StoreError> {
        self.database().write(|transaction| {
            changes::lock(transaction)?;
            let Some(file) = find(transaction, id)? else {
                return newest_changes(transaction).map(Update::Missing);
            };
            let updated_at = now.max(file.updated_at + 1);
            let changed = match change(file.description, &file.mime_type) {
                Ok(changed) => changed,
                Err(refusal) => return Ok(Update::Refused(refusal)),
            };
            transaction.execute(
                "UPDATE files SET name = ?2, category = ?3, ai_processing_allowed = ?4,
                 description_multiloc = ?5, updated_at = ?6 WHERE key = ?1",
                &[
                    file.key.into(),
                    (&changed.name).into(),
                    (&changed.category).into(),
                    changed.ai_processing_allowed.into(),
                    (&changed.description_multiloc).into(),
                    updated_at.into(),
                ],
            )?;
            changes::record_one(
                transaction,
                Subject::Records(FILES),
                file.key,
                FILES_HIDDEN_BY,
                FILES_HIDDEN_BY,
            )?;
            Ok(Update::Done)
        })
    }

    /// Deletes a file, adds its tombstone and orphans its blob. Returns the newest changes of the state of the database that it
    /// read if the file does not exist.
    pub fn delete(self, id: Uuid, now: i64) -> Result<Result<DeletedFile, NewestChanges>, StoreError> {
        self.database().write(|transaction| {
            changes::lock(transaction)?;
            let blob = "SELECT blob FROM file_contents WHERE file_id = ?1";
            let blob = transaction.one(blob, &[id.into()], |row| row.required_uuid(0))?;
            let key = "SELECT key FROM files WHERE id = ?1";
            let key = transaction.one(key, &[id.into()], |row| row.required_integer(0))?;
            let Some(key) = key else { return newest_changes(transaction).map(Err) };
            transaction.execute(&removed::describe(FILES, &key.to_string(), transaction.dialect()), &[])?;
            transaction.execute("DELETE FROM files WHERE key = ?1", &[key.into()])?;
            changes::record_one(transaction, Subject::Records(FILES), key, FILES_HIDDEN_BY, FILES_HIDDEN_BY)?;
            removed::number_removed(transaction)?;
            // All readers learn of the deletion now, so that nothing is left to release.
            let unreleased = "DELETE FROM deferred_changes WHERE subject = ?1 AND record = ?2";
            transaction.execute(unreleased, &[FILES.names.plural.into(), key.into()])?;
            add_tombstone(transaction, FILES, id, now)?;
            Ok(Ok(DeletedFile { blob, newest: newest_changes(transaction)? }))
        })
    }

    /// The name and content of a file; `None` if it does not exist or has no content.
    pub async fn download(self, id: Uuid) -> Result<Option<Download>, StoreError> {
        let read = move |executor: &dyn Executor| {
            executor.one(
                "SELECT files.name, blob, sha256, size, mime_type FROM files
                 JOIN file_contents ON file_id = files.id WHERE files.id = ?1",
                &[id.into()],
                |row| Ok(Download { name: row.required_text(0)?, blob: blob_metadata(row, 1)? }),
            )
        };
        self.database().read_by_key(&self.store.pools.reads, read).await
    }

    /// Whether a project exists.
    pub async fn project_exists(self, id: Uuid) -> Result<bool, StoreError> {
        let read = move |executor: &dyn Executor| {
            executor.exists("SELECT 1 FROM projects WHERE id = ?1", &[id.into()])
        };
        self.database().read_by_key(&self.store.pools.reads, read).await
    }

    /// The size, the media type and `updated_at` of a file that has content.
    pub fn content_of(self, id: Uuid) -> Result<Option<(i64, String, i64)>, StoreError> {
        self.database().read_latest(|executor| {
            executor.one(
                "SELECT size, mime_type, updated_at FROM files JOIN file_contents ON file_id = files.id
                 WHERE files.id = ?1",
                &[id.into()],
                |row| Ok((row.required_integer(0)?, row.required_text(1)?, row.required_integer(2)?)),
            )
        })
    }

    /// The ids of all files, with their blobs if they have one.
    pub fn all_blobs(self) -> Result<Vec<(Uuid, Option<BlobMetadata>)>, StoreError> {
        self.database().read_tables(all_blobs)
    }
}

/// The ids of all files in the state that `executor` reads, with their blobs if they have one.
pub(super) fn all_blobs(executor: &dyn Executor) -> Result<Vec<(Uuid, Option<BlobMetadata>)>, StoreError> {
    executor.all(
        "SELECT files.id, blob, sha256, size, mime_type FROM files
         LEFT JOIN file_contents ON file_id = files.id ORDER BY files.key",
        &[],
        |row| {
            let has_blob = row.uuid(1)?.is_some();
            Ok((row.required_uuid(0)?, has_blob.then(|| blob_metadata(row, 1)).transpose()?))
        },
    )
}

/// Sets the blobs of imported files that had none or another one before. With `must_be_uploading`, an upload that was
/// given up meanwhile is [`StoreError::Abandoned`].
pub fn set_imported_contents(
    transaction: &dyn Executor,
    imported: &[(Uuid, BlobMetadata)],
    must_be_uploading: bool,
) -> Result<(), StoreError> {
    for (file, blob) in imported {
        let differs = transaction.exists(
            "SELECT 1 FROM files LEFT JOIN file_contents ON file_id = files.id
             WHERE files.id = ?1 AND sha256 IS DISTINCT FROM ?2",
            &[(*file).into(), (&blob.sha256).into()],
        )?;
        if differs && set_content(transaction, *file, blob)? == 0 && must_be_uploading {
            return Err(StoreError::Abandoned);
        }
    }
    Ok(())
}

/// Sets the blob of a file that this transaction writes; a previous blob is orphaned. Returns the number of uploads that
/// were in progress under this name.
fn set_content(transaction: &dyn Executor, file: Uuid, blob: &BlobMetadata) -> Result<usize, StoreError> {
    transaction.execute(
        "INSERT INTO file_contents (file_id, blob, sha256) VALUES (?1, ?2, ?3)
         ON CONFLICT (file_id) DO UPDATE SET blob = excluded.blob, sha256 = excluded.sha256",
        &[file.into(), blob.id.into(), (&blob.sha256).into()],
    )?;
    blobs::end_upload(transaction, blob.id)
}

fn add_tombstone(
    transaction: &dyn Executor,
    resource: &Resource,
    id: Uuid,
    now: i64,
) -> Result<(), StoreError> {
    let key = transaction.number(
        "INSERT INTO deleted_items (id, type, deleted_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (type, id) DO UPDATE SET deleted_at = excluded.deleted_at RETURNING key",
        &[id.into(), resource.names.deleted_type.into(), now.into()],
    )?;
    changes::record_one(transaction, Subject::Records(DELETED_ITEMS), key, FILES_HIDDEN_BY, FILES_HIDDEN_BY)
}

fn newest_changes(transaction: &dyn Executor) -> Result<NewestChanges, StoreError> {
    let newest = |resource: &Resource| changes::newest_of(transaction, resource.names.plural);
    Ok(NewestChanges { of_records: newest(FILES)?, of_tombstones: newest(DELETED_ITEMS)? })
}

/// The stored state of a file that is about to be updated.
struct StoredFile {
    key: i64,
    description: Description,
    mime_type: String,
    updated_at: i64,
}

fn find(transaction: &dyn Executor, id: Uuid) -> Result<Option<StoredFile>, StoreError> {
    transaction.one(
        "SELECT key, name, category, ai_processing_allowed, description_multiloc, mime_type, updated_at
         FROM files WHERE id = ?1",
        &[id.into()],
        |row| {
            let description = Description {
                name: row.required_text(1)?,
                category: row.required_text(2)?,
                ai_processing_allowed: row.required_boolean(3)?,
                description_multiloc: row.required_text(4)?,
            };
            let (key, updated_at) = (row.required_integer(0)?, row.required_integer(6)?);
            Ok(StoredFile { key, description, mime_type: row.required_text(5)?, updated_at })
        },
    )
}

fn blob_metadata(row: &dyn RowReader, first_column: usize) -> Result<BlobMetadata, StoreError> {
    Ok(BlobMetadata {
        id: row.required_uuid(first_column)?,
        sha256: row.required_text(first_column + 1)?,
        size: row.required_integer(first_column + 2)?,
        mime_type: row.required_text(first_column + 3)?,
    })
}
