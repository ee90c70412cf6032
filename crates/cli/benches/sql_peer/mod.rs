//! The statement that `PostgREST` runs for a page of a table with an exact count, on the tables of Folkmoot.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio_postgres::{Client, NoTls, Statement};

use super::load::Measured;

/// The statement of version 12 for `GET /ideas?order=created_at,id&limit=24&offset=…` with `Prefer: count=exact`.
const PAGE: &str = "
  WITH pgrst_source AS (
    SELECT ideas.* FROM ideas ORDER BY ideas.created_at ASC, ideas.id ASC LIMIT 24 OFFSET $1
  ), pgrst_source_count AS (SELECT 1 FROM ideas)
  SELECT (SELECT pg_catalog.count(*) FROM pgrst_source_count) AS total_result_set,
    pg_catalog.count(_postgrest_t) AS page_total, coalesce(json_agg(_postgrest_t), '[]')::text AS body,
    nullif(current_setting('response.headers', true), '') AS response_headers,
    nullif(current_setting('response.status', true), '') AS response_status
  FROM (SELECT * FROM pgrst_source) AS _postgrest_t";

/// Connections with the prepared statement.
pub struct SqlPeer(Vec<Arc<(Client, Statement)>>);

impl SqlPeer {
    /// Opens the connections.
    pub async fn connect(url: &str, connections: usize) -> Self {
        let mut opened = Vec::new();
        for _ in 0..connections {
            let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
            tokio::spawn(connection);
            let statement = client.prepare(PAGE).await.unwrap();
            opened.push(Arc::new((client, statement)));
        }
        Self(opened)
    }

    /// The number of rows of the table. As a server in operation does, it analyses the table first.
    pub async fn total(&self) -> usize {
        let (client, statement) = &*self.0[0];
        client.batch_execute("VACUUM ANALYZE ideas").await.unwrap();
        let total: i64 = client.query_one(statement, &[&0_i64]).await.unwrap().get(0);
        total.try_into().unwrap()
    }

    /// Reads these pages repeatedly, for a time.
    pub async fn measure(&self, pages: &[usize], time: Duration) -> Measured {
        let (next, started) = (Arc::new(AtomicUsize::new(0)), Instant::now());
        let tasks: Vec<_> = self
            .0
            .iter()
            .map(|connection| {
                let (connection, next, pages) = (Arc::clone(connection), Arc::clone(&next), pages.to_vec());
                tokio::spawn(async move {
                    let (client, statement) = &*connection;
                    let mut latencies = Vec::new();
                    while started.elapsed() < time {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        let offset = i64::try_from((pages[n % pages.len()] - 1) * 24).unwrap();
                        let sent = Instant::now();
                        let row = client.query_one(statement, &[&offset]).await.unwrap();
                        assert_eq!(row.get::<_, i64>(1), 24);
                        latencies.push((n, sent.elapsed()));
                    }
                    latencies
                })
            })
            .collect();
        let mut latencies = Vec::new();
        for task in tasks {
            latencies.extend(task.await.unwrap());
        }
        Measured { rate: latencies.len() as f64 / started.elapsed().as_secs_f64(), latencies }
    }
}
