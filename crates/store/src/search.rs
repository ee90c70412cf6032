//! Full-text search in the texts of records.

use folkmoot_database::executor::Executor;
use folkmoot_database::search_words::SearchWords;
use folkmoot_model::resource::Resource;

use super::words::{self, KeySet};
use super::{Store, StoreError, changes};

/// The records that a search found, in one state of the database.
#[derive(Debug, Clone)]
pub struct Ranked {
    /// The key of each row and its rank; a lower rank is a better match.
    pub rows: Vec<(i64, f64)>,
    /// The newest change of the resource in that state.
    pub sequence: i64,
}

/// The records that contain the words of a search, in one state of the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matches {
    /// The keys of their rows.
    pub keys: KeySet,
    /// The newest change of the resource in that state.
    pub sequence: i64,
}

/// Searches.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    pub(super) store: &'a Store,
}

impl Search<'_> {
    /// Finds the records whose texts contain each of the words, as a word or as the beginning of one, with the word index.
    pub async fn matches(self, resource: &'static Resource, text: &str) -> Result<Matches, StoreError> {
        let text = text.to_owned();
        let read = move |executor: &dyn Executor| {
            let sequence = changes::newest_of(executor, resource.names.plural)?;
            if !words::is_current(executor, resource)? {
                return Err(StoreError::NotIndexed(resource.names.plural));
            }
            Ok(Matches { keys: words::find(executor, resource, &text)?, sequence })
        };
        self.store.database.read_in_pool(&self.store.pools.searches, read).await
    }

    /// Finds the records whose texts contain each of the words, as a word or as the beginning of one, and ranks them. Words of scripts
    /// without spaces are found anywhere in a text.
    pub async fn find(self, resource: &Resource, words: &str) -> Result<Ranked, StoreError> {
        let (table, words) = (resource.names.plural, SearchWords::new(words));
        let read = move |executor: &dyn Executor| {
            let sequence = changes::newest_of(executor, table)?;
            let rows = if words.is_empty() {
                Vec::new()
            } else {
                (executor.dialect().search)(executor, table, &words)?
            };
            Ok(Ranked { rows, sequence })
        };
        self.store.database.read_in_pool(&self.store.pools.searches, read).await
    }
}

/// The key of each row of a table whose texts contain the words, and its rank; a lower rank is a better match.
pub fn ranked(
    executor: &dyn Executor,
    table: &str,
    words: &SearchWords,
) -> Result<Vec<(i64, f64)>, StoreError> {
    if words.is_empty() { Ok(Vec::new()) } else { (executor.dialect().search)(executor, table, words) }
}
