//! Past and running imports, with their reports.

use folkmoot_database::Database;
use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use folkmoot_database::value::Value;
use folkmoot_model::access::AccessLevel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::StoreError;
use super::audit_log::{self, Entry};

/// How long an import is considered running after its program last reported.
pub(super) const SEEN_MILLISECONDS: i64 = 60_000;
/// Why an import failed whose program no longer reports.
const KILLED: &str = "The program that ran the import was stopped before its end. Nothing was changed.";

/// The state of an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportState {
    /// It is in progress.
    Running,
    /// It was completed.
    Succeeded,
    /// It changed nothing.
    Failed,
    /// It was cancelled before its end, and changed nothing. Stored as failed, so that earlier releases read it.
    Cancelled,
}

/// Who runs an import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImportSource {
    /// A server, with files that an administrator uploaded.
    Console,
    /// The command line.
    CommandLine,
}

/// How far a running import is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
pub struct ImportProgress {
    /// The file that is read, or what is done with all of them.
    pub stage: String,
    /// The number of lines read.
    pub rows: i64,
    /// The number of lines read per second.
    pub rows_per_second: i64,
}

/// What an import did to the records of a resource.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResourceReport {
    /// The plural of the resource.
    pub resource: String,
    /// New records.
    pub inserted: u64,
    /// Stored records that were changed.
    pub updated: u64,
    /// Stored records that already were as the file gives them.
    pub unchanged: u64,
    /// Records that were removed.
    pub removed: u64,
}

/// The stored records of a resource that become visible to an access level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VisibilityReport {
    /// The access level.
    #[schemars(extend("enum" = AccessLevel::ALL.map(AccessLevel::name)))]
    pub access: String,
    /// The plural of the resource.
    pub resource: String,
    /// Their number.
    pub records: u64,
}

/// An error in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileError {
    /// The file.
    pub file: String,
    /// The line; none for the complete file.
    pub line: Option<i64>,
    /// The field; none for the complete line.
    pub field: Option<String>,
    /// What was expected.
    pub expected: String,
    /// What was found, without values of people.
    pub found: String,
}

/// The report of an import.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ImportReport {
    /// What it did, by resource.
    pub resources: Vec<ResourceReport>,
    /// What becomes visible, by access level and resource. Reports of earlier versions do not have it.
    #[serde(default)]
    pub becoming_visible: Vec<VisibilityReport>,
    /// The warnings, a sentence each.
    pub warnings: Vec<String>,
    /// The first errors.
    pub errors: Vec<FileError>,
    /// The number of all errors.
    pub error_count: u64,
    /// Whether the import ended at this number of errors, so that there may be more.
    #[serde(default)]
    pub has_more_errors: bool,
    /// Why it failed if not because of errors in files, as sentences.
    pub reason: Option<String>,
}

/// An import; timestamps are milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredImport {
    /// Its id.
    pub id: Uuid,
    /// Its state.
    pub state: ImportState,
    /// Whether it only checks the files.
    pub dry_run: bool,
    /// Who runs it.
    pub source: ImportSource,
    /// The name of the administrator.
    pub actor_name: String,
    /// When it started.
    pub started_at: i64,
    /// When it ended.
    pub finished_at: Option<i64>,
    /// The names of its files.
    pub files: Vec<String>,
    /// How far it is, or was when it ended.
    pub progress: ImportProgress,
    /// Its report.
    pub report: ImportReport,
}

/// Operations on imports.
#[derive(Debug, Clone, Copy)]
pub struct Imports<'a> {
    pub(super) database: &'a Database,
}

const COLUMNS: &str = "id, state, dry_run, source, actor_name, started_at, finished_at, files, stage, line_count, \
     lines_per_second, report, is_cancelled";

