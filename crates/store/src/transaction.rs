//! Transactions that combine writes of several subjects, such as the end of a session and its entry in the audit log.

use folkmoot_database::executor::Executor;

use super::{Store, StoreError};

impl Store {
    /// Runs `work` in a transaction that writes. If it returns an error, nothing is changed.
    pub fn transact<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&dyn Executor) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut failure = None;
        let written = self.database.write(|transaction| {
            work(transaction).map_err(|error| {
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
