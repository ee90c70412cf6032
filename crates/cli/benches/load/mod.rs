//! A load generator: a small HTTP client that sends requests over several connections and counts responses.

#![allow(dead_code, reason = "each benchmark uses a part")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use tower::ServiceExt as _;

/// The requests of a measurement.
pub enum Requests {
    /// One path, repeatedly.
    Same(String),
    /// A few pages, repeatedly.
    Few { prefix: String, from: usize, span: usize },
    /// These paths, repeatedly.
    Each(Vec<String>),
    /// Pages that are requested once: a number of them in each round.
    Once { prefix: String, from: usize, span: usize, each_round: usize },
}

/// The connections, and the number of requests sent so far.
pub struct Load {
    address: SocketAddr,
    token: String,
    /// Further headers, each with its line break.
    headers: String,
    connections: usize,
    sent: std::collections::HashMap<String, AtomicUsize>,
}

impl Load {
    /// A load of this many connections.
    pub fn new(address: SocketAddr, token: &str, connections: usize) -> Self {
        let sent = std::collections::HashMap::new();
        Self { address, token: token.to_owned(), headers: String::new(), connections, sent }
    }

    /// The same with further headers in each request, each with its line break.
    pub fn with_headers(mut self, headers: &str) -> Self {
        headers.clone_into(&mut self.headers);
        self
    }

    /// The responses per second, measured for this time or until all pages of the round were requested.
    pub fn run(&mut self, requests: &Requests, time: Duration) -> f64 {
        let name = match requests {
            Requests::Same(path) => path.clone(),
            Requests::Each(paths) => paths.concat(),
            Requests::Few { prefix, from, .. } | Requests::Once { prefix, from, .. } => {
                format!("{prefix}{from}")
            }
        };
        let next = self.sent.entry(name).or_default();
        let end = requests.maximum().map_or(usize::MAX, |maximum| next.load(Ordering::Relaxed) + maximum);
        let responses = AtomicUsize::new(0);
        let started = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..self.connections {
                scope.spawn(|| {
                    let mut stream = TcpStream::connect(self.address).unwrap();
                    stream.set_nodelay(true).unwrap();
                    let mut buffer = Vec::new();
                    while started.elapsed() < time {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        if n >= end {
                            break;
                        }
                        send(&mut stream, &requests.path(n), &self.token, &self.headers, &mut buffer);
                        responses.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        next.fetch_min(end, Ordering::Relaxed);
        responses.load(Ordering::Relaxed) as f64 / started.elapsed().as_secs_f64()
    }
}

impl Requests {
    /// The maximum number of requests in a round.
    fn maximum(&self) -> Option<usize> {
        match self {
            Self::Once { each_round, .. } => Some(*each_round),
            _ => None,
        }
    }

    fn path(&self, n: usize) -> String {
        match self {
            Self::Same(path) => path.clone(),
            Self::Each(paths) => paths[n % paths.len()].clone(),
            Self::Few { prefix, from, span } => format!("{prefix}{}", from + n % span),
            // Spread over the span, so that consecutive requests do not share pages of the database file.
            Self::Once { prefix, from, span, .. } => format!("{prefix}{}", from + n * 7919 % span),
        }
    }
}

/// A connection for sequential requests.
pub struct Connection {
    stream: TcpStream,
    token: String,
    buffer: Vec<u8>,
}

impl Connection {
    /// Opens a connection.
    pub fn open(address: SocketAddr, token: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, token: token.to_owned(), buffer: Vec::new() }
    }

    /// The body of the response. Fails unless the status is 200.
    pub fn get(&mut self, path: &str) -> &[u8] {
        send(&mut self.stream, path, &self.token, "", &mut self.buffer);
        let end = length(&self.buffer).unwrap();
        let start = self.buffer.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
        &self.buffer[start..end]
    }
}

fn send(stream: &mut TcpStream, path: &str, token: &str, headers: &str, buffer: &mut Vec<u8>) {
    let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: {token}\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    buffer.resize(64 * 1024, 0);
    let (mut filled, mut expected) = (0, None);
    while expected.is_none_or(|expected| filled < expected) {
        if filled == buffer.len() {
            buffer.resize(filled * 2, 0);
        }
        let read = stream.read(&mut buffer[filled..]).unwrap();
        assert!(read > 0, "the server closed the connection");
        filled += read;
        expected = expected.or_else(|| length(&buffer[..filled]));
    }
}

/// The length of the complete response; `None` if its head is incomplete.
fn length(response: &[u8]) -> Option<usize> {
    let end = response.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&response[..end]).unwrap().to_ascii_lowercase();
    if head.starts_with("http/1.1 304") {
        return Some(end);
    }
    assert!(head.starts_with("http/1.1 200"), "{head}");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    Some(end + length.parse::<usize>().unwrap())
}

/// The body of a response, without a connection.
pub async fn fetch_from(routes: &axum::Router, path: &str, token: &str) -> Vec<u8> {
    let response = respond(routes, path, token).await;
    axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()
}

/// The `Link` header of a response, without a connection.
pub async fn link_from(routes: &axum::Router, path: &str, token: &str) -> String {
    respond(routes, path, token).await.headers()["link"].to_str().unwrap().to_owned()
}

async fn respond(routes: &axum::Router, path: &str, token: &str) -> http::Response<Body> {
    let request = http::Request::get(path)
        .header("host", "x")
        .header("authorization", token)
        .body(Body::empty())
        .unwrap();
    routes.clone().oneshot(request).await.unwrap()
}
