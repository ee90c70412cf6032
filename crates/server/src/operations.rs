//! What operators ask a server: whether it lives, whether it is ready, and its figures.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::response::IntoResponse as _;
use axum::response::Response;
use axum::routing::get;
use folkmoot_runtime::blocking::BlockingPool;
use folkmoot_store::Store;
use http::{StatusCode, header};
use tokio::sync::Mutex;

use super::problem::Problem;
use super::server::Server;

/// How many requests for the figures wait while others are answered.
const METRICS_QUEUED: usize = 64;

/// What the calls of operators share.
#[derive(Debug)]
pub struct Operations {
    /// When the database was last asked whether it responds, and whether it did. Callers who come while one asks share
    /// the next response, so that any number of them costs the database one query at a time.
    last_probe: Mutex<Option<(Instant, bool)>>,
    /// Writing the figures takes too long for an async worker.
    pub metrics: BlockingPool,
}

impl Operations {
    /// One that has not asked anything yet.
    pub fn new() -> Self {
        Self { last_probe: Mutex::default(), metrics: BlockingPool::new("metrics", 1, METRICS_QUEUED) }
    }

    /// Whether the database responds.
    async fn is_ready(&self, store: &Arc<Store>) -> bool {
        let asked = Instant::now();
        let mut last_probe = self.last_probe.lock().await;
        if let Some((began, is_ready)) = *last_probe
            && began >= asked
        {
            return is_ready;
        }
        let began = Instant::now();
        let newest = store.run_probe(|store| store.changes().newest()).await;
        if let Err(error) = &newest {
            tracing::error!(%error, "readiness check failed");
        }
        *last_probe = Some((began, newest.is_ok()));
        newest.is_ok()
    }
}

/// `/health/live`, `/health/ready` and `/metrics`.
pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/health/live", get(|| async { "alive\n" }))
        .route("/health/ready", get(ready))
        .route("/metrics", get(metrics))
}

/// Ready while the database responds and the change feed is followed; the list index is built before.
async fn ready(State(server): State<Arc<Server>>) -> (StatusCode, &'static str) {
    if !server.feed.is_followed(Duration::ZERO).await {
        (StatusCode::SERVICE_UNAVAILABLE, "the change feed cannot be read\n")
    } else if server.operations.is_ready(&server.store).await {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database is not responding\n")
    }
}

async fn metrics(State(server): State<Arc<Server>>) -> Result<Response, Problem> {
    let shared = Arc::clone(&server);
    let text = server.operations.metrics.run(move || figures(&shared)).await.map_err(Problem::unavailable)?;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response())
}

fn figures(server: &Server) -> String {
    for (resource, figures) in server.lists.figures() {
        #[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
        {
            metrics::gauge!("folkmoot_list_records", "resource" => resource).set(figures.records as f64);
            metrics::gauge!("folkmoot_list_index_bytes", "resource" => resource).set(figures.bytes as f64);
        }
    }
    #[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
    metrics::gauge!("folkmoot_kept_record_bytes").set(server.lists.rows.bytes() as f64);
    server.metrics.render()
}
