//! Writing files: a record, its content, its tombstone and the change feed, each time in one transaction.

use std::sync::Arc;

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{DELETED_ITEMS, FILES};
use uuid::Uuid;

use super::changes::{self, Subject};
use super::connection::Connection;
use super::row::Row;
use super::{Store, StoreError};

/// The bytes of a file that are written and wait for their record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// What the bytes are kept under.
    pub blob: Uuid,
    /// Their SHA-256, in hexadecimal.
    pub sha256: String,
    /// How many there are.
    pub size: i64,
    /// Their type.
    pub mime_type: String,
}

/// What people tell of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// Its name.
    pub name: String,
    /// Its category.
    pub category: String,
    /// Whether it may be processed by artificial intelligence.
    pub ai_processing_allowed: bool,
    /// What it is, in each locale, as JSON.
    pub description_multiloc: String,
}

/// What a download needs to know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// The file's name.
    pub name: String,
    /// Its content.
    pub content: Content,
}

/// A file that was deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeletedFile {
    /// What its bytes are stored under.
    pub blob: Option<Uuid>,
}

impl Store {
    /// Remembers that bytes are being written under this name.
    pub fn expect_blob(&self, blob: Uuid, now: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO loose_blobs (blob, awaited, since) VALUES (?1, TRUE, ?2)",
                &[blob.into(), now.into()],
            )?;
            Ok(())
        })
    }

    /// Adds a file whose bytes are written; false, and nothing done, where there is no such project.
    pub fn add_file(
        &self,
        id: Uuid,
        project: Uuid,
        description: &Description,
        content: &Content,
        now: impl FnOnce() -> i64,
    ) -> Result<bool, StoreError> {
        self.write(|transaction| {
            if !transaction.finds("SELECT 1 FROM projects WHERE id = ?1", &[project.into()])? {
                return Ok(false);
            }
            changes::begin(transaction)?;
            // Taken in here, where writes are one after the other, so that later files have later moments.
            let now = now();
            let key = transaction.number(
                "INSERT INTO files (id, name, size, mime_type, category, ai_processing_allowed, created_at,
                 updated_at, description_multiloc, project_id)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, ?9) RETURNING key",
                &[
                    id.into(),
                    (&description.name).into(),
                    content.size.into(),
                    (&content.mime_type).into(),
                    (&description.category).into(),
                    description.ai_processing_allowed.into(),
                    now.into(),
                    (&description.description_multiloc).into(),
                    project.into(),
                ],
            )?;
            if keep_content(transaction, id, content)? == 0 {
                return Err(StoreError::Abandoned);
            }
            changes::record_one(transaction, Subject::Records(FILES), key)?;
            Ok(true)
        })
    }

    /// Changes what is told of a file, by what `change` makes of it; none where there is no such file.
    pub fn change_file<E>(
        &self,
        id: Uuid,
        now: i64,
        change: impl FnOnce(Description, &str) -> Result<Description, E>,
    ) -> Result<Option<Result<(), E>>, StoreError> {
        self.write(|transaction| {
            changes::begin(transaction)?;
            let Some(told) = described(transaction, id)? else { return Ok(None) };
            let updated_at = now.max(told.updated_at + 1);
            let changed = match change(told.description, &told.mime_type) {
                Ok(changed) => changed,
                Err(refusal) => return Ok(Some(Err(refusal))),
            };
            transaction.execute(
                "UPDATE files SET name = ?2, category = ?3, ai_processing_allowed = ?4,
                 description_multiloc = ?5, updated_at = ?6 WHERE key = ?1",
                &[
                    told.key.into(),
                    (&changed.name).into(),
                    (&changed.category).into(),
                    changed.ai_processing_allowed.into(),
                    (&changed.description_multiloc).into(),
                    updated_at.into(),
                ],
            )?;
            changes::record_one(transaction, Subject::Records(FILES), told.key)?;
            Ok(Some(Ok(())))
        })
    }

    /// Deletes a file and keeps its tombstone; `None` where there is no such file. Its blob, where it has one, is
    /// orphaned from now on.
    pub fn remove_file(&self, id: Uuid, now: i64) -> Result<Option<DeletedFile>, StoreError> {
        self.write(|transaction| {
            changes::begin(transaction)?;
            let blob = "SELECT blob FROM file_contents WHERE file_id = ?1";
            let blob = transaction.one(blob, &[id.into()], |row| row.some_uuid(0))?;
            let removed = "DELETE FROM files WHERE id = ?1 RETURNING key";
            let key = transaction.one(removed, &[id.into()], |row| row.some_integer(0))?;
            let Some(key) = key else { return Ok(None) };
            changes::record_one(transaction, Subject::Records(FILES), key)?;
            bury(transaction, FILES, id, now)?;
            Ok(Some(DeletedFile { blob }))
        })
    }

    /// The name and content of a file.
    pub async fn download(self: &Arc<Self>, id: Uuid) -> Result<Option<Download>, StoreError> {
        self.read_by_key(move |_, connection| {
            connection.one(
                "SELECT files.name, blob, sha256, size, mime_type FROM files
                 JOIN file_contents ON file_id = files.id WHERE files.id = ?1",
                &[id.into()],
                |row| Ok(Download { name: row.some_text(0)?, content: content(row, 1)? }),
            )
        })
        .await
    }

    /// Gives up the uploads that were begun before this moment and have not ended: none of them gets a record any more.
    pub fn abandon_uploads(&self, begun_before: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "UPDATE loose_blobs SET awaited = FALSE WHERE awaited AND since < ?1",
                &[begun_before.into()],
            )?;
            Ok(())
        })
    }

    /// The bytes that no record has nor will have.
    pub fn loose_blobs(&self) -> Result<Vec<Uuid>, StoreError> {
        self.read_fresh(|connection| {
            connection.all("SELECT blob FROM loose_blobs WHERE NOT awaited", &[], |row| row.some_uuid(0))
        })
    }

    /// Those of the bytes that no record has.
    pub fn without_record(&self, blobs: Vec<Uuid>) -> Result<Vec<Uuid>, StoreError> {
        self.read_fresh(|connection| {
            let mut loose = Vec::new();
            for blob in blobs {
                if !connection.finds("SELECT 1 FROM file_contents WHERE blob = ?1", &[blob.into()])? {
                    loose.push(blob);
                }
            }
            Ok(loose)
        })
    }

    /// Leaves loose bytes to whoever tidies next.
    pub fn abandon_blob(&self, blob: Uuid) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute("UPDATE loose_blobs SET awaited = FALSE WHERE blob = ?1", &[blob.into()])?;
            Ok(())
        })
    }

    /// Every file's id, with its content where it has one.
    pub fn every_content(&self) -> Result<Vec<(Uuid, Option<Content>)>, StoreError> {
        self.read_long(|connection| {
            connection.all(
                "SELECT files.id, blob, sha256, size, mime_type FROM files
                 LEFT JOIN file_contents ON file_id = files.id ORDER BY files.key",
                &[],
                |row| {
                    let kept = row.uuid(1)?.is_some();
                    Ok((row.some_uuid(0)?, kept.then(|| content(row, 1)).transpose()?))
                },
            )
        })
    }
}

