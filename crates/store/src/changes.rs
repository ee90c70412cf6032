//! The entries of the change feed: what every running server must read again.
//!
//! Each write adds to the table `changes` in its own transaction. Each server reads the new entries.

mod entries;
pub mod entries_of_rows;
pub mod page;
mod read;
pub mod release;
pub mod removed;
pub mod retention;
mod rows;

use folkmoot_database::executor::Executor;
pub use folkmoot_database::newest_change as newest;
use folkmoot_database::row_reader::RowReader;
use folkmoot_database::value::Value;
use folkmoot_model::resource::Resource;

use super::StoreError;
pub(super) use rows::key_parameters;

pub use self::read::{Change, FeedRead, read_after};

/// What changed.
#[derive(Debug, Clone, Copy)]
pub enum Subject {
    /// Records of a resource.
    Records(&'static Resource),
    /// The platform or the switch of its public API.
    Platform,
    /// The clients of the public API.
    Clients,
}

impl Subject {
    /// Its name in the table `changes`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Records(resource) => resource.names.plural,
            Self::Platform => "platform",
            Self::Clients => "clients",
        }
    }
}

/// The newest change that a state of some data contains. Equal versions mean equal data: entries are numbered in the order
/// in which they become visible, and an entry of another history, such as that of a restored backup, has another time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Version {
    /// Its position in the feed; 0 if there is no change.
    pub sequence: i64,
    /// When it was written, in milliseconds since 1970.
    pub happened_at: i64,
}

/// The newest entry that was ever pruned: a server that has not read up to it must read everything again.
pub fn horizon(executor: &dyn Executor) -> Result<i64, StoreError> {
    executor.number("SELECT sequence FROM change_horizon", &[])
}

/// Fails with [`StoreError::Behind`] if the state is older than the change `since`, as that of a replica may be.
pub fn require(executor: &dyn Executor, since: i64) -> Result<(), StoreError> {
    if newest(executor)? < since { Err(StoreError::Behind) } else { Ok(()) }
}

/// The newest entry of all subjects, with its time.
pub fn newest_version(executor: &dyn Executor) -> Result<Version, StoreError> {
    let newest = "SELECT sequence, happened_at FROM changes ORDER BY sequence DESC LIMIT 1";
    let version = |row: &dyn RowReader| {
        Ok(Version { sequence: row.required_integer(0)?, happened_at: row.required_integer(1)? })
    };
    Ok(executor.one(newest, &[], version)?.unwrap_or_default())
}

/// The newest entry of a subject.
pub fn newest_of(executor: &dyn Executor, subject: &str) -> Result<i64, StoreError> {
    executor.number("SELECT MAX(sequence) FROM changes WHERE subject = ?1", &[subject.into()])
}

/// The newest entry of each subject, in their order.
pub fn newest_of_each(executor: &dyn Executor, subjects: &[&str]) -> Result<Vec<i64>, StoreError> {
    let newest = |subject| format!("SELECT MAX(sequence) FROM changes WHERE subject = '{subject}'");
    executor.numbers(subjects.iter().map(newest))
}

/// The values of `changes.hidden_by` of the entries of these subjects, each with its subject. Reads one entry for each value,
/// however many entries there are.
pub fn sets_of_reasons(executor: &dyn Executor, subjects: &[&str]) -> Result<Vec<(String, i64)>, StoreError> {
    let Some(first) = subjects.first() else { return Ok(Vec::new()) };
    let others = subjects[1..].iter().map(|subject| format!(" UNION ALL SELECT '{subject}'"));
    let others: String = others.collect();
    let sql = format!(
        "WITH RECURSIVE sets (subject, hidden_by) AS (
           SELECT subject, (SELECT MIN(hidden_by) FROM changes WHERE changes.subject = subjects.subject)
           FROM (SELECT '{first}' AS subject{others}) AS subjects
           UNION ALL
           SELECT subject, (SELECT MIN(changes.hidden_by) FROM changes
             WHERE changes.subject = sets.subject AND changes.hidden_by > sets.hidden_by)
           FROM sets WHERE hidden_by IS NOT NULL)
         SELECT subject, hidden_by FROM sets WHERE hidden_by IS NOT NULL"
    );
    executor.all(&sql, &[], |row| Ok((row.required_text(0)?, row.required_integer(1)?)))
}

