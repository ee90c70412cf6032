//! Latency of requests under load: `cargo bench --bench latency`.
//!
//! First, sixteen connections sign in as fast as possible. Then twelve searches for one letter in 30,000 files are always in
//! flight. `FOLKMOOT_BENCH_FILES` changes the number of files, which take 3 ms each to import.
//! `FOLKMOOT_BENCH_PROGRAM` is the path of another program that is measured first, for comparison. With
//! `FOLKMOOT_TEST_POSTGRES` (`scripts/with-postgres cargo bench --bench latency`) everything is measured over PostgreSQL.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a benchmark fails by panicking and prints its figures to stdout"
)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use folkmoot_allocator as _;
use serde_json::json;
use support::fixture::{Platform, id, record, resource};
use support::{Caller, Data, METRICS_TOKEN, Server, files, program};

const WITHOUT_LOAD: Duration = Duration::from_secs(5);
const UNDER_LOAD: Duration = Duration::from_secs(10);
const SIGN_INS: usize = 16;
const SEARCHES: usize = 12;
/// The number of different queries with the same results.
const VARIANTS: usize = 1200;
const IDEAS: usize = 5_000;
/// The limit of the 99th percentile under load, in milliseconds.
const LIMIT: f64 = 200.0;
/// The pause between two requests of the same kind.
const PAUSE: Duration = Duration::from_millis(5);

fn main() {
    for program in programs() {
        sign_ins(&program);
    }
    let count = std::env::var("FOLKMOOT_BENCH_FILES").map_or(30_000, |text| text.parse().unwrap());
    let data = platform_of_files(count);
    for program in programs() {
        searches(&data, &program);
    }
}

/// The programs to measure.
fn programs() -> Vec<PathBuf> {
    let other = std::env::var_os("FOLKMOOT_BENCH_PROGRAM").map(PathBuf::from);
    other.into_iter().chain([program().to_owned()]).collect()
}

/// A persistent connection.
struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    fn connect(server: &Server) -> Self {
        let stream = TcpStream::connect(server.url.trim_start_matches("http://")).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, buffer: Vec::new() }
    }

    /// Sends a request and returns the status and body of its response; `None` if the connection is closed.
    fn send(&mut self, request: &Request) -> Option<(u16, &[u8])> {
        let Request { method, path, token, body } = request;
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: x\r\n");
        if let Some(token) = token {
            write!(head, "Authorization: {token}\r\n").unwrap();
        }
        write!(head, "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n", body.len()).unwrap();
        head.push_str(body);
        self.stream.write_all(head.as_bytes()).ok()?;
        self.buffer.clear();
        let mut piece = vec![0; 64 * 1024];
        let mut expected = None;
        while expected.is_none_or(|(_, _, end)| self.buffer.len() < end) {
            let read = self.stream.read(&mut piece).ok().filter(|read| *read > 0)?;
            self.buffer.extend_from_slice(&piece[..read]);
            expected = expected.or_else(|| head_of(&self.buffer));
        }
        let (status, start, end) = expected?;
        Some((status, &self.buffer[start..end]))
    }
}

/// The status of a response, and the start and end of its body; `None` if its head is incomplete.
fn head_of(response: &[u8]) -> Option<(u16, usize, usize)> {
    let start = response.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&response[..start]).unwrap().to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    let length: usize = length.map_or(0, |length| length.parse().unwrap());
    Some((head[9..12].parse().unwrap(), start, start + length))
}

#[derive(Clone)]
struct Request {
    method: &'static str,
    path: String,
    token: Option<String>,
    body: String,
}

