//! A connection to PostgreSQL for synchronous code.

use std::future::Future;
use std::time::Duration;

use deadpool_postgres::ClientWrapper;
use futures_util::TryStreamExt as _;
use tokio::runtime::Handle;
use tokio_postgres::types::Type;

use super::dialect::DIALECT;
use crate::StoreError;
use crate::dialect::Dialect;
use crate::executor::{Executor, RowHandler};
use crate::value::Value;

/// A connection whose methods block the calling thread.
pub struct BlockingClient<'a> {
    /// The connection.
    pub client: &'a ClientWrapper,
    /// The runtime that drives it.
    pub handle: &'a Handle,
    /// The timeout of each response, if there is one.
    pub timeout: Option<Duration>,
}

impl BlockingClient<'_> {
    /// Runs statements that return no rows.
    pub fn run(&self, sql: &str) -> Result<(), StoreError> {
        self.wait(async { self.within_timeout(self.client.batch_execute(sql)).await })
    }

    /// Blocks until a future completes; see [`wait`].
    pub fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        wait(self.handle, future)
    }

    /// The result of a future, or an error after the timeout.
    pub async fn within_timeout<T>(
        &self,
        future: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, StoreError> {
        within_timeout(self.timeout, future).await
    }
}

/// Blocks until a future completes. Panics on an async worker.
pub fn wait<T>(handle: &Handle, future: impl Future<Output = T>) -> T {
    handle.block_on(future)
}

/// The result of a future, or an error after `timeout`.
pub async fn within_timeout<T>(
    timeout: Option<Duration>,
    future: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, StoreError> {
    match timeout {
        None => future.await.map_err(StoreError::from),
        Some(timeout) => match tokio::time::timeout(timeout, future).await {
            Ok(done) => done.map_err(StoreError::from),
            Err(_) => Err(StoreError::Unreachable(format!("no response within {} s", timeout.as_secs_f32()))),
        },
    }
}

/// SQL with its parameters in the notation of PostgreSQL.
pub fn numbered(sql: &str) -> String {
    sql.replace('?', "$")
}

impl Executor for BlockingClient<'_> {
    fn execute(&self, sql: &str, parameters: &[Value]) -> Result<usize, StoreError> {
        let rows = self.wait(async {
            if parameters.is_empty() {
                return self.within_timeout(self.client.execute_typed(sql, &[])).await;
            }
            let statement = self.within_timeout(self.client.prepare_cached(&numbered(sql))).await?;
            self.within_timeout(self.client.execute_raw(&statement, parameters)).await
        })?;
        Ok(usize::try_from(rows).unwrap_or(usize::MAX))
    }

    fn query(
        &self,
        sql: &str,
        parameters: &[Value],
        handle_row: &mut RowHandler<'_>,
    ) -> Result<(), StoreError> {
        self.wait(async {
            let stream = if parameters.is_empty() {
                let none: [(&Value, Type); 0] = [];
                self.within_timeout(self.client.query_typed_raw(sql, none)).await?
            } else {
                let statement = self.within_timeout(self.client.prepare_cached(&numbered(sql))).await?;
                self.within_timeout(self.client.query_raw(&statement, parameters)).await?
            };
            let mut stream = std::pin::pin!(stream);
            while let Some(row) = self.within_timeout(stream.try_next()).await? {
                handle_row(&row)?;
            }
            Ok(())
        })
    }

    fn query_by_keys(
        &self,
        sql: &str,
        keys: &[i64],
        handle_row: &mut RowHandler<'_>,
    ) -> Result<(), StoreError> {
        // All rows first: a handler may block, which is not possible within a future.
        let rows = self.wait(async {
            let statement = self.within_timeout(self.client.prepare_cached(sql)).await?;
            let stream = self.within_timeout(self.client.query_raw(&statement, [keys])).await?;
            let mut stream = std::pin::pin!(stream);
            let mut rows = Vec::with_capacity(keys.len());
            while let Some(row) = self.within_timeout(stream.try_next()).await? {
                rows.push(row);
            }
            Ok::<_, StoreError>(rows)
        })?;
        rows.iter().try_for_each(|row| handle_row(row))
    }

    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }
}
