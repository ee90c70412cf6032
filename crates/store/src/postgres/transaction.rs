//! Transactions: what they may do, and how long they may take.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use deadpool_postgres::Object;
use tokio::runtime::Handle;

use super::connection::Held;
use crate::StoreError;

/// What a transaction is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A few records.
    Read,
    /// Whole tables, between whose rows the reader may take its time.
    ReadTables,
    /// Whatever changes anything.
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

    /// How long its steps may take where an answer may take this long. Tables may have to be sorted and joined before
    /// their first row is there.
    fn patience(self, patience: Duration) -> Duration {
        if self == Self::ReadTables { patience * 60 } else { patience }
    }
}

/// Runs something in a transaction, and discards a connection that is in no known state afterwards. Where an answer
/// may take as long as `patience`, steps may take what the purpose makes of it.
pub fn transaction<T>(
    handle: &Handle,
    client: Object,
    purpose: Purpose,
    patience: Duration,
    run: impl FnOnce(&Held<'_>) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let held = Held { client: &client, handle, patience: Some(patience) };
    let run = || run(&Held { patience: Some(purpose.patience(patience)), ..held });
    let transact = || {
        held.run(purpose.begin())?;
        let result = run()?;
        held.run("COMMIT")?;
        Ok(result)
    };
    let done = match catch_unwind(AssertUnwindSafe(transact)) {
        Ok(done) => done,
        Err(panic) => {
            // Its transaction is open: whoever got it next would work in that.
            drop(Object::take(client));
            resume_unwind(panic)
        }
    };
    let ended = match &done {
        Ok(_) => true,
        Err(StoreError::Unreachable(_)) => false,
        Err(_) => held.run("ROLLBACK").is_ok(),
    };
    if !ended {
        drop(Object::take(client));
    }
    done
}
