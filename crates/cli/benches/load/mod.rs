//! A load generator: a small HTTP client that sends requests over several connections and counts responses.

#![allow(dead_code, reason = "each benchmark uses a part")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use bytes::Bytes;
use tower::ServiceExt as _;

/// The requests of a measurement.
pub enum Requests {
    /// One path, repeatedly.
    Same(String),
    /// A few pages, repeatedly.
    Few { prefix: String, from: usize, span: usize },
    /// These paths, repeatedly.
    Each(Vec<String>),
    /// These pages, once each.
    Once { prefix: String, pages: Vec<usize> },
}

/// The figures of a load.
pub struct Measured {
    /// Responses per second.
    pub rate: f64,
    /// The index of each request among those of its kind, and its latency.
    pub latencies: Vec<(usize, Duration)>,
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

    /// The responses per second, measured for this time or until all pages were requested.
    pub fn run(&mut self, requests: &Requests, time: Duration) -> f64 {
        self.measure(requests, time).rate
    }

    /// The same with the latency of each response.
    pub fn measure(&mut self, requests: &Requests, time: Duration) -> Measured {
        let name = match requests {
            Requests::Same(path) => path.clone(),
            Requests::Each(paths) => paths.concat(),
            Requests::Few { prefix, .. } | Requests::Once { prefix, .. } => prefix.clone(),
        };
        let next = self.sent.entry(name).or_default();
        let end = requests.maximum().unwrap_or(usize::MAX);
        let connect = |_| Connection::open(self.address, &self.token).with_headers(&self.headers);
        let connections: Vec<Connection> = (0..self.connections).map(connect).collect();
        let started = Instant::now();
        let latencies = std::thread::scope(|scope| {
            let next = &*next;
            let send = |mut connection: Connection| {
                let mut latencies = Vec::new();
                while started.elapsed() < time {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= end {
                        break;
                    }
                    let path = requests.path(n);
                    let sent = Instant::now();
                    connection.send(&path);
                    latencies.push((n, sent.elapsed()));
                }
                latencies
            };
            let threads: Vec<_> =
                connections.into_iter().map(|connection| scope.spawn(move || send(connection))).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        next.fetch_min(end, Ordering::Relaxed);
        Measured { rate: latencies.len() as f64 / started.elapsed().as_secs_f64(), latencies }
    }
}

impl Requests {
    /// These pages, once each, in a shuffled order.
    pub fn once(prefix: &str, pages: impl Iterator<Item = usize>) -> Self {
        Self::Once { prefix: prefix.to_owned(), pages: shuffled(pages) }
    }

    /// The maximum number of requests.
    fn maximum(&self) -> Option<usize> {
        match self {
            Self::Once { pages, .. } => Some(pages.len()),
            _ => None,
        }
    }

    /// The paths that are requested repeatedly.
    pub fn repeated(&self) -> Vec<String> {
        let count = match self {
            Self::Same(_) => 1,
            Self::Few { span, .. } => *span,
            Self::Each(paths) => paths.len(),
            Self::Once { .. } => 0,
        };
        (0..count).map(|n| self.path(n)).collect()
    }

    fn path(&self, n: usize) -> String {
        match self {
            Self::Same(path) => path.clone(),
            Self::Each(paths) => paths[n % paths.len()].clone(),
            Self::Few { prefix, from, span } => format!("{prefix}{}", from + n % span),
            Self::Once { prefix, pages } => format!("{prefix}{}", pages[n]),
        }
    }
}

/// Pages in an order that is the same in each run, in which neighbours do not share pages of the database.
pub fn shuffled(pages: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut pages: Vec<usize> = pages.collect();
    pages.sort_by_cached_key(|page| (*page as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    pages
}

/// A connection for sequential requests.
pub struct Connection {
    stream: TcpStream,
    token: String,
    /// Further headers, each with its line break.
    headers: String,
    buffer: Vec<u8>,
}

impl Connection {
    /// Opens a connection.
    pub fn open(address: SocketAddr, token: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, token: token.to_owned(), headers: String::new(), buffer: Vec::new() }
    }

    /// The same with further headers in each request, each with its line break.
    pub fn with_headers(mut self, headers: &str) -> Self {
        headers.clone_into(&mut self.headers);
        self
    }

    /// The body of the response. Fails unless the status is 200.
    pub fn get(&mut self, path: &str) -> &[u8] {
        self.send(path);
        let end = length(&self.buffer).unwrap();
        let start = self.buffer.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
        &self.buffer[start..end]
    }

    fn send(&mut self, path: &str) {
        let Self { stream, token, headers, buffer } = self;
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
}

/// The length of the complete response; `None` if it is not complete enough to know.
fn length(response: &[u8]) -> Option<usize> {
    let end = response.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&response[..end]).unwrap().to_ascii_lowercase();
    if head.starts_with("http/1.1 304") {
        return Some(end);
    }
    assert!(head.starts_with("http/1.1 200"), "{head}");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    length.map_or_else(
        || Some(end + chunked_length(&response[end..])?),
        |length| Some(end + length.parse::<usize>().unwrap()),
    )
}

/// The length of a chunked body with its last chunk; `None` if that is not there yet.
fn chunked_length(body: &[u8]) -> Option<usize> {
    let mut position = 0;
    loop {
        let line = body[position..].windows(2).position(|window| window == b"\r\n")?;
        let size = std::str::from_utf8(&body[position..position + line]).unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        position += line + 2 + size + 2;
        if position > body.len() {
            return None;
        }
        if size == 0 {
            return Some(position);
        }
    }
}

/// The body of a response, without a connection.
pub async fn fetch_from(routes: &axum::Router, path: &str, token: &str) -> Vec<u8> {
    fetch_coded(routes, path, token, "identity").await.into()
}

/// The body of a response in a content coding, without a connection. Fails if the response has another coding.
pub async fn fetch_coded(routes: &axum::Router, path: &str, token: &str, coding: &str) -> Bytes {
    let response = respond(routes, path, token, coding).await;
    let used = response.headers().get("content-encoding").map_or("identity", |used| used.to_str().unwrap());
    assert_eq!(used, coding);
    axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap()
}

/// The `Link` header of a response, without a connection.
pub async fn link_from(routes: &axum::Router, path: &str, token: &str) -> String {
    let response = respond(routes, path, token, "identity").await;
    response.headers()["link"].to_str().unwrap().to_owned()
}

async fn respond(routes: &axum::Router, path: &str, token: &str, coding: &str) -> http::Response<Body> {
    let request = http::Request::get(path)
        .header("host", "x")
        .header("authorization", token)
        .header("accept-encoding", coding)
        .body(Body::empty())
        .unwrap();
    routes.clone().oneshot(request).await.unwrap()
}
