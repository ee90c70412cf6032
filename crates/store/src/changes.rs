//! The change feed: what every running server must look at again.
//!
//! Whoever writes adds to the table `changes` in the same transaction. Each server reads what is new.

use std::sync::Arc;

use folkmoot_model::resource::Resource;

use super::connection::Connection;
use super::value::Value;
use super::{Store, StoreError};

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

/// How many entries are read at once; a server further behind reads everything again. All that a few imports name row by
/// row fits into it.
const BATCH: i64 = 250_000;
/// How many entries are retained for servers that are behind.
const RETAINED: i64 = 200_000;
/// How many changes are looked through to find out whether rows are among them.
const COMPARED: i64 = 1_000;

/// What the feed contains for a reader that has read it up to some entry.
#[derive(Debug, PartialEq, Eq)]
pub enum News {
    /// The entries after it, oldest first.
    Changes(Vec<Change>),
    /// More was written than is retained or read at once, so that everything must be read again.
    TooMany,
    /// The entry does not exist: this is another past, as of a backup or of a replica that was promoted.
    OtherPast,
}

impl Store {
    /// What is new after `sequence`.
    pub fn changes_after(&self, sequence: i64) -> Result<News, StoreError> {
        self.read_fresh(|connection| after(connection, sequence))
    }

    /// Whether one of these rows changed after the entry `after`, up to the entry `until`; also where that is not known.
    pub async fn changed_between(
        self: &Arc<Self>,
        resource: &'static Resource,
        keys: Vec<i64>,
        after: i64,
        until: i64,
    ) -> Result<bool, StoreError> {
        self.read_by_key(move |_, connection| {
            let subject = resource.names.plural;
            if horizon(connection)? > after || newest_of(connection, subject)? < until {
                return Ok(true);
            }
            let changed = connection.all(
                "SELECT record FROM changes WHERE subject = ?1 AND sequence > ?2 AND sequence <= ?3 LIMIT ?4",
                &[subject.into(), after.into(), until.into(), COMPARED.into()],
                |row| row.integer(0),
            )?;
            let is_one = |record: &Option<i64>| record.is_none_or(|record| keys.contains(&record));
            Ok(i64::try_from(changed.len()).is_ok_and(|count| count == COMPARED)
                || changed.iter().any(is_one))
        })
        .await
    }

    /// The newest entry.
    pub fn newest_change(&self) -> Result<i64, StoreError> {
        self.read_fresh(newest)
    }
}

/// What is new after `sequence`.
pub fn after(connection: &dyn Connection, sequence: i64) -> Result<News, StoreError> {
    if horizon(connection)? > sequence {
        return Ok(News::TooMany);
    }
    if newest(connection)? < sequence {
        return Ok(News::OtherPast);
    }
    let mut changes = connection.all(
        "SELECT sequence, subject, record FROM changes WHERE sequence > ?1 ORDER BY sequence LIMIT ?2",
        &[sequence.into(), (BATCH + 1).into()],
        |row| {
            Ok(Change { sequence: row.some_integer(0)?, subject: row.some_text(1)?, record: row.integer(2)? })
        },
    )?;
    changes.shrink_to_fit();
    let is_batch = i64::try_from(changes.len()).is_ok_and(|count| count <= BATCH);
    Ok(if is_batch { News::Changes(changes) } else { News::TooMany })
}

/// The newest entry that was ever pruned: a reader that has not read up to it must read everything again.
fn horizon(connection: &dyn Connection) -> Result<i64, StoreError> {
    connection.number("SELECT sequence FROM change_horizon", &[])
}

/// Fails where the connection shows a state older than the change `since`, as a replica may.
pub fn require(connection: &dyn Connection, since: i64) -> Result<(), StoreError> {
    if newest(connection)? < since { Err(StoreError::Behind) } else { Ok(()) }
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
    let pruned = newest(connection)? - RETAINED;
    if pruned <= horizon(connection)? {
        return Ok(());
    }
    connection.execute("UPDATE change_horizon SET sequence = ?1", &[pruned.into()])?;
    connection.execute(
        "DELETE FROM changes WHERE sequence <= ?1
         AND sequence NOT IN (SELECT MAX(sequence) FROM changes GROUP BY subject)",
        &[pruned.into()],
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
