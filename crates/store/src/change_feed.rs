//! Operations on the change feed.

use folkmoot_database::Database;
use folkmoot_database::executor::Executor;
use folkmoot_model::resource::Resource;

use super::changes::{FeedRead, Version, horizon, newest, newest_of, newest_version, read_after};
use super::{Store, StoreError};

/// Maximum number of entries that are compared with the rows of a page.
const MAX_COMPARED: i64 = 1_000;

/// Operations on the change feed.
#[derive(Debug, Clone, Copy)]
pub struct ChangeFeed<'a> {
    pub(super) store: &'a Store,
}

impl ChangeFeed<'_> {
    /// Reads the entries after `sequence`.
    pub fn read_after(self, sequence: i64) -> Result<FeedRead, StoreError> {
        self.store.database.read_latest(|executor| read_after(executor, sequence))
    }

    /// The newest entry.
    pub fn newest(self) -> Result<Version, StoreError> {
        self.store.database.read_latest(newest_version)
    }

    /// Whether the feed contains this entry and all after it, so that it names everything that has changed since.
    pub fn contains(self, entry: Version) -> Result<bool, StoreError> {
        self.store.database.read_latest(|executor| {
            let found = "SELECT 1 FROM changes WHERE sequence = ?1 AND happened_at = ?2";
            Ok(horizon(executor)? <= entry.sequence
                && executor.exists(found, &[entry.sequence.into(), entry.happened_at.into()])?)
        })
    }

    /// Whether one of these rows, or a record that they show a value of, changed after the entry `after`, up to the entry
    /// `until`. Also true if the feed cannot tell.
    pub async fn any_changed_between(
        self,
        resource: &'static Resource,
        keys: Vec<i64>,
        after: i64,
        until: i64,
    ) -> Result<bool, StoreError> {
        let read = move |executor: &dyn Executor| {
            let subject = resource.names.plural;
            if horizon(executor)? > after || newest(executor)? < until {
                return Ok(true);
            }
            for joined in resource.shown_tables().into_iter().filter(|table| *table != subject) {
                if newest_of(executor, joined)? > after {
                    return Ok(true);
                }
            }
            let changed = executor.all(
                "SELECT record, COALESCE(last_record, record) FROM changes
                 WHERE subject = ?1 AND sequence > ?2 AND sequence <= ?3 LIMIT ?4",
                &[subject.into(), after.into(), until.into(), MAX_COMPARED.into()],
                |row| Ok(row.integer(0)?.zip(row.integer(1)?)),
            )?;
            let is_one = |records: &Option<(i64, i64)>| {
                records.is_none_or(|(first, last)| keys.iter().any(|key| (first..=last).contains(key)))
            };
            Ok(i64::try_from(changed.len()).is_ok_and(|count| count == MAX_COMPARED)
                || changed.iter().any(is_one))
        };
        self.store.database.read_by_key(&self.store.pools.reads, read).await
    }

    /// Records that this server observed the feed up to this entry: its later reads are not older.
    pub fn observe(self, sequence: i64) {
        if let Database::Postgres(postgres) = &*self.store.database {
            postgres.observe(sequence);
        }
    }

    /// Records that this server now follows another history, in which this entry is the newest.
    pub fn reset_to(self, sequence: i64) {
        if let Database::Postgres(postgres) = &*self.store.database {
            postgres.reset_to(sequence);
        }
    }
}
