//! The change feed: what every running server must look at again.
//!
//! Whoever writes adds to the table `changes` in the same transaction. Each server reads what is new.

use rusqlite::{Connection, params};

use super::{Store, StoreError};
use crate::resource::Resource;

/// What changed.
#[derive(Debug, Clone, Copy)]
pub enum Subject {
    /// Records of a resource.
    Records(&'static Resource),
    /// The platform or its switch.
    Platform,
    /// The clients of the public API.
    Clients,
}

impl Subject {
    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Records(resource) => resource.names.plural,
            Self::Platform => "platform",
            Self::Clients => "clients",
        }
    }
}

/// An entry of the change feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its place in the feed.
    pub sequence: i64,
    /// The name of a [`Subject`].
    pub subject: String,
    /// The key of a row, or none where all are to be read again.
    pub record: Option<i64>,
}

/// How many entries are read at once; whoever is further behind reads everything again.
const BATCH: i64 = 50_000;
/// How many entries are kept for servers that are behind.
const KEPT: i64 = 200_000;

impl Store {
    /// The entries after `sequence`, oldest first; none where more were written than are kept, and
    /// everything must be read again.
    pub fn changes_after(&self, sequence: i64) -> Result<Option<Vec<Change>>, StoreError> {
        self.sqlite.read(|connection| {
            let oldest: Option<i64> =
                connection.prepare_cached("SELECT MIN(sequence) FROM changes")?.query_row([], |row| row.get(0))?;
            if oldest.is_some_and(|oldest| oldest > sequence + 1) && sequence > 0 {
                return Ok(None);
            }
            let mut statement = connection.prepare_cached(
                "SELECT sequence, subject, record FROM changes WHERE sequence > ?1 ORDER BY sequence LIMIT ?2",
            )?;
            let changes = statement
                .query_map([sequence, BATCH], |row| {
                    Ok(Change { sequence: row.get(0)?, subject: row.get(1)?, record: row.get(2)? })
                })?
                .collect::<Result<Vec<_>, _>>()?;
            Ok(Some(changes))
        })
    }

    /// The newest entry.
    pub fn newest_change(&self) -> Result<i64, StoreError> {
        self.sqlite.read(newest)
    }
}

/// The newest entry of all.
pub fn newest(connection: &Connection) -> Result<i64, StoreError> {
    let sequence: Option<i64> =
        connection.prepare_cached("SELECT MAX(sequence) FROM changes")?.query_row([], |row| row.get(0))?;
    Ok(sequence.unwrap_or(0))
}

/// The newest entry of a subject.
pub fn newest_of(connection: &Connection, subject: &str) -> Result<i64, StoreError> {
    let sequence: Option<i64> = connection
        .prepare_cached("SELECT MAX(sequence) FROM changes WHERE subject = ?1")?
        .query_row([subject], |row| row.get(0))?;
    Ok(sequence.unwrap_or(0))
}

/// Adds that a row changed, came or went.
pub fn record_one(connection: &Connection, subject: Subject, key: i64) -> Result<(), StoreError> {
    insert(connection, subject, Some(key))
}

/// Adds that any number of rows changed.
pub fn record_all(connection: &Connection, subject: Subject) -> Result<(), StoreError> {
    insert(connection, subject, None)
}

/// Forgets what no server can still need, but never the newest entry of a subject.
pub fn prune(connection: &Connection) -> Result<(), StoreError> {
    connection.execute(
        "DELETE FROM changes WHERE sequence <= (SELECT MAX(sequence) FROM changes) - ?1
         AND sequence NOT IN (SELECT MAX(sequence) FROM changes GROUP BY subject)",
        [KEPT],
    )?;
    Ok(())
}

fn insert(connection: &Connection, subject: Subject, record: Option<i64>) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT INTO changes (subject, record, happened_at) VALUES (?1, ?2, ?3)")?
        .execute(params![subject.name(), record, jiff::Timestamp::now().as_millisecond()])?;
    Ok(())
}
