//! Latency of health checks, list pages and downloads while many connections wait: `cargo bench --bench connections`.
//!
//! The server has 1,024 file descriptors, the default of systemd. One address opens 1,100 idle connections and 500 with
//! 390 kB of unfinished headers, and replaces those that the server closes.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;
use support::files::platform;
use support::fixture::{record, resource};
use support::raw_connection::RawConnection;
use support::server_log;
use support::{Caller, Data};

const IDLE: usize = 1100;
const UNFINISHED: usize = 500;
const HEADER_BYTES: usize = 390_000;
const LIMIT: Duration = Duration::from_millis(100);
const MEMORY_LIMIT: u64 = 100_000_000;
const TIME: Duration = Duration::from_secs(10);
/// The address of the waiting connections.
const ATTACKER: [u8; 4] = [127, 0, 0, 2];

fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

/// Opens waiting connections, and replaces those that the server closes.
fn open_waiting_connections(caller: &Caller, is_over: &AtomicBool) {
    let unfinished = [b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", &vec![b'a'; HEADER_BYTES][..]].concat();
    let open = |is_idle: bool| {
        let mut connection = RawConnection::from(&caller.server, ATTACKER);
        if !is_idle {
            connection.write_some(&unfinished);
        }
        connection
    };
    let mut connections: Vec<_> =
        (0..IDLE + UNFINISHED).map(|number| (number < IDLE, open(number < IDLE))).collect();
    while !is_over.load(Ordering::Relaxed) {
        for (is_idle, connection) in &mut connections {
            if !connection.is_open() {
                *connection = open(*is_idle);
            }
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The 99th percentile of the latency, measured for this time.
fn p99(name: &str, time: Duration, request: impl Fn() -> u16) -> Duration {
    let started = Instant::now();
    let mut durations = Vec::new();
    while started.elapsed() < time {
        let began = Instant::now();
        assert_eq!(request(), 200, "{name}");
        durations.push(began.elapsed());
    }
    durations.sort_unstable();
    let found = durations[durations.len() * 99 / 100];
    let median = durations[durations.len() / 2];
    println!(
        "{name}: p99 {:.1} ms (limit {} ms), median {:.1} ms, max {:.1} ms, {} requests",
        found.as_secs_f64() * 1000.0,
        LIMIT.as_millis(),
        median.as_secs_f64() * 1000.0,
        durations[durations.len() - 1].as_secs_f64() * 1000.0,
        durations.len()
    );
    found
}

fn main() {
    let mut platform = platform();
    for number in 0..30 {
        platform.add("areas", record(resource("areas"), number, "2025-03-18T08:15:30.250Z"));
    }
    let data = Data::with(&platform);
    let (id, secret) = data.client();
    let (server, _) =
        server_log::start(&mut server_log::with_descriptors(&server_log::serve(&data, &[]), 1024));
    let caller = server.caller(&id, &secret);
    let url = caller.uploaded(&json!({}))["url"].as_str().unwrap().to_owned();
    let before = resident(caller.server.process_id());
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| open_waiting_connections(&caller, &is_over));
        std::thread::sleep(Duration::from_secs(2));
        let live = || caller.server.request(Method::GET, "/health/live").send().status;
        let list = || caller.get("/areas?page_size=24").status;
        let download = || caller.download(&url, &[]).status;
        // On new connections, which the server must accept.
        let fresh = || {
            let mut connection = RawConnection::open(&caller.server);
            connection.write(b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            connection.response().status
        };
        let found = [
            p99("/health/live", TIME, live),
            p99("/health/live on a new connection", TIME, fresh),
            p99("a list page", TIME, list),
            p99("a download", TIME, download),
        ];
        let growth = resident(caller.server.process_id()).saturating_sub(before);
        is_over.store(true, Ordering::Relaxed);
        println!("memory: {} MB more (limit {} MB)", growth / 1_000_000, MEMORY_LIMIT / 1_000_000);
        assert!(found.iter().all(|found| *found < LIMIT), "slower than the limit");
        assert!(growth < MEMORY_LIMIT, "more memory than the limit");
    });
}
