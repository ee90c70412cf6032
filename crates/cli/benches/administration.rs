//! Time of the first views of the console with 10,000 clients and a year of usage.
//!
//! `cargo bench --bench administration` creates the platform once, in `target/tmp`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

mod local_server;

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use folkmoot_allocator as _;
use folkmoot_server::serve;
use folkmoot_store::usage::day_of;
use local_server::LocalServer;
use rusqlite::Connection;
use tower::ServiceExt as _;

const CLIENTS: u32 = 10_000;
const DAYS: i64 = 365;
const ROUNDS: usize = 15;
/// What a first view may take.
const LIMIT: Duration = Duration::from_millis(300);
/// The requests of the overview and of the list of clients, which open first; the others open later.
const FIRST_VIEWS: &[&str] =
    &["/admin/api/overview", "/admin/api/clients", "/admin/api/clients?sort=-last_request_at"];
const LATER_VIEWS: &[&str] = &["/admin/api/usage?days=30", "/admin/api/usage?days=365"];

fn main() {
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("administration-{CLIENTS}"));
    let location: Vec<OsString> = vec!["--data".into(), data.as_os_str().to_owned()];
    if !data.join("complete").exists() {
        let _ = std::fs::remove_dir_all(&data);
        let demo = local_server::program(&location).args(["demo", "--ideas", "100"]).output().unwrap();
        assert!(demo.status.success());
        fill(&data);
        std::fs::write(data.join("complete"), "").unwrap();
    }
    let key = local_server::program(&location).args(["admin-keys", "create", "Bench", "--json"]).output();
    let key: serde_json::Value = serde_json::from_slice(&key.unwrap().stdout).unwrap();
    let key = format!("Bearer {}", key["secret"].as_str().unwrap());
    folkmoot_runtime::blocking::runtime().unwrap().block_on(async {
        let server = LocalServer::open(&location).await;
        let routes = serve::routes(&server.state);
        for path in FIRST_VIEWS.iter().chain(LATER_VIEWS) {
            let median = median(&routes, path, &key).await;
            println!("{path}: {} ms", median.as_millis());
            assert!(!FIRST_VIEWS.contains(path) || median < LIMIT, "{path} takes more than 300 ms");
        }
    });
}

/// Adds clients that each use three operations on every day of a year.
fn fill(data: &Path) {
    let today = day_of(jiff::Timestamp::now().as_millisecond());
    let sql = format!(
        "BEGIN;
         CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY);
         WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < {CLIENTS})
           INSERT INTO numbers SELECT n FROM counted;
         CREATE TEMP TABLE days (day INTEGER PRIMARY KEY);
         WITH RECURSIVE counted (day) AS (SELECT {first} UNION ALL SELECT day + 1 FROM counted WHERE day < {today})
           INSERT INTO days SELECT day FROM counted;
         INSERT INTO clients (id, name, secret_hash, created_at)
           SELECT unhex(printf('%032x', n)), 'Client ' || n, '', 1 FROM numbers;
         INSERT INTO client_activity (client, first_request_at, last_request_at)
           SELECT unhex(printf('%032x', n)), 1, {today} * 86400000 + n FROM numbers;
         INSERT INTO usage_days (day, client, operation, status, error_code, requests, records, bytes)
           SELECT day, unhex(printf('%032x', n)), operation, 200, '', 100, 2400, 500000
           FROM days CROSS JOIN numbers
           CROSS JOIN (SELECT 'getIdea' AS operation UNION SELECT 'listComments' UNION SELECT 'listIdeas')
           ORDER BY day, 2, operation;
         INSERT INTO usage_client_days (day, client, requests, errors, records, bytes)
           SELECT day, unhex(printf('%032x', n)), 300, 0, 7200, 1500000 FROM days CROSS JOIN numbers ORDER BY 1, 2;
         INSERT INTO usage_totals (day, operation, status, error_code, requests, records, bytes)
           SELECT day, operation, 200, '', SUM(requests), SUM(records), SUM(bytes) FROM usage_days GROUP BY 1, 2;
         COMMIT;",
        first = today + 1 - DAYS
    );
    Connection::open(data.join("folkmoot.sqlite")).unwrap().execute_batch(&sql).unwrap();
}

/// The median time of a response.
async fn median(routes: &Router, path: &str, key: &str) -> Duration {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let peer = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 1);
        let request = http::Request::get(path).header("host", "x").header("authorization", key);
        let mut request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(peer));
        let started = Instant::now();
        let response = routes.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        times.push(started.elapsed());
    }
    times.sort();
    times[ROUNDS / 2]
}
