//! The load of a client, in a process of its own that runs until its standard input is closed.

use std::io::Read as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;

/// The environment variable with the parameters of the load.
const VARIABLE: &str = "FOLKMOOT_FAIRNESS_LOAD";
/// The size of an uploaded file as Base64.
const UPLOAD_BYTES: usize = 2_000_000;
/// How much a slow reader reads at once, and how often.
const SLOW_BYTES: usize = 1024;
const SLOW_PAUSE: Duration = Duration::from_millis(50);
/// The receive buffer of a slow reader.
const SLOW_BUFFER: u32 = 16 * 1024;

/// What the connections of a load do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Request pages.
    Pages,
    /// Read complete lists.
    Streams,
    /// Upload files.
    Uploads,
    /// Read a file slowly.
    SlowReaders,
}

impl Kind {
    const ALL: [(Self, &str); 4] = [
        (Self::Pages, "pages"),
        (Self::Streams, "streams"),
        (Self::Uploads, "uploads"),
        (Self::SlowReaders, "slow"),
    ];
}

/// A load.
#[derive(Debug, Clone)]
pub struct Load {
    kind: Kind,
    connections: usize,
    address: String,
    token: String,
    file: String,
}

impl Load {
    /// A load of these connections.
    pub fn new(kind: Kind, connections: usize, address: &str, token: &str, file: &str) -> Self {
        Self {
            kind,
            connections,
            address: address.to_owned(),
            token: token.to_owned(),
            file: file.to_owned(),
        }
    }

    /// The environment of its process.
    pub fn environment(&self) -> [(&'static str, String); 1] {
        let Self { kind, connections, address, token, file } = self;
        let (_, kind) = Kind::ALL.into_iter().find(|(other, _)| other == kind).unwrap();
        [(VARIABLE, format!("{kind} {connections} {address} {token} {file}"))]
    }

    /// The load of this process.
    pub fn from_environment() -> Option<Self> {
        let value = std::env::var(VARIABLE).ok()?;
        let mut parts = value.split(' ');
        let mut next = || parts.next().unwrap();
        let name = next();
        let (kind, _) = Kind::ALL.into_iter().find(|(_, other)| *other == name).unwrap();
        Some(Self::new(kind, next().parse().unwrap(), next(), next(), next()))
    }

    /// Runs until the standard input is closed, and prints the number of responses per second, of streams the megabytes per second.
    pub fn run(self) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (load, count, started) = (Arc::new(self), Arc::new(AtomicUsize::new(0)), Instant::now());
        for number in 0..load.connections {
            let (load, count) = (Arc::clone(&load), Arc::clone(&count));
            runtime.spawn(async move { load.connection(number, &count).await });
        }
        let closed = std::thread::spawn(|| std::io::stdin().read_to_end(&mut Vec::new()));
        runtime.block_on(async {
            while !closed.is_finished() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        let rate = count.load(Ordering::Relaxed) as f64 / started.elapsed().as_secs_f64();
        if load.kind == Kind::Streams {
            println!("{:?} {:.1} MB/s", load.kind, rate / 1e6);
        } else {
            println!("{:?} {rate:.0}/s", load.kind);
        }
    }

    async fn connection(&self, number: usize, count: &AtomicUsize) {
        let socket = TcpSocket::new_v4().unwrap();
        if self.kind == Kind::SlowReaders {
            socket.set_recv_buffer_size(SLOW_BUFFER).unwrap();
        }
        let mut stream = socket.connect(self.address.parse().unwrap()).await.unwrap();
        let mut buffer = vec![0; 128 * 1024];
        for repetition in 0.. {
            let page = 1 + (number * 31 + repetition) % 200;
            let request = match self.kind {
                Kind::Pages => {
                    request(&format!("/api/v2/ideas?page_size=24&page_number={page}"), &self.token)
                }
                Kind::Streams => request("/api/v2/ideas?format=ndjson", &self.token),
                Kind::SlowReaders => request(&self.file, &self.token),
                Kind::Uploads => self.upload(),
            };
            if stream.write_all(request.as_bytes()).await.is_err() {
                return;
            }
            let mut received = Vec::new();
            while response_length(&received).is_none_or(|length| received.len() < length) {
                let limit = if self.kind == Kind::SlowReaders { SLOW_BYTES } else { buffer.len() };
                match stream.read(&mut buffer[..limit]).await {
                    Ok(read) if read > 0 => {
                        received.extend_from_slice(&buffer[..read]);
                        if self.kind == Kind::Streams {
                            count.fetch_add(read, Ordering::Relaxed);
                        }
                    }
                    _ => return,
                }
                if self.kind == Kind::SlowReaders {
                    tokio::time::sleep(SLOW_PAUSE).await;
                }
                // The end of a chunked body.
                if self.kind == Kind::Streams && received.ends_with(b"\r\n0\r\n\r\n") {
                    break;
                }
                if self.kind == Kind::Streams && received.len() > 64 {
                    received.drain(..received.len() - 64);
                }
            }
            if self.kind != Kind::Streams {
                count.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    fn upload(&self) -> String {
        let content = "QUJD".repeat(UPLOAD_BYTES / 4);
        // The project does not exist, so that the file is received, checked and written, and then deleted.
        let body = format!(
            "{{\"file\":{{\"name\":\"a.txt\",\"project_id\":\"00000000-0000-4000-8000-000000000000\",\"content\":\"{content}\"}}}}"
        );
        format!(
            "POST /api/v2/files HTTP/1.1\r\nHost: x\r\nAuthorization: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.token,
            body.len()
        )
    }
}

/// A request for a path.
pub fn request(path: &str, token: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: {token}\r\n\r\n")
}

/// The length of a complete response with its head; `None` if it is not known yet.
pub fn response_length(response: &[u8]) -> Option<usize> {
    let end = response.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = std::str::from_utf8(&response[..end]).ok()?.to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?;
    Some(end + length.parse::<usize>().unwrap())
}
