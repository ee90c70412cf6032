//! The changes of a platform of a million ideas: the time of a page of 500 ideas at each access level, and of a request
//! without news.
//!
//! `cargo bench --bench change_pages` uses the platform of `cargo bench --bench pages`, and changes a number of its ideas;
//! `FOLKMOOT_BENCH_IDEAS` changes its size.

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

use std::ffi::OsString;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use demo_platform::DemoPlatform;
use folkmoot_allocator as _;
use folkmoot_server::serve;
use load::Connection;
use local_server::LocalServer;
use serde_json::Value;

/// The number of pages of changes.
const PAGES: usize = 60;
/// The number of changes on a page.
const LIMIT: usize = 500;
const LEVELS: [&str; 4] = ["full", "pseudonymous", "anonymous", "public"];

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
    measure(address, &tokens, &location);
}

fn measure(address: SocketAddr, tokens: &[String], location: &[OsString]) {
    let mut connections: Vec<Connection> =
        tokens.iter().map(|token| Connection::open(address, token)).collect();
    let cursors: Vec<String> =
        connections.iter_mut().map(|connection| get(connection, "/changes").next).collect();
    change_ideas(&mut connections[0], location);
    println!("{:<14}{:>8} {:>12} {:>12} {:>14}", "level", "changes", "page", "slowest", "without news");
    for ((connection, cursor), level) in connections.iter_mut().zip(cursors).zip(LEVELS) {
        let (mut cursor, mut changes, mut pages) = (cursor, 0, Vec::new());
        loop {
            let Page { body, next, time } =
                get(connection, &format!("/changes?after={cursor}&limit={LIMIT}"));
            let count = body["changes"].as_array().unwrap().len();
            if count == LIMIT {
                pages.push(time);
            }
            changes += count;
            cursor = next;
            // The server may not have followed the change feed yet.
            if changes > 0 && body["meta"]["more"] == false {
                break;
            }
        }
        let mut polls: Vec<_> = (0..PAGES)
            .map(|_| {
                let page = get(connection, &format!("/changes?after={cursor}"));
                cursor = page.next;
                page.time
            })
            .collect();
        pages.sort_unstable();
        polls.sort_unstable();
        let [median, slowest, poll] = [pages.get(pages.len() / 2), pages.last(), polls.get(PAGES / 2)]
            .map(|time| time.map_or_else(|| "–".to_owned(), |time| format!("{} µs", time.as_micros())));
        println!("{level:<14}{changes:>8} {median:>12} {slowest:>12} {poll:>14}");
    }
}

/// A response.
struct Page {
    body: Value,
    /// The cursor in it.
    next: String,
    /// The time until it was read.
    time: Duration,
}

fn get(connection: &mut Connection, path: &str) -> Page {
    let started = Instant::now();
    let bytes = connection.get(&format!("/api/v2{path}"));
    let time = started.elapsed();
    let body: Value = serde_json::from_slice(bytes).unwrap();
    let next = body["meta"]["next"].as_str().unwrap_or_default().to_owned();
    Page { body, next, time }
}

/// Changes as many ideas as there are on all pages.
fn change_ideas(connection: &mut Connection, location: &[OsString]) {
    let mut lines = String::new();
    let value = jiff::Timestamp::now().as_second() % 1_000_000;
    for number in 1..=(PAGES * LIMIT).div_ceil(24) {
        let page = get(connection, &format!("/ideas?fields=id&page_size=24&page_number={number}"));
        for idea in page.body["ideas"].as_array().unwrap() {
            let id = &idea["id"];
            writeln!(lines, r#"{{"id":{id},"official_feedbacks_count":{value},"_partial":true}}"#).unwrap();
        }
    }
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("ideas.ndjson"), lines).unwrap();
    let import = local_server::program(location).arg("import").arg(directory.path()).output().unwrap();
    assert!(import.status.success(), "{}", String::from_utf8_lossy(&import.stderr));
}
