//! The platform that this one mirrors, and how far it was read.

use folkmoot_database::Database;
use folkmoot_database::executor::Executor;
use folkmoot_model::resource::Resource;
use uuid::Uuid;

use super::StoreError;

/// The state of a mirror after its latest round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MirrorState {
    /// The URL of the API of the source.
    pub source: String,
    /// What the next round continues from, as a JSON object.
    pub progress: String,
    /// When the latest round was completed, in milliseconds since 1970.
    pub completed_at: i64,
}

/// The latest run of a mirror.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MirrorRun {
    /// The URL of the API of the source.
    pub source: String,
    /// When it ended, in milliseconds since 1970.
    pub ended_at: i64,
    /// Why it failed; `None` if it succeeded.
    pub error: Option<String>,
    /// The number of records that the latest run that succeeded left out.
    pub left_out: i64,
    /// Why, for the first of them, as a JSON list.
    pub reasons: String,
}

/// Operations on the state of a mirror.
#[derive(Debug, Clone, Copy)]
pub struct Mirror<'a> {
    pub(super) database: &'a Database,
}

impl Mirror<'_> {
    /// The state; `None` if the platform is not a mirror.
    pub fn state(self) -> Result<Option<MirrorState>, StoreError> {
        self.database.read_latest(|executor| {
            executor.one("SELECT source, progress, completed_at FROM mirror", &[], |row| {
                Ok(MirrorState {
                    source: row.required_text(0)?,
                    progress: row.required_text(1)?,
                    completed_at: row.required_integer(2)?,
                })
            })
        })
    }

    /// Writes what a round that changed no record stores.
    pub fn write(
        self,
        write: impl FnOnce(&dyn Executor) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.database.write(|transaction| write(transaction))
    }

    /// The latest run; `None` if there was none.
    pub fn latest_run(self) -> Result<Option<MirrorRun>, StoreError> {
        self.database.read_latest(latest_run)
    }

    /// Stores that a run failed. The records that an earlier one left out remain known.
    pub fn store_failure(self, source: &str, ended_at: i64, error: &str) -> Result<(), StoreError> {
        self.database.write(|transaction| {
            transaction.execute(
                "INSERT INTO mirror_run (key, source, ended_at, error, left_out, reasons) VALUES (1, ?1, ?2, ?3, 0, '[]')
                 ON CONFLICT (key) DO UPDATE SET source = excluded.source, ended_at = excluded.ended_at, error = excluded.error",
                &[source.into(), ended_at.into(), error.into()],
            )?;
            Ok(())
        })
    }

    /// The ids of all stored records of a resource with ids.
    pub fn ids(self, resource: &Resource) -> Result<Vec<Uuid>, StoreError> {
        let sql = format!("SELECT id FROM {}", resource.names.plural);
        self.database.read_tables(|executor| executor.all(&sql, &[], |row| row.required_uuid(0)))
    }

    /// Forgets the source, so that the platform is no longer a mirror. Returns whether it was one.
    pub fn end(self) -> Result<bool, StoreError> {
        self.database.write(|transaction| {
            transaction.execute("DELETE FROM mirror_run", &[])?;
            Ok(transaction.execute("DELETE FROM mirror", &[])? > 0)
        })
    }
}

/// The latest run; `None` if there was none.
pub fn latest_run(executor: &dyn Executor) -> Result<Option<MirrorRun>, StoreError> {
    executor.one("SELECT source, ended_at, error, left_out, reasons FROM mirror_run", &[], |row| {
        Ok(MirrorRun {
            source: row.required_text(0)?,
            ended_at: row.required_integer(1)?,
            error: row.text(2)?.map(str::to_owned),
            left_out: row.required_integer(3)?,
            reasons: row.required_text(4)?,
        })
    })
}

/// Stores the state and the run, in the transaction that stores the records of the round.
pub fn set_state(transaction: &dyn Executor, state: &MirrorState, run: &MirrorRun) -> Result<(), StoreError> {
    transaction.execute(
        "INSERT INTO mirror (key, source, progress, completed_at) VALUES (1, ?1, ?2, ?3)
         ON CONFLICT (key) DO UPDATE SET source = excluded.source, progress = excluded.progress,
           completed_at = excluded.completed_at",
        &[(&state.source).into(), (&state.progress).into(), state.completed_at.into()],
    )?;
    transaction.execute(
        "INSERT INTO mirror_run (key, source, ended_at, error, left_out, reasons) VALUES (1, ?1, ?2, NULL, ?3, ?4)
         ON CONFLICT (key) DO UPDATE SET source = excluded.source, ended_at = excluded.ended_at, error = NULL,
           left_out = excluded.left_out, reasons = excluded.reasons",
        &[(&run.source).into(), run.ended_at.into(), run.left_out.into(), (&run.reasons).into()],
    )?;
    Ok(())
}
