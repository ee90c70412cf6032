//! A connection from any loopback address on which a test writes and reads bytes.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::time::Duration;

use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::Server;
use super::response::Response;

/// The timeout of a read; a working server needs much less.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A TCP connection to a server.
#[derive(Debug)]
pub struct RawConnection {
    stream: TcpStream,
}

impl RawConnection {
    /// Opens a connection from 127.0.0.1.
    pub fn open(server: &Server) -> Self {
        Self::from(server, [127, 0, 0, 1])
    }

    /// Opens a connection from this address.
    pub fn from(server: &Server, address: [u8; 4]) -> Self {
        Self::to(&server.url, address)
    }

    /// Opens a connection to the server at this URL, which may still be starting, from this address.
    pub fn to(server: &str, address: [u8; 4]) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
        let target: SocketAddr = server.trim_start_matches("http://").parse().unwrap();
        let stream = runtime.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4().unwrap();
            socket.bind(SocketAddr::new(IpAddr::from(address), 0)).unwrap();
            socket.connect(target).await.unwrap()
        });
        let stream = stream.into_std().unwrap();
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        Self { stream }
    }

    /// Writes bytes. Ignores an error, because the server may have closed the connection.
    pub fn write(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes);
    }

    /// Writes as many bytes as possible without blocking.
    pub fn write_some(&mut self, bytes: &[u8]) {
        self.stream.set_nonblocking(true).unwrap();
        let mut rest = bytes;
        while let Ok(written) = self.stream.write(rest) {
            rest = &rest[written..];
            if rest.is_empty() {
                break;
            }
        }
        self.stream.set_nonblocking(false).unwrap();
    }

    /// Reads all bytes until the server closes the connection.
    pub fn rest(&mut self) -> String {
        let mut bytes = Vec::new();
        match self.stream.read_to_end(&mut bytes) {
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
            Err(error) => panic!("the connection stays open: {error}"),
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Whether the connection is open and the server has written nothing to it.
    pub fn is_open(&mut self) -> bool {
        self.stream.set_nonblocking(true).unwrap();
        let read = self.stream.read(&mut [0]);
        self.stream.set_nonblocking(false).unwrap();
        read.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
    }

    /// Reads an interim response and returns its status line.
    #[track_caller]
    pub fn interim(&mut self) -> String {
        let mut bytes = Vec::new();
        while !bytes.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            self.stream.read_exact(&mut byte).unwrap();
            bytes.push(byte[0]);
        }
        String::from_utf8(bytes).unwrap().trim_end().to_owned()
    }

    /// Reads an HTTP/2 frame and returns its type and payload.
    #[track_caller]
    pub fn frame(&mut self) -> (u8, Vec<u8>) {
        let mut head = [0; 9];
        self.stream.read_exact(&mut head).unwrap();
        let mut payload = vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize];
        self.stream.read_exact(&mut payload).unwrap();
        (head[3], payload)
    }

    /// Reads a response with a `Content-Length`.
    #[track_caller]
    pub fn response(&mut self) -> Response {
        let mut bytes = Vec::new();
        loop {
            let mut byte = [0];
            let read = self.stream.read(&mut byte).unwrap();
            assert_eq!(read, 1, "the connection was closed after {:?}", String::from_utf8_lossy(&bytes));
            bytes.push(byte[0]);
            if let Some(head) = bytes.strip_suffix(b"\r\n\r\n") {
                let (status, headers) = parse_head(std::str::from_utf8(head).unwrap());
                let length = headers.get("content-length").map_or("0", |value| value.to_str().unwrap());
                let mut body = vec![0; length.parse().unwrap()];
                self.stream.read_exact(&mut body).unwrap();
                return Response::new(&Method::GET, "/", status, headers, String::from_utf8(body).unwrap());
            }
        }
    }
}

fn parse_head(head: &str) -> (u16, HeaderMap) {
    let mut lines = head.split("\r\n");
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let headers = lines.map(|line| {
        let (name, value) = line.split_once(": ").unwrap();
        (name.parse::<HeaderName>().unwrap(), HeaderValue::from_str(value).unwrap())
    });
    (status, headers.collect())
}
