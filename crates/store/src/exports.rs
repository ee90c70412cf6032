//! Stored exports and their files.

mod files;

use folkmoot_database::Database;
use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use folkmoot_model::access::AccessLevel;
use uuid::Uuid;

use super::StoreError;
use super::changes::{self, Version};
use super::clients::resources_named;

pub use files::StoredFile;

/// How long a server that makes an export may be silent before it is taken for stopped.
const SEEN_MILLISECONDS: i64 = 60_000;
/// How often a scheduled export is attempted, and how long to wait in between.
const ATTEMPTS: i64 = 3;
const ATTEMPT_MILLISECONDS: i64 = 600_000;
/// Why an export failed whose server was stopped.
pub const STOPPED: &str = "The server was stopped before the export was complete.";

/// The state of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportState {
    /// A server makes it.
    Running,
    /// It is complete.
    Succeeded,
    /// It failed, and has no files.
    Failed,
    /// It was deleted, and its files are being deleted.
    Deleted,
}

impl ExportState {
    /// Every state.
    pub const ALL: [Self; 4] = [Self::Running, Self::Succeeded, Self::Failed, Self::Deleted];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Deleted => "deleted",
        }
    }
}

/// An export; timestamps are milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredExport {
    /// Its id.
    pub id: Uuid,
    /// Its state.
    pub state: ExportState,
    /// Its access level.
    pub access: AccessLevel,
    /// The client, if it belongs to one.
    pub client: Option<Uuid>,
    /// The plural names of its resources.
    pub resources: Vec<&'static str>,
    /// The names of its formats.
    pub formats: Vec<String>,
    /// What the schedule made it for; `None` if an administrator started it.
    pub schedule: Option<String>,
    /// The name of the administrator, or of the schedule.
    pub actor_name: String,
    /// When it was started.
    pub started_at: i64,
    /// When it ended.
    pub finished_at: Option<i64>,
    /// Why it failed, as sentences.
    pub reason: Option<String>,
    /// The settings of shared data at the time.
    pub settings: String,
    /// What identifies how records were written at the time.
    pub content: String,
    /// The newest change in its state of the database.
    pub version: Version,
    /// Its files.
    pub files: Vec<StoredFile>,
}

/// Operations on exports.
#[derive(Debug, Clone, Copy)]
pub struct Exports<'a> {
    pub(super) database: &'a Database,
}

const COLUMNS: &str = "id, state, access, client, resources, formats, schedule, actor_name, started_at, finished_at, reason, \
     settings, content, sequence, happened_at";

