//! Requests to the collector.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue};
use opentelemetry_proto::tonic::collector::metrics::v1::ExportMetricsServiceRequest;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::resource::v1::Resource as ResourceMessage;
use opentelemetry_proto::transform::common::tonic::ResourceAttributesWithSchema;
use opentelemetry_proto::transform::trace::tonic::group_spans_by_resource_and_scope;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SpanData;
use prost::Message;
use reqwest::Client;
use reqwest::redirect::Policy;

use super::exposition::read;
use super::metrics::resource_metrics;
use super::{OtlpError, OtlpSettings};

/// Maximum time of a request to the collector.
const TIMEOUT: Duration = Duration::from_secs(10);
const PROTOBUF: HeaderValue = HeaderValue::from_static("application/x-protobuf");

/// Sends requests to a collector.
#[derive(Debug, Clone)]
pub struct Sender {
    client: Client,
    endpoint: String,
    resource: Arc<ResourceAttributesWithSchema>,
    started_at: SystemTime,
    /// Whether the last request failed, so that an outage is logged once.
    is_failing: Arc<AtomicBool>,
}

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
enum SendError {
    #[error("{0}")]
    Request(reqwest::Error),
    #[error("the collector returned status {0}")]
    Status(u16),
}

impl Sender {
    pub fn new(settings: &OtlpSettings, resource: &Resource) -> Result<Self, OtlpError> {
        let mut headers: HeaderMap = settings.headers.iter().cloned().collect();
        headers.insert(CONTENT_TYPE, PROTOBUF);
        let client = Client::builder()
            .default_headers(headers)
            .timeout(TIMEOUT)
            // A redirect would send the headers, which may be secret, elsewhere.
            .redirect(Policy::none())
            .build()?;
        Ok(Self {
            client,
            endpoint: settings.endpoint.trim_end_matches('/').to_owned(),
            resource: Arc::new(resource.into()),
            started_at: SystemTime::now(),
            is_failing: Arc::default(),
        })
    }

    pub async fn send_spans(&self, spans: Vec<SpanData>) {
        let count = spans.len() as u64;
        let resource_spans = group_spans_by_resource_and_scope(spans, &self.resource);
        let is_sent = self.send("traces", &ExportTraceServiceRequest { resource_spans }).await;
        let result = if is_sent { "sent" } else { "failed" };
        metrics::counter!("folkmoot_spans_total", "result" => result).increment(count);
    }

    pub async fn send_metrics(&self, text: &str) {
        let resource =
            ResourceMessage { attributes: self.resource.attributes.0.clone(), ..Default::default() };
        let metrics = resource_metrics(read(text), resource, self.started_at, SystemTime::now());
        self.send("metrics", &ExportMetricsServiceRequest { resource_metrics: vec![metrics] }).await;
    }

    /// Sends a message. Returns whether the collector accepted it.
    async fn send(&self, signal: &'static str, message: &impl Message) -> bool {
        let url = format!("{}/v1/{signal}", self.endpoint);
        let response = self.client.post(url).body(message.encode_to_vec()).send().await;
        let sent = match response {
            // The URL may contain a secret.
            Err(error) => Err(SendError::Request(error.without_url())),
            Ok(response) if response.status().is_success() => Ok(()),
            Ok(response) => Err(SendError::Status(response.status().as_u16())),
        };
        let result = if sent.is_ok() { "succeeded" } else { "failed" };
        metrics::counter!("folkmoot_otlp_requests_total", "signal" => signal, "result" => result)
            .increment(1);
        let was_failing = self.is_failing.swap(sent.is_err(), Ordering::Relaxed);
        match &sent {
            Err(error) if !was_failing => {
                tracing::warn!(%error, signal, "failed to send to the OpenTelemetry collector; requests are served as before");
            }
            Ok(()) if was_failing => {
                tracing::info!(signal, "sending to the OpenTelemetry collector succeeded again");
            }
            _ => {}
        }
        sent.is_ok()
    }
}