/// Gives the files of an import their bytes, where the import stored them and they had others before. Bytes that are
/// `expected` must still be.
pub fn keep_imported(
    connection: &dyn Connection,
    staged: &[(Uuid, Content)],
    expected: bool,
) -> Result<(), StoreError> {
    for (file, content) in staged {
        let other = connection.finds(
            "SELECT 1 FROM files LEFT JOIN file_contents ON file_id = files.id
             WHERE files.id = ?1 AND sha256 IS DISTINCT FROM ?2",
            &[(*file).into(), (&content.sha256).into()],
        )?;
        if other && keep_content(connection, *file, content)? == 0 && expected {
            return Err(StoreError::Abandoned);
        }
    }
    Ok(())
}

/// Gives a file, which this transaction writes, its bytes; those that it had before become loose. How many uploads
/// were awaited to bring them.
fn keep_content(connection: &dyn Connection, file: Uuid, content: &Content) -> Result<usize, StoreError> {
    connection.execute(
        "INSERT INTO file_contents (file_id, blob, sha256) VALUES (?1, ?2, ?3)
         ON CONFLICT (file_id) DO UPDATE SET blob = excluded.blob, sha256 = excluded.sha256",
        &[file.into(), content.blob.into(), (&content.sha256).into()],
    )?;
    connection.execute("DELETE FROM loose_blobs WHERE blob = ?1 AND awaited", &[content.blob.into()])
}

fn bury(transaction: &dyn Connection, resource: &Resource, id: Uuid, now: i64) -> Result<(), StoreError> {
    let key = transaction.number(
        "INSERT INTO deleted_items (id, type, deleted_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (type, id) DO UPDATE SET deleted_at = excluded.deleted_at RETURNING key",
        &[id.into(), resource.names.deleted_type.into(), now.into()],
    )?;
    changes::record_one(transaction, Subject::Records(DELETED_ITEMS), key)
}

/// What is stored of a file that is to be changed.
struct Told {
    key: i64,
    description: Description,
    mime_type: String,
    updated_at: i64,
}

fn described(connection: &dyn Connection, id: Uuid) -> Result<Option<Told>, StoreError> {
    connection.one(
        "SELECT key, name, category, ai_processing_allowed, description_multiloc, mime_type, updated_at
         FROM files WHERE id = ?1",
        &[id.into()],
        |row| {
            let description = Description {
                name: row.some_text(1)?,
                category: row.some_text(2)?,
                ai_processing_allowed: row.some_boolean(3)?,
                description_multiloc: row.some_text(4)?,
            };
            let (key, updated_at) = (row.some_integer(0)?, row.some_integer(6)?);
            Ok(Told { key, description, mime_type: row.some_text(5)?, updated_at })
        },
    )
}

fn content(row: &dyn Row, first: usize) -> Result<Content, StoreError> {
    Ok(Content {
        blob: row.some_uuid(first)?,
        sha256: row.some_text(first + 1)?,
        size: row.some_integer(first + 2)?,
        mime_type: row.some_text(first + 3)?,
    })
}
