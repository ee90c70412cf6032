//! The files of stored exports.

use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use uuid::Uuid;

use super::{Exports, StoredExport};
use crate::StoreError;

/// A file of an export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    /// The name of its blob, which also identifies it in URLs.
    pub blob: Uuid,
    /// Its name, such as `ideas.parquet`.
    pub name: String,
    /// The plural of its resource; `None` if it contains several resources or no records.
    pub resource: Option<String>,
    /// Its format; `None` if it contains no records.
    pub format: Option<String>,
    /// The number of records.
    pub rows: i64,
    /// The records by the plural of their resource.
    pub contents: Vec<(String, i64)>,
    /// Its size in bytes.
    pub size: i64,
    /// The SHA-256 hash of its content, in hexadecimal digits.
    pub sha256: String,
}

/// The exports whose files are garbage.
const IS_GARBAGE: &str = "NOT EXISTS (SELECT 1 FROM exports WHERE exports.id = export_files.export \
     AND exports.state IN ('running', 'succeeded'))";

impl Exports<'_> {
    /// Records the blob of a file before it is written. Returns `false` if the export is no longer running.
    pub fn begin_file(self, export: Uuid, blob: Uuid, name: &str) -> Result<bool, StoreError> {
        let is_running = "SELECT 1 FROM exports WHERE id = ?1 AND state = 'running'";
        let sql = "INSERT INTO export_files (blob, export, name, row_count, size, sha256) VALUES (?1, ?2, ?3, 0, 0, '')";
        self.database.write(|transaction| {
            if !transaction.exists(is_running, &[export.into()])? {
                return Ok(false);
            }
            transaction.execute(sql, &[blob.into(), export.into(), name.into()])?;
            Ok(true)
        })
    }

    /// The blobs of exports that failed or were deleted.
    pub fn garbage(self) -> Result<Vec<Uuid>, StoreError> {
        let sql = format!("SELECT blob FROM export_files WHERE {IS_GARBAGE}");
        self.database.read_latest(|executor| executor.all(&sql, &[], |row| row.required_uuid(0)))
    }

    /// Forgets blobs that were deleted.
    pub fn forget(self, blobs: &[Uuid]) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            blobs.iter().try_for_each(|blob| {
                transaction.execute("DELETE FROM export_files WHERE blob = ?1", &[(*blob).into()]).map(drop)
            })
        })
    }
}

/// Stores what a complete file contains.
pub(super) fn complete(executor: &dyn Executor, file: &StoredFile) -> Result<(), StoreError> {
    let sql = "UPDATE export_files SET resource = ?2, format = ?3, row_count = ?4, size = ?5, sha256 = ?6, contents = ?7 \
               WHERE blob = ?1";
    let parameters = [
        file.blob.into(),
        file.resource.clone().into(),
        file.format.clone().into(),
        file.rows.into(),
        file.size.into(),
        (&file.sha256).into(),
        contents_text(&file.contents).into(),
    ];
    executor.execute(sql, &parameters).map(drop)
}

/// Adds the files of complete exports, sorted by name.
pub(super) fn add(executor: &dyn Executor, exports: &mut [StoredExport]) -> Result<(), StoreError> {
    let sql = "SELECT export_files.export, blob, name, resource, format, row_count, size, sha256, contents FROM export_files \
               JOIN exports ON exports.id = export_files.export WHERE exports.state = 'succeeded' ORDER BY name";
    for (export, file) in executor.all(sql, &[], file)? {
        if let Some(found) = exports.iter_mut().find(|found| found.id == export) {
            found.files.push(file);
        }
    }
    Ok(())
}

fn contents_text(contents: &[(String, i64)]) -> String {
    contents.iter().map(|(resource, rows)| format!("{resource}={rows}")).collect::<Vec<_>>().join(",")
}

fn parse_contents(text: &str) -> Vec<(String, i64)> {
    let one = |part: &str| {
        part.split_once('=').and_then(|(resource, rows)| Some((resource.to_owned(), rows.parse().ok()?)))
    };
    text.split(',').filter_map(one).collect()
}

fn file(row: &dyn RowReader) -> Result<(Uuid, StoredFile), StoreError> {
    let file = StoredFile {
        blob: row.required_uuid(1)?,
        name: row.required_text(2)?,
        resource: row.text(3)?.map(str::to_owned),
        format: row.text(4)?.map(str::to_owned),
        rows: row.required_integer(5)?,
        size: row.required_integer(6)?,
        sha256: row.required_text(7)?,
        contents: parse_contents(row.text(8)?.unwrap_or_default()),
    };
    Ok((row.required_uuid(0)?, file))
}
