//! Searches in the texts of records.

use std::sync::Arc;
use std::time::{Duration, Instant};

use folkmoot_model::resource::Resource;

use super::connection::Connection;
use super::value::Value;
use super::{Store, StoreError, changes};

/// Records that a search found, on one state of the database.
#[derive(Debug, Clone)]
pub struct Ranked {
    /// The rows' keys, each with how well it matches; better is smaller.
    pub rows: Vec<(i64, f64)>,
    /// The newest change of the resource in that state.
    pub sequence: i64,
}

/// How many records a search finds at most: those that were stored last. It bounds what a search of one letter among
/// many millions of records costs; nobody pages through so many.
pub(super) const MOST_FOUND: usize = 1_000_000;

/// How long a search may take.
const TIMEOUT: Duration = Duration::from_secs(10);

impl Store {
    /// The records in whose texts every word is found, or the beginning of a longer one.
    pub async fn search(
        self: &Arc<Self>,
        resource: &'static Resource,
        words: &str,
    ) -> Result<Ranked, StoreError> {
        let words = words.to_owned();
        self.read_for_search(move |_, connection| {
            let sequence = changes::newest_of(connection, resource.names.plural)?;
            let rows = (connection.dialect().search)(connection, resource.names.plural, &words)?;
            Ok(Ranked { rows, sequence })
        })
        .await
    }
}

/// The keys of found records and how well they match, from a query that gives these two columns.
pub(super) fn found(
    connection: &dyn Connection,
    sql: &str,
    words: Value,
) -> Result<Vec<(i64, f64)>, StoreError> {
    let started = Instant::now();
    let mut found = Vec::new();
    connection.query(sql, &[words], &mut |row| {
        if started.elapsed() > TIMEOUT {
            return Err(StoreError::Unreachable(format!(
                "a search took longer than {} s",
                TIMEOUT.as_secs()
            )));
        }
        found.push((row.some_integer(0)?, row.real(1)?.unwrap_or(0.0)));
        Ok(())
    })?;
    Ok(found)
}
