//! Traces: a span for each sampled request, and spans for the parts of its work.
//!
//! A request that is not sampled costs one random number. Spans have only attributes that are listed here, so that neither query strings
//! nor values of people nor secrets can get into them.

use std::future::Future;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use http::HeaderMap;
use opentelemetry::propagation::{Extractor, TextMapPropagator as _};
use opentelemetry::trace::{
    Span as _, SpanKind, Status, TraceContextExt as _, Tracer as _, TracerProvider as _,
};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{Sampler, SdkTracer, SdkTracerProvider, Span, SpanProcessor};

/// The header with the trace that a client continues (W3C Trace Context).
const TRACEPARENT: &str = "traceparent";
/// The methods that the semantic conventions know. Others are `_OTHER`, because a client can send any word.
const METHODS: [&str; 9] = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"];

tokio::task_local! {
    /// The sampled request that the current task serves.
    static CURRENT: Tracing;
}

/// Makes the spans of sampled requests.
#[derive(Debug, Clone)]
pub struct Tracer {
    spans: SdkTracer,
    provider: SdkTracerProvider,
    /// A request is sampled if a random number is below this one.
    threshold: u64,
}

/// The span of a request.
#[derive(Debug)]
pub struct RequestSpan {
    tracing: Tracing,
}

/// What makes spans below another one.
#[derive(Debug, Clone)]
struct Tracing {
    tracer: SdkTracer,
    context: Context,
}

/// The span of a part of the work for a request. It ends when it is dropped.
#[derive(Debug)]
#[must_use = "the span ends when this is dropped"]
pub struct ChildSpan(Option<Span>);

/// The response to a request.
#[derive(Debug, Clone, Copy)]
pub struct Served<'a> {
    /// The pattern of the route; `None` if no route matched.
    pub route: Option<&'a str>,
    /// The status.
    pub status: u16,
    /// The code of the error, if it is one.
    pub code: Option<&'static str>,
    /// The id of the request, by which the log has it.
    pub request_id: &'a str,
}

impl Tracer {
    /// Samples this share of the requests of a resource. Ended spans go to `processor`.
    pub fn new(processor: impl SpanProcessor + 'static, resource: Resource, ratio: f64) -> Self {
        let provider = SdkTracerProvider::builder()
            // Whether a request is sampled is decided before its span is made.
            .with_sampler(Sampler::AlwaysOn)
            .with_span_processor(processor)
            .with_resource(resource)
            .build();
        Self { spans: provider.tracer("folkmoot"), provider, threshold: threshold(ratio) }
    }

    /// Sends the last spans. Gives up after a timeout. Later spans are dropped.
    pub async fn stop(&self, timeout: Duration) {
        let provider = self.provider.clone();
        // Waits for the thread of the processor.
        let stopped = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(timeout));
        if let Ok(Err(error)) = stopped.await {
            tracing::warn!(%error, "failed to send the last traces");
        }
    }

    /// Begins the span of a request, if it is sampled. It continues the trace that the client names. The client does not decide whether it is
    /// sampled: otherwise any client could have all its requests recorded.
    pub fn begin(&self, method: &str, headers: &HeaderMap) -> Option<RequestSpan> {
        if random() >= self.threshold {
            return None;
        }
        let method = METHODS.iter().find(|known| **known == method).copied().unwrap_or("_OTHER");
        let parent = TraceContextPropagator::new().extract_with_context(&Context::new(), &Headers(headers));
        let span = self
            .spans
            .span_builder(method)
            .with_kind(SpanKind::Server)
            .with_attributes([KeyValue::new("http.request.method", method)])
            .start_with_context(&self.spans, &parent);
        let tracing = Tracing { tracer: self.spans.clone(), context: Context::new().with_span(span) };
        Some(RequestSpan { tracing })
    }
}

impl RequestSpan {
    /// Runs work whose parts are spans below this one.
    pub async fn scope<F: Future>(&self, work: F) -> F::Output {
        CURRENT.scope(self.tracing.clone(), work).await
    }

    /// Ends the span with the attributes of the response.
    pub fn end(self, method: &str, served: Served<'_>) {
        let span = self.tracing.context.span();
        span.set_attribute(KeyValue::new("http.response.status_code", i64::from(served.status)));
        span.set_attribute(KeyValue::new("folkmoot.request_id", served.request_id.to_owned()));
        if let Some(route) = served.route {
            let method = METHODS.iter().find(|known| **known == method).copied().unwrap_or("HTTP");
            span.update_name(format!("{method} {route}"));
            span.set_attribute(KeyValue::new("http.route", route.to_owned()));
        }
        if served.status >= 500 {
            span.set_attribute(KeyValue::new("error.type", served.code.unwrap_or("unknown")));
            span.set_status(Status::error(""));
        }
        span.end();
    }
}

/// Begins the span of a part of the work, if the current task serves a sampled request. Its name is a constant.
pub fn child(name: &'static str) -> ChildSpan {
    ChildSpan(
        CURRENT
            .try_with(|Tracing { tracer, context }| {
                tracer.span_builder(name).with_kind(SpanKind::Internal).start_with_context(tracer, context)
            })
            .ok(),
    )
}

