//! Deferred changes: readers below the access level `full` get them on the next day, those of all writes of a day together and in an
//! order that depends on ids alone.
//!
//! These are changes of records whose timestamps are cut to the day, what only such records cause, and what follows from the deletion
//! of a person: their order, and what changed beside them, would show who did what.

use aws_lc_rs::digest::{Digest, SHA256, digest};
use folkmoot_database::dialect::Dialect;
use folkmoot_database::executor::Executor;
use folkmoot_database::row_reader::RowReader;
use folkmoot_model::resource::{Resource, THIS};
use folkmoot_model::resources::RESOURCES;
use jiff::civil::Date;

use super::{lock, newest};
use crate::StoreError;
use crate::audience::{any_reader, common_reasons, hidden_by, released_hidden_by};
use crate::change_feed::ChangeFeed;

impl ChangeFeed<'_> {
    /// Adds entries for the changes that were deferred until the current day of the platform. Returns whether there were any.
    pub fn release_deferred(self, now: i64) -> Result<bool, StoreError> {
        let today = self.store.clock().read(now)?.day();
        let is_due = format!("SELECT 1 FROM deferred_changes WHERE released_on <= '{today}' LIMIT 1");
        if !self.store.database.read_latest(|executor| executor.exists(&is_due, &[]))? {
            return Ok(false);
        }
        self.store.database.write(|executor| release(executor, today, now))?;
        Ok(true)
    }
}

/// A deferred change.
struct Deferred {
    /// A digest of the ids of the record, which orders the release.
    order: Digest,
    key: i64,
    hidden_by: i64,
    /// The reasons to hide the record before the first of the changes.
    earlier_hidden_by: i64,
}

/// Releases what is due: first the removed records, those that refer to others before those.
pub fn release(executor: &dyn Executor, today: Date, now: i64) -> Result<(), StoreError> {
    lock(executor)?;
    let due = format!("released_on <= '{today}'");
    for resource in RESOURCES.iter().rev() {
        release_rows(executor, resource, &removed_rows(executor.dialect(), resource, &due), now)?;
    }
    for resource in RESOURCES {
        release_rows(executor, resource, &existing_rows(executor.dialect(), resource, &due), now)?;
    }
    let released = format!("SELECT subject, record FROM deferred_changes WHERE {due}");
    let named = format!("UPDATE removed_records SET sequence = ?1 WHERE (subject, record) IN ({released})");
    executor.execute(&named, &[newest(executor)?.into()])?;
    executor.execute(&format!("DELETE FROM deferred_changes WHERE {due}"), &[]).map(drop)
}

/// Adds an entry for each of the rows that a query selects, in the order of digests of their ids.
fn release_rows(
    executor: &dyn Executor,
    resource: &Resource,
    rows: &str,
    now: i64,
) -> Result<(), StoreError> {
    let mut deferred = executor.all(rows, &[], |row: &dyn RowReader| {
        let order = digest(&SHA256, row.required_text(2)?.as_bytes());
        Ok(Deferred {
            order,
            key: row.required_integer(0)?,
            hidden_by: row.required_integer(1)?,
            earlier_hidden_by: row.required_integer(3)?,
        })
    })?;
    deferred.sort_unstable_by(|a, b| a.order.as_ref().cmp(b.order.as_ref()));
    let insert = "INSERT INTO changes (subject, record, happened_at, hidden_by, earlier_hidden_by) VALUES (?1, ?2, ?3, ?4, ?5)";
    let subject = resource.names.plural;
    for Deferred { key, hidden_by, earlier_hidden_by, .. } in deferred {
        executor.execute(
            insert,
            &[subject.into(), key.into(), now.into(), hidden_by.into(), earlier_hidden_by.into()],
        )?;
    }
    Ok(())
}

/// The changes of a resource that are due, each record once.
fn due_changes(resource: &Resource, due: &str) -> String {
    format!(
        "SELECT record, {} AS readers, {} AS hidden_by, (SELECT earliest.earlier_hidden_by FROM deferred_changes AS earliest
           WHERE earliest.subject = deferred_changes.subject AND earliest.record = deferred_changes.record
           ORDER BY earliest.released_on LIMIT 1) AS earlier_hidden_by FROM deferred_changes
         WHERE subject = '{}' AND {due} GROUP BY subject, record",
        any_reader("readers"),
        common_reasons("hidden_by"),
        resource.names.plural
    )
}

fn removed_rows(dialect: &Dialect, resource: &Resource, due: &str) -> String {
    format!(
        "SELECT removed.record, {}, COALESCE({}, removed.identity), due.earlier_hidden_by
         FROM ({}) AS due JOIN removed_records AS removed ON removed.subject = '{}' AND removed.record = due.record",
        released_hidden_by(resource, "due.readers", "due.hidden_by", "removed.hidden_by"),
        (dialect.uuid_text)("removed.id"),
        due_changes(resource, due),
        resource.names.plural
    )
}

fn existing_rows(dialect: &Dialect, resource: &Resource, due: &str) -> String {
    let ids: Vec<String> =
        resource.identity().iter().map(|id| (dialect.uuid_text)(&format!("{THIS}.{id}"))).collect();
    format!(
        "SELECT {THIS}.key, {}, {}, due.earlier_hidden_by FROM ({}) AS due JOIN {} AS {THIS} ON {THIS}.key = due.record",
        released_hidden_by(resource, "due.readers", "due.hidden_by", &hidden_by(resource, THIS)),
        ids.join(" || "),
        due_changes(resource, due),
        resource.names.plural
    )
}
