//! Requests per second of unchanged content (304) relative to an empty list, and of compressed pages relative to plain ones.
//!
//! `cargo bench --bench http_cache` creates the platform once, in `target/tmp`. `FOLKMOOT_BENCH_SETTINGS` contains further
//! settings of the server: `--body-cache-megabytes 0` or `--client-requests-per-minute 0` show what these cost.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

mod figures;
mod load;
mod local_server;

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use figures::median;
use folkmoot_allocator as _;
use folkmoot_server::serve;
use load::{Load, Requests};
use local_server::LocalServer;
use tower::ServiceExt as _;

const IDEAS: usize = 20_000;
/// The number of rounds; the medians are reported.
const ROUNDS: usize = 9;
const ROUND: Duration = Duration::from_millis(500);
const CONNECTIONS: usize = 16;
/// A list without records, and lists with 24.
const EMPTY: &str = "/api/v2/ideas?page_size=24&project_id=00000000-0000-4000-8000-000000000000";
const PAGE: &str = "/api/v2/ideas?page_size=24&page_number=3";
const PAGES: &str = "/api/v2/ideas?page_size=24&page_number=";

fn main() {
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("http-cache-{IDEAS}"));
    let mut location: Vec<OsString> = vec!["--data".into(), data.as_os_str().to_owned()];
    if !data.join("complete").exists() {
        let _ = std::fs::remove_dir_all(&data);
        let demo = local_server::program(&location).args(["demo", "--ideas", &IDEAS.to_string()]).output();
        assert!(demo.unwrap().status.success());
        std::fs::write(data.join("complete"), "").unwrap();
    }
    let settings = std::env::var("FOLKMOOT_BENCH_SETTINGS").unwrap_or_default();
    location.extend(settings.split_whitespace().map(OsString::from));
    let runtime = folkmoot_runtime::blocking::runtime().unwrap();
    runtime.block_on(async {
        let server = LocalServer::open(&location).await;
        let (address, token, routes) = (server.address, server.token.clone(), serve::routes(&server.state));
        let item = item_path(&routes, &token).await;
        let tags = [
            tag(&routes, EMPTY, &token).await,
            tag(&routes, PAGE, &token).await,
            tag(&routes, &item, &token).await,
        ];
        server.accept(routes);
        tokio::task::spawn_blocking(move || measure(address, &token, &item, &tags)).await.unwrap();
    });
}

async fn item_path(routes: &Router, token: &str) -> String {
    let page = load::fetch_from(routes, PAGE, token).await;
    let page: serde_json::Value = serde_json::from_slice(&page).unwrap();
    format!("/api/v2/ideas/{}", page["ideas"][0]["id"].as_str().unwrap())
}

/// The header with the tag of a response.
async fn tag(routes: &Router, path: &str, token: &str) -> String {
    let request = http::Request::get(path).header("host", "x").header("authorization", token);
    let response = routes.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    format!("If-None-Match: {}\r\n", response.headers()["etag"].to_str().unwrap())
}

fn measure(address: SocketAddr, token: &str, item: &str, tags: &[String; 3]) {
    let same = |path: &str| Requests::Same(path.to_owned());
    let few = || Requests::Few { prefix: PAGES.to_owned(), from: 1, span: 50 };
    let accept = |coding: &str| format!("Accept-Encoding: {coding}\r\n");
    let kinds: Vec<(&str, Requests, String)> = vec![
        ("200, empty list", same(EMPTY), String::new()),
        ("304, empty list", same(EMPTY), tags[0].clone()),
        ("304, page of 24", same(PAGE), tags[1].clone()),
        ("304, record", same(item), tags[2].clone()),
        ("200, record", same(item), String::new()),
        ("50 pages, plain", few(), String::new()),
        ("50 pages, gzip", few(), accept("gzip")),
        ("50 pages, br", few(), accept("br")),
        ("50 pages, zstd", few(), accept("zstd")),
    ];
    let mut rates: Vec<Vec<f64>> = vec![Vec::new(); kinds.len()];
    for _ in 0..ROUNDS {
        for (index, (_, requests, headers)) in kinds.iter().enumerate() {
            let mut load = Load::new(address, token, CONNECTIONS).with_headers(headers);
            rates[index].push(load.run(requests, ROUND));
        }
    }
    let medians: Vec<f64> = rates.iter().map(|rates| median(rates)).collect();
    for ((name, ..), rate) in kinds.iter().zip(&medians) {
        println!("{name:<20}{rate:>9.0} requests/s {:>6.2} of the empty list", rate / medians[0]);
    }
    println!("minimum of a 304: 0.90 of the empty list");
}
