//! The history of the schema: each migration runs once, in order, in a transaction of its own.

use super::StoreError;
use super::executor::Executor;

/// A step from one schema version to the next.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// What it does, in a few words.
    pub name: &'static str,
    /// Whether programs that do not know it keep working: it only adds what they need not fill.
    pub expands: bool,
    /// Its SQL, with the placeholders of [`super::dialect::Dialect`].
    pub sql: &'static str,
}

/// All migrations; the schema version is the number of those that have run. From version 0.2.0 on, released migrations
/// are never changed.
pub const MIGRATIONS: &[Migration] = &[
    Migration { name: "initial schema", expands: false, sql: include_str!("0001_initial.sql") },
    Migration { name: "columns of list indexes", expands: true, sql: include_str!("0002_list_indexes.sql") },
    Migration { name: "word index of ideas", expands: true, sql: include_str!("0003_idea_words.sql") },
];

/// A table that existed only before the first release, when the schema had another history.
const UNRELEASED_TABLE: &str = "loose_blobs";

/// Refuses a schema from before the first release, whose version numbers mean other migrations.
pub fn require_released(executor: &dyn Executor, found: i64, known: i64) -> Result<(), StoreError> {
    if executor.exists(executor.dialect().table_exists, &[UNRELEASED_TABLE.into()])? {
        return Err(StoreError::Unreleased { found, known });
    }
    Ok(())
}
