//! Reading pages in batches: each reader takes all pages that wait, and reads them with one statement.
//!
//! A statement costs PostgreSQL and this server a good part of what the records of a page cost, and it takes any number
//! of keys. So the more pages wait, the less each of them costs; and if there are fewer pages than connections, each
//! page has a connection of its own.
//!
//! The simpler alternative is one statement per page, pipelined over shared connections. `cargo bench --bench postgres_pages`
//! compares both. With 4 connections, pipelining reads 0.86 times as many pages per second as batches with 16 callers and
//! 0.87 times as many with 64 (means of the medians of two runs: 3078 and 2661, 3656 and 3203 pages per second).

mod request_queue;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadpool_postgres::{Object, Pool};
use folkmoot_model::access::AccessLevel;
use tokio_postgres::Row;

use self::request_queue::{PageRequest, RequestQueue};
use super::{client, within_timeout};
use crate::StoreError;
use crate::queries::LevelQueries;

/// Reads pages in batches from one server of the database.
#[derive(Debug)]
pub struct Batches {
    pool: Pool,
    timeout: Duration,
    /// The waiting pages of each statement.
    queues: Mutex<HashMap<QueueName, RequestQueue>>,
}

/// A table and the level at which its records are read.
type QueueName = (&'static str, AccessLevel);

impl Batches {
    /// Batches that are read over the connections of a pool.
    pub fn new(pool: Pool, timeout: Duration) -> Arc<Self> {
        Arc::new(Self { pool, timeout, queues: Mutex::default() })
    }

    /// Reads the rows with these keys, in this order, in one state of the database that is not older than the call.
    pub async fn read_rows(
        self: &Arc<Self>,
        queries: &LevelQueries,
        keys: &[i64],
    ) -> Result<Vec<Row>, StoreError> {
        let max_readers = self.pool.status().max_size;
        let name = (queries.table, queries.level);
        let (rows, needs_reader) = self.with_queue(name, |queue| queue.enqueue(keys, max_readers));
        if needs_reader {
            // A task of its own: a cancelled request must neither stop the reads of others nor close a connection.
            let (batches, statement) = (Arc::clone(self), Arc::clone(&queries.by_keys));
            tokio::spawn(batches.run_reader(name, statement));
        }
        rows.await.unwrap_or_else(|_| Err(StoreError::Unreachable("the server is shutting down".to_owned())))
    }

    fn with_queue<T>(&self, name: QueueName, change: impl FnOnce(&mut RequestQueue) -> T) -> T {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        change(queues.entry(name).or_default())
    }

    /// Reads batches until no page waits.
    async fn run_reader(self: Arc<Self>, name: QueueName, statement: Arc<str>) {
        while !self.with_queue(name, RequestQueue::release_idle_reader) {
            let started = Instant::now();
            match client(&self.pool, self.timeout).await {
                Ok(client) => {
                    let batch = self.with_queue(name, RequestQueue::next_batch);
                    if !batch.is_empty() {
                        self.read_batch(client, &statement, batch).await;
                    }
                }
                // Another reader may have a connection for later requests.
                Err(error) => fail(self.with_queue(name, |queue| queue.take_older(started)), &error),
            }
        }
    }

    /// Reads all pages of a batch over this connection.
    async fn read_batch(&self, client: Object, statement: &str, batch: Vec<PageRequest>) {
        let keys: Vec<i64> = batch.iter().flat_map(|request| &request.keys).copied().collect();
        let timeout = Some(self.timeout);
        let result = async {
            let statement = within_timeout(timeout, client.prepare_cached(statement)).await?;
            within_timeout(timeout, client.query(&statement, &[&keys])).await
        };
        match result.await {
            Ok(rows) => {
                drop(client);
                let mut rows = rows.into_iter();
                for request in batch {
                    let count = request.keys.len();
                    request.complete(Ok(rows.by_ref().take(count).collect()));
                }
            }
            Err(error) => {
                // The statement may still run: the next user of the connection must not wait for it.
                drop(Object::take(client));
                fail(batch, &error);
            }
        }
    }
}

fn fail(batch: Vec<PageRequest>, error: &StoreError) {
    for request in batch {
        request.complete(Err(error.clone()));
    }
}
