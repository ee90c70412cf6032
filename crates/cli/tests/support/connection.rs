//! An HTTP/1.1 connection on which a test writes a request piece by piece.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::Server;
use super::response::Response;

/// A connection to a server.
#[derive(Debug)]
pub struct Connection {
    stream: BufReader<TcpStream>,
}

impl Connection {
    /// Opens a connection.
    pub fn open(server: &Server) -> Self {
        let stream = TcpStream::connect(server.url.trim_start_matches("http://")).unwrap();
        Self { stream: BufReader::new(stream) }
    }

    /// Writes the request line and these headers.
    pub fn begin(&mut self, method: &Method, path: &str, headers: &[(&str, &str)]) {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: folkmoot\r\n");
        for (name, value) in headers {
            head.extend([name, ": ", value, "\r\n"]);
        }
        self.write(format!("{head}\r\n").as_bytes());
    }

    /// Writes bytes unchanged.
    #[track_caller]
    pub fn write(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).unwrap();
    }

    /// Writes a chunk of a body with chunked encoding; an empty chunk ends the body.
    #[track_caller]
    pub fn write_chunk(&mut self, bytes: &[u8]) {
        self.write(format!("{:x}\r\n", bytes.len()).as_bytes());
        self.write(bytes);
        self.write(b"\r\n");
    }

    /// Reads the response to `method` at `path`.
    #[track_caller]
    pub fn response(&mut self, method: &Method, path: &str) -> Response {
        let (status, headers) = self.head();
        let length =
            headers.get("content-length").map_or(0, |value| value.to_str().unwrap().parse().unwrap());
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        Response::new(method, path, status, headers, String::from_utf8(body).unwrap())
    }

    /// Reads the status and the headers of a response.
    #[track_caller]
    pub fn head(&mut self) -> (u16, HeaderMap) {
        let first = self.line();
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let mut headers = HeaderMap::new();
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(": ") else { break };
            let name: HeaderName = name.parse().unwrap();
            headers.append(name, HeaderValue::from_str(value).unwrap());
        }
        (status.unwrap_or_else(|| panic!("not a status line: {first:?}")), headers)
    }

    /// Waits until the server closes the connection. Fails if it sends anything else.
    #[track_caller]
    pub fn wait_for_end(&mut self) {
        assert_eq!(self.line(), "");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }
}
