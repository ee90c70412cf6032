//! The newest change of the database, by which replicas are compared with the primary.

use super::StoreError;
use super::executor::Executor;

/// The newest entry of all subjects.
pub fn newest_change(executor: &dyn Executor) -> Result<i64, StoreError> {
    executor.number("SELECT MAX(sequence) FROM changes", &[])
}
