//! Pages of a million ideas: speed against a fixed body of the same size served by the same process, memory of the
//! index, time until the server is ready, and rows imported a second.
//!
//! `cargo bench` makes the platform once, in `target/tmp`; `FOLKMOOT_BENCH_IDEAS` changes its size. With
//! `FOLKMOOT_BENCH_POSTGRES`, the address of an empty database, everything is measured over PostgreSQL; with
//! `FOLKMOOT_BENCH_REPLICA` beside it, pages are read from that standby.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark that cannot go on should stop, and its figures go to stdout"
)]

mod load;

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::routing::get;
use folkmoot_server::serve;
use folkmoot_store::Store;
use folkmoot_store::clients::Holder;
use load::{Load, Requests};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often each measurement is taken; medians are told.
const ROUNDS: usize = 7;
const ROUND: Duration = Duration::from_millis(700);
const CONNECTIONS: usize = 16;
/// The queries of lists whose pages nothing has kept; a language each, so that they share no records.
const ALL: &str = "&locale=en";
const FILTERED: &str = "&type=idea&locale=nl-BE";

/// What the lists of ideas hold.
struct Lists {
    project: String,
    pages: usize,
    filtered_pages: usize,
}

fn main() {
    let ideas: usize = std::env::var("FOLKMOOT_BENCH_IDEAS").map_or(1_000_000, |text| text.parse().unwrap());
    let kind = if over_postgres().is_some() { "postgres" } else { "bench" };
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{kind}-{ideas}"));
    make_platform(&data, ideas);
    ready(&data);
    let runtime = folkmoot_runtime::blocking::runtime().unwrap();
    let (address, token, lists) = runtime.block_on(start(&data));
    pages(address, &token, &lists);
}

fn over_postgres() -> Option<String> {
    std::env::var("FOLKMOOT_BENCH_POSTGRES").ok()
}

/// What tells the program where the platform is.
fn place(data: &Path) -> Vec<std::ffi::OsString> {
    let mut arguments = vec!["--data".into(), data.as_os_str().to_owned()];
    let replica = std::env::var("FOLKMOOT_BENCH_REPLICA").ok();
    // PostgreSQL runs on the same machine, where more connections only take turns.
    let connections = over_postgres().map(|_| "4".to_owned());
    for (setting, address) in [
        ("--database-url", over_postgres()),
        ("--replica-url", replica),
        ("--database-connections", connections),
    ] {
        arguments.extend(address.into_iter().flat_map(|address| [setting.into(), address.into()]));
    }
    arguments
}

fn folkmoot(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_folkmoot"));
    command.args(place(data));
    command
}

fn make_platform(data: &Path, ideas: usize) {
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
    println!("import: {rows:.0} rows in {seconds:.1} s, {:.0} rows/s (at least 50,000)", rows / seconds);
    std::fs::write(data.join("complete"), "").unwrap();
}

