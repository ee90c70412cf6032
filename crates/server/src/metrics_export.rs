//! Writing the metrics in the format of Prometheus.

use folkmoot_runtime::blocking::{BlockingError, BlockingPool};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

/// How many requests for the metrics wait while another is served.
const QUEUED: usize = 64;
/// The upper bounds of the buckets of durations.
const BUCKET_SECONDS: &[f64] =
    &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Records metrics of the complete process. A process can do this only once.
pub fn record() -> Result<PrometheusHandle, BuildError> {
    let handle = PrometheusBuilder::new().set_buckets(BUCKET_SECONDS)?.install_recorder()?;
    folkmoot_telemetry::describe();
    Ok(handle)
}

/// Writes the recorded metrics, on a thread of its own because it takes too long for an async worker.
pub struct MetricsExport {
    handle: PrometheusHandle,
    pool: BlockingPool,
}

impl MetricsExport {
    /// Writes what the handle's recorder has recorded.
    pub fn new(handle: PrometheusHandle) -> Self {
        Self { handle, pool: BlockingPool::new("metrics", 1, QUEUED) }
    }

    /// The metrics as text, after `update` has set the gauges.
    pub async fn render(&self, update: impl FnOnce() + Send + 'static) -> Result<String, BlockingError> {
        let handle = self.handle.clone();
        let render = move || {
            update();
            handle.render()
        };
        self.pool.run(render).await
    }

    /// Aggregates recorded histograms; must be called regularly.
    pub async fn aggregate(&self) {
        let handle = self.handle.clone();
        // Fails only while the server shuts down.
        let _ = self.pool.run(move || handle.run_upkeep()).await;
    }
}
