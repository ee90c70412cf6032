//! Writing files: a record, its content, its tombstone and the change feed, each time in one transaction.

use rusqlite::{Connection, OptionalExtension as _, Transaction, params};
use uuid::Uuid;

use super::changes::{self, Subject};
use super::session::Session;
use super::{Store, StoreError};
use crate::resource::Resource;
use crate::resources::{DELETED_ITEMS, FILES};

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

impl Store {
    /// Remembers that bytes are being written under this name.
    pub fn expect_blob(&self, blob: Uuid, now: i64) -> Result<(), StoreError> {
        self.sqlite.write(|transaction| {
            transaction
                .prepare_cached("INSERT INTO loose_blobs (blob, awaited, since) VALUES (?1, TRUE, ?2)")?
                .execute(params![blob.as_bytes(), now])?;
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
        self.sqlite.write(|transaction| {
            let known = transaction
                .prepare_cached("SELECT 1 FROM projects WHERE id = ?1")?
                .exists([project.as_bytes().as_slice()])?;
            if !known {
                return Ok(false);
            }
            // Taken in here, where writes are one after the other, so that later files have later moments.
            let now = now();
            let key: i64 = transaction
                .prepare_cached(
                    "INSERT INTO files (id, name, size, mime_type, category, ai_processing_allowed, created_at,
                     updated_at, description_multiloc, project_id)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, ?9) RETURNING key",
                )?
                .query_row(
                    params![
                        id.as_bytes(),
                        description.name,
                        content.size,
                        content.mime_type,
                        description.category,
                        description.ai_processing_allowed,
                        now,
                        description.description_multiloc,
                        project.as_bytes(),
                    ],
                    |row| row.get(0),
                )?;
            keep_content(transaction, id, content)?;
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
        self.sqlite.write(|transaction| {
            let Some((key, description, mime_type)) = described(transaction, id)? else { return Ok(None) };
            let changed = match change(description, &mime_type) {
                Ok(changed) => changed,
                Err(refusal) => return Ok(Some(Err(refusal))),
            };
            transaction
                .prepare_cached(
                    "UPDATE files SET name = ?2, category = ?3, ai_processing_allowed = ?4,
                     description_multiloc = ?5, updated_at = MAX(?6, updated_at + 1) WHERE key = ?1",
                )?
                .execute(params![
                    key,
                    changed.name,
                    changed.category,
                    changed.ai_processing_allowed,
                    changed.description_multiloc,
                    now,
                ])?;
            changes::record_one(transaction, Subject::Records(FILES), key)?;
            Ok(Some(Ok(())))
        })
    }

    /// Removes a file and keeps its tombstone; false where there is no such file. Its bytes are loose from now on.
    pub fn remove_file(&self, id: Uuid, now: i64) -> Result<bool, StoreError> {
        self.sqlite.write(|transaction| {
            let key: Option<i64> = transaction
                .prepare_cached("DELETE FROM files WHERE id = ?1 RETURNING key")?
                .query_row([id.as_bytes().as_slice()], |row| row.get(0))
                .optional()?;
            let Some(key) = key else { return Ok(false) };
            changes::record_one(transaction, Subject::Records(FILES), key)?;
            bury(transaction, FILES, id, now)?;
            Ok(true)
        })
    }

    /// The name and content of a file.
    pub fn download(&self, id: Uuid) -> Result<Option<Download>, StoreError> {
        self.sqlite.read(|connection| {
            let found = connection
                .prepare_cached(
                    "SELECT files.name, blob, sha256, size, mime_type FROM files
                     JOIN file_contents ON file_id = files.id WHERE files.id = ?1",
                )?
                .query_row([id.as_bytes().as_slice()], |row| {
                    Ok(Download { name: row.get(0)?, content: content(row, 1)? })
                })
                .optional()?;
            Ok(found)
        })
    }

    /// The bytes that no record has; those of uploads under way `awaited_too`.
    pub fn loose_blobs(&self, awaited_too: bool) -> Result<Vec<Uuid>, StoreError> {
        self.sqlite.read(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT blob FROM loose_blobs WHERE ?1 OR NOT awaited")?;
            let loose = statement.query_map([awaited_too], |row| row.get(0).map(Uuid::from_bytes))?;
            Ok(loose.collect::<Result<_, _>>()?)
        })
    }

    /// Those of the bytes that no record has.
    pub fn without_record(&self, mut blobs: Vec<Uuid>) -> Result<Vec<Uuid>, StoreError> {
        self.sqlite.read(|connection| {
            let mut statement = connection.prepare_cached("SELECT 1 FROM file_contents WHERE blob = ?1")?;
            let mut kept = Vec::new();
            for blob in &blobs {
                kept.push(statement.exists([blob.as_bytes().as_slice()])?);
            }
            let mut kept = kept.into_iter();
            blobs.retain(|_| !kept.next().unwrap_or(false));
            Ok(blobs)
        })
    }

    /// Forgets bytes that have been removed.
    pub fn forget_blob(&self, blob: Uuid) -> Result<(), StoreError> {
        self.sqlite.write(|transaction| {
            transaction
                .prepare_cached("DELETE FROM loose_blobs WHERE blob = ?1")?
                .execute([blob.as_bytes().as_slice()])?;
            Ok(())
        })
    }

    /// Leaves loose bytes to whoever tidies next.
    pub fn abandon_blob(&self, blob: Uuid) -> Result<(), StoreError> {
        self.sqlite.write(|transaction| {
            transaction
                .prepare_cached("UPDATE loose_blobs SET awaited = FALSE WHERE blob = ?1")?
                .execute([blob.as_bytes().as_slice()])?;
            Ok(())
        })
    }

    /// Every file's id, with its content where it has one.
    pub fn every_content(&self) -> Result<Vec<(Uuid, Option<Content>)>, StoreError> {
        self.sqlite.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT files.id, blob, sha256, size, mime_type FROM files
                 LEFT JOIN file_contents ON file_id = files.id ORDER BY files.key",
            )?;
            let all = statement.query_map([], |row| {
                let kept = row.get_ref(1)? != rusqlite::types::ValueRef::Null;
                Ok((Uuid::from_bytes(row.get(0)?), kept.then(|| content(row, 1)).transpose()?))
            })?;
            Ok(all.collect::<Result<_, _>>()?)
        })
    }
}

