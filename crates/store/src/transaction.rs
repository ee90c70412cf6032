//! Transactions that combine operations of several subjects, such as a change of a client and its entry in the audit log.

use super::executor::Executor;
use super::{Store, StoreError};

/// A transaction that is committed if all its operations succeed.
#[derive(Clone, Copy)]
pub struct Transaction<'a> {
    pub(super) executor: &'a dyn Executor,
}

impl Store {
    /// Runs `work` in a transaction that writes. If it returns an error, nothing is changed.
    pub fn transact<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut failure = None;
        let written = self.database.write(|executor| {
            work(Transaction { executor }).map_err(|error| {
                failure = Some(error);
                StoreError::Cancelled
            })
        });
        match failure {
            Some(error) => Err(error),
            None => Ok(written?),
        }
    }
}

impl std::fmt::Debug for Transaction<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Transaction")
    }
}
