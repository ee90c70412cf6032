//! Reading what many pages want at once: whoever gets a connection reads for all who wait for one.
//!
//! A statement costs PostgreSQL and this server a good part of what the records of a page cost, and it takes any number
//! of keys. So the more pages are asked for at once, the less each of them costs; and where a connection is free, a page
//! waits for nobody.

mod line;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use deadpool_postgres::{Object, Pool};
use tokio_postgres::Row;

use self::line::{Line, Wanted};
use super::{client, in_time};
use crate::store::StoreError;
use crate::store::queries::Queries;

/// What pages want of one of the database's servers.
#[derive(Debug)]
pub struct Batches {
    pool: Pool,
    patience: Duration,
    /// Who waits, by table.
    lines: Mutex<HashMap<&'static str, Line>>,
}

impl Batches {
    /// Batches that are read over the connections of a pool.
    pub fn new(pool: Pool, patience: Duration) -> Self {
        Self { pool, patience, lines: Mutex::default() }
    }

    /// The rows with these keys, in this order, of one state of the database that is not older than the call.
    pub async fn rows(&self, queries: &Queries, keys: &[i64]) -> Result<Vec<Row>, StoreError> {
        loop {
            let mut answer = self.line(queries, |line| line.join(keys));
            let answered = loop {
                tokio::select! {
                    biased;
                    answered = &mut answer => break answered,
                    client = client(&self.pool, self.patience) => {
                        let client = client?;
                        let batch = self.line(queries, Line::take);
                        if batch.is_empty() {
                            drop(client);
                            break answer.await;
                        }
                        self.read(client, queries, batch).await;
                    }
                }
            };
            // Where the caller of whoever read for this page has gone away, somebody else reads for it.
            if let Ok(rows) = answered {
                return rows;
            }
        }
    }

    fn line<T>(&self, queries: &Queries, change: impl FnOnce(&mut Line) -> T) -> T {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        change(lines.entry(queries.table).or_default())
    }

    /// Reads for all of a batch over this connection.
    async fn read(&self, client: Object, queries: &Queries, batch: Vec<Wanted>) {
        let keys: Vec<i64> = batch.iter().flat_map(|wanted| &wanted.keys).copied().collect();
        let patience = Some(self.patience);
        let found = async {
            let statement = in_time(patience, client.prepare_cached(&queries.by_keys)).await?;
            in_time(patience, client.query(&statement, &[&keys])).await
        };
        match found.await {
            Ok(rows) => {
                drop(client);
                let mut rows = rows.into_iter();
                for wanted in batch {
                    let count = wanted.keys.len();
                    wanted.answer(Ok(rows.by_ref().take(count).collect()));
                }
            }
            Err(error) => {
                // Whoever is next must not wait for what this one gave up.
                drop(Object::take(client));
                for wanted in batch {
                    wanted.answer(Err(error.told_again()));
                }
            }
        }
    }
}
