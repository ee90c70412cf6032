//! A small HTTP client that keeps connections busy and counts answers.

#![allow(dead_code, reason = "each benchmark uses a part")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use tower::ServiceExt as _;

/// What is asked for.
pub enum Requests {
    /// One path, again and again.
    Same(String),
    /// A few pages, again and again.
    Few { prefix: String, from: usize, span: usize },
    /// Pages that are asked for once: so many a round, until the span is used up.
    Once { prefix: String, from: usize, span: usize, each_round: usize },
}

/// Connections and what was asked for so far.
pub struct Load {
    address: SocketAddr,
    token: String,
    connections: usize,
    asked: std::collections::HashMap<String, AtomicUsize>,
}

impl Load {
    /// A load of so many connections.
    pub fn new(address: SocketAddr, token: &str, connections: usize) -> Self {
        Self { address, token: token.to_owned(), connections, asked: std::collections::HashMap::new() }
    }

    /// Answers a second, over this time or until the pages of the round are used up.
    pub fn run(&mut self, requests: &Requests, time: Duration) -> f64 {
        let name = match requests {
            Requests::Same(path) => path.clone(),
            Requests::Few { prefix, from, .. } | Requests::Once { prefix, from, .. } => {
                format!("{prefix}{from}")
            }
        };
        let next = self.asked.entry(name).or_default();
        let end = requests.most().map_or(usize::MAX, |most| next.load(Ordering::Relaxed) + most);
        let answered = AtomicUsize::new(0);
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
                        ask(&mut stream, &requests.path(n), &self.token, &mut buffer);
                        answered.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        next.fetch_min(end, Ordering::Relaxed);
        answered.load(Ordering::Relaxed) as f64 / started.elapsed().as_secs_f64()
    }
}

impl Requests {
    /// How many may be made in a round.
    fn most(&self) -> Option<usize> {
        match self {
            Self::Once { each_round, .. } => Some(*each_round),
            _ => None,
        }
    }

    fn path(&self, n: usize) -> String {
        match self {
            Self::Same(path) => path.clone(),
            Self::Few { prefix, from, span } => format!("{prefix}{}", from + n % span),
            // Spread over the span, so that neighbours do not share pages of the database file.
            Self::Once { prefix, from, span, .. } => format!("{prefix}{}", from + n * 7919 % span),
        }
    }
}

/// A connection that is asked one request after the other.
pub struct Connection {
    stream: TcpStream,
    token: String,
    buffer: Vec<u8>,
}

impl Connection {
    /// Connects.
    pub fn open(address: SocketAddr, token: &str) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, token: token.to_owned(), buffer: Vec::new() }
    }

    /// The body of the response, which must be good.
    pub fn get(&mut self, path: &str) -> &[u8] {
        ask(&mut self.stream, path, &self.token, &mut self.buffer);
        let end = length(&self.buffer).unwrap();
        let start = self.buffer.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
        &self.buffer[start..end]
    }
}

fn ask(stream: &mut TcpStream, path: &str, token: &str, buffer: &mut Vec<u8>) {
    let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: {token}\r\n\r\n");
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

/// The length of the whole answer, once its head is there.
fn length(answer: &[u8]) -> Option<usize> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&answer[..end]).unwrap().to_ascii_lowercase();
    assert!(head.starts_with("http/1.1 200"), "{head}");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    Some(end + length.parse::<usize>().unwrap())
}

/// The body of an answer, without a connection.
pub async fn fetch_from(routes: &axum::Router, path: &str, token: &str) -> Vec<u8> {
    let request = http::Request::get(path)
        .header("host", "x")
        .header("authorization", token)
        .body(Body::empty())
        .unwrap();
    let response = routes.clone().oneshot(request).await.unwrap();
    axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()
}
