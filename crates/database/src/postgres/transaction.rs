//! Transactions, their isolation levels and their timeouts.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use deadpool_postgres::Object;
use tokio::runtime::Handle;

use super::blocking_client::BlockingClient;
use crate::StoreError;

/// The purpose of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Reading a few records.
    Read,
    /// Reading whole tables; the reader may pause between rows.
    ReadTables,
    /// Writing.
    Write,
}

impl Purpose {
    /// The statement that begins it.
    pub fn begin(self) -> &'static str {
        match self {
            Self::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Self::ReadTables => {
                "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
                 SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
            }
            Self::Write => "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
        }
    }

    /// The timeout of its statements, given that of a response. Whole tables may have to be sorted and joined before their
    /// first row is returned.
    pub fn statement_timeout(self, timeout: Duration) -> Duration {
        if self == Self::ReadTables { timeout * 60 } else { timeout }
    }
}

/// Runs `run` in a transaction. Closes the connection if its state is unknown afterwards. `timeout` is that of a
/// response; the timeout of statements depends on the purpose.
pub fn transaction<T>(
    handle: &Handle,
    client: Object,
    purpose: Purpose,
    timeout: Duration,
    run: impl FnOnce(&BlockingClient<'_>) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let blocking = BlockingClient { client: &client, handle, timeout: Some(timeout) };
    let run = || run(&BlockingClient { timeout: Some(purpose.statement_timeout(timeout)), ..blocking });
    let transact = || {
        blocking.run(purpose.begin())?;
        let result = run()?;
        blocking.run("COMMIT")?;
        Ok(result)
    };
    let done = match catch_unwind(AssertUnwindSafe(transact)) {
        Ok(done) => done,
        Err(panic) => {
            // Its transaction is open: the next user of the connection would continue it.
            drop(Object::take(client));
            resume_unwind(panic)
        }
    };
    let ended = match &done {
        Ok(_) => true,
        Err(StoreError::Unreachable(_)) => false,
        Err(_) => blocking.run("ROLLBACK").is_ok(),
    };
    if !ended {
        drop(Object::take(client));
    }
    done
}
