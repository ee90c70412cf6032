//! Fair sharing: clients are served in turn, whatever the number of their connections.
//!
//! The tests count responses instead of measuring time, so that they do not depend on the speed of the machine. `cargo bench
//! --bench fairness` measures times.

#![allow(clippy::cast_precision_loss, reason = "counts are small")]

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::support::fixture::{Platform, record, resource};
use crate::support::{Caller, Data, Server, eventually, files};

/// The connections of the client that sends as much as it can.
const CONNECTIONS: usize = 300;
/// The requests of the other client.
const REQUESTS: usize = 40;
const PATH: &str = "/api/v2/areas?page_size=24";

/// A platform with some pages of areas, and projects for files.
fn platform() -> Platform {
    let mut platform = files::platform();
    for number in 0..72 {
        platform.add("areas", record(resource("areas"), number, "2025-03-18T08:15:30.250Z"));
    }
    platform
}

fn token(server: &Server, data: &Data) -> String {
    let (id, secret) = data.client();
    let response = server.authenticate(&id, &secret);
    assert_eq!(response.status, 201, "{}", response.text);
    response.json()["jwt"].as_str().unwrap().to_owned()
}

/// The responses to the connections of a client that send one request after the other.
#[derive(Default)]
struct Flood {
    served: AtomicUsize,
    refused: AtomicUsize,
    is_over: AtomicBool,
}

impl Flood {
    /// Sends requests over these connections while `run` runs. Each connection has the token for its number.
    fn during<T>(
        self: &Arc<Self>,
        server: &Server,
        token: impl Fn(usize) -> String,
        connections: usize,
        run: impl FnOnce() -> T,
    ) -> T {
        let address = server.url.trim_start_matches("http://").to_owned();
        let request =
            |number| format!("GET {PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: {}\r\n\r\n", token(number));
        let requests: Vec<String> = (0..connections).map(request).collect();
        let flood = Arc::clone(self);
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let tasks = requests.into_iter().map(|request| {
                    let (flood, address) = (Arc::clone(&flood), address.clone());
                    tokio::spawn(async move { flood.connection(&address, &request).await })
                });
                for task in tasks.collect::<Vec<_>>() {
                    task.await.unwrap();
                }
            });
        });
        eventually("the flood does not begin", || self.served.load(Ordering::Relaxed) >= connections);
        let result = run();
        self.is_over.store(true, Ordering::Relaxed);
        thread.join().unwrap();
        result
    }

    async fn connection(&self, address: &str, request: &str) {
        let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
        let mut buffer = vec![0; 64 * 1024];
        while !self.is_over.load(Ordering::Relaxed) {
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut filled = 0;
            while length(&buffer[..filled]).is_none_or(|length| filled < length) {
                let read = stream.read(&mut buffer[filled..]).await.unwrap();
                assert!(read > 0, "the server closed the connection");
                filled += read;
            }
            match &buffer[9..12] {
                b"200" | b"401" => self.served.fetch_add(1, Ordering::Relaxed),
                b"429" | b"503" => self.refused.fetch_add(1, Ordering::Relaxed),
                status => panic!("{}", String::from_utf8_lossy(status)),
            };
        }
    }
}

/// The length of a response with its head; `None` if it is not known yet.
fn length(response: &[u8]) -> Option<usize> {
    let end = response.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&response[..end]).unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    Some(end + length.parse::<usize>().unwrap())
}