impl Imports<'_> {
    /// Records that an import begins, and appends an entry to the audit log, if there is one. Returns `false` if another
    /// import is running and this one is not run by the command line, which waits for others. Returns
    /// [`StoreError::Busy`] if another write holds the lock of an embedded database.
    pub fn begin(self, import: &StoredImport, entry: Option<&Entry>) -> Result<bool, StoreError> {
        self.database.write_if_free(|transaction| {
            fail_abandoned(transaction, import.started_at)?;
            let is_running = "SELECT 1 FROM imports WHERE state = 'running' LIMIT 1";
            if import.source == ImportSource::Console && transaction.exists(is_running, &[])? {
                return Ok(false);
            }
            let begun = insert(transaction, import, "DO NOTHING")?;
            if let Some(entry) = entry.filter(|_| begun) {
                audit_log::append(transaction, entry)?;
            }
            Ok(begun)
        })
    }

    /// Stores the names of the files of an import that has begun, and appends an entry to the audit log. Does nothing if the import
    /// was cancelled.
    pub fn set_files(self, import: &StoredImport, entry: &Entry) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            let files = json(&import.files)?;
            let update = "UPDATE imports SET files = ?2 WHERE id = ?1";
            if transaction.execute(update, &[import.id.into(), files.into()])? == 0 {
                return Ok(());
            }
            audit_log::append(transaction, entry)
        })
    }

    /// Stores how far a running import is. Returns [`StoreError::Busy`] if another write holds the lock of an embedded
    /// database.
    pub fn report_progress(self, id: Uuid, progress: &ImportProgress, now: i64) -> Result<(), StoreError> {
        self.database.write_if_free(|transaction| {
            transaction
                .execute(
                    "UPDATE imports SET seen_at = ?2, stage = ?3, line_count = ?4, lines_per_second = ?5
                     WHERE id = ?1 AND state = 'running'",
                    &[
                        id.into(),
                        now.into(),
                        (&progress.stage).into(),
                        progress.rows.into(),
                        progress.rows_per_second.into(),
                    ],
                )
                .map(drop)
        })
    }

    /// Whether the cancellation of an import was requested.
    pub fn is_cancelled(self, id: Uuid) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM imports WHERE id = ?1 AND is_cancelled";
        self.database.read_latest(|executor| executor.exists(sql, &[id.into()]))
    }

    /// Requests the cancellation of an import; `append` adds the entry to the audit log. Returns `false` if it has ended in another way.
    /// Returns [`StoreError::Busy`] if another write holds the lock of an embedded database.
    pub fn request_cancellation(
        self,
        id: Uuid,
        append: impl FnOnce(&dyn Executor) -> Result<(), StoreError>,
    ) -> Result<bool, StoreError> {
        self.database.write_if_free(|transaction| {
            let update = "UPDATE imports SET is_cancelled = TRUE
                          WHERE id = ?1 AND (state = 'running' OR (state = 'failed' AND is_cancelled))";
            let is_requested = transaction.execute(update, &[id.into()])? > 0;
            if is_requested {
                append(transaction)?;
            }
            Ok(is_requested)
        })
    }

    /// Stores the end of an import, like [`finish`], in a transaction of its own.
    pub fn finish(self, import: &StoredImport, entry: &Entry) -> Result<(), StoreError> {
        self.database.write(|transaction| finish(transaction, import, entry))
    }

    /// Deletes an import that has not begun to read its files.
    pub fn discard(self, id: Uuid) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            transaction.execute("DELETE FROM imports WHERE id = ?1", &[id.into()]).map(drop)
        })
    }

    /// Marks a running import as failed because its server was stopped.
    pub fn fail_killed(self, id: Uuid) -> Result<(), StoreError> {
        self.database.write(|transaction| fail(transaction, "id = ?2", id.into()).map(drop))
    }

    /// Marks running imports as failed whose program no longer reports. Returns [`StoreError::Busy`] if another write
    /// holds the lock of an embedded database, because that may be the write of such an import.
    pub fn fail_abandoned(self, now: i64) -> Result<(), StoreError> {
        let is_running = "SELECT 1 FROM imports WHERE state = 'running' LIMIT 1";
        if !self.database.read_latest(|executor| executor.exists(is_running, &[]))? {
            return Ok(());
        }
        self.database.write_if_free(|transaction| fail_abandoned(transaction, now))
    }

    /// The number of imports, and `limit` of them from `offset` on, newest first.
    pub fn page(self, offset: i64, limit: i64) -> Result<(i64, Vec<StoredImport>), StoreError> {
        self.database.read_latest(|executor| {
            let total = executor.number("SELECT COUNT(*) FROM imports", &[])?;
            let sql = format!(
                "SELECT {COLUMNS} FROM imports ORDER BY started_at DESC, id LIMIT {limit} OFFSET {offset}"
            );
            Ok((total, executor.all(&sql, &[], import)?))
        })
    }

    /// When the newest import with this state ended, in milliseconds since 1970. Dry runs do not count.
    pub fn last_end(self, state: ImportState) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT MAX(finished_at) FROM imports
                   WHERE state = ?1 AND dry_run = ?2 AND (state = 'succeeded' OR NOT is_cancelled)";
        let parameters = [word(&state)?.into(), false.into()];
        let last =
            self.database.read_latest(|executor| executor.one(sql, &parameters, |row| row.integer(0)))?;
        Ok(last.flatten())
    }

    /// An import; `None` if it does not exist.
    pub fn find(self, id: Uuid) -> Result<Option<StoredImport>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM imports WHERE id = ?1");
        self.database.read_latest(|executor| executor.one(&sql, &[id.into()], import))
    }
}

