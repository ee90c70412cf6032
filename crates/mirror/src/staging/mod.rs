//! The staging database of a round: records of the source that are not imported yet, and the position at
//! which reading continues.
//!
//! It is a file in the data directory, so that memory does not grow with the platform and a round that was killed continues.
//! It is emptied when its round has been imported. It is not synced, which would take longer than to read the round again:
//! after a restart of the machine, the round starts again.

mod boot;
mod input;
mod left_out;
mod lines;
mod tables;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use rusqlite::{Connection, OptionalExtension as _, params};
use uuid::Uuid;

pub use input::{PlatformRecord, StagedRound};

use crate::error::MirrorError;
use crate::record::Record;
use tables::{records, texts};

/// The folder in the data directory.
const FOLDER: &str = "mirror";
const DATABASE: &str = "staging.sqlite";

/// The free space that a round leaves on the disk, in bytes and as a share of the disk; the smaller one applies.
const RESERVE_BYTES: u64 = 500_000_000;
const RESERVE_SHARE: u64 = 20;

/// Where a new record is staged in its table, whose records are imported in the order of their positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StagingPosition {
    /// Before all others: lists begin with the newest.
    First,
    /// After all others: a change.
    Last,
}

/// The staging database, locked for this process.
#[derive(Debug)]
pub struct Staging {
    connection: Connection,
    folder: PathBuf,
    _lock: File,
    /// The first and the last position of each table.
    positions: RefCell<HashMap<&'static str, (i64, i64)>>,
}

/// How far a walk has come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WalkState {
    /// Where it continues; `None` at the beginning.
    pub position: Option<String>,
    /// Whether it is complete.
    pub is_done: bool,
}

