//! Reading the entries that a server has not applied yet.

use folkmoot_database::executor::Executor;
use folkmoot_database::value::Value;

use super::{Version, horizon, newest};
use crate::StoreError;

/// The greatest number of entries that are read one by one. If there are more, those of a subject that has more than
/// [`MOST_OF_SUBJECT`] are read as a few entries about all of its rows.
const MAX_ENTRIES: i64 = 100_000;
/// See [`MAX_ENTRIES`].
const MOST_OF_SUBJECT: i64 = 50_000;
/// The columns of an entry.
const COLUMNS: &str = "sequence, happened_at, subject, record, last_record, hidden_by";

/// An entry of the change feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its position in the feed, and its time.
    pub version: Version,
    /// The name of a [`super::Subject`].
    pub subject: String,
    /// The keys of the first and of the last changed row, which are equal if it is one; `None` if all rows must be read
    /// again.
    pub records: Option<(i64, i64)>,
    /// The reasons for which it is hidden, see [`crate::audience`].
    pub hidden_by: i64,
}

/// The result of reading the feed after some entry.
#[derive(Debug, PartialEq, Eq)]
pub enum FeedRead {
    /// The entries after it, oldest first.
    Changes(Vec<Change>),
    /// Entries after it were pruned: everything must be read again.
    Incomplete,
    /// The entry does not exist: the database has another history, for example because it was restored from a backup or
    /// a replica was promoted.
    Diverged,
}

/// Reads the entries after `sequence`.
pub fn read_after(executor: &dyn Executor, sequence: i64) -> Result<FeedRead, StoreError> {
    if horizon(executor)? > sequence {
        return Ok(FeedRead::Incomplete);
    }
    if newest(executor)? < sequence {
        return Ok(FeedRead::Diverged);
    }
    let after = format!("SELECT {COLUMNS} FROM changes WHERE sequence > ?1 ORDER BY sequence LIMIT ?2");
    let mut changes = read(executor, &after, &[sequence.into(), (MAX_ENTRIES + 1).into()])?;
    if i64::try_from(changes.len()).is_ok_and(|count| count > MAX_ENTRIES) {
        changes = read_by_subject(executor, sequence)?;
    }
    changes.shrink_to_fit();
    Ok(FeedRead::Changes(changes))
}

fn read_by_subject(executor: &dyn Executor, sequence: i64) -> Result<Vec<Change>, StoreError> {
    let counts = "SELECT subject, COUNT(*) FROM changes WHERE sequence > ?1 GROUP BY subject";
    let counts = executor
        .all(counts, &[sequence.into()], |row| Ok((row.required_text(0)?, row.required_integer(1)?)))?;
    let mut changes = Vec::new();
    for (subject, count) in counts {
        let sql = if count <= MOST_OF_SUBJECT {
            format!("SELECT {COLUMNS} FROM changes WHERE subject = ?1 AND sequence > ?2")
        } else {
            "SELECT sequence, happened_at, subject, NULL, NULL, hidden_by FROM changes WHERE sequence IN
               (SELECT MAX(sequence) FROM changes WHERE subject = ?1 AND sequence > ?2 GROUP BY hidden_by)"
                .to_owned()
        };
        changes.append(&mut read(executor, &sql, &[subject.into(), sequence.into()])?);
    }
    changes.sort_unstable_by_key(|change| change.version.sequence);
    Ok(changes)
}

fn read(executor: &dyn Executor, sql: &str, parameters: &[Value]) -> Result<Vec<Change>, StoreError> {
    executor.all(sql, parameters, |row| {
        let first = row.integer(3)?;
        let last = row.integer(4)?.or(first);
        Ok(Change {
            version: Version { sequence: row.required_integer(0)?, happened_at: row.required_integer(1)? },
            subject: row.required_text(2)?,
            records: first.zip(last),
            hidden_by: row.required_integer(5)?,
        })
    })
}
