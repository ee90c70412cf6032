//! Searches of a million ideas that are in no cache: the time of the first and of the last page, by kind of words, and of
//! plain lists beside as many searches as the server accepts.
//!
//! The platform and its settings are those of `pages`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

mod demo_platform;
mod load;
mod local_server;

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use demo_platform::DemoPlatform;
use folkmoot_allocator as _;
use folkmoot_server::serve;
use load::Connection;
use local_server::LocalServer;

/// The number of requests of each kind.
const REQUESTS: usize = 200;
/// The number of connections that search at the same time, more than the pool accepts.
const SEARCHES: usize = 120;
/// The limit for 99 of 100 searches.
const LIMIT: Duration = Duration::from_millis(200);
/// Kinds of searches: a name and the query string.
const KINDS: &[(&str, &str)] = &[
    ("a rare word", "search=lamp"),
    ("no idea", "search=xyzzy"),
    ("a common English word", "search=the"),
    ("the most common word", "search=de"),
    ("one letter", "search=e"),
    ("two letters", "search=pa"),
    ("the beginning of many long words", "search=partici"),
    ("four common words", "search=de+een+het+van"),
    ("four letters", "search=a+e+s+d"),
    ("a common word and a type", "search=de&type=survey"),
    ("a common word and a range of dates", "search=de&created_at=2025-01-01,"),
    ("a common and a rare word", "search=de+lamp"),
    ("twelve words", "search=de+een+het+van+en+in+op+voor+is+niet+met+ik"),
];

fn main() {
    let location = DemoPlatform::open().location();
    let runtime = folkmoot_runtime::blocking::runtime().unwrap();
    let (address, token) = runtime.block_on(async {
        let server = LocalServer::open(&location).await;
        let (address, token) = (server.address, server.token.clone());
        let routes = serve::routes(&server.state);
        server.accept(routes);
        (address, token)
    });
    let mut connection = Connection::open(address, &token);
    for (name, query) in KINDS {
        measure_kind(&mut connection, name, query);
    }
    measure_lists(address, &token);
}

/// The same words in a text that was not searched before.
fn uncached(query: &str) -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let separators: String = (0..16).map(|bit| if number >> bit & 1 == 1 { "%2C" } else { "+" }).collect();
    query.replacen("search=", &format!("search={separators}"), 1)
}

fn measure_kind(connection: &mut Connection, name: &str, query: &str) {
    let pages = pages(connection, query);
    let mut print = |which: &str, page: usize| {
        let mut times: Vec<Duration> = (0..REQUESTS)
            .map(|_| {
                let path = format!("/api/v2/ideas?page_size=24&page_number={page}&{}", uncached(query));
                let started = Instant::now();
                connection.get(&path);
                started.elapsed()
            })
            .collect();
        let (median, slow) = percentiles(&mut times);
        println!(
            "{name}, {which} of {pages} pages: p50 {median:.1} ms, p99 {slow:.1} ms (limit {} ms)",
            LIMIT.as_millis()
        );
    };
    print("first", 1);
    print("last", pages.max(1));
}

fn pages(connection: &mut Connection, query: &str) -> usize {
    let page = connection.get(&format!("/api/v2/ideas?page_size=24&{query}"));
    let page: serde_json::Value = serde_json::from_slice(page).unwrap();
    page["meta"]["total_pages"].as_u64().unwrap().try_into().unwrap()
}

/// The median and the 99th percentile in milliseconds.
fn percentiles(times: &mut [Duration]) -> (f64, f64) {
    times.sort_unstable();
    let at = |share: usize| times[times.len() * share / 100].as_secs_f64() * 1000.0;
    (at(50), at(99))
}

/// Measures plain lists beside more searches than the pool accepts.
fn measure_lists(address: SocketAddr, token: &str) {
    let (is_done, found, refused) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..SEARCHES {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    match search(address, token) {
                        200 => found.fetch_add(1, Ordering::Relaxed),
                        503 => refused.fetch_add(1, Ordering::Relaxed),
                        status => panic!("status {status}"),
                    };
                }
            });
        }
        let mut connection = Connection::open(address, token);
        let mut times: Vec<Duration> = (0..REQUESTS * 5)
            .map(|number| {
                let started = Instant::now();
                connection.get(&format!("/api/v2/ideas?page_size=24&page_number={}", 1 + number * 7));
                started.elapsed()
            })
            .collect();
        is_done.store(true, Ordering::Relaxed);
        let (median, slow) = percentiles(&mut times);
        println!(
            "plain lists beside {SEARCHES} connections that search: p50 {median:.1} ms, p99 {slow:.1} ms"
        );
    });
    println!("  {} searches, {} refused", found.into_inner(), refused.into_inner());
}

/// The status of a search for a common word, on a connection of its own.
fn search(address: SocketAddr, token: &str) -> u16 {
    let mut stream = TcpStream::connect(address).unwrap();
    let path = format!("/api/v2/ideas?{}", uncached("search=de+een+van"));
    let head =
        format!("GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: {token}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).unwrap();
    std::str::from_utf8(&response[9..12]).unwrap().parse().unwrap()
}
