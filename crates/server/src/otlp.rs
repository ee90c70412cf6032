//! Sends traces to an OpenTelemetry collector (OTLP over HTTP with Protobuf).
//!
//! Nothing here delays a request: ended spans go into the bounded queue of the SDK, whose thread sends them. What does not fit or cannot
//! be sent is dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use folkmoot_telemetry::Tracer;
use http::{HeaderName, HeaderValue};
use opentelemetry::KeyValue;
use opentelemetry_otlp::{ExporterBuildError, Protocol, WithExportConfig as _, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::{OTelSdkError, OTelSdkResult};
use opentelemetry_sdk::trace::{BatchConfigBuilder, BatchSpanProcessor, SpanData, SpanExporter};
use reqwest::Client;
use reqwest::redirect::Policy;
use tokio::runtime::Handle;

/// Maximum time of a request to the collector.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum spans in the queue: about 2 MB.
const MAX_QUEUED: usize = 4096;
/// How long spans wait for further ones before they are sent together.
const MAX_DELAY: Duration = Duration::from_secs(1);

/// Why nothing can be sent.
#[derive(Debug, thiserror::Error)]
pub enum OtlpError {
    /// The HTTP client.
    #[error("failed to set up the connection to the OpenTelemetry collector: {0}")]
    Client(#[from] reqwest::Error),
    /// The exporter.
    #[error("failed to set up the connection to the OpenTelemetry collector: {0}")]
    Exporter(#[from] ExporterBuildError),
}

/// Where and what to send.
#[derive(Debug, Clone)]
pub struct OtlpSettings {
    /// The URL of the collector, to which `/v1/traces` is appended.
    pub endpoint: String,
    /// The headers of each request.
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// The share of requests whose spans are sent.
    pub ratio: f64,
    /// The version of the program.
    pub version: &'static str,
}

/// Makes the spans of requests and sends them. Must be called in a runtime.
pub fn start(settings: &OtlpSettings) -> Result<Tracer, OtlpError> {
    let client = Client::builder()
        .default_headers(settings.headers.iter().cloned().collect())
        .timeout(TIMEOUT)
        // A redirect would send the headers, which may be secret, elsewhere.
        .redirect(Policy::none())
        .build()?;
    let exporter = opentelemetry_otlp::SpanExporter::builder()
        .with_http()
        .with_protocol(Protocol::HttpBinary)
        .with_http_client(client)
        .with_endpoint(format!("{}/v1/traces", settings.endpoint.trim_end_matches('/')))
        .with_timeout(TIMEOUT)
        .build()?;
    let exporter = CollectorExporter {
        exporter: Arc::new(exporter),
        runtime: Handle::current(),
        is_failing: AtomicBool::new(false),
    };
    let batches =
        BatchConfigBuilder::default().with_max_queue_size(MAX_QUEUED).with_scheduled_delay(MAX_DELAY).build();
    let processor = BatchSpanProcessor::builder(exporter).with_batch_config(batches).build();
    let resource = Resource::builder_empty()
        .with_attributes([
            KeyValue::new("service.name", "folkmoot"),
            KeyValue::new("service.version", settings.version),
            KeyValue::new("service.instance.id", uuid::Uuid::new_v4().to_string()),
        ])
        .build();
    Ok(Tracer::new(processor, resource, settings.ratio))
}

/// Counts what is sent, and logs an outage once. Requests run on the runtime, because the thread of the SDK has none.
#[derive(Debug)]
struct CollectorExporter {
    exporter: Arc<opentelemetry_otlp::SpanExporter>,
    runtime: Handle,
    /// Whether the last request failed.
    is_failing: AtomicBool,
}

impl SpanExporter for CollectorExporter {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let (count, exporter) = (batch.len() as u64, Arc::clone(&self.exporter));
        let request = self.runtime.spawn(async move { exporter.export(batch).await });
        let stopped = |error: tokio::task::JoinError| Err(OTelSdkError::InternalFailure(error.to_string()));
        let sent = request.await.unwrap_or_else(stopped);
        let result = if sent.is_ok() { "sent" } else { "failed" };
        metrics::counter!("folkmoot_spans_total", "result" => result).increment(count);
        let was_failing = self.is_failing.swap(sent.is_err(), Ordering::Relaxed);
        match &sent {
            Err(error) if !was_failing => {
                tracing::warn!(%error, "failed to send to the OpenTelemetry collector; requests are served as before");
            }
            Ok(()) if was_failing => {
                tracing::info!("sending to the OpenTelemetry collector succeeded again");
            }
            _ => {}
        }
        sent
    }

    fn set_resource(&mut self, resource: &Resource) {
        // Nothing was sent yet, so that nobody else has the exporter.
        if let Some(exporter) = Arc::get_mut(&mut self.exporter) {
            exporter.set_resource(resource);
        }
    }
}
