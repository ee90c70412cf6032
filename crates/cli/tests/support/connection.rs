//! A connection on which a test writes HTTP by itself.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use reqwest::Method;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::Server;
use super::answer::Answer;

/// A connection to a server.
#[derive(Debug)]
pub struct Connection {
    stream: BufReader<TcpStream>,
}

impl Connection {
    /// A new one.
    pub fn open(server: &Server) -> Self {
        let stream = TcpStream::connect(server.address.trim_start_matches("http://")).unwrap();
        Self { stream: BufReader::new(stream) }
    }

    /// Writes the start of a request: its first line and these headers.
    pub fn begin(&mut self, method: &Method, path: &str, headers: &[(&str, &str)]) {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: folkmoot\r\n");
        for (name, value) in headers {
            head.extend([name, ": ", value, "\r\n"]);
        }
        self.write(format!("{head}\r\n").as_bytes());
    }

    /// Writes bytes as they are.
    #[track_caller]
    pub fn write(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).unwrap();
    }

    /// Writes a piece of a body of unknown length; an empty one ends it.
    #[track_caller]
    pub fn write_chunk(&mut self, bytes: &[u8]) {
        self.write(format!("{:x}\r\n", bytes.len()).as_bytes());
        self.write(bytes);
        self.write(b"\r\n");
    }

    /// Reads the answer to `method` at `path`.
    #[track_caller]
    pub fn answer(&mut self, method: &Method, path: &str) -> Answer {
        let (status, headers) = self.head();
        let length =
            headers.get("content-length").map_or(0, |value| value.to_str().unwrap().parse().unwrap());
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).unwrap();
        Answer::new(method, path, status, headers, String::from_utf8(body).unwrap())
    }

    /// Reads the start of an answer.
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
        (status.unwrap_or_else(|| panic!("no answer but {first:?}")), headers)
    }

    /// Waits for the server to close the connection, on which it must not say anything any more.
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
