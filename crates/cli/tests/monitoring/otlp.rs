//! Traces that a server sends to an OpenTelemetry collector.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use reqwest::Method;
use serde_json::json;

use crate::monitoring::collector::{Collector, attribute};
use crate::monitoring::exposition::Exposition;
use crate::support::fixture::Platform;
use crate::support::{Caller, Data, eventually};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
/// A value that no trace may contain.
const CANARY: &str = "canary7f3a9";
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Starts a server that sends to this URL, and signs a client in.
fn serve(data: &Data, endpoint: &str, arguments: &[&str]) -> (Caller, String) {
    let (id, secret) = data.client();
    let server = data.serve_with(&[&["--otlp-endpoint", endpoint], arguments].concat());
    (server.caller(&id, &secret), secret)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

fn named<'a>(spans: &'a [Span], name: &str) -> Vec<&'a Span> {
    spans.iter().filter(|span| span.name == name).collect()
}

#[test]
fn a_collector_receives_the_spans_of_requests_without_values() {
    let data = Data::with(&Platform::full(30, CREATED_AT));
    let collector = Collector::start();
    let headers = "Authorization=Bearer token-of-collector,X-Scope=a b";
    let (mut caller, secret) = serve(
        &data,
        &format!("{}/", collector.url),
        &["--trace-sample-ratio", "1", "--otlp-headers", headers],
    );
    let list = caller
        .server
        .request(Method::GET, &format!("/api/v2/ideas?search={CANARY}&page_size=24"))
        .bearer_auth(&caller.token)
        .header("traceparent", &format!("00-{TRACE}-00f067aa0ba902b7-00"))
        .header("tracestate", &format!("vendor={CANARY}"))
        .header("user-agent", CANARY)
        .header("baggage", &format!("who={CANARY}"))
        .send();
    assert_eq!(list.status, 200);
    assert_eq!(caller.get("/ideas").status, 200);
    assert_eq!(caller.get(&format!("/users/{CANARY}@example.org")).status, 404);
    assert_eq!(caller.server.request(Method::GET, &format!("/{CANARY}")).send().status, 404);
    let wrong = json!({ "auth": { "client_id": CANARY, "client_secret": CANARY } });
    assert_eq!(caller.server.request(Method::POST, "/api/v2/authenticate").json(&wrong).send().status, 401);
    // The last spans are sent before the process ends.
    caller.server.terminate();
    assert!(caller.server.wait().success());
    collector.read(|received| {
        let lists = named(&received.spans, "GET /api/v2/ideas");
        assert_eq!(lists.len(), 2, "{:?}", received.spans);
        let list = lists.into_iter().find(|span| hex(&span.trace_id) == TRACE).unwrap();
        assert_eq!(
            (hex(&list.parent_span_id).as_str(), list.kind),
            ("00f067aa0ba902b7", SpanKind::Server as i32)
        );
        assert!(list.trace_state.is_empty() && list.end_time_unix_nano > list.start_time_unix_nano);
        for (name, value) in [
            ("http.request.method", "GET"),
            ("http.route", "/api/v2/ideas"),
            ("http.response.status_code", "200"),
        ] {
            assert_eq!(attribute(&list.attributes, name).as_deref(), Some(value));
        }
        let parts: BTreeSet<&str> = received
            .spans
            .iter()
            .filter(|span| span.trace_id != list.trace_id && span.kind == SpanKind::Internal as i32)
            .map(|span| span.name.as_str())
            .collect();
        assert!(parts.contains("list index") && parts.contains("read records"), "{parts:?}");
        assert_eq!(named(&received.spans, "GET").len(), 1, "the request that no route matches");
        let sign_ins = named(&received.spans, "POST /api/v2/authenticate");
        assert_eq!(sign_ins.len(), 2);
        let service = attribute(&received.resources[0], "service.name");
        assert_eq!(service.as_deref(), Some("folkmoot"));
        let allowed = [
            "http.request.method",
            "http.route",
            "http.response.status_code",
            "folkmoot.request_id",
            "error.type",
            "folkmoot.records",
        ];
        for attribute in received.spans.iter().flat_map(|span| &span.attributes) {
            assert!(allowed.contains(&attribute.key.as_str()), "{}", attribute.key);
        }
        for secret in [CANARY, secret.as_str(), caller.token.as_str(), "token-of-collector"] {
            let found = received.bodies.iter().any(|body| contains(body, secret.as_bytes()));
            assert!(!found, "the collector received {secret}");
        }
        for headers in &received.headers {
            assert!(
                headers.contains("authorization: bearer token-of-collector")
                    && headers.contains("x-scope: a b")
            );
        }
    });
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[test]
fn a_collector_that_is_down_or_hangs_does_not_affect_requests() {
    let data = Data::with(&Platform::full(30, CREATED_AT));
    // One port refuses connections, the other accepts them and never responds.
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let hanging = TcpListener::bind("127.0.0.1:0").unwrap();
    // A list has two spans or more, and the queue has space for 4,096.
    for (address, requests) in [(closed, 50), (hanging.local_addr().unwrap(), 2400)] {
        let (mut caller, _) = serve(&data, &format!("http://{address}"), &["--trace-sample-ratio", "1"]);
        let started = Instant::now();
        for _ in 0..requests {
            assert_eq!(caller.get("/ideas?page_size=24").status, 200);
        }
        let took = started.elapsed();
        assert!(took < Duration::from_mins(3), "{took:?}");
        let metrics = || Exposition::parse(&caller.server.metrics());
        let lost = || {
            let metrics = metrics();
            let count = |result| metrics.value("folkmoot_spans_total", &[("result", result)]).unwrap();
            assert_eq!(count("sent"), 0.0);
            count("failed")
        };
        eventually("lost spans are not counted", || lost() > 0.0);
        caller.server.terminate();
        let stopping = Instant::now();
        assert!(caller.server.wait().success());
        assert!(stopping.elapsed() < Duration::from_secs(30), "{:?}", stopping.elapsed());
    }
}

#[test]
fn nothing_is_sent_without_sampling() {
    let data = Data::with(&Platform::empty());
    let collector = Collector::start();
    let (mut caller, _) = serve(&data, &collector.url, &["--trace-sample-ratio", "0"]);
    for _ in 0..20 {
        assert_eq!(caller.get("/ideas").status, 200);
    }
    caller.server.terminate();
    assert!(caller.server.wait().success());
    assert!(collector.read(|received| received.bodies.is_empty()));
}

#[test]
fn invalid_settings_are_rejected_without_their_values() {
    let data = Data::embedded();
    for (flag, value, expected) in [
        ("--otlp-endpoint", "collector:4318", "an absolute URL"),
        ("--otlp-headers", "Authorization", "NAME=VALUE"),
        ("--trace-sample-ratio", "2", "from 0 to 1"),
        ("--trace-sample-ratio", "NaN", "from 0 to 1"),
    ] {
        let output = data.run(&["serve", flag, value]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains(expected), "{error}");
        assert!(flag != "--otlp-headers" || !error.contains("Authorization"), "{error}");
    }
}
