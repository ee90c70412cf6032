//! How long the feed is retained.

use folkmoot_database::executor::Executor;
use folkmoot_model::resources::all_resources;
use folkmoot_model::timestamp::MILLISECONDS_OF_DAY;

use super::{Subject, horizon, newest, newest_by_reasons};
use crate::StoreError;
use crate::change_feed::ChangeFeed;

/// The greatest number of entries that one transaction deletes, so that no other writer waits long.
const MOST_DELETED: i64 = 20_000;

impl ChangeFeed<'_> {
    /// Deletes the entries that are older than a number of days, except the newest of each subject for each set of reasons
    /// to hide it, and the descriptions of removed rows that they name.
    pub fn prune(self, now: i64, days: i64) -> Result<(), StoreError> {
        let oldest = now.saturating_sub(days.saturating_mul(MILLISECONDS_OF_DAY));
        while self.store.database.read_latest(|executor| has_expired(executor, oldest))? {
            self.store.database.write(|executor| prune(executor, oldest))?;
        }
        Ok(())
    }
}

/// Whether the first entry that was not pruned is old enough. Reads one entry.
fn has_expired(executor: &dyn Executor, oldest: i64) -> Result<bool, StoreError> {
    let oldest = executor.dialect().timestamp(oldest);
    let first = format!(
        "SELECT 1 FROM (SELECT happened_at FROM changes WHERE sequence > ?1 ORDER BY sequence LIMIT 1) AS first
         WHERE happened_at < {oldest}"
    );
    executor.exists(&first, &[horizon(executor)?.into()])
}

fn prune(executor: &dyn Executor, oldest: i64) -> Result<(), StoreError> {
    let horizon = horizon(executor)?;
    let retained = format!(
        "SELECT sequence FROM changes WHERE sequence > ?1 AND happened_at >= {} ORDER BY sequence LIMIT 1",
        executor.dialect().timestamp(oldest)
    );
    let retained = executor.one(&retained, &[horizon.into()], |row| row.required_integer(0))?;
    let last = match retained {
        Some(retained) => retained - 1,
        None => newest(executor)?,
    };
    let pruned = executor.number(
        "SELECT MAX(sequence) FROM
           (SELECT sequence FROM changes WHERE sequence > ?1 AND sequence <= ?2 ORDER BY sequence LIMIT ?3) AS pruned",
        &[horizon.into(), last.into(), MOST_DELETED.into()],
    )?;
    if pruned <= horizon {
        return Ok(());
    }
    let mut kept = Vec::new();
    for subject in all_resources().map(Subject::Records).chain([Subject::Platform, Subject::Clients]) {
        let newest = newest_by_reasons(executor, subject.name())?;
        kept.extend(newest.into_iter().map(|(_, version)| version.sequence.to_string()));
    }
    // A list in SQL must not be empty.
    kept.push("0".to_owned());
    executor.execute("UPDATE change_horizon SET sequence = ?1", &[pruned.into()])?;
    let delete =
        format!("DELETE FROM changes WHERE sequence <= ?1 AND sequence NOT IN ({})", kept.join(", "));
    executor.execute(&delete, &[pruned.into()])?;
    // Entries about removed rows that are deferred follow when their day has come.
    executor.execute(
        "DELETE FROM removed_records WHERE sequence <= ?1
         AND (subject, record) NOT IN (SELECT subject, record FROM deferred_changes)",
        &[pruned.into()],
    )?;
    Ok(())
}
