//! Pages of a million ideas: speed against a fixed body of the same size served by the same process, memory of the
//! index, time until the server is ready, and rows imported a second.
//!
//! `cargo bench` makes the platform once, in `target/bench-data`; `FOLKMOOT_BENCH_IDEAS` changes its size.

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
use folkmoot::api::serve;
use folkmoot::cli;
use load::{Load, Requests};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often each measurement is taken; medians are told.
const ROUNDS: usize = 7;
const ROUND: Duration = Duration::from_millis(700);
const CONNECTIONS: usize = 16;

fn main() {
    let ideas: usize = std::env::var("FOLKMOOT_BENCH_IDEAS").map_or(1_000_000, |text| text.parse().unwrap());
    let data = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bench-{ideas}"));
    make_platform(&data, ideas);
    ready(&data);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (address, token, projects) = runtime.block_on(start(&data));
    pages(address, &token, &projects, ideas);
}

fn folkmoot(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_folkmoot"));
    command.arg("--data").arg(data);
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
    println!("import: {rows:.0} rows in {seconds:.1} s, {:.0} rows/s", rows / seconds);
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
    println!("ready after: {:.2} s (median of 3)", median(&mut seconds));
}

/// Serves in this process, with a fixed body of the size of a page beside the API.
async fn start(data: &Path) -> (SocketAddr, String, Vec<String>) {
    let arguments = ["folkmoot", "serve", "--listen", "127.0.0.1:0", "--log-level", "error", "--data"];
    let arguments = arguments.iter().map(Into::into).chain([data.as_os_str().to_owned()]);
    let settings = cli::parse(arguments, &|_| None, &PathBuf::from(".")).unwrap().settings;
    let listener = serve::listen(&settings).await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = serve::open(settings, address, serve::record_metrics().unwrap()).unwrap();
    for (resource, figures) in server.lists.figures().filter(|(_, figures)| figures.records >= 10_000) {
        let each = figures.bytes as f64 / figures.records as f64;
        println!("index of {resource}: {} records, {each:.0} bytes each", figures.records);
    }
    let client = folkmoot(data).args(["clients", "create", "Bench", "--json"]).output().unwrap();
    let client: serde_json::Value = serde_json::from_slice(&client.stdout).unwrap();
    let id = client["client_id"].as_str().unwrap().parse().unwrap();
    let token = server.tokens.issue(id, jiff::Timestamp::now()).unwrap();
    server.feed.catch_up(Duration::from_secs(5)).await;
    let routes = serve::routes(&server);
    let probe = load::fetch_from(&routes, "/api/v2/ideas?page_size=24&page_number=20000", &token).await;
    let body: bytes::Bytes = probe.into();
    println!("a page of 24: {} bytes", body.len());
    let projects = load::fetch_from(&routes, "/api/v2/projects?page_size=24", &token).await;
    let projects: serde_json::Value = serde_json::from_slice(&projects).unwrap();
    let ids =
        projects["projects"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned());
    let ids = ids.collect();
    let fixed = axum::Router::new().route("/fixed", get(move || std::future::ready(body.clone())));
    let all = fixed.fallback_service(routes).into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move {
        let _keep = Arc::clone(&server);
        axum::serve(listener, all).await
    });
    (address, token, ids)
}

fn pages(address: SocketAddr, token: &str, projects: &[String], ideas: usize) {
    let last = ideas.div_ceil(24);
    let asking = |query: &str| format!("/api/v2/ideas?page_size=24{query}&page_number=");
    let span = (last / 3).max(1);
    let project = projects.last().map_or("", String::as_str);
    let filtered = asking(&format!("&project_id={project}"));
    let kinds: Vec<(&str, Requests)> = vec![
        ("fixed body (the ceiling)", Requests::Same("/fixed".to_owned())),
        ("first pages, not kept", Requests::Once { prefix: asking("&locale=en"), from: 1, span }),
        (
            "last pages, not kept",
            Requests::Once { prefix: asking("&locale=en"), from: last - span + 1, span },
        ),
        (
            "ideas only, first pages",
            Requests::Once { prefix: asking("&type=idea&locale=nl-BE"), from: 1, span },
        ),
        (
            "ideas only, last pages",
            Requests::Once { prefix: asking("&type=idea&locale=nl-BE"), from: span, span },
        ),
        ("one project, page 1", Requests::Same(format!("{filtered}1"))),
        (
            "pages just asked for",
            Requests::Few { prefix: asking("&locale=fr-BE"), from: 5000.min(last), span: 50 },
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
    println!("last pages against first: {:.2} times", medians[1] / medians[2]);
    println!("last pages of ideas only against first: {:.2} times", medians[3] / medians[4]);
}

fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
