//! Endpoints for operators: health checks and metrics.
//!
//! Metrics show how a platform is used, so that the port of the public API serves them only to those who have the token of
//! `metrics-token`. The listener of `metrics-listen` serves them to everyone who reaches it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::digest::{SHA256, digest};
use axum::Router;
use axum::extract::State;
use axum::http::Uri;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::{INVALID_TOKEN, MISSING_TOKEN};
use folkmoot_api::record_state::RecordState;
use folkmoot_api::route_layers;
use folkmoot_api::unknown_routes::{method_not_allowed, route_not_found};
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::all_resources;
use http::{HeaderMap, StatusCode, header};
use jiff::Timestamp;
use metrics_exporter_prometheus::PrometheusHandle;

use super::database_probe::DatabaseProbe;
use super::logs;
use super::metrics_export::MetricsExport;

/// The path of the metrics.
const METRICS_PATH: &str = "/metrics";

/// What health checks and metrics need.
pub struct MonitoringState {
    /// The caches and the indexes of records.
    pub records: Arc<RecordState>,
    /// Whether the database responds.
    pub database_probe: DatabaseProbe,
    /// Writes the metrics in the format of Prometheus.
    pub metrics: Arc<MetricsExport>,
    /// The token for the metrics, if the port of the public API serves them.
    pub metrics_token: Option<String>,
    /// The current time.
    pub clock: fn() -> Timestamp,
    /// Whether the server still serves requests but is to get no more.
    pub is_draining: AtomicBool,
}

/// `/health/live` and `/health/ready`, and `/metrics` if the settings have a token for it.
pub fn routes<S: Clone + Send + Sync + 'static>(state: &Arc<MonitoringState>) -> Router<S> {
    let mut routes = Router::new()
        .route("/health/live", get(|| async { health(StatusCode::OK, "alive\n") }))
        .route("/health/ready", get(ready));
    if state.metrics_token.is_some() {
        routes = routes.route(METRICS_PATH, get(metrics_for_token));
    }
    routes.with_state(Arc::clone(state))
}

/// All routes of a listener that serves metrics only.
pub fn metrics_listener_routes(state: &Arc<MonitoringState>) -> Router {
    Router::new()
        .route(METRICS_PATH, get(metrics))
        .route_layer(route_layers::note_route())
        .fallback(|uri: Uri| async move { route_not_found(uri.path()) })
        .method_not_allowed_fallback(method_not_allowed)
        .with_state(Arc::clone(state))
}

/// The metrics of a listener whose server is starting, without those of the database.
pub fn starting_metrics_routes(metrics: PrometheusHandle) -> Router {
    Router::new().route(METRICS_PATH, get(|| async move { metrics_response(metrics.render()) }))
}

/// A health report. Caches must not store it, because it is true only now.
pub fn health(status: StatusCode, text: &'static str) -> Response {
    (status, [(header::CACHE_CONTROL, "no-store")], text).into_response()
}

/// Ready while the database responds, the change feed is followed and the server is not about to stop. The list indexes are built
/// before any request.
async fn ready(State(state): State<Arc<MonitoringState>>) -> Response {
    if state.is_draining.load(Ordering::Relaxed) {
        health(StatusCode::SERVICE_UNAVAILABLE, "shutting down\n")
    } else if !state.records.feed.is_followed(Duration::ZERO).await {
        health(StatusCode::SERVICE_UNAVAILABLE, "the change feed cannot be read\n")
    } else if state.database_probe.responds(&state.records.store).await {
        health(StatusCode::OK, "ready\n")
    } else {
        health(StatusCode::SERVICE_UNAVAILABLE, "the database is not responding\n")
    }
}

async fn metrics_for_token(
    state: State<Arc<MonitoringState>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let Some(token) = bearer(&headers) else {
        let detail = "Send the token of the setting metrics-token as Authorization: Bearer <token>.";
        return Err(Problem::new(&MISSING_TOKEN, detail));
    };
    let expected = state.metrics_token.as_deref();
    if !expected.is_some_and(|expected| is_same(token, expected)) {
        return Err(Problem::new(&INVALID_TOKEN, "The token is not that of the setting metrics-token."));
    }
    metrics(state).await
}