/// The newest entry of a subject for each set of reasons to hide it, with these reasons. Reads one entry for each set,
/// however many the subject has.
pub fn newest_by_reasons(executor: &dyn Executor, subject: &str) -> Result<Vec<(i64, Version)>, StoreError> {
    let newest = "SELECT sequence, happened_at FROM changes WHERE subject = ?1 AND hidden_by = ?2
                  ORDER BY sequence DESC LIMIT 1";
    let mut versions = Vec::new();
    for (_, hidden_by) in sets_of_reasons(executor, &[subject])? {
        let version = executor.one(newest, &[subject.into(), hidden_by.into()], |row| {
            Ok(Version { sequence: row.required_integer(0)?, happened_at: row.required_integer(1)? })
        })?;
        versions.extend(version.map(|version| (hidden_by, version)));
    }
    Ok(versions)
}

/// The SQL expression of the newest entry of several subjects; null if there is none.
pub fn newest_of_all<'a>(subjects: impl IntoIterator<Item = &'a str>) -> String {
    let newest = |subject| {
        format!("SELECT sequence FROM changes WHERE subject = '{subject}' ORDER BY sequence DESC LIMIT 1")
    };
    let each: Vec<String> =
        subjects.into_iter().map(|subject| format!("SELECT ({}) AS newest", newest(subject))).collect();
    format!("(SELECT MAX(newest) FROM ({}) AS subjects)", each.join(" UNION ALL "))
}

/// The SQL expression of the time of an entry.
pub fn time_of(sequence: &str) -> String {
    format!("(SELECT happened_at FROM changes WHERE sequence = {sequence})")
}

/// Lets only one writer at a time continue until its transaction ends, so that entries are numbered in the order in
/// which they become visible: a reader that has read an entry has missed none before it.
pub fn lock(executor: &dyn Executor) -> Result<(), StoreError> {
    if let Some(lock) = executor.dialect().lock_changes {
        executor.execute(lock, &[])?;
    }
    Ok(())
}

/// Adds an entry for a row that was inserted, updated or deleted. `hidden_by` and `earlier_hidden_by`, the reasons before the
/// change: see [`super::audience`].
pub fn record_one(
    executor: &dyn Executor,
    subject: Subject,
    key: i64,
    hidden_by: i64,
    earlier_hidden_by: i64,
) -> Result<(), StoreError> {
    insert(executor, subject, key.into(), hidden_by, earlier_hidden_by)
}

/// Adds an entry for any number of changed rows, which everybody sees.
pub fn record_all(executor: &dyn Executor, subject: Subject) -> Result<(), StoreError> {
    record_many(executor, subject, 0)
}

/// Adds an entry for any number of changed rows, which are all hidden for these reasons.
pub fn record_many(executor: &dyn Executor, subject: Subject, hidden_by: i64) -> Result<(), StoreError> {
    insert(executor, subject, Value::Null, hidden_by, 0)
}

fn insert(
    executor: &dyn Executor,
    subject: Subject,
    record: Value,
    hidden_by: i64,
    earlier_hidden_by: i64,
) -> Result<(), StoreError> {
    lock(executor)?;
    let now = jiff::Timestamp::now().as_millisecond();
    executor.execute(
        "INSERT INTO changes (subject, record, happened_at, hidden_by, earlier_hidden_by) VALUES (?1, ?2, ?3, ?4, ?5)",
        &[subject.name().into(), record, now.into(), hidden_by.into(), earlier_hidden_by.into()],
    )?;
    Ok(())
}