impl Staging {
    /// Opens the staging database of a data directory. A damaged one is replaced: its round starts again.
    pub fn open(data: &Path) -> Result<Self, MirrorError> {
        let folder = data.join(FOLDER);
        std::fs::create_dir_all(folder.join(input::FILES))?;
        let lock = File::options().create(true).append(true).open(folder.join("lock"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(MirrorError::Running),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        if !boot::is_same(&folder)? {
            tables::delete(&folder, DATABASE);
            std::fs::remove_dir_all(folder.join(input::FILES))?;
            std::fs::create_dir_all(folder.join(input::FILES))?;
            boot::record(&folder)?;
        }
        let connection = tables::open(&folder.join(DATABASE)).or_else(|error| {
            tracing::warn!(%error, "the staging database is damaged; starting the round again");
            tables::delete(&folder, DATABASE);
            tables::open(&folder.join(DATABASE))
        })?;
        Ok(Self { connection, folder, _lock: lock, positions: RefCell::default() })
    }

    /// Deletes everything of a round, also its files.
    pub fn clear(&self) -> Result<(), MirrorError> {
        self.connection.execute_batch(&tables::clear())?;
        self.connection.execute_batch("VACUUM")?;
        self.positions.borrow_mut().clear();
        let files = self.files();
        std::fs::remove_dir_all(&files)?;
        Ok(std::fs::create_dir_all(&files)?)
    }

    /// The folder of downloaded files.
    pub fn files(&self) -> PathBuf {
        self.folder.join(input::FILES)
    }

    /// Fails if the disk would be nearly full after a write of this size. A round does not fill the disk on which the platform
    /// stores its uploads and revocations, whatever the source sends.
    pub fn check_space(&self, size_bytes: u64) -> Result<(), MirrorError> {
        let disk = rustix::fs::statvfs(&self.folder).map_err(std::io::Error::from)?;
        let free_bytes = disk.f_bavail.saturating_mul(disk.f_frsize);
        let reserve_bytes = RESERVE_BYTES.min(disk.f_blocks.saturating_mul(disk.f_frsize) / RESERVE_SHARE);
        if free_bytes.saturating_sub(size_bytes) < reserve_bytes {
            return Err(MirrorError::DiskFull(free_bytes / 1_000_000));
        }
        Ok(())
    }

    /// Runs writes that belong together.
    pub fn together<T>(&self, write: impl FnOnce() -> Result<T, MirrorError>) -> Result<T, MirrorError> {
        self.check_space(0)?;
        self.connection.execute_batch("BEGIN IMMEDIATE")?;
        let written = write().and_then(|value| {
            self.connection.execute_batch("COMMIT")?;
            Ok(value)
        });
        if written.is_err() {
            // SQLite may have rolled back already, for example because the disk is full; then this fails as expected.
            drop(self.connection.execute_batch("ROLLBACK"));
            self.positions.borrow_mut().clear();
        }
        written
    }

    /// A value of the round.
    pub fn value(&self, name: &str) -> Result<Option<String>, MirrorError> {
        let mut statement = self.connection.prepare_cached("SELECT value FROM round WHERE name = ?1")?;
        Ok(statement.query_row([name], |row| row.get(0)).optional()?)
    }

    /// Sets a value of the round.
    pub fn set_value(&self, name: &str, value: &str) -> Result<(), MirrorError> {
        let sql = "INSERT INTO round (name, value) VALUES (?1, ?2)
                   ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        self.connection.prepare_cached(sql)?.execute([name, value])?;
        Ok(())
    }

    /// How far a walk has come.
    pub fn walk(&self, name: &str) -> Result<WalkState, MirrorError> {
        let mut statement =
            self.connection.prepare_cached("SELECT position, is_done FROM walks WHERE name = ?1")?;
        let state =
            statement.query_row([name], |row| Ok(WalkState { position: row.get(0)?, is_done: row.get(1)? }));
        Ok(state.optional()?.unwrap_or_default())
    }

    /// Stores how far a walk has come.
    pub fn set_walk(&self, name: &str, position: Option<&str>, is_done: bool) -> Result<(), MirrorError> {
        let sql = "INSERT INTO walks (name, position, is_done) VALUES (?1, ?2, ?3)
                   ON CONFLICT (name) DO UPDATE SET position = excluded.position, is_done = excluded.is_done";
        self.connection.prepare_cached(sql)?.execute(params![name, position, is_done])?;
        Ok(())
    }

    /// Stages a record in the default locale. Returns whether it was not staged before.
    pub fn put(
        &self,
        resource: &Resource,
        identity: &[u8],
        body: &str,
        position: StagingPosition,
    ) -> Result<bool, MirrorError> {
        let table = records(resource);
        let update = format!("UPDATE {table} SET body = ?2 WHERE identity = ?1");
        if self.connection.prepare_cached(&update)?.execute(params![identity, body])? > 0 {
            return Ok(false);
        }
        let position = self.next_position(resource, position)?;
        let insert = format!("INSERT INTO {table} (position, identity, body) VALUES (?1, ?2, ?3)");
        self.connection.prepare_cached(&insert)?.execute(params![position, identity, body])?;
        self.connection
            .prepare_cached("DELETE FROM removed WHERE resource = ?1 AND identity = ?2")?
            .execute(params![resource.names.plural, identity])?;
        Ok(true)
    }

    /// Stages the texts of a record in another locale, of which `locale` is the number.
    pub fn put_texts(
        &self,
        resource: &Resource,
        identity: &[u8],
        locale: usize,
        texts_json: &str,
    ) -> Result<bool, MirrorError> {
        let (table, locale) = (texts(resource), i64::try_from(locale).unwrap_or(i64::MAX));
        let update = format!("UPDATE {table} SET body = ?3 WHERE identity = ?1 AND locale = ?2");
        if self.connection.prepare_cached(&update)?.execute(params![identity, locale, texts_json])? > 0 {
            return Ok(false);
        }
        let insert = format!("INSERT INTO {table} (identity, locale, body) VALUES (?1, ?2, ?3)");
        self.connection.prepare_cached(&insert)?.execute(params![identity, locale, texts_json])?;
        Ok(true)
    }

    /// Stages a stored record as it is.
    pub fn retain(&self, resource: &Resource, id: Uuid) -> Result<(), MirrorError> {
        let line = format!("{{\"id\":\"{id}\",\"_partial\":true}}");
        self.put(resource, id.as_bytes(), &line, StagingPosition::Last).map(drop)
    }

    fn next_position(&self, resource: &Resource, position: StagingPosition) -> Result<i64, MirrorError> {
        let plural = resource.names.plural;
        let mut positions = self.positions.borrow_mut();
        if !positions.contains_key(plural) {
            let sql = format!(
                "SELECT COALESCE(MIN(position), 0), COALESCE(MAX(position), 0) FROM {}",
                records(resource)
            );
            let ends = self.connection.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
            positions.insert(plural, ends);
        }
        let ends = positions.entry(plural).or_default();
        Ok(match position {
            StagingPosition::First => {
                ends.0 -= 1;
                ends.0
            }
            StagingPosition::Last => {
                ends.1 += 1;
                ends.1
            }
        })
    }

    /// Deletes the staged records of a resource, for a walk that cannot continue.
    pub fn restart(&self, resource: &Resource) -> Result<(), MirrorError> {
        self.positions.borrow_mut().remove(resource.names.plural);
        Ok(self.connection.execute_batch(&format!("DELETE FROM {}", records(resource)))?)
    }

    /// Stages the deletion of a record at a time, which is JSON.
    pub fn remove(&self, resource: &Resource, identity: &[u8], at: &str) -> Result<(), MirrorError> {
        for table in [records(resource), texts(resource)] {
            let sql = format!("DELETE FROM {table} WHERE identity = ?1");
            self.connection.prepare_cached(&sql)?.execute([identity])?;
        }
        let extra = match resource.names.plural {
            "projects" => Some("DELETE FROM project_areas WHERE identity = ?1"),
            "files" => Some("DELETE FROM file_projects WHERE identity = ?1"),
            _ => None,
        };
        if let Some(sql) = extra {
            self.connection.prepare_cached(sql)?.execute([identity])?;
        }
        let sql = "INSERT INTO removed (resource, identity, removed_at) VALUES (?1, ?2, ?3)
                   ON CONFLICT (resource, identity) DO UPDATE SET removed_at = excluded.removed_at";
        self.connection.prepare_cached(sql)?.execute(params![resource.names.plural, identity, at])?;
        Ok(())
    }

    /// Stages a tombstone. Returns whether it was not staged before.
    pub fn put_tombstone(
        &self,
        resource: &Resource,
        id: Uuid,
        deleted_at: &str,
    ) -> Result<bool, MirrorError> {
        let sql = "INSERT INTO tombstones (resource, identity, deleted_at) VALUES (?1, ?2, ?3)
                   ON CONFLICT (resource, identity) DO UPDATE SET deleted_at = excluded.deleted_at
                   WHERE deleted_at <> excluded.deleted_at";
        let values = params![resource.names.plural, id.as_bytes(), deleted_at];
        Ok(self.connection.prepare_cached(sql)?.execute(values)? > 0)
    }

    /// Stages the areas of a project. They replace all areas that were staged for it.
    pub fn put_areas(&self, project: Uuid, areas: &[Uuid], all_areas: bool) -> Result<(), MirrorError> {
        let sql = "INSERT INTO project_areas (identity, area_ids, all_areas) VALUES (?1, ?2, ?3)
                   ON CONFLICT (identity) DO UPDATE SET area_ids = excluded.area_ids, all_areas = excluded.all_areas";
        let ids = areas.iter().flat_map(|area| area.into_bytes()).collect::<Vec<u8>>();
        self.connection.prepare_cached(sql)?.execute(params![project.as_bytes(), ids, all_areas])?;
        Ok(())
    }

    /// Stages the project of a file.
    pub fn put_file_project(&self, file: Uuid, project: Uuid) -> Result<(), MirrorError> {
        let sql = "INSERT INTO file_projects (identity, project) VALUES (?1, ?2)
                   ON CONFLICT (identity) DO UPDATE SET project = excluded.project";
        self.connection.prepare_cached(sql)?.execute([file.as_bytes(), project.as_bytes()])?;
        Ok(())
    }

    /// Stages what to do with the content of a file: a path in the folder of files, or `None` for the stored content; an
    /// `is_skipped` one is not imported.
    pub fn put_content(&self, file: Uuid, path: Option<&str>, is_skipped: bool) -> Result<(), MirrorError> {
        let sql = "INSERT INTO file_contents (identity, path, is_skipped) VALUES (?1, ?2, ?3)
                   ON CONFLICT (identity) DO UPDATE SET path = excluded.path, is_skipped = excluded.is_skipped";
        self.connection.prepare_cached(sql)?.execute(params![file.as_bytes(), path, is_skipped])?;
        Ok(())
    }

    /// Forgets what to do with the content of a file that has changed.
    pub fn forget_content(&self, identity: &[u8]) -> Result<(), MirrorError> {
        for table in ["file_contents", "file_projects"] {
            let sql = format!("DELETE FROM {table} WHERE identity = ?1");
            self.connection.prepare_cached(&sql)?.execute([identity])?;
        }
        Ok(())
    }

    /// The staged records of a resource whose identity no row of `unless` has: each with its identity.
    pub fn bodies_without(
        &self,
        resource: &Resource,
        unless: &str,
    ) -> Result<Vec<(Uuid, String)>, MirrorError> {
        let table = records(resource);
        let sql = format!(
            "SELECT identity, body FROM {table} WHERE NOT EXISTS (SELECT 1 FROM {unless} WHERE {unless}.identity = {table}.identity)"
        );
        let mut statement = self.connection.prepare(&sql)?;
        let rows = statement.query_map([], |row| Ok((Uuid::from_bytes(row.get(0)?), row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Whether a record or its tombstone is staged.
    pub fn has(&self, resource: &Resource, id: Uuid) -> Result<bool, MirrorError> {
        let sql = format!(
            "SELECT EXISTS (SELECT 1 FROM {} WHERE identity = ?1)
               OR EXISTS (SELECT 1 FROM tombstones WHERE resource = ?2 AND identity = ?1)",
            records(resource)
        );
        let values = params![id.as_bytes(), resource.names.plural];
        Ok(self.connection.prepare_cached(&sql)?.query_row(values, |row| row.get(0))?)
    }

    /// The ids of all staged records of a resource.
    pub fn ids(&self, resource: &Resource) -> Result<Vec<Uuid>, MirrorError> {
        let mut statement =
            self.connection.prepare(&format!("SELECT identity FROM {}", records(resource)))?;
        let rows = statement.query_map([], |row| Ok(Uuid::from_bytes(row.get(0)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The result of `find` for the first staged record of a resource for which it returns one.
    pub fn find<T>(
        &self,
        resource: &Resource,
        mut find: impl FnMut(&Record<'_>) -> Option<T>,
    ) -> Result<Option<T>, MirrorError> {
        let mut statement = self.connection.prepare(&format!("SELECT body FROM {}", records(resource)))?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let body: String = row.get(0)?;
            if let Some(found) = Record::parse(&body).ok().and_then(|record| find(&record)) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Whether nothing is staged.
    pub fn is_empty(&self) -> Result<bool, MirrorError> {
        let tables = RESOURCES.iter().map(|resource| records(resource));
        let others = ["removed", "tombstones", "project_areas", "left_out"].into_iter().map(str::to_owned);
        for table in tables.chain(others) {
            let sql = format!("SELECT EXISTS (SELECT 1 FROM {table})");
            if self.connection.query_row(&sql, [], |row| row.get(0))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The staged rows as the input of an import.
    pub fn round(&self, platform: PlatformRecord) -> Result<StagedRound, MirrorError> {
        StagedRound::open(&self.folder, DATABASE, platform)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn a_write_leaves_free_space_on_the_disk() {
        let data = tempfile::tempdir().unwrap();
        let staging = Staging::open(data.path()).unwrap();
        staging.check_space(0).unwrap();
        assert!(matches!(staging.check_space(u64::MAX), Err(MirrorError::DiskFull(_))));
    }

    #[test]
    fn a_full_disk_is_reported_as_such() {
        let data = tempfile::tempdir().unwrap();
        let staging = Staging::open(data.path()).unwrap();
        let limit = |pages: u32| staging.connection.pragma_update(None, "max_page_count", pages).unwrap();
        // SQLite limits the database to the pages that it has.
        limit(1);
        let write = || {
            staging.together(|| {
                (0..1000)
                    .try_for_each(|number| staging.set_value(&format!("{number}"), &"text ".repeat(1000)))
            })
        };
        assert!(write().unwrap_err().to_string().contains("full"));
        limit(u32::MAX - 1);
        write().unwrap();
    }
}
