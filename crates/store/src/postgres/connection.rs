//! A connection to PostgreSQL that the store's synchronous code uses.

use std::future::Future;
use std::time::Duration;

use deadpool_postgres::ClientWrapper;
use futures_util::TryStreamExt as _;
use tokio::runtime::Handle;
use tokio_postgres::types::Type;

use super::dialect::DIALECT;
use crate::StoreError;
use crate::connection::{Connection, EachRow};
use crate::dialect::Dialect;
use crate::value::Value;

/// A connection that this thread waits for.
pub struct Held<'a> {
    /// The connection.
    pub client: &'a ClientWrapper,
    /// Who drives it.
    pub handle: &'a Handle,
    /// How long an answer may be waited for, where there is a limit.
    pub patience: Option<Duration>,
}

impl Held<'_> {
    /// Runs statements that give nothing.
    pub fn run(&self, sql: &str) -> Result<(), StoreError> {
        self.wait(async { self.in_time(self.client.batch_execute(sql)).await })
    }

    /// Waits for what the database does, wherever this thread is.
    pub fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        wait(self.handle, future)
    }

    /// What the database does, or that it took too long.
    pub async fn in_time<T>(
        &self,
        future: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, StoreError> {
        in_time(self.patience, future).await
    }
}

/// Waits for a future, from any thread but an async worker, on which this panics.
pub fn wait<T>(handle: &Handle, future: impl Future<Output = T>) -> T {
    handle.block_on(future)
}

/// What a future gives, unless it takes longer than `patience`.
pub async fn in_time<T>(
    patience: Option<Duration>,
    future: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, StoreError> {
    match patience {
        None => future.await.map_err(StoreError::from),
        Some(patience) => match tokio::time::timeout(patience, future).await {
            Ok(done) => done.map_err(StoreError::from),
            Err(_) => {
                Err(StoreError::Unreachable(format!("no response within {} s", patience.as_secs_f32())))
            }
        },
    }
}

/// SQL with its parameters numbered as PostgreSQL does it.
pub fn numbered(sql: &str) -> String {
    sql.replace('?', "$")
}

impl Connection for Held<'_> {
    fn execute(&self, sql: &str, parameters: &[Value]) -> Result<usize, StoreError> {
        let rows = self.wait(async {
            if parameters.is_empty() {
                return self.in_time(self.client.execute_typed(sql, &[])).await;
            }
            let statement = self.in_time(self.client.prepare_cached(&numbered(sql))).await?;
            self.in_time(self.client.execute_raw(&statement, parameters)).await
        })?;
        Ok(usize::try_from(rows).unwrap_or(usize::MAX))
    }

    fn query(&self, sql: &str, parameters: &[Value], each: &mut EachRow<'_>) -> Result<(), StoreError> {
        self.wait(async {
            let stream = if parameters.is_empty() {
                let none: [(&Value, Type); 0] = [];
                self.in_time(self.client.query_typed_raw(sql, none)).await?
            } else {
                let statement = self.in_time(self.client.prepare_cached(&numbered(sql))).await?;
                self.in_time(self.client.query_raw(&statement, parameters)).await?
            };
            let mut stream = std::pin::pin!(stream);
            while let Some(row) = self.in_time(stream.try_next()).await? {
                each(&row)?;
            }
            Ok(())
        })
    }

    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }
}
