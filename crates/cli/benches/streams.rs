//! Streams of a million ideas against pages: records per second, the time until the first byte of the body, and the peak
//! memory of the server above that before the stream.
//!
//! `cargo bench --bench streams` uses the platform of `cargo bench --bench pages`; `FOLKMOOT_BENCH_IDEAS` changes its size.

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

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use demo_platform::DemoPlatform;
use load::{Connection, Load, Requests};

/// The number of times that each stream is read; the median of the rates is reported.
const ROUNDS: usize = 3;
/// How long pages are read.
const PAGES_TIME: Duration = Duration::from_secs(5);
/// The streams: a name, the path with its query, and a header.
const STREAMS: &[(&str, &str, &str)] = &[
    ("NDJSON", "/ideas?format=ndjson", ""),
    ("NDJSON, gzip", "/ideas?format=ndjson", "Accept-Encoding: gzip\r\n"),
    ("NDJSON, br", "/ideas?format=ndjson", "Accept-Encoding: br\r\n"),
    ("NDJSON, zstd", "/ideas?format=ndjson", "Accept-Encoding: zstd\r\n"),
    ("CSV", "/ideas?format=csv", ""),
    ("NDJSON by likes", "/ideas?format=ndjson&sort=-likes_count", ""),
    ("NDJSON of a type", "/ideas?format=ndjson&type=idea", ""),
    ("NDJSON of users", "/users?format=ndjson", ""),
];

/// The server in a process of its own, so that its memory is not that of the client.
struct Server {
    process: Child,
    address: SocketAddr,
    token: String,
}

/// What was measured of a stream.
struct Measured {
    records: f64,
    bytes: usize,
    first_byte: Duration,
    time: Duration,
    memory_kib: i64,
}

fn main() {
    let location = DemoPlatform::open().location();
    let server = Server::start(&location);
    let rate = pages(&server);
    println!("{:<20}{rate:>12.0} records/s", "pages of 24");
    for (name, path, header) in STREAMS {
        let mut rounds: Vec<Measured> = (0..ROUNDS).map(|_| server.read(path, header)).collect();
        rounds.sort_by_key(|round| round.time);
        let Measured { records, bytes, first_byte, time, .. } = rounds[ROUNDS / 2];
        let memory = rounds.iter().map(|round| round.memory_kib).max().unwrap_or(0) / 1024;
        println!(
            "{name:<20}{:>12.0} records/s {:>8.0} MB/s {:>8.1} ms to the first byte {memory:>6} MiB above idle",
            records / time.as_secs_f64(),
            bytes as f64 / time.as_secs_f64() / 1e6,
            first_byte.as_secs_f64() * 1e3,
        );
    }
}

/// The records per second of different pages over one connection.
fn pages(server: &Server) -> f64 {
    let body = Connection::open(server.address, &server.token).get("/api/v2/ideas?page_size=24").to_vec();
    let page: serde_json::Value = serde_json::from_slice(&body).unwrap();
    let span = usize::try_from(page["meta"]["total_pages"].as_u64().unwrap()).unwrap();
    let prefix = "/api/v2/ideas?page_size=24&page_number=".to_owned();
    let requests = Requests::once(&prefix, 1..=span);
    Load::new(server.address, &server.token, 1).run(&requests, PAGES_TIME) * 24.0
}

impl Server {
    fn start(location: &[std::ffi::OsString]) -> Self {
        let client = local_server::program(location).args(["clients", "create", "Bench", "--json"]).output();
        let client: serde_json::Value = serde_json::from_slice(&client.unwrap().stdout).unwrap();
        let mut command = local_server::program(location);
        command.args(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"]);
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let address = url.trim().trim_start_matches("http://").parse().unwrap();
        let auth = serde_json::json!({
            "auth": { "client_id": client["client_id"], "client_secret": client["client_secret"] },
        });
        let body = auth.to_string();
        let mut stream = TcpStream::connect(address).unwrap();
        write!(
            stream,
            "POST /api/v2/authenticate HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (_, body) = response.split_once("\r\n\r\n").unwrap();
        let token: serde_json::Value = serde_json::from_str(body).unwrap();
        Self { process, address, token: token["jwt"].as_str().unwrap().to_owned() }
    }

    /// Reads a stream completely.
    fn read(&self, path: &str, header: &str) -> Measured {
        // The peak becomes the present value.
        std::fs::write(format!("/proc/{}/clear_refs", self.process.id()), "5").unwrap();
        let before = self.memory_kib("VmRSS:");
        let started = Instant::now();
        let mut stream = TcpStream::connect(self.address).unwrap();
        write!(
            stream,
            "GET /api/v2{path} HTTP/1.1\r\nHost: x\r\nAuthorization: {}\r\nConnection: close\r\n{header}\r\n",
            self.token
        )
        .unwrap();
        let mut reader = BufReader::with_capacity(1 << 18, stream);
        let (mut line, mut records) = (String::new(), 0.0);
        while line != "\r\n" {
            line.clear();
            reader.read_line(&mut line).unwrap();
            if let Some(total) = line.to_lowercase().strip_prefix("total-count: ") {
                records = total.trim().parse().unwrap();
            }
        }
        let mut bytes = reader.fill_buf().unwrap().len();
        let first_byte = started.elapsed();
        let mut end = Vec::new();
        loop {
            let read = reader.fill_buf().unwrap();
            if read.is_empty() {
                break;
            }
            end = read[read.len().saturating_sub(5)..].to_vec();
            let length = read.len();
            bytes += length;
            reader.consume(length);
        }
        assert!(end.ends_with(b"\r\n\r\n"), "the stream of {path} is incomplete");
        let time = started.elapsed();
        Measured { records, bytes, first_byte, time, memory_kib: self.memory_kib("VmHWM:") - before }
    }

    /// A value of the memory of the process, in KiB.
    fn memory_kib(&self, name: &str) -> i64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
