//! The change feed: what every running server must look at again.
//!
//! Whoever writes adds to the table `changes` in the same transaction. Each server reads what is new.

use super::connection::Connection;
use super::value::Value;
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

/// What the feed tells whoever has read it to some entry.
#[derive(Debug, PartialEq, Eq)]
pub enum News {
    /// The entries after it, oldest first.
    Changes(Vec<Change>),
    /// More was written than is kept, so that everything must be read again.
    TooMany,
    /// The entry is not there: this is another past, as of a backup or of a replica that took over.
    OtherPast,
}

impl Store {
    /// What is new after `sequence`.
    pub fn changes_after(&self, sequence: i64) -> Result<News, StoreError> {
        self.read_fresh(|connection| {
            let oldest = connection.number("SELECT MIN(sequence) FROM changes", &[])?;
            if oldest > sequence + 1 && sequence > 0 {
                return Ok(News::TooMany);
            }
            if newest(connection)? < sequence {
                return Ok(News::OtherPast);
            }
            let changes = connection.all(
                "SELECT sequence, subject, record FROM changes WHERE sequence > ?1 ORDER BY sequence LIMIT ?2",
                &[sequence.into(), BATCH.into()],
                |row| {
                    Ok(Change {
                        sequence: row.some_integer(0)?,
                        subject: row.some_text(1)?,
                        record: row.integer(2)?,
                    })
                },
            )?;
            Ok(News::Changes(changes))
        })
    }

    /// The newest entry.
    pub fn newest_change(&self) -> Result<i64, StoreError> {
        self.read_fresh(newest)
    }
}

/// The newest entry of all.
pub fn newest(connection: &dyn Connection) -> Result<i64, StoreError> {
    connection.number("SELECT MAX(sequence) FROM changes", &[])
}

/// The newest entry of a subject.
pub fn newest_of(connection: &dyn Connection, subject: &str) -> Result<i64, StoreError> {
    connection.number("SELECT MAX(sequence) FROM changes WHERE subject = ?1", &[subject.into()])
}

/// Lets one writer at a time go on from here to its end, so that entries are numbered in the order in which they
/// become visible: a reader that has seen one has missed none before it.
pub fn begin(connection: &dyn Connection) -> Result<(), StoreError> {
    if let Some(lock) = connection.dialect().lock_changes {
        connection.execute(lock, &[])?;
    }
    Ok(())
}

/// Adds that a row changed, came or went.
pub fn record_one(connection: &dyn Connection, subject: Subject, key: i64) -> Result<(), StoreError> {
    insert(connection, subject, key.into())
}

/// Adds that any number of rows changed.
pub fn record_all(connection: &dyn Connection, subject: Subject) -> Result<(), StoreError> {
    insert(connection, subject, Value::Null)
}

/// Forgets what no server can still need, but never the newest entry of a subject.
pub fn prune(connection: &dyn Connection) -> Result<(), StoreError> {
    connection.execute(
        "DELETE FROM changes WHERE sequence <= (SELECT MAX(sequence) FROM changes) - ?1
         AND sequence NOT IN (SELECT MAX(sequence) FROM changes GROUP BY subject)",
        &[KEPT.into()],
    )?;
    Ok(())
}

fn insert(connection: &dyn Connection, subject: Subject, record: Value) -> Result<(), StoreError> {
    begin(connection)?;
    connection.execute(
        "INSERT INTO changes (subject, record, happened_at) VALUES (?1, ?2, ?3)",
        &[subject.name().into(), record, jiff::Timestamp::now().as_millisecond().into()],
    )?;
    Ok(())
}
