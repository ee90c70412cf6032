//! Pages of a list of ideas: requests per second and latency of pages that were never requested before, filtered pages and
//! cached pages, in each content coding, beside a fixed body of the same size from a process of its own; the time until a server
//! is ready, and the memory of the list index.
//!
//! `make bench` runs this program for each size, database and number of connections, several times, and prints one table.
//! One run has one server with empty caches, so that pages are new to it. Their records are in record files, unless the list
//! is too small or the page cache is cold. The program prints one JSON object per line:
//!
//! - `FOLKMOOT_BENCH_IDEAS` is the number of ideas of the platform, which is created once, in `target/tmp`.
//! - `FOLKMOOT_BENCH_CONNECTIONS` is the number of connections.
//! - `FOLKMOOT_BENCH_PAGE_CACHE` is `hot`, or `cold` to evict the embedded database from the page cache before the
//!   server starts and before each measurement.
//! - `FOLKMOOT_BENCH_MILLISECONDS` is how long each kind of request is measured.
//! - `FOLKMOOT_BENCH_POSTGRES` is the URL of an empty PostgreSQL database, which is then measured instead.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

mod ceiling;
mod demo_platform;
mod figures;
mod list_requests;
mod load;
mod local_server;
mod page_cache;
mod record_files;

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ceiling::Ceiling;
use demo_platform::{DemoPlatform, number};
use figures::{depth_ratio, percentile};
use folkmoot_allocator as _;
use folkmoot_server::serve;
use list_requests::{Kind, Lists};
use load::{Connection, Load, Measured, Requests};
use local_server::LocalServer;
use serde_json::json;

/// What clients accept, and the content coding of the body that they get at most: one coding alone, of which `identity` is the
/// uncompressed body, or what Node, browsers and many proxies send.
const ACCEPTED: [(&str, &str); 5] = [
    ("identity", "identity"),
    ("gzip", "gzip"),
    ("br", "br"),
    ("zstd", "zstd"),
    ("gzip, deflate, br", "gzip"),
];
/// How often a page that is measured as cached is requested before: records are cached at their second read, compressed
/// bodies at their first.
const WARM_UPS: usize = 3;

/// The server that is measured.
struct Target {
    address: SocketAddr,
    /// What returns fixed bodies.
    ceiling: Ceiling,
    token: String,
    connections: usize,
    time: Duration,
    /// The number of pages of the list.
    pages: usize,
}

fn main() {
    ceiling::serve_if_started_for_it();
    let platform = DemoPlatform::open();
    if let Some((records, time)) = platform.imported {
        println!("{}", json!({ "measured": "import", "records": records, "seconds": time.as_secs_f64() }));
    }
    let is_cold = std::env::var("FOLKMOOT_BENCH_PAGE_CACHE").is_ok_and(|text| text == "cold");
    assert!(!is_cold || platform.database.is_none(), "the page cache of PostgreSQL cannot be evicted");
    let prepare_cache = || {
        let files = platform.database_files();
        if is_cold { page_cache::evict(&files) } else { page_cache::warm(&files) }
    };
    if platform.imported.is_some() {
        ready_after(&platform);
    }
    prepare_cache();
    let ready = ready_after(&platform);
    let runtime = folkmoot_runtime::blocking::runtime().unwrap();
    let (target, lists) = runtime.block_on(start(&platform, ready, is_cold));
    let kinds = if is_cold {
        lists.kinds_of_cold_cache()
    } else {
        lists.kinds(&ACCEPTED.map(|(accepted, _)| accepted))
    };
    for kind in &kinds {
        if is_cold {
            // The server has read its index. The few pages that it has mapped remain.
            prepare_cache();
        }
        measure(&target, kind);
    }
}

/// The time from the start of the program until it accepts requests. It stops as an operator stops it, so that it saves its
/// list indexes for the next start.
fn ready_after(platform: &DemoPlatform) -> Duration {
    let started = Instant::now();
    let mut serve = local_server::program(&platform.location())
        .args(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut url = String::new();
    BufReader::new(serve.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let time = started.elapsed();
    assert!(Command::new("kill").arg(serve.id().to_string()).status().unwrap().success());
    serve.wait().unwrap();
    assert!(!url.is_empty(), "the server did not start");
    time
}

/// Starts a server in this process, and the process of the ceiling with bodies of the size of a page.
async fn start(platform: &DemoPlatform, ready: Duration, is_cold: bool) -> (Target, Lists) {
    let server = LocalServer::open(&platform.location()).await;
    let (address, token) = (server.address, server.token.clone());
    let routes = serve::routes(&server.state);
    let lists = Lists::read(&routes, &token, is_cold).await;
    if !is_cold {
        record_files::fill(&server.state, &routes, &token, lists.pages * 24).await;
    }
    let mut bodies = Vec::new();
    for (_, coding) in ACCEPTED {
        bodies.push(load::fetch_coded(&routes, &lists.middle_page(), &token, coding).await);
    }
    let large = server.state.api.records.indexes.sizes().filter(|(_, size)| size.records >= 10_000);
    let index = large.map(|(resource, size)| {
        let bytes_per_record = size.bytes as f64 / size.records as f64;
        json!({ "resource": resource, "records": size.records, "bytes_per_record": bytes_per_record })
    });
    let sizes =
        ACCEPTED.iter().zip(&bodies).map(|((_, coding), body)| ((*coding).to_owned(), body.len().into()));
    let platform = json!({
        "measured": "platform",
        "ready_seconds": ready.as_secs_f64(),
        "pages": lists.pages,
        "index": index.collect::<Vec<_>>(),
        "page_bytes": sizes.collect::<serde_json::Map<_, _>>(),
    });
    println!("{platform}");
    let ceiling = Ceiling::start(&bodies);
    server.accept(routes);
    let connections = number("FOLKMOOT_BENCH_CONNECTIONS", 16);
    let time = Duration::from_millis(number("FOLKMOOT_BENCH_MILLISECONDS", 500) as u64);
    (Target { address, ceiling, token, connections, time, pages: lists.pages }, lists)
}

/// Measures requests of a kind, and prints their figures.
fn measure(target: &Target, Kind { name, coding, requests }: &Kind) {
    let headers = format!("Accept-Encoding: {coding}\r\n");
    let address = if *name == list_requests::CEILING { target.ceiling.address } else { target.address };
    let mut connection = Connection::open(address, &target.token).with_headers(&headers);
    for path in requests.repeated() {
        (0..WARM_UPS).for_each(|_| _ = connection.get(&path));
    }
    let before = page_cache::bytes_read();
    let mut load = Load::new(address, &target.token, target.connections).with_headers(&headers);
    let Measured { rate, latencies } = load.measure(requests, target.time);
    let read = page_cache::bytes_read() - before;
    let times: Vec<Duration> = latencies.iter().map(|(_, latency)| *latency).collect();
    let depth = match requests {
        Requests::Once { pages, .. } => {
            let by_page: Vec<_> = latencies.iter().map(|(n, latency)| (pages[*n], *latency)).collect();
            depth_ratio(&by_page, target.pages)
        }
        _ => None,
    };
    println!(
        "{}",
        json!({
            "measured": "requests",
            "requests": name,
            "coding": coding,
            "responses": times.len(),
            "per_second": rate,
            "p50_ms": percentile(&times, 50),
            "p99_ms": percentile(&times, 99),
            "depth_ratio": depth,
            "bytes_read": read,
        })
    );
}