/// Gives the files of an import their bytes, where the import stored them and they had others before.
pub fn keep_imported(session: &Session<'_>, staged: &[(Uuid, Content)]) -> Result<(), StoreError> {
    let connection = session.connection();
    for (file, content) in staged {
        let other = connection
            .prepare_cached(
                "SELECT 1 FROM files LEFT JOIN file_contents ON file_id = files.id
                 WHERE files.id = ?1 AND sha256 IS DISTINCT FROM ?2",
            )?
            .exists(params![file.as_bytes(), content.sha256])?;
        if other {
            keep_content(connection, *file, content)?;
        }
    }
    Ok(())
}

/// Gives a file, which this transaction writes, its bytes. Those that it had before become loose.
fn keep_content(connection: &Connection, file: Uuid, content: &Content) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO file_contents (file_id, blob, sha256) VALUES (?1, ?2, ?3)
             ON CONFLICT (file_id) DO UPDATE SET blob = excluded.blob, sha256 = excluded.sha256",
        )?
        .execute(params![file.as_bytes(), content.blob.as_bytes(), content.sha256])?;
    connection
        .prepare_cached("DELETE FROM loose_blobs WHERE blob = ?1")?
        .execute([content.blob.as_bytes().as_slice()])?;
    Ok(())
}

fn bury(transaction: &Transaction<'_>, resource: &Resource, id: Uuid, now: i64) -> Result<(), StoreError> {
    let key: i64 = transaction
        .prepare_cached(
            "INSERT INTO deleted_items (id, type, deleted_at) VALUES (?1, ?2, ?3)
             ON CONFLICT (type, id) DO UPDATE SET deleted_at = excluded.deleted_at RETURNING key",
        )?
        .query_row(params![id.as_bytes(), resource.names.deleted_type, now], |row| row.get(0))?;
    changes::record_one(transaction, Subject::Records(DELETED_ITEMS), key)
}

fn described(connection: &Connection, id: Uuid) -> Result<Option<(i64, Description, String)>, StoreError> {
    Ok(connection
        .prepare_cached(
            "SELECT key, name, category, ai_processing_allowed, description_multiloc, mime_type FROM files
             WHERE id = ?1",
        )?
        .query_row([id.as_bytes().as_slice()], |row| {
            let description = Description {
                name: row.get(1)?,
                category: row.get(2)?,
                ai_processing_allowed: row.get(3)?,
                description_multiloc: row.get(4)?,
            };
            Ok((row.get(0)?, description, row.get(5)?))
        })
        .optional()?)
}

fn content(row: &rusqlite::Row<'_>, first: usize) -> rusqlite::Result<Content> {
    Ok(Content {
        blob: Uuid::from_bytes(row.get(first)?),
        sha256: row.get(first + 1)?,
        size: row.get(first + 2)?,
        mime_type: row.get(first + 3)?,
    })
}
