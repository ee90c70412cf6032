//! What operators ask a server: whether it lives, whether it is ready, and its figures.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use http::{StatusCode, header};

use super::server::Server;

/// `/health/live`, `/health/ready` and `/metrics`.
pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/health/live", get(|| async { "alive\n" }))
        .route("/health/ready", get(ready))
        .route("/metrics", get(metrics))
}

/// Ready while the database answers; the list index stands before the server listens.
async fn ready(State(server): State<Arc<Server>>) -> (StatusCode, &'static str) {
    let newest = server.store.newest_change();
    match newest {
        Ok(_) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            tracing::error!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
        }
    }
}

async fn metrics(State(server): State<Arc<Server>>) -> impl axum::response::IntoResponse {
    for (resource, figures) in server.lists.figures() {
        #[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
        {
            metrics::gauge!("folkmoot_list_records", "resource" => resource).set(figures.records as f64);
            metrics::gauge!("folkmoot_list_index_bytes", "resource" => resource).set(figures.bytes as f64);
        }
    }
    #[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
    metrics::gauge!("folkmoot_kept_record_bytes").set(server.lists.rows.bytes() as f64);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], server.metrics.render())
}
