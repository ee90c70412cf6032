//! Erasures in the feed. Their entries are for readers at the access level `full`; other readers get ordinary entries on the
//! next day, those of all erasures of a day together and in the order of the records.

use folkmoot_model::resource::{Resource, THIS};
use folkmoot_model::resources::RESOURCES;
use jiff::civil::Date;

use super::entries_of_rows::{Publication, Readers};
use super::{lock, newest};
use crate::StoreError;
use crate::audience::hidden_by;
use crate::change_feed::ChangeFeed;
use crate::executor::Executor;

impl ChangeFeed<'_> {
    /// Adds ordinary entries for the records that erasures of earlier days changed, `today` in UTC. Returns whether there
    /// were any. Each kind of pseudonym has a transaction of its own, so that the entries connect no two kinds.
    pub fn release_erasures(self, today: Date, now: i64) -> Result<bool, StoreError> {
        let kinds =
            format!("SELECT DISTINCT kind FROM erasure_batches WHERE released_on <= '{today}' ORDER BY kind");
        let kinds = self
            .store
            .database
            .read_latest(|executor| executor.all(&kinds, &[], |row| row.required_text(0)))?;
        for kind in &kinds {
            let due = format!("kind = '{kind}' AND released_on <= '{today}'");
            self.store.database.write(|executor| release(executor, &due, now))?;
        }
        Ok(!kinds.is_empty())
    }
}

/// Releases the batches that the condition `due` selects.
fn release(executor: &dyn Executor, due: &str, now: i64) -> Result<(), StoreError> {
    lock(executor)?;
    let batch = format!("SELECT DISTINCT subject, record FROM erasure_batches WHERE {due}");
    let publication = Publication { happened_at: executor.dialect().timestamp(now), readers: Readers::All };
    for resource in RESOURCES.iter().rev() {
        executor.execute(&publication.of_rows(resource, &removed_rows(resource, &batch)), &[])?;
    }
    for resource in RESOURCES {
        executor.execute(&publication.of_rows(resource, &existing_rows(resource, &batch)), &[])?;
    }
    let named = format!("UPDATE removed_records SET sequence = ?1 WHERE (subject, record) IN ({batch})");
    executor.execute(&named, &[newest(executor)?.into()])?;
    executor.execute(&format!("DELETE FROM erasure_batches WHERE {due}"), &[]).map(drop)
}

fn removed_rows(resource: &Resource, batch: &str) -> String {
    format!(
        "SELECT removed.record AS key, removed.hidden_by FROM ({batch}) AS batch JOIN removed_records AS removed
           ON removed.subject = batch.subject AND removed.record = batch.record
         WHERE batch.subject = '{}'",
        resource.names.plural
    )
}

fn existing_rows(resource: &Resource, batch: &str) -> String {
    let plural = resource.names.plural;
    format!(
        "SELECT {THIS}.key AS key, {} AS hidden_by FROM ({batch}) AS batch JOIN {plural} AS {THIS} ON {THIS}.key = batch.record
         WHERE batch.subject = '{plural}'",
        hidden_by(resource, THIS)
    )
}