/// A kind of request: its name and the requests, which are sent sequentially.
type Kind = (&'static str, Vec<Request>);

fn get(path: impl Into<String>, token: Option<&str>) -> Request {
    Request { method: "GET", path: path.into(), token: token.map(str::to_owned), body: String::new() }
}

/// The measurements of a kind of request.
#[derive(Default)]
struct Figures {
    milliseconds: Vec<f64>,
    /// The number of responses other than 2xx.
    failed: usize,
}

impl Figures {
    fn percentile(&mut self, percent: usize) -> f64 {
        self.milliseconds.sort_by(f64::total_cmp);
        self.milliseconds[(self.milliseconds.len() * percent / 100).min(self.milliseconds.len() - 1)]
    }
}

/// Sends each kind of request from its own connection for this time.
fn measure(server: &Server, kinds: &[Kind], time: Duration) -> BTreeMap<&'static str, Figures> {
    let all = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for (name, requests) in kinds {
            scope.spawn(|| {
                let (mut client, mut figures) = (Client::connect(server), Figures::default());
                let started = Instant::now();
                for request in requests.iter().cycle() {
                    if started.elapsed() > time {
                        break;
                    }
                    let sent = Instant::now();
                    let (status, _) = client.send(request).expect("a response");
                    figures.milliseconds.push(sent.elapsed().as_secs_f64() * 1000.0);
                    figures.failed += usize::from(!(200..300).contains(&status));
                    std::thread::sleep(PAUSE);
                }
                all.lock().unwrap().insert(*name, figures);
            });
        }
    });
    all.into_inner().unwrap()
}

fn print(title: &str, figures: BTreeMap<&'static str, Figures>) {
    println!("{title}");
    for (name, mut figures) in figures {
        let (median, p99, slowest) =
            (figures.percentile(50), figures.percentile(99), figures.percentile(100));
        let over = if p99 > LIMIT { "  OVER THE LIMIT" } else { "" };
        println!(
            "  {name:<16} p50 {median:>8.2} ms  p99 {p99:>8.2} ms (limit {LIMIT:.0})  max {slowest:>8.2} ms  {} requests, {} failed{over}",
            figures.milliseconds.len(),
            figures.failed,
        );
    }
}

fn serve(data: &Data, program: &Path) -> Caller {
    println!("\n{}", program.display());
    let (id, secret) = data.client();
    let mut command = data.command_of(program);
    command.args(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"]);
    Server::start(&mut command).caller(&id, &secret)
}

fn status_of(process: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim_start_matches(':').split_whitespace().next().unwrap().parse().unwrap()
}

/// Every kind of request except sign-ins.
fn every_kind(caller: &Caller) -> Vec<Kind> {
    let ideas = caller.get("/ideas?page_size=24").ok();
    let project = caller.get("/projects").ok()["projects"][0]["id"].as_str().unwrap().to_owned();
    let upload = files::upload_with(&json!({ "project_id": project })).to_string();
    let token = Some(caller.token.as_str());
    let upload = Request {
        method: "POST",
        path: "/api/v2/files".to_owned(),
        token: token.map(str::to_owned),
        body: upload,
    };
    let file = caller.send(reqwest::Method::POST, "/files", upload.body.clone()).json();
    let url = file["file"]["url"].as_str().unwrap().strip_prefix(&caller.server.url).unwrap().to_owned();
    let pages =
        (1..=IDEAS / 24).map(|page| get(format!("/api/v2/ideas?page_size=24&page_number={page}"), token));
    let items = ideas["ideas"].as_array().unwrap().iter();
    let items = items.map(|idea| get(format!("/api/v2/ideas/{}", idea["id"].as_str().unwrap()), token));
    vec![
        ("live", vec![get("/health/live", None)]),
        ("ready", vec![get("/health/ready", None)]),
        ("metrics", vec![get("/metrics", Some(&format!("Bearer {METRICS_TOKEN}")))]),
        ("list page", pages.collect()),
        ("item", items.collect()),
        ("download", vec![get(url, None)]),
        ("upload", vec![upload]),
    ]
}

/// Measures every other kind of request during sign-ins from sixteen connections.
fn sign_ins(program: &Path) {
    let data = Data::new();
    assert!(data.run(&["demo", "--ideas", &IDEAS.to_string()]).status.success());
    assert!(data.run(&["access", "on"]).status.success());
    let (id, secret) = data.client();
    let mut caller = serve(&data, program);
    let process = caller.server.process_id();
    let kinds = every_kind(&caller);
    print("without load", measure(&caller.server, &kinds, WITHOUT_LOAD));
    let before = status_of(process, "VmRSS");
    let (over, threads, count) =
        (AtomicBool::new(false), AtomicU64::new(0), Mutex::new(BTreeMap::<u16, usize>::new()));
    let body = json!({ "auth": { "client_id": id, "client_secret": secret } }).to_string();
    let sign_in = Request { method: "POST", path: "/api/v2/authenticate".to_owned(), token: None, body };
    let stopped = std::thread::scope(|scope| {
        for _ in 0..SIGN_INS {
            scope.spawn(|| {
                let (mut client, mut own) = (Client::connect(&caller.server), BTreeMap::new());
                while let Some((status, _)) = client.send(&sign_in) {
                    *own.entry(status).or_insert(0_usize) += 1;
                }
                let mut count = count.lock().unwrap();
                for (status, own) in own {
                    *count.entry(status).or_default() += own;
                }
            });
        }
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                threads.fetch_max(status_of(process, "Threads"), Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(10));
            }
        });
        print("during sign-ins from 16 connections", measure(&caller.server, &kinds, UNDER_LOAD));
        over.store(true, Ordering::Relaxed);
        let grown = status_of(process, "VmRSS").saturating_sub(before) / 1000;
        println!("  {} threads (maximum), {grown} MB more memory", threads.load(Ordering::Relaxed));
        caller.server.terminate();
        Instant::now()
    });
    let code = caller.server.wait().code();
    println!("  stopped {:.2} s after SIGTERM, exit code {code:?}", stopped.elapsed().as_secs_f64());
    println!("  sign-ins by status: {:?}", count.into_inner().unwrap());
}

