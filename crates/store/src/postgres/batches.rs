//! Reading what many pages want at once: each reader takes all who wait, and reads for them with one statement.
//!
//! A statement costs PostgreSQL and this server a good part of what the records of a page cost, and it takes any number
//! of keys. So the more pages are asked for at once, the less each of them costs; and as long as there are fewer pages
//! than connections, each has a reader of its own.

mod line;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadpool_postgres::{Object, Pool};
use tokio_postgres::Row;

use self::line::{Line, Wanted};
use super::{client, in_time};
use crate::StoreError;
use crate::queries::Queries;

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
    pub fn new(pool: Pool, patience: Duration) -> Arc<Self> {
        Arc::new(Self { pool, patience, lines: Mutex::default() })
    }

    /// The rows with these keys, in this order, of one state of the database that is not older than the call.
    pub async fn rows(self: &Arc<Self>, queries: &Queries, keys: &[i64]) -> Result<Vec<Row>, StoreError> {
        let most_readers = self.pool.status().max_size;
        let (answer, needs_reader) = self.line(queries.table, |line| line.join(keys, most_readers));
        if needs_reader {
            // On its own, so that callers who go away take nothing from others, and no connection is made in vain.
            let (batches, statement) = (Arc::clone(self), Arc::clone(&queries.by_keys));
            tokio::spawn(batches.read_all(queries.table, statement));
        }
        answer
            .await
            .unwrap_or_else(|_| Err(StoreError::Unreachable("the server is shutting down".to_owned())))
    }

    fn line<T>(&self, table: &'static str, change: impl FnOnce(&mut Line) -> T) -> T {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        change(lines.entry(table).or_default())
    }

    /// Reads for those who wait, until nobody does.
    async fn read_all(self: Arc<Self>, table: &'static str, statement: Arc<str>) {
        while self.line(table, Line::keeps_reader) {
            let started = Instant::now();
            match client(&self.pool, self.patience).await {
                Ok(client) => {
                    let batch = self.line(table, Line::take);
                    if !batch.is_empty() {
                        self.read(client, &statement, batch).await;
                    }
                }
                // Whoever came later may be read for by others, who have a connection.
                Err(error) => refuse(self.line(table, |line| line.take_before(started)), &error),
            }
        }
    }

    /// Reads for all of a batch over this connection.
    async fn read(&self, client: Object, statement: &str, batch: Vec<Wanted>) {
        let keys: Vec<i64> = batch.iter().flat_map(|wanted| &wanted.keys).copied().collect();
        let patience = Some(self.patience);
        let found = async {
            let statement = in_time(patience, client.prepare_cached(statement)).await?;
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
                refuse(batch, &error);
            }
        }
    }
}

fn refuse(batch: Vec<Wanted>, error: &StoreError) {
    for wanted in batch {
        wanted.answer(Err(error.clone()));
    }
}
