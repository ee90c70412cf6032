//! Lists of a million ideas at each access level: the time of a page at the beginning, in the middle and at the end of a list, with
//! and without filters. The index serves all levels at the same cost, so the times at `full` are what others are compared with.
//!
//! `cargo bench --bench levels` uses the platform of `cargo bench --bench pages`; `FOLKMOOT_BENCH_IDEAS` changes its size.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

mod demo_platform;
mod load;
mod local_server;

use std::net::SocketAddr;
use std::time::Instant;

use demo_platform::DemoPlatform;
use folkmoot_allocator as _;
use folkmoot_server::serve;
use load::Connection;
use local_server::LocalServer;

/// The number of different pages at each position; the median of their times is reported.
const PAGES: usize = 60;
const LEVELS: [&str; 4] = ["full", "pseudonymous", "anonymous", "public"];
/// The lists: a name and the path with its query; `PROJECT` and `TOPIC` are ids of records.
const LISTS: &[(&str, &str)] = &[
    ("ideas", "/ideas?"),
    ("ideas of a type", "/ideas?type=idea&"),
    ("ideas of a project", "/ideas?project_id=PROJECT&"),
    ("ideas of a topic", "/ideas?topic_ids=TOPIC&"),
    ("ideas by likes", "/ideas?sort=-likes_count&"),
    ("ideas created since 2025", "/ideas?created_at=2025-01-01,&"),
    ("comments", "/comments?"),
    ("reactions", "/reactions?"),
    ("users", "/users?"),
    ("baskets", "/baskets?"),
];

fn main() {
    let location = DemoPlatform::open().location();
    let runtime = folkmoot_runtime::blocking::runtime().unwrap();
    let (address, tokens) = runtime.block_on(async {
        let server = LocalServer::open(&location).await;
        let mut tokens = Vec::new();
        for level in LEVELS {
            tokens.push(server.token_of(&location, level).await);
        }
        let (address, routes) = (server.address, serve::routes(&server.state));
        server.accept(routes);
        (address, tokens)
    });
    measure(address, &tokens);
}

fn measure(address: SocketAddr, tokens: &[String]) {
    let mut full = Connection::open(address, &tokens[0]);
    let id = |body: &[u8], key: &str| {
        let page: serde_json::Value = serde_json::from_slice(body).unwrap();
        page[key][0]["id"].as_str().unwrap().to_owned()
    };
    let project = id(full.get("/api/v2/projects?publication_status=published&page_size=1"), "projects");
    let topic = id(full.get("/api/v2/topics?page_size=1"), "topics");
    println!("{:<26}{:<14}{:>9} {:>10} {:>10} {:>10}", "list", "level", "pages", "first", "middle", "last");
    for (name, path) in LISTS {
        let path = format!("/api/v2{}", path.replace("PROJECT", &project).replace("TOPIC", &topic));
        for (level, token) in LEVELS.iter().zip(tokens) {
            let mut connection = Connection::open(address, token);
            let pages = total_pages(&mut connection, &path);
            let last = pages.saturating_sub(PAGES).max(1);
            let mut at = |from: usize| median_of(&mut connection, &path, from, pages);
            let times = [at(1), at((pages / 2).max(1)), at(last)];
            let [first, middle, end] = times.map(|time| format!("{:.0} µs", time * 1e6));
            println!("{name:<26}{level:<14}{pages:>9} {first:>10} {middle:>10} {end:>10}");
        }
    }
}

fn total_pages(connection: &mut Connection, path: &str) -> usize {
    let body = connection.get(&format!("{path}page_size=24&page_number=1"));
    let page: serde_json::Value = serde_json::from_slice(body).unwrap();
    page["meta"]["total_pages"].as_u64().unwrap().try_into().unwrap()
}

/// The median time of different pages from here on, in seconds. None of them is cached.
fn median_of(connection: &mut Connection, path: &str, from: usize, pages: usize) -> f64 {
    let numbers = (from..).take_while(|number| *number <= pages.max(from)).take(PAGES);
    let mut times: Vec<f64> = numbers
        .map(|number| {
            let path = format!("{path}page_size=24&page_number={number}");
            let started = Instant::now();
            connection.get(&path);
            started.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
