//! Full-text search in the texts of records.

use std::time::{Duration, Instant};

use folkmoot_model::resource::Resource;

use super::executor::Executor;
use super::value::Value;
use super::{Store, StoreError, changes};

/// The records that a search found, in one state of the database.
#[derive(Debug, Clone)]
pub struct Ranked {
    /// The key of each row and its rank; a lower rank is a better match.
    pub rows: Vec<(i64, f64)>,
    /// The newest change of the resource in that state.
    pub sequence: i64,
}

/// Maximum number of records that a search returns, newest first. It bounds the cost of searching for one letter among
/// many millions of records.
pub(super) const MAX_RESULTS: usize = 1_000_000;

/// The timeout of a search.
const TIMEOUT: Duration = Duration::from_secs(10);

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

/// Runs a query that returns the keys of found records and their ranks.
pub(super) fn ranked_rows(
    executor: &dyn Executor,
    sql: &str,
    words: Value,
) -> Result<Vec<(i64, f64)>, StoreError> {
    let started = Instant::now();
    let mut rows = Vec::new();
    executor.query(sql, &[words], &mut |row| {
        if started.elapsed() > TIMEOUT {
            return Err(StoreError::Unreachable(format!(
                "a search took longer than {} s",
                TIMEOUT.as_secs()
            )));
        }
        rows.push((row.required_integer(0)?, row.float(1)?.unwrap_or(0.0)));
        Ok(())
    })?;
    Ok(rows)
}