impl Exports<'_> {
    /// Records that an export begins. Returns the newest change, which its state must contain; `None` if another export is
    /// running, or its schedule was met. Runs `also` in the same transaction.
    pub fn begin(
        self,
        export: &StoredExport,
        also: impl FnOnce(&dyn Executor) -> Result<(), StoreError>,
    ) -> Result<Option<Version>, StoreError> {
        self.database.write_if_free(|transaction| {
            if !may_attempt(transaction, export)? || !insert(transaction, export)? {
                return Ok(None);
            }
            also(transaction)?;
            changes::newest_version(transaction).map(Some)
        })
    }

    /// Whether a scheduled export was made, is running or must wait.
    pub fn is_met(self, schedule: &str, now: i64) -> Result<bool, StoreError> {
        self.database.read_latest(|executor| {
            let is_made =
                "SELECT 1 FROM exports WHERE state <> 'failed' AND (schedule = ?1 OR state = 'running')";
            Ok(executor.exists(is_made, &[schedule.into()])? || !is_due(executor, schedule, now)?)
        })
    }

    /// The number of exports whose schedule begins with this that were deleted, as an erasure does, or made with other settings of
    /// shared data.
    pub fn outdated(self, schedule: &str, settings: &str) -> Result<i64, StoreError> {
        let sql = "SELECT COUNT(*) FROM exports WHERE SUBSTR(schedule, 1, LENGTH(?1)) = ?1
                   AND (state = 'deleted' OR state = 'succeeded' AND settings <> ?2)";
        self.database.read_latest(|executor| executor.number(sql, &[schedule.into(), settings.into()]))
    }

    /// Reports that a server still makes an export. Returns `false` if it was deleted or taken for stopped.
    pub fn report(self, id: Uuid, now: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE exports SET seen_at = ?2 WHERE id = ?1 AND state = 'running'";
        self.database.write_if_free(|transaction| Ok(transaction.execute(sql, &[id.into(), now.into()])? > 0))
    }

    /// Records that an export is complete. Returns `false` if it was deleted meanwhile; its files are then deleted.
    pub fn succeed(
        self,
        id: Uuid,
        version: Version,
        files: &[StoredFile],
        now: i64,
    ) -> Result<bool, StoreError> {
        self.database.write(|transaction| {
            let sql = "UPDATE exports SET state = 'succeeded', finished_at = ?2, seen_at = ?2, sequence = ?3, \
                       happened_at = ?4 WHERE id = ?1 AND state = 'running'";
            let Version { sequence, happened_at } = version;
            let parameters = [id.into(), now.into(), sequence.into(), happened_at.into()];
            if transaction.execute(sql, &parameters)? == 0 {
                return Ok(false);
            }
            files.iter().try_for_each(|file| files::complete(transaction, file))?;
            Ok(true)
        })
    }

    /// Records that a running export failed. Returns [`StoreError::Busy`] if another write holds the lock of an embedded
    /// database.
    pub fn fail(self, id: Uuid, reason: &str, now: i64) -> Result<(), StoreError> {
        let sql = "UPDATE exports SET state = 'failed', finished_at = ?2, reason = ?3 \
                   WHERE id = ?1 AND state = 'running'";
        self.database.write_if_free(|transaction| {
            transaction.execute(sql, &[id.into(), now.into(), reason.into()]).map(drop)
        })
    }

    /// The running export.
    pub fn running(self) -> Result<Option<Uuid>, StoreError> {
        let sql = "SELECT id FROM exports WHERE state = 'running'";
        self.database.read_latest(|executor| executor.one(sql, &[], |row| row.required_uuid(0)))
    }

    /// Marks a running export as failed whose server no longer reports.
    pub fn fail_stopped(self, now: i64) -> Result<(), StoreError> {
        if self.running()?.is_none() {
            return Ok(());
        }
        self.database.write_if_free(|transaction| fail_abandoned(transaction, now))
    }

    /// Deletes an export that is complete or failed; its files are deleted later. Returns `false` if there is none. Runs
    /// `also` in the same transaction.
    pub fn delete(
        self,
        id: Uuid,
        also: impl FnOnce(&dyn Executor) -> Result<(), StoreError>,
    ) -> Result<bool, StoreError> {
        // A deleted one still meets its schedule, so that it is not made again.
        let sql = "UPDATE exports SET state = 'deleted' WHERE id = ?1 AND state IN ('succeeded', 'running')";
        let forget = "DELETE FROM exports WHERE id = ?1 AND state = 'failed'";
        self.database.write(|transaction| {
            let parameters = [id.into()];
            let is_found =
                transaction.execute(sql, &parameters)? + transaction.execute(forget, &parameters)? > 0;
            if is_found {
                also(transaction)?;
            }
            Ok(is_found)
        })
    }

    /// Deletes the exports that were started before a timestamp, once their files are deleted.
    pub fn delete_expired(self, before: i64) -> Result<(), StoreError> {
        let parameters = [before.into()];
        let is_expired = "SELECT 1 FROM exports WHERE started_at < ?1 AND state <> 'running'";
        if !self.database.read_latest(|executor| executor.exists(is_expired, &parameters))? {
            return Ok(());
        }
        self.database.write_if_free(|transaction| {
            let sql = "UPDATE exports SET state = 'deleted' WHERE started_at < ?1 AND state = 'succeeded'";
            transaction.execute(sql, &parameters)?;
            let sql = "DELETE FROM exports WHERE started_at < ?1 AND state IN ('deleted', 'failed') \
                       AND NOT EXISTS (SELECT 1 FROM export_files WHERE export = exports.id)";
            transaction.execute(sql, &parameters).map(drop)
        })
    }

    /// All exports that are not deleted, newest first, with their files.
    pub fn all(self) -> Result<Vec<StoredExport>, StoreError> {
        self.database.read_latest(|executor| {
            let sql = format!(
                "SELECT {COLUMNS} FROM exports WHERE state <> 'deleted' ORDER BY started_at DESC, id DESC"
            );
            let mut exports = executor.all(&sql, &[], export)?;
            files::add(executor, &mut exports)?;
            Ok(exports)
        })
    }

    /// When the newest export with this state ended, in milliseconds since 1970.
    pub fn last_end(self, state: ExportState) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT MAX(finished_at) FROM exports WHERE state = ?1";
        let parameters = [state.name().into()];
        let last =
            self.database.read_latest(|executor| executor.one(sql, &parameters, |row| row.integer(0)))?;
        Ok(last.flatten())
    }

    /// The number of exports that are complete or running.
    pub fn count(self) -> Result<usize, StoreError> {
        let sql = "SELECT COUNT(*) FROM exports WHERE state IN ('running', 'succeeded')";
        let count = self.database.read_latest(|executor| executor.number(sql, &[]))?;
        Ok(usize::try_from(count).unwrap_or_default())
    }

    /// An export that is not deleted, with its files.
    pub fn find(self, id: Uuid) -> Result<Option<StoredExport>, StoreError> {
        Ok(self.all()?.into_iter().find(|export| export.id == id))
    }
}