/// The token of `Authorization: Bearer <token>`.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Compares secrets in a time that depends neither on their content nor on the length of the expected one.
fn is_same(sent: &str, expected: &str) -> bool {
    let hash = |text: &str| digest(&SHA256, text.as_bytes());
    verify_slices_are_equal(hash(sent).as_ref(), hash(expected).as_ref()).is_ok()
}

async fn metrics(State(state): State<Arc<MonitoringState>>) -> Result<Response, Problem> {
    let measured = Arc::clone(&state);
    let text = state.metrics.render(move || set_gauges(&measured)).await?;
    Ok(metrics_response(text))
}

fn metrics_response(text: String) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

#[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
fn set_gauges(state: &MonitoringState) {
    // Anybody who reads the metrics could count the ballots of a running vote.
    let is_secret = |resource: &Resource| resource.voting.is_some_and(|voting| voting.hides_records);
    for resource in all_resources().filter(|resource| !is_secret(resource)) {
        let (size, resource) = (state.records.indexes.get(resource).size(), resource.names.plural);
        metrics::gauge!("folkmoot_list_records", "resource" => resource).set(size.records as f64);
        metrics::gauge!("folkmoot_list_index_bytes", "resource" => resource).set(size.bytes as f64);
    }
    metrics::counter!("folkmoot_log_lost_lines_total").absolute(logs::lost_lines());
    metrics::gauge!("folkmoot_list_index_dictionary_bytes")
        .set(state.records.indexes.dictionary_bytes() as f64);
    for (cache, bytes) in state.records.indexes.cache_bytes() {
        metrics::gauge!("folkmoot_list_cache_bytes", "cache" => cache).set(bytes as f64);
    }
    metrics::gauge!("folkmoot_record_cache_bytes").set(state.records.record_cache.bytes() as f64);
    metrics::gauge!("folkmoot_record_file_bytes").set(state.records.record_files.bytes() as f64);
    metrics::gauge!("folkmoot_record_files").set(state.records.record_files.count() as f64);
    metrics::gauge!("folkmoot_body_cache_bytes").set(state.records.body_cache.bytes() as f64);
    for (cache, (hits, misses)) in
        [("records", state.records.record_cache.reads()), ("bodies", state.records.body_cache.reads())]
    {
        for (result, reads) in [("hit", hits), ("miss", misses)] {
            metrics::counter!("folkmoot_cache_reads_total", "cache" => cache, "result" => result)
                .absolute(reads);
        }
    }
    metrics::gauge!("folkmoot_feed_lag_seconds").set(state.records.feed.lag().as_secs_f64());
    let last_change = (state.clock)().as_millisecond() as f64 / 1000.0
        - state.records.feed.applied().borrow().since.elapsed().as_secs_f64();
    metrics::gauge!("folkmoot_feed_last_change_timestamp_seconds").set(last_change);
    set_database_gauges(state);
    folkmoot_telemetry::process::record();
}

/// The connections of PostgreSQL, and the state of its replicas. The embedded database has none.
#[allow(clippy::cast_precision_loss, reason = "gauges are floating-point numbers")]
fn set_database_gauges(state: &MonitoringState) {
    for server in state.records.store.servers() {
        let (name, in_use) = (server.name, server.connections.saturating_sub(server.idle));
        for (state, connections) in [("in-use", in_use), ("idle", server.idle)] {
            metrics::gauge!("folkmoot_database_connections", "server" => name.clone(), "state" => state)
                .set(connections as f64);
        }
        metrics::gauge!("folkmoot_database_connections_max", "server" => name.clone())
            .set(server.max_connections as f64);
        metrics::gauge!("folkmoot_database_waiting", "server" => name.clone()).set(server.waiting as f64);
        if let Some(replica) = server.replica {
            metrics::gauge!("folkmoot_replica_up", "server" => name.clone())
                .set(f64::from(u8::from(replica.responds)));
            metrics::gauge!("folkmoot_replica_lag_seconds", "server" => name).set(replica.lag.as_secs_f64());
        }
    }
}
