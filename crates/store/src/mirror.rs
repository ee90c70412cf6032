//! The platform that this one mirrors, and how far it was read.

use folkmoot_model::resource::Resource;
use uuid::Uuid;

use super::StoreError;
use super::database::Database;
use super::executor::Executor;

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

    /// Stores the state of a round that changed no record.
    pub fn set_state(self, state: &MirrorState) -> Result<(), StoreError> {
        self.database.write(|transaction| set_state(transaction, state))
    }

    /// The ids of all stored records of a resource with ids.
    pub fn ids(self, resource: &Resource) -> Result<Vec<Uuid>, StoreError> {
        let sql = format!("SELECT id FROM {}", resource.names.plural);
        self.database.read_tables(|executor| executor.all(&sql, &[], |row| row.required_uuid(0)))
    }

    /// Forgets the source, so that the platform is no longer a mirror. Returns whether it was one.
    pub fn end(self) -> Result<bool, StoreError> {
        self.database.write(|transaction| Ok(transaction.execute("DELETE FROM mirror", &[])? > 0))
    }
}

/// Stores the state, in the transaction that stores the records of the round.
pub fn set_state(transaction: &dyn Executor, state: &MirrorState) -> Result<(), StoreError> {
    transaction.execute(
        "INSERT INTO mirror (key, source, progress, completed_at) VALUES (1, ?1, ?2, ?3)
         ON CONFLICT (key) DO UPDATE SET source = excluded.source, progress = excluded.progress,
           completed_at = excluded.completed_at",
        &[(&state.source).into(), (&state.progress).into(), state.completed_at.into()],
    )?;
    Ok(())
}