impl ChildSpan {
    /// Adds a number to the span.
    pub fn count(&mut self, name: &'static str, count: usize) {
        if let Some(span) = &mut self.0 {
            span.set_attribute(KeyValue::new(name, i64::try_from(count).unwrap_or(i64::MAX)));
        }
    }
}

/// The header of a request that names a trace. `tracestate` is not read, because it can contain anything.
struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        let mut values = self.0.get_all(TRACEPARENT).iter();
        let value = values.next().filter(|_| key == TRACEPARENT)?;
        // Two traces name none.
        values.next().is_none().then(|| value.to_str().ok())?
    }

    fn keys(&self) -> Vec<&str> {
        vec![TRACEPARENT]
    }
}

/// The number below which a share of all random numbers is.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share needs no more than 53 bits, and the conversion saturates"
)]
fn threshold(ratio: f64) -> u64 {
    (ratio * u64::MAX as f64) as u64
}

/// A random number for sampling: the sequence `SplitMix64`, which is fast and uniform, from a random start.
fn random() -> u64 {
    static START: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());
    static STEPS: AtomicU64 = AtomicU64::new(0);
    let state = START.wrapping_add(STEPS.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed));
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::sync::{Arc, Mutex};

    use http::HeaderValue;
    use opentelemetry_sdk::error::OTelSdkResult;
    use opentelemetry_sdk::trace::SpanData;

    use super::*;

    #[derive(Debug, Clone, Default)]
    struct Ended(Arc<Mutex<Vec<SpanData>>>);

    impl SpanProcessor for Ended {
        fn on_start(&self, _: &mut Span, _: &Context) {}

        fn on_end(&self, span: SpanData) {
            self.0.lock().unwrap().push(span);
        }

        fn force_flush(&self) -> OTelSdkResult {
            Ok(())
        }

        fn shutdown_with_timeout(&self, _: Duration) -> OTelSdkResult {
            Ok(())
        }
    }

    const SERVED: Served<'static> =
        Served { route: Some("/api/v2/ideas"), status: 200, code: None, request_id: "r1" };

    fn traced(values: &[&'static str]) -> SpanData {
        let ended = Ended::default();
        let tracer = Tracer::new(ended.clone(), Resource::builder_empty().build(), 1.0);
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(TRACEPARENT, HeaderValue::from_static(value));
        }
        tracer.begin("GET", &headers).unwrap().end("GET", SERVED);
        let spans = ended.0.lock().unwrap();
        assert_eq!(spans.len(), 1);
        spans[0].clone()
    }

    #[test]
    fn the_share_of_sampled_requests_is_the_ratio() {
        for (ratio, expected) in [(0.0, 0..=0), (0.1, 800..=1200), (1.0, 10_000..=10_000)] {
            let tracer = Tracer::new(Ended::default(), Resource::builder_empty().build(), ratio);
            let headers = HeaderMap::new();
            let sampled = (0..10_000).filter(|_| tracer.begin("GET", &headers).is_some()).count();
            assert!(expected.contains(&sampled), "{sampled} of 10,000 at {ratio}");
        }
    }

    #[test]
    fn a_valid_traceparent_is_continued_and_an_invalid_one_is_not() {
        const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
        let span = traced(&["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"]);
        assert_eq!(span.span_context.trace_id().to_string(), TRACE);
        assert_eq!(span.parent_span_id.to_string(), "00f067aa0ba902b7");
        assert!(span.parent_span_is_remote);
        let valid = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        for invalid in [
            &[valid, valid][..],
            &["eyJhbGciOiJFZERTQSJ9"],
            &["00-00000000000000000000000000000000-00f067aa0ba902b7-01"],
            &[],
        ] {
            let span = traced(invalid);
            assert_ne!(span.span_context.trace_id().to_string(), TRACE, "{invalid:?}");
            assert_eq!(span.parent_span_id, opentelemetry::trace::SpanId::INVALID);
        }
    }

    #[tokio::test]
    async fn parts_of_the_work_are_below_the_request_and_nowhere_else() {
        let ended = Ended::default();
        let span = Tracer::new(ended.clone(), Resource::builder_empty().build(), 1.0)
            .begin("BREW", &HeaderMap::new())
            .unwrap();
        span.scope(async { child("read page").count("folkmoot.records", 24) }).await;
        drop(child("outside"));
        span.end("BREW", Served { status: 503, code: Some("unavailable"), ..SERVED });
        let spans = ended.0.lock().unwrap();
        assert_eq!(
            spans.iter().map(|span| span.name.as_ref()).collect::<Vec<_>>(),
            ["read page", "HTTP /api/v2/ideas"]
        );
        assert_eq!(spans[0].parent_span_id, spans[1].span_context.span_id());
        assert!(spans[1].attributes.contains(&KeyValue::new("error.type", "unavailable")));
        assert!(spans[1].attributes.contains(&KeyValue::new("http.request.method", "_OTHER")));
    }
}
