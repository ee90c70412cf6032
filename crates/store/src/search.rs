//! Full-text search in the texts of records.

use folkmoot_model::resource::Resource;

use super::executor::Executor;
use super::{Store, StoreError, changes};

/// The records that a search found, in one state of the database.
#[derive(Debug, Clone)]
pub struct Ranked {
    /// The key of each row and its rank; a lower rank is a better match.
    pub rows: Vec<(i64, f64)>,
    /// The newest change of the resource in that state.
    pub sequence: i64,
}

/// Searches.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    pub(super) store: &'a Store,
}

impl Search<'_> {
    /// Finds the records whose texts contain each of the words, as a word or as the beginning of one.
    pub async fn find(self, resource: &Resource, words: &str) -> Result<Ranked, StoreError> {
        let (table, words) = (resource.names.plural, words.to_owned());
        let read = move |executor: &dyn Executor| {
            let sequence = changes::newest_of(executor, table)?;
            let rows = (executor.dialect().search)(executor, table, &words)?;
            Ok(Ranked { rows, sequence })
        };
        self.store.database.read_for_search(&self.store.pools.searches, read).await
    }
}
