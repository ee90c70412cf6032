//! The metrics of a running server, compared with the table.

use std::collections::BTreeSet;

use folkmoot_telemetry::{Kind, METRICS, Metric, find};

use crate::monitoring::exposition::{Exposition, Sample};
use crate::support::fixture::Platform;
use crate::support::{Data, eventually};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// The name of the metric that a sample belongs to: those of a histogram have a suffix.
fn metric_of(sample: &Sample) -> Option<&'static Metric> {
    find(&sample.name).or_else(|| {
        let (name, _) = sample.name.rsplit_once('_')?;
        find(name).filter(|metric| metric.kind == Kind::Histogram)
    })
}

fn assert_declared(metrics: &Exposition) {
    for sample in &metrics.samples {
        let metric = metric_of(sample).unwrap_or_else(|| panic!("{} is not in the table", sample.name));
        let labels: BTreeSet<&str> =
            sample.labels.keys().map(String::as_str).filter(|name| *name != "le").collect();
        let declared: BTreeSet<&str> = metric.labels.iter().map(|label| label.name).collect();
        assert_eq!(labels, declared, "{}", sample.name);
        for label in metric.labels.iter().filter(|label| !label.values.is_empty()) {
            let value = sample.labels[label.name].as_str();
            assert!(label.values.contains(&value), "{}: {} is {value}", metric.name, label.name);
        }
        let kind = match metric.kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        };
        assert_eq!(metrics.types[metric.name], kind, "{}", metric.name);
        assert_eq!(metrics.help[metric.name], metric.doc.trim(), "{}", metric.name);
    }
}

#[test]
fn the_metrics_of_a_server_are_those_of_the_table() {
    let data = Data::with(&Platform::full(30, CREATED_AT));
    let backups = data.path().join("backups");
    let (id, secret) = data.client();
    let server = data.serve_with(&["--backup-folder", backups.to_str().unwrap(), "--backup-at", "00:00"]);
    let caller = server.caller(&id, &secret);
    for _ in 0..3 {
        assert_eq!(caller.get("/ideas?page_size=24").status, 200);
    }
    assert_eq!(caller.get("/ideas?page_size=0").status, 400);
    assert_eq!(caller.server.authenticate(&id, "wrong").status, 401);
    assert_eq!(caller.get("/ideas?format=ndjson").status, 200);
    let parsed = || Exposition::parse(&caller.server.metrics());
    eventually("the duties have not measured", || {
        let metrics = parsed();
        metrics.value("folkmoot_last_backup_timestamp_seconds", &[]).is_some()
            && metrics.value("folkmoot_last_import_timestamp_seconds", &[("result", "succeeded")]).is_some()
            && metrics.value("folkmoot_disk_free_bytes", &[("folder", "data")]).is_some()
            && metrics.value("folkmoot_streams_open", &[]) == Some(0.0)
    });
    let metrics = parsed();
    assert_declared(&metrics);
    let value = |name: &str, labels: &[(&str, &str)]| metrics.value(name, labels);
    let number = |name: &str, labels: &[(&str, &str)]| value(name, labels).unwrap_or(-1.0);
    assert_eq!(value("folkmoot_problems_total", &[("code", "invalid-parameter-value")]), Some(1.0));
    assert_eq!(value("folkmoot_tokens_issued_total", &[]), Some(1.0));
    assert_eq!(value("folkmoot_sign_in_failures_total", &[]), Some(1.0));
    // The request that reads the metrics.
    assert_eq!(value("folkmoot_requests_in_flight", &[]), Some(1.0));
    assert!(value("folkmoot_connections_max", &[]) >= Some(64.0));
    assert_eq!(value("folkmoot_backups_scheduled", &[]), Some(1.0));
    assert!(value("folkmoot_cache_reads_total", &[("cache", "records"), ("result", "miss")]) >= Some(24.0));
    assert!(value("folkmoot_cache_reads_total", &[("cache", "bodies"), ("result", "hit")]) >= Some(0.0));
    assert!((0.0..5.0).contains(&number("folkmoot_feed_lag_seconds", &[])));
    let free = number("folkmoot_disk_free_bytes", &[("folder", "data")]);
    assert!(free > 0.0 && free <= number("folkmoot_disk_size_bytes", &[("folder", "data")]));
    let version = [
        ("version", env!("CARGO_PKG_VERSION")),
        ("commit", option_env!("FOLKMOOT_COMMIT").unwrap_or("unknown")),
    ];
    assert_eq!(value("folkmoot_build_info", &version), Some(1.0));
    let now = jiff::Timestamp::now().as_second();
    for (name, labels) in [
        ("folkmoot_last_backup_timestamp_seconds", &[][..]),
        ("folkmoot_last_import_timestamp_seconds", &[("result", "succeeded")]),
        ("folkmoot_feed_last_change_timestamp_seconds", &[]),
        ("process_start_time_seconds", &[]),
    ] {
        #[allow(clippy::cast_precision_loss, reason = "a time of this century is exact")]
        let age = now as f64 - number(name, labels);
        assert!((-5.0..600.0).contains(&age), "{name}: {age} s ago");
    }
}

#[test]
fn counters_begin_at_zero_before_their_first_event() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&[]);
    let metrics = Exposition::parse(&server.metrics());
    for (name, labels) in [
        ("folkmoot_exports_total", &[("result", "failed")][..]),
        ("folkmoot_backups_total", &[("result", "failed")]),
        ("folkmoot_connections_refused_total", &[("reason", "total")]),
        ("folkmoot_blocking_refused_total", &[("pool", "database writes")]),
        ("folkmoot_feed_panics_total", &[]),
        ("folkmoot_accept_errors_total", &[]),
    ] {
        assert_eq!(metrics.value(name, labels), Some(0.0), "{name}");
    }
}

#[test]
fn connections_of_all_listeners_are_counted_together() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&["--admin-listen", "127.0.0.1:0"]);
    let address = server.url.trim_start_matches("http://");
    let connections = || Exposition::parse(&server.metrics()).value("folkmoot_connections", &[]);
    let before = connections().unwrap();
    let open: Vec<_> = (0..5).map(|_| std::net::TcpStream::connect(address).unwrap()).collect();
    eventually("the connections are not counted", || connections() == Some(before + 5.0));
    drop(open);
    eventually("closed connections are counted", || connections() == Some(before));
}

#[test]
fn the_reference_prints_the_table() {
    let output = Data::embedded().run(&["reference", "metrics"]);
    let printed: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
    let names: Vec<&str> = printed.iter().map(|metric| metric["name"].as_str().unwrap()).collect();
    assert_eq!(names, METRICS.iter().map(|metric| metric.name).collect::<Vec<_>>());
}