/// Sends a request over a persistent connection and returns the status of its response.
fn send(stream: &mut TcpStream, token: &str) -> u16 {
    let request = format!("GET {PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: {token}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let (mut buffer, mut filled) = (vec![0; 64 * 1024], 0);
    while length(&buffer[..filled]).is_none_or(|length| filled < length) {
        let read = stream.read(&mut buffer[filled..]).unwrap();
        assert!(read > 0, "the server closed the connection");
        filled += read;
    }
    std::str::from_utf8(&buffer[9..12]).unwrap().parse().unwrap()
}

/// How many responses the flood receives for each of some requests, on average.
fn served_during(flood: &Flood, mut request: impl FnMut()) -> f64 {
    let before = flood.served.load(Ordering::Relaxed);
    (0..REQUESTS).for_each(|_| request());
    (flood.served.load(Ordering::Relaxed) - before) as f64 / REQUESTS as f64
}

#[test]
fn a_client_with_one_connection_does_not_wait_for_the_hundreds_of_another() {
    let data = Data::with(&platform());
    let server = data.serve_with(&["--log-level", "error"]);
    let (of_flood, of_other) = (token(&server, &data), token(&server, &data));
    let mut stream = TcpStream::connect(server.url.trim_start_matches("http://")).unwrap();
    // Once, so that the token was verified before.
    assert_eq!(send(&mut stream, &of_other), 200);
    let flood = Arc::new(Flood::default());
    let others = flood.during(
        &server,
        |_| of_flood.clone(),
        CONNECTIONS,
        || served_during(&flood, || assert_eq!(send(&mut stream, &of_other), 200)),
    );
    // In the order of arrival, each request would wait for one of every other connection.
    assert!(others < CONNECTIONS as f64 / 4.0, "{others} responses to the other client for each");
    assert_eq!(flood.refused.load(Ordering::Relaxed), 0, "a crawl at full speed was refused");
}

#[test]
fn invented_tokens_give_no_further_shares() {
    let data = Data::with(&platform());
    let server = data.serve_with(&["--log-level", "error", "--address-invalid-tokens-per-minute", "0"]);
    let of_other = token(&server, &data);
    let mut stream = TcpStream::connect(server.url.trim_start_matches("http://")).unwrap();
    assert_eq!(send(&mut stream, &of_other), 200);
    let flood = Arc::new(Flood::default());
    // Each connection has a token of its own, and all of them share the part of their network address.
    let others = flood.during(
        &server,
        |number| format!("{of_other}{number}"),
        CONNECTIONS,
        || served_during(&flood, || assert_eq!(send(&mut stream, &of_other), 200)),
    );
    assert!(others < CONNECTIONS as f64 / 4.0, "{others} responses to the other address for each");
}

#[test]
fn requests_beyond_the_queue_of_a_client_get_429_and_those_of_others_are_served() {
    assert_refused("--maximum-queued-requests-per-client", "client-queue");
}

#[test]
fn requests_beyond_the_queue_of_all_clients_get_503_and_those_of_others_are_served() {
    assert_refused("--maximum-queued-requests", "queue");
}

/// With this queue limited to two requests, those of a client with many connections are refused and counted with this reason, and
/// those of another client are served.
#[track_caller]
fn assert_refused(setting: &str, reason: &str) {
    let data = Data::with(&platform());
    let server = data.serve_with(&["--log-level", "error", setting, "2"]);
    let (of_flood, of_other) = (token(&server, &data), token(&server, &data));
    let mut stream = TcpStream::connect(server.url.trim_start_matches("http://")).unwrap();
    assert_eq!(send(&mut stream, &of_other), 200);
    let flood = Arc::new(Flood::default());
    flood.during(
        &server,
        |_| of_flood.clone(),
        CONNECTIONS,
        || {
            eventually("no request is refused", || flood.refused.load(Ordering::Relaxed) > 0);
            for _ in 0..20 {
                assert_eq!(send(&mut stream, &of_other), 200);
            }
        },
    );
    let metrics = server.metrics();
    let prefix = format!("folkmoot_refusals_total{{reason=\"{reason}\"}} ");
    let counted = metrics.lines().find_map(|line| line.strip_prefix(&prefix));
    assert_eq!(counted.unwrap().parse(), Ok(flood.refused.load(Ordering::Relaxed)));
}

#[test]
fn clients_that_do_not_read_have_no_permits() {
    let data = Data::with(&platform());
    let (id, secret) = data.client();
    let server = data.serve_with(&[
        "--log-level",
        "error",
        "--maximum-streams",
        "64",
        "--maximum-streams-per-client",
        "64",
    ]);
    let caller: Caller = server.caller(&id, &secret);
    // Larger than the buffers of the system.
    let file = caller.uploaded(&json!({ "content": "QUJD".repeat(6_000_000) }));
    let path = file["url"].as_str().unwrap().strip_prefix(&caller.server.url).unwrap().to_owned();
    let mut readers = Vec::new();
    for _ in 0..64 {
        let mut stream = TcpStream::connect(caller.server.url.trim_start_matches("http://")).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut byte = [0; 12];
        stream.read_exact(&mut byte).unwrap();
        assert_eq!(&byte[9..], b"200");
        readers.push(stream);
    }
    // They do not read, and the server waits for them.
    let other = token(&caller.server, &data);
    let pages = caller.server.request(Method::GET, PATH).bearer_auth(&other).timeout(Duration::from_secs(50));
    assert_eq!(pages.try_send().unwrap().status, 200, "a client waits for those that do not read");
    let upload = caller.upload(&json!({ "name": "other.txt" }));
    assert_eq!(upload.status, 201, "{}", upload.text);
    drop(readers);
}