/// Deletes all exports because people were erased; their files are deleted later. A running one cannot succeed any more, and
/// scheduled ones are made again. Returns the number of exports.
pub fn delete_all(executor: &dyn Executor) -> Result<usize, StoreError> {
    // One that begins meanwhile would not be found here, and would read the state before the erasure.
    if let Some(lock) = executor.dialect().lock_exports {
        executor.execute(lock, &[])?;
    }
    let sql = "UPDATE exports SET state = 'deleted', schedule = NULL WHERE state IN ('running', 'succeeded')";
    executor.execute(sql, &[])
}

/// Deletes the exports of a client; their files are deleted later.
pub(super) fn delete_of_client(executor: &dyn Executor, client: Uuid) -> Result<(), StoreError> {
    let sql = "UPDATE exports SET state = 'deleted' WHERE client = ?1 AND state IN ('running', 'succeeded')";
    executor.execute(sql, &[client.into()]).map(drop)
}

fn may_attempt(executor: &dyn Executor, export: &StoredExport) -> Result<bool, StoreError> {
    export.schedule.as_ref().map_or(Ok(true), |schedule| is_due(executor, schedule, export.started_at))
}

/// Whether a scheduled export may be attempted again after its failed attempts.
fn is_due(executor: &dyn Executor, schedule: &str, now: i64) -> Result<bool, StoreError> {
    // An attempt whose server was stopped does not count.
    let failed = "SELECT COUNT(*) FROM exports WHERE schedule = ?1 AND state = 'failed' AND reason <> ?2";
    let parameters = [schedule.into(), STOPPED.into(), now.saturating_sub(ATTEMPT_MILLISECONDS).into()];
    let recent = format!("{failed} AND finished_at > ?3");
    Ok(executor.number(failed, &parameters[..2])? < ATTEMPTS && executor.number(&recent, &parameters)? == 0)
}

/// Inserts an export. Returns `false` if another one is running or has met its schedule.
fn insert(executor: &dyn Executor, export: &StoredExport) -> Result<bool, StoreError> {
    let sql = "INSERT INTO exports (id, state, access, client, resources, formats, schedule, actor_name, started_at, seen_at,
                 settings, content, sequence, happened_at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?11, ?12, ?13) ON CONFLICT DO NOTHING";
    let parameters = [
        export.id.into(),
        export.state.name().into(),
        export.access.name().into(),
        export.client.into(),
        export.resources.join(",").into(),
        export.formats.join(",").into(),
        export.schedule.clone().into(),
        (&export.actor_name).into(),
        export.started_at.into(),
        (&export.settings).into(),
        (&export.content).into(),
        export.version.sequence.into(),
        export.version.happened_at.into(),
    ];
    Ok(executor.execute(sql, &parameters)? > 0)
}

fn fail_abandoned(executor: &dyn Executor, now: i64) -> Result<(), StoreError> {
    let sql = "UPDATE exports SET state = 'failed', finished_at = seen_at, reason = ?1 \
               WHERE state = 'running' AND seen_at < ?2";
    let failed = executor.execute(sql, &[STOPPED.into(), now.saturating_sub(SEEN_MILLISECONDS).into()])?;
    if failed > 0 {
        tracing::warn!("marked an export as failed whose server was stopped");
    }
    Ok(())
}

fn export(row: &dyn RowReader) -> Result<StoredExport, StoreError> {
    let names = |text: String| text.split(',').map(str::to_owned).collect::<Vec<_>>();
    let (state, access, resources) = (row.required_text(1)?, row.required_text(2)?, row.required_text(4)?);
    let unknown = |text: &str| StoreError::Value(format!("an export has the unknown value '{text}'"));
    let state = ExportState::ALL.into_iter().find(|it| it.name() == state).ok_or_else(|| unknown(&state))?;
    Ok(StoredExport {
        id: row.required_uuid(0)?,
        state,
        access: AccessLevel::parse(&access).ok_or_else(|| unknown(&access))?,
        client: row.uuid(3)?.map(Uuid::from_bytes),
        resources: resources_named(resources.split(',')).map_err(unknown)?,
        formats: names(row.required_text(5)?),
        schedule: row.text(6)?.map(str::to_owned),
        actor_name: row.required_text(7)?,
        started_at: row.required_integer(8)?,
        finished_at: row.integer(9)?,
        reason: row.text(10)?.map(str::to_owned),
        settings: row.required_text(11)?,
        content: row.required_text(12)?,
        version: Version { sequence: row.required_integer(13)?, happened_at: row.required_integer(14)? },
        files: Vec::new(),
    })
}
