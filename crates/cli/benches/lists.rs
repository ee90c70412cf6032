//! Lists of a million ideas: requests per second relative to a fixed body of the same size in the same process, memory of
//! the list index, time until the server is ready, and imported rows per second.
//!
//! `cargo bench` creates the platform once, in `target/tmp`; `FOLKMOOT_BENCH_IDEAS` changes its size. With
//! `FOLKMOOT_BENCH_POSTGRES`, the URL of an empty database, everything is measured over PostgreSQL; with
//! `FOLKMOOT_BENCH_REPLICA`, the URL of its standby, pages are read from the standby.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

mod load;
mod local_server;

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use axum::routing::get;
use folkmoot_server::serve;
use load::{Load, Requests};
use local_server::LocalServer;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The number of rounds; the medians are reported.
const ROUNDS: usize = 7;
const ROUND: Duration = Duration::from_millis(700);
const CONNECTIONS: usize = 16;
/// The queries of uncached lists, in different languages, so that they share no cached records.
const ALL: &str = "&locale=en";
const CACHED: &str = "&locale=fr-BE";
/// The number of pages that are requested repeatedly.
const FEW: usize = 50;
/// The number of the first of them, unless the list has fewer pages.
const DEPTH: usize = 5000;
const FILTERED: &str = "&type=idea&locale=nl-BE";

/// The sizes of the lists of ideas.
struct Lists {
    project: String,
    pages: usize,
    /// The URLs of pages of a walk at [`DEPTH`], without the origin.
    walked: Vec<String>,
    filtered_pages: usize,
}

fn main() {
    let ideas: usize = std::env::var("FOLKMOOT_BENCH_IDEAS").map_or(1_000_000, |text| text.parse().unwrap());
    let kind = if over_postgres().is_some() { "postgres" } else { "bench" };
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{kind}-{ideas}"));
    create_platform(&data, ideas);
    measure_start(&data);
    let runtime = folkmoot_runtime::blocking::runtime().unwrap();
    let (address, token, lists) = runtime.block_on(start(&data));
    measure_pages(address, &token, &lists);
}

fn over_postgres() -> Option<String> {
    std::env::var("FOLKMOOT_BENCH_POSTGRES").ok()
}

/// The settings that locate the platform.
fn location(data: &Path) -> Vec<std::ffi::OsString> {
    let mut arguments = vec!["--data".into(), data.as_os_str().to_owned()];
    let replica = std::env::var("FOLKMOOT_BENCH_REPLICA").ok();
    // PostgreSQL runs on the same machine, where more connections would compete for the CPU.
    let connections = over_postgres().map(|_| "4".to_owned());
    for (setting, value) in [
        ("--database-url", over_postgres()),
        ("--replica-url", replica),
        ("--database-connections", connections),
    ] {
        arguments.extend(value.into_iter().flat_map(|value| [setting.into(), value.into()]));
    }
    let settings = std::env::var("FOLKMOOT_BENCH_SETTINGS").unwrap_or_default();
    arguments.extend(settings.split_whitespace().map(std::ffi::OsString::from));
    arguments
}

fn folkmoot(data: &Path) -> Command {
    local_server::program(&location(data))
}

