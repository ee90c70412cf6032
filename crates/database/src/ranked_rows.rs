//! Reading the result of a full-text search.

use std::time::{Duration, Instant};

use super::StoreError;
use super::executor::Executor;
use super::value::Value;

/// Maximum number of records that a search returns, newest first. It bounds the cost of searching for one letter among
/// many millions of records.
pub(super) const MAX_RESULTS: usize = 1_000_000;

/// The timeout of a search.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Runs a query that returns the keys of found records and their ranks.
pub(super) fn ranked_rows(
    executor: &dyn Executor,
    sql: &str,
    values: &[Value],
) -> Result<Vec<(i64, f64)>, StoreError> {
    let started = Instant::now();
    let mut rows = Vec::new();
    executor.query(sql, values, &mut |row| {
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
