//! Sends traces and metrics to an OpenTelemetry collector (OTLP over HTTP with Protobuf).
//!
//! Nothing here delays a request: ended spans go into a bounded queue, from which one task sends them. What does not fit or cannot be sent
//! is counted and dropped. Metrics are cumulative, so that a lost export is made up for by the next one.

mod exposition;
mod metrics;
mod sender;
mod spans;

use std::time::Duration;

use http::{HeaderName, HeaderValue};
use opentelemetry::KeyValue;
use opentelemetry_sdk::Resource;
use tokio::sync::{Mutex, watch};
use tokio::task::JoinHandle;

use self::sender::Sender;
use folkmoot_telemetry::Tracer;

/// Why nothing can be sent.
#[derive(Debug, thiserror::Error)]
#[error("failed to set up the connection to the OpenTelemetry collector: {0}")]
pub struct OtlpError(#[from] reqwest::Error);

/// Where and what to send.
#[derive(Debug, Clone)]
pub struct OtlpSettings {
    /// The URL of the collector, to which `/v1/traces` and `/v1/metrics` are appended.
    pub endpoint: String,
    /// The headers of each request.
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// The share of requests whose spans are sent.
    pub ratio: f64,
    /// The version of the program.
    pub version: &'static str,
}

/// The connection to a collector.
#[derive(Debug)]
pub struct Otlp {
    tracer: Tracer,
    sender: Sender,
    stop: watch::Sender<bool>,
    sending: Mutex<Option<JoinHandle<()>>>,
}

impl Otlp {
    /// Starts to send spans. Must be called in a runtime.
    pub fn start(settings: &OtlpSettings) -> Result<Self, OtlpError> {
        let instance = uuid::Uuid::new_v4().to_string();
        let resource = Resource::builder_empty()
            .with_attributes([
                KeyValue::new("service.name", "folkmoot"),
                KeyValue::new("service.version", settings.version),
                KeyValue::new("service.instance.id", instance),
            ])
            .build();
        let sender = Sender::new(settings, &resource)?;
        let (stop, stopping) = watch::channel(false);
        let (queue, ended) = spans::queue();
        let sending = tokio::spawn(spans::send(ended, sender.clone(), stopping));
        let tracer = Tracer::new(queue, settings.ratio);
        Ok(Self { tracer, sender, stop, sending: Mutex::new(Some(sending)) })
    }

    /// Makes the spans of requests.
    pub fn tracer(&self) -> &Tracer {
        &self.tracer
    }

    /// Sends metrics that were written in the format of Prometheus.
    pub async fn send_metrics(&self, text: &str) {
        self.sender.send_metrics(text).await;
    }

    /// Sends the remaining spans and these metrics. Gives up after a timeout.
    pub async fn stop(&self, text: &str, timeout: Duration) {
        self.stop.send_replace(true);
        let sending = self.sending.lock().await.take();
        let last = async {
            self.sender.send_metrics(text).await;
            if let Some(sending) = sending {
                let _ = sending.await;
            }
        };
        if tokio::time::timeout(timeout, last).await.is_err() {
            tracing::warn!("timed out sending the last traces and metrics");
        }
    }
}