fn create_platform(data: &Path, ideas: usize) {
    if data.join("complete").exists() {
        return;
    }
    let _ = std::fs::remove_dir_all(data);
    let started = Instant::now();
    let output = folkmoot(data).args(["demo", "--ideas", &ideas.to_string()]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let seconds = started.elapsed().as_secs_f64();
    let table = String::from_utf8(output.stdout).unwrap();
    let rows: f64 =
        table.lines().filter_map(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok()).sum();
    println!("import: {rows:.0} rows in {seconds:.1} s, {:.0} rows/s (minimum 50,000)", rows / seconds);
    std::fs::write(data.join("complete"), "").unwrap();
}

fn measure_start(data: &Path) {
    let mut seconds: Vec<f64> = (0..3)
        .map(|_| {
            let started = Instant::now();
            let mut serve = folkmoot(data)
                .args(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"])
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut url = String::new();
            BufReader::new(serve.stdout.take().unwrap()).read_line(&mut url).unwrap();
            let seconds = started.elapsed().as_secs_f64();
            serve.kill().unwrap();
            serve.wait().unwrap();
            seconds
        })
        .collect();
    println!("ready after {:.2} s, median of 3 (limit 3 s)", median(&mut seconds));
}

/// Starts a server in this process, with a route that returns a fixed body of the size of a page.
async fn start(data: &Path) -> (SocketAddr, String, Lists) {
    let server = LocalServer::open(&location(data)).await;
    for (resource, figures) in server.state.indexes.sizes().filter(|(_, figures)| figures.records >= 10_000) {
        let each = figures.bytes as f64 / figures.records as f64;
        println!("index of {resource}: {} records, {each:.0} bytes each (limit 100)", figures.records);
    }
    let (address, token) = (server.address, server.token.clone());
    let routes = serve::routes(&server.state);
    let probe = load::fetch_from(&routes, "/api/v2/ideas?page_size=24&page_number=20000", &token).await;
    let body: bytes::Bytes = probe.into();
    println!("a page of 24: {} bytes", body.len());
    let projects = fetch_json(&routes, "/api/v2/projects?page_size=1", &token).await;
    let project = projects["projects"][0]["id"].as_str().unwrap().to_owned();
    let pages = last_page(&routes, ALL, &token).await;
    let lists = Lists {
        project,
        pages,
        walked: walk(&routes, pages, &token).await,
        filtered_pages: last_page(&routes, FILTERED, &token).await,
    };
    for query in [ALL, FILTERED] {
        fill_record_file(&server, &routes, query, lists.pages).await;
    }
    let fixed = axum::Router::new().route("/fixed", get(move || std::future::ready(body.clone())));
    server.accept(fixed.fallback_service(routes));
    (address, token, lists)
}

/// Requests pages until the records of a list are kept in a file, and waits until all are.
async fn fill_record_file(server: &LocalServer, routes: &axum::Router, query: &str, pages: usize) {
    let before = server.state.record_files.bytes();
    let started = Instant::now();
    for page in 1..=pages / 3 {
        load::fetch_from(routes, &format!("{}{page}", page_prefix(query)), &server.token).await;
    }
    let mut bytes = before;
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let now = server.state.record_files.bytes();
        if now == bytes {
            break;
        }
        bytes = now;
    }
    println!("record file: {} bytes after {:.1} s", bytes - before, started.elapsed().as_secs_f64());
}

async fn fetch_json(routes: &axum::Router, path: &str, token: &str) -> serde_json::Value {
    serde_json::from_slice(&load::fetch_from(routes, path, token).await).unwrap()
}

async fn last_page(routes: &axum::Router, query: &str, token: &str) -> usize {
    let page = fetch_json(routes, &format!("{}1", page_prefix(query)), token).await;
    page["meta"]["total_pages"].as_u64().unwrap().try_into().unwrap()
}

/// Walks to a depth of a list; the URLs of the pages there.
async fn walk(routes: &axum::Router, pages: usize, token: &str) -> Vec<String> {
    let mut next = format!("/api/v2/ideas?page_size=24{CACHED}&cursor=start");
    let mut walked = Vec::new();
    for number in 1..pages.min(DEPTH + FEW) {
        if number >= pages.min(DEPTH) {
            walked.push(next.clone());
        }
        let link = load::link_from(routes, &next, token).await;
        let (_, url) = link.rsplit_once('<').unwrap();
        let (url, relation) = url.split_once('>').unwrap();
        assert_eq!(relation, "; rel=\"next\"");
        url[url.find("/api/v2").unwrap()..].clone_into(&mut next);
    }
    walked.push(next);
    walked
}

/// The name of a measurement and its requests.
type Kind = (&'static str, Requests);

/// Half of the pages of a list, each requested once in all rounds together.
fn once(query: &str, last_page: usize, newest: bool) -> Requests {
    let span = (last_page / 2).max(ROUNDS);
    let from = if newest { 1 } else { last_page.saturating_sub(span) + 1 };
    Requests::Once { prefix: page_prefix(query), from, span, each_round: span / ROUNDS }
}

fn page_prefix(query: &str) -> String {
    format!("/api/v2/ideas?page_size=24{query}&page_number=")
}

fn measure_pages(address: SocketAddr, token: &str, lists: &Lists) {
    let project = page_prefix(&format!("&project_id={}", lists.project));
    let kinds: [Kind; 8] = [
        ("fixed body (maximum)", Requests::Same("/fixed".to_owned())),
        ("first half, not cached", once(ALL, lists.pages, true)),
        ("last half, not cached", once(ALL, lists.pages, false)),
        ("filtered, first half", once(FILTERED, lists.filtered_pages, true)),
        ("filtered, last half", once(FILTERED, lists.filtered_pages, false)),
        ("one project, page 1", Requests::Same(format!("{project}1"))),
        (
            "cached pages",
            Requests::Few { prefix: page_prefix(CACHED), from: lists.pages.min(DEPTH), span: FEW },
        ),
        ("cached pages of a walk", Requests::Each(lists.walked.clone())),
    ];
    let mut load = Load::new(address, token, CONNECTIONS);
    let mut rates: Vec<Vec<f64>> = vec![Vec::new(); kinds.len()];
    for _ in 0..ROUNDS {
        for (index, (_, requests)) in kinds.iter().enumerate() {
            rates[index].push(load.run(requests, ROUND));
        }
    }
    let medians: Vec<f64> = rates.iter_mut().map(|rates| median(rates)).collect();
    for ((name, _), rate) in kinds.iter().zip(&medians) {
        println!("{name:<28}{rate:>9.0} requests/s {:>6.2} of the maximum", rate / medians[0]);
    }
    let minimum = if over_postgres().is_some() { "0.06" } else { "0.20" };
    println!("minimum: {minimum} of the fixed body if not cached, 0.60 if cached");
    println!("last half / first half, latency: {:.2} (limit 1.20)", medians[1] / medians[2]);
    println!("filtered, last half / first half, latency: {:.2} (limit 1.20)", medians[3] / medians[4]);
    println!(
        "a page of a walk / the page with a number, latency: {:.2} (limit 1.20)",
        medians[6] / medians[7]
    );
}

fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
