//! Endpoints for operators: health checks and metrics.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::all_resources;
use http::{StatusCode, header};

use super::problem::Problem;
use super::state::AppState;

/// `/health/live`, `/health/ready` and `/metrics`.
pub fn routes() -> Router<Arc<AppState>> {
    Router::new()
        .route("/health/live", get(|| async { "alive\n" }))
        .route("/health/ready", get(ready))
        .route("/metrics", get(metrics))
}

/// Ready while the database responds and the change feed is followed. The list indexes are built before any request.
async fn ready(State(state): State<Arc<AppState>>) -> (StatusCode, &'static str) {
    if !state.feed.is_followed(Duration::ZERO).await {
        (StatusCode::SERVICE_UNAVAILABLE, "the change feed cannot be read\n")
    } else if state.database_probe.responds(&state.store).await {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database is not responding\n")
    }
}

async fn metrics(State(state): State<Arc<AppState>>) -> Result<Response, Problem> {
    let measured = Arc::clone(&state);
    let text = state.metrics.render(move || set_gauges(&measured)).await.map_err(Problem::unavailable)?;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response())
}

#[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
fn set_gauges(state: &AppState) {
    // Anybody who reads the metrics could count the ballots of a running vote.
    let is_secret = |resource: &Resource| resource.voting.is_some_and(|voting| voting.hides_records);
    for resource in all_resources().filter(|resource| !is_secret(resource)) {
        let (size, resource) = (state.indexes.get(resource).size(), resource.names.plural);
        metrics::gauge!("folkmoot_list_records", "resource" => resource).set(size.records as f64);
        metrics::gauge!("folkmoot_list_index_bytes", "resource" => resource).set(size.bytes as f64);
    }
    metrics::gauge!("folkmoot_list_index_dictionary_bytes").set(state.indexes.dictionary_bytes() as f64);
    metrics::gauge!("folkmoot_record_cache_bytes").set(state.record_cache.bytes() as f64);
    metrics::gauge!("folkmoot_record_file_bytes").set(state.record_files.bytes() as f64);
    metrics::gauge!("folkmoot_body_cache_bytes").set(state.body_cache.bytes() as f64);
}