fn ready(data: &Path) {
    let mut seconds: Vec<f64> = (0..3)
        .map(|_| {
            let started = Instant::now();
            let mut serve = folkmoot(data)
                .args(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"])
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut address = String::new();
            BufReader::new(serve.stdout.take().unwrap()).read_line(&mut address).unwrap();
            let seconds = started.elapsed().as_secs_f64();
            serve.kill().unwrap();
            serve.wait().unwrap();
            seconds
        })
        .collect();
    println!("ready after: {:.2} s, median of 3 (at most 3)", median(&mut seconds));
}

/// Serves in this process, with a fixed body of the size of a page beside the API.
async fn start(data: &Path) -> (SocketAddr, String, Lists) {
    let arguments = ["folkmoot", "serve", "--listen", "127.0.0.1:0", "--log-level", "error"];
    let arguments = arguments.iter().map(Into::into).chain(place(data));
    let settings = folkmoot::parse(arguments, &|_| None, &PathBuf::from(".")).unwrap().settings;
    let listener = serve::listen(&settings).await.unwrap();
    let address = listener.local_addr().unwrap();
    // Opening blocks, which async code must not.
    let open = move || {
        let store = Arc::new(Store::open(&settings.database()).unwrap());
        serve::open(store, settings, address, serve::record_metrics().unwrap()).unwrap()
    };
    let server = tokio::task::spawn_blocking(open).await.unwrap();
    for (resource, figures) in server.indexes.sizes().filter(|(_, figures)| figures.records >= 10_000) {
        let each = figures.bytes as f64 / figures.records as f64;
        println!("index of {resource}: {} records, {each:.0} bytes each (at most 100)", figures.records);
    }
    let client = folkmoot(data).args(["clients", "create", "Bench", "--json"]).output().unwrap();
    let client: serde_json::Value = serde_json::from_slice(&client.stdout).unwrap();
    let id = client["client_id"].as_str().unwrap().parse().unwrap();
    let token = server.tokens.issue(Holder { client: id, generation: 0 }, jiff::Timestamp::now()).unwrap();
    server.feed.catch_up(Duration::from_secs(5)).await;
    let routes = serve::routes(&server);
    let probe = load::fetch_from(&routes, "/api/v2/ideas?page_size=24&page_number=20000", &token).await;
    let body: bytes::Bytes = probe.into();
    println!("a page of 24: {} bytes", body.len());
    let projects = answer(&routes, "/api/v2/projects?page_size=1", &token).await;
    let project = projects["projects"][0]["id"].as_str().unwrap().to_owned();
    let lists = Lists {
        project,
        pages: last_page(&routes, ALL, &token).await,
        filtered_pages: last_page(&routes, FILTERED, &token).await,
    };
    let fixed = axum::Router::new().route("/fixed", get(move || std::future::ready(body.clone())));
    let all = fixed.fallback_service(routes).into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move {
        let _keep = Arc::clone(&server);
        axum::serve(listener, all).await
    });
    (address, token, lists)
}

async fn answer(routes: &axum::Router, path: &str, token: &str) -> serde_json::Value {
    serde_json::from_slice(&load::fetch_from(routes, path, token).await).unwrap()
}

async fn last_page(routes: &axum::Router, query: &str, token: &str) -> usize {
    let page = answer(routes, &format!("{}1", asking(query)), token).await;
    page["meta"]["total_pages"].as_u64().unwrap().try_into().unwrap()
}

/// What is measured, under which name.
type Kind = (&'static str, Requests);

/// Half of a list's pages, each to be asked for once in all rounds together.
fn once(query: &str, last_page: usize, newest: bool) -> Requests {
    let span = (last_page / 2).max(ROUNDS);
    let from = if newest { 1 } else { last_page.saturating_sub(span) + 1 };
    Requests::Once { prefix: asking(query), from, span, each_round: span / ROUNDS }
}

fn asking(query: &str) -> String {
    format!("/api/v2/ideas?page_size=24{query}&page_number=")
}

fn pages(address: SocketAddr, token: &str, lists: &Lists) {
    let project = asking(&format!("&project_id={}", lists.project));
    let kinds: [Kind; 7] = [
        ("fixed body (the ceiling)", Requests::Same("/fixed".to_owned())),
        ("first half, not kept", once(ALL, lists.pages, true)),
        ("last half, not kept", once(ALL, lists.pages, false)),
        ("filtered, first half", once(FILTERED, lists.filtered_pages, true)),
        ("filtered, last half", once(FILTERED, lists.filtered_pages, false)),
        ("one project, page 1", Requests::Same(format!("{project}1"))),
        (
            "pages just asked for",
            Requests::Few { prefix: asking("&locale=fr-BE"), from: lists.pages.min(5000), span: 50 },
        ),
    ];
    let mut load = Load::new(address, token, CONNECTIONS);
    let mut rates: Vec<Vec<f64>> = vec![Vec::new(); kinds.len()];
    for _ in 0..ROUNDS {
        for (place, (_, requests)) in kinds.iter().enumerate() {
            rates[place].push(load.run(requests, ROUND));
        }
    }
    let medians: Vec<f64> = rates.iter_mut().map(|rates| median(rates)).collect();
    for ((name, _), rate) in kinds.iter().zip(&medians) {
        println!("{name:<28}{rate:>9.0} requests/s {:>6.2} of the ceiling", rate / medians[0]);
    }
    let least = if over_postgres().is_some() { "0.06" } else { "0.20" };
    println!("not kept: at least {least} of the ceiling; just asked for: at least 0.60");
    println!("last half against first: {:.2} times as long (at most 1.20)", medians[1] / medians[2]);
    println!(
        "filtered, last half against first: {:.2} times as long (at most 1.20)",
        medians[3] / medians[4]
    );
}

fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