/// Stores the end of an import in a transaction. Also stores its beginning, with an entry in the audit log, if that was not
/// possible before. An import that is stored as succeeded remains so.
pub fn finish(executor: &dyn Executor, import: &StoredImport, entry: &Entry) -> Result<(), StoreError> {
    let condition = "SELECT 1 FROM imports WHERE id = ?1";
    if !executor.exists(condition, &[import.id.into()])? {
        audit_log::append(executor, entry)?;
    }
    insert(
        executor,
        import,
        "(id) DO UPDATE SET state = excluded.state, seen_at = excluded.seen_at,
           finished_at = excluded.finished_at, files = excluded.files, stage = excluded.stage,
           line_count = excluded.line_count, lines_per_second = excluded.lines_per_second,
           report = excluded.report, is_cancelled = imports.is_cancelled OR excluded.is_cancelled
         WHERE imports.state <> 'succeeded'",
    )
    .map(drop)
}

/// Inserts an import; `conflict` ends the statement. Returns whether a row was written.
fn insert(executor: &dyn Executor, import: &StoredImport, conflict: &str) -> Result<bool, StoreError> {
    let sql = format!(
        "INSERT INTO imports (id, state, dry_run, source, actor_name, started_at, finished_at, files, stage, line_count,
           lines_per_second, report, seen_at, is_cancelled)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14) ON CONFLICT {conflict}"
    );
    let is_cancelled = import.state == ImportState::Cancelled;
    let state = if is_cancelled { ImportState::Failed } else { import.state };
    let parameters = [
        import.id.into(),
        word(&state)?.into(),
        import.dry_run.into(),
        word(&import.source)?.into(),
        (&import.actor_name).into(),
        import.started_at.into(),
        import.finished_at.into(),
        json(&import.files)?.into(),
        (&import.progress.stage).into(),
        import.progress.rows.into(),
        import.progress.rows_per_second.into(),
        json(&import.report)?.into(),
        import.finished_at.unwrap_or(import.started_at).into(),
        is_cancelled.into(),
    ];
    Ok(executor.execute(&sql, &parameters)? > 0)
}

fn fail_abandoned(executor: &dyn Executor, now: i64) -> Result<(), StoreError> {
    let failed = fail(executor, "seen_at < ?2", (now - SEEN_MILLISECONDS).into())?;
    if failed > 0 {
        tracing::warn!(count = failed, "marked imports as failed whose program was stopped");
    }
    Ok(())
}

/// Marks the running imports that meet a condition as failed.
fn fail(executor: &dyn Executor, condition: &str, parameter: Value) -> Result<usize, StoreError> {
    let report = ImportReport { reason: Some(KILLED.to_owned()), ..ImportReport::default() };
    let sql = format!(
        "UPDATE imports SET state = 'failed', finished_at = seen_at, report = ?1 WHERE state = 'running' AND {condition}"
    );
    executor.execute(&sql, &[json(&report)?.into(), parameter])
}

fn import(row: &dyn RowReader) -> Result<StoredImport, StoreError> {
    let state = read_word(&row.required_text(1)?)?;
    let is_cancelled = state == ImportState::Failed && row.required_boolean(12)?;
    Ok(StoredImport {
        id: row.required_uuid(0)?,
        state: if is_cancelled { ImportState::Cancelled } else { state },
        dry_run: row.required_boolean(2)?,
        source: read_word(&row.required_text(3)?)?,
        actor_name: row.required_text(4)?,
        started_at: row.required_integer(5)?,
        finished_at: row.integer(6)?,
        files: read_json(&row.required_text(7)?)?,
        progress: ImportProgress {
            stage: row.required_text(8)?,
            rows: row.required_integer(9)?,
            rows_per_second: row.required_integer(10)?,
        },
        report: read_json(&row.required_text(11)?)?,
    })
}

fn json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Value(error.to_string()))
}

fn read_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Value(error.to_string()))
}

/// The word of an enumeration in a column.
fn word(value: &impl Serialize) -> Result<String, StoreError> {
    Ok(json(value)?.trim_matches('"').to_owned())
}

fn read_word<T: for<'a> Deserialize<'a>>(word: &str) -> Result<T, StoreError> {
    read_json(&format!("\"{word}\""))
}