/// Measures other requests during twelve concurrent searches for one letter.
fn searches(data: &Data, program: &Path) {
    let caller = serve(data, program);
    let token = Some(caller.token.as_str());
    let file = caller.get("/files").ok()["files"][0].clone();
    let url = file["url"].as_str().unwrap().strip_prefix(&caller.server.url).unwrap().to_owned();
    let pages = (1..=100).map(|page| get(format!("/api/v2/files?page_size=24&page_number={page}"), token));
    let kinds = [
        ("live", vec![get("/health/live", None)]),
        ("list page", pages.collect()),
        ("download", vec![get(url, None)]),
    ];
    print("without load", measure(&caller.server, &kinds, WITHOUT_LOAD));
    let (over, done, failed) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for number in 0..SEARCHES {
            let (caller, over, done, failed) = (&caller, &over, &done, &failed);
            scope.spawn(move || {
                let mut client = Client::connect(&caller.server);
                // Each query differs, so that no response is cached.
                for round in 0.. {
                    if over.load(Ordering::Relaxed) {
                        break;
                    }
                    let words = "n".to_owned() + &" n".repeat((number + SEARCHES * round) % VARIANTS);
                    let path = format!("/api/v2/files?search={}", words.trim().replace(' ', "+"));
                    let status = client.send(&get(path, token)).map(|(status, _)| status);
                    (if status == Some(200) { done } else { failed }).fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        print("during twelve searches for one letter", measure(&caller.server, &kinds, UNDER_LOAD));
        over.store(true, Ordering::Relaxed);
    });
    println!("  {} searches, {} failed", done.into_inner(), failed.into_inner());
}

/// A platform with this many files, all of which match the letter `n`.
fn platform_of_files(count: usize) -> Data {
    let mut platform = Platform::empty();
    for plural in ["project_folders", "projects"] {
        platform.add(plural, record(resource(plural), 0, "2025-03-18T08:15:30.250Z"));
    }
    for number in 0..count {
        platform.add(
            "files",
            json!({
                "id": id("files", number),
                "name": format!("notes-{number}.txt"),
                "description_multiloc": { "en": format!("Notes of meeting {number}") },
                "project_id": id("projects", 0),
                "created_at": "2025-03-18T08:15:30.250Z",
                "content": "Tm90ZXMgb2YgdGhlIG1lZXRpbmcu",
            }),
        );
    }
    let started = Instant::now();
    let data = Data::with(&platform);
    println!("imported {count} files in {:.0} s", started.elapsed().as_secs_f64());
    data
}
