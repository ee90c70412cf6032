//! Bytes on a connection: whatever a client sends, each response is valid HTTP and the server serves the next client.
//!
//! An input is what a client writes. `$TOKEN` is the token of a client.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};

use super::Target;
use crate::edits::expanded;
use crate::platform::api;
use crate::response::Response;

pub const TARGET: Target = Target {
    name: "connections",
    run,
    dictionary: &[
        "GET / HTTP/1.1\r\n",
        "GET /api/v2/ideas?page_size=1 HTTP/1.1\r\n",
        "POST /api/v2/authenticate HTTP/1.1\r\n",
        "Host: localhost\r\n",
        "Content-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Connection: close\r\n",
        "Expect: 100-continue\r\n",
        "0\r\n\r\n",
        "5\r\nhello\r\n",
        "\r\n\r\n",
        "\r\n",
        "\n",
        " HTTP/1.0",
        " HTTP/2.0",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "Authorization: Bearer $TOKEN\r\n",
        "\t",
        "%00",
        ":",
        "CONNECT a:1 ",
        "Upgrade: h2c\r\n",
    ],
    max_bytes: 4_000,
};

/// How long a client waits for more of a response before it closes its side.
const PAUSE: Duration = Duration::from_millis(15);
/// How long the server may take to close a connection that the client has closed.
const TIMEOUT: Duration = Duration::from_secs(30);
const ALIVE: &[u8] = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

fn run(input: &[u8]) {
    let input = expanded(input, &api().values());
    let received = exchange(&input, false);
    // The server speaks HTTP/2 with a client that begins with its preface. The responses to HEAD have no body.
    let is_comparable = !input.windows(4).any(|word| word.eq_ignore_ascii_case(b"head") || word == b"PRI ");
    if is_comparable {
        check(&received);
    }
    let alive = exchange(ALIVE, true).bytes;
    assert!(
        alive.starts_with(b"HTTP/1.1 200 "),
        "the next client gets {:?}",
        String::from_utf8_lossy(&alive)
    );
}

/// What a client receives on a connection.
struct Received {
    bytes: Vec<u8>,
    end: End,
}

/// Why a client reads no further.
#[derive(Clone, Copy, PartialEq)]
enum End {
    /// The server closed the connection: nothing is missing.
    Closed,
    /// The server closed the connection with bytes that it had not read, so that the system discards what is on its way.
    Reset,
    /// There was nothing to read for some time.
    Pause,
}

/// What the server writes until it closes the connection. With `is_patient`, the client waits for that.
fn exchange(bytes: &[u8], is_patient: bool) -> Received {
    let mut stream = TcpStream::connect(api().address).unwrap();
    stream.set_nodelay(true).unwrap();
    // The server may have closed the connection.
    let _ = stream.write_all(bytes);
    let mut received = Vec::new();
    if !is_patient {
        stream.set_read_timeout(Some(PAUSE)).unwrap();
        let end = read(&mut stream, &mut received);
        if end != End::Pause {
            return Received { bytes: received, end };
        }
        let _ = stream.shutdown(Shutdown::Write);
    }
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    let end = read(&mut stream, &mut received);
    assert!(end != End::Pause, "the server does not close the connection");
    Received { bytes: received, end }
}

fn read(stream: &mut TcpStream, received: &mut Vec<u8>) -> End {
    match stream.read_to_end(received).map_err(|error| error.kind()) {
        Ok(_) => End::Closed,
        Err(ErrorKind::WouldBlock | ErrorKind::TimedOut) => End::Pause,
        Err(_) => End::Reset,
    }
}

/// Checks every response, and that the last one has its complete body, of the length that its head states, and nothing after it.
fn check(received: &Received) {
    let end_of_connection = received.end;
    let mut received = received.bytes.as_slice();
    while let Some(end) = received.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
        let head = std::str::from_utf8(&received[..end]).expect("the head of a response is text");
        let mut lines = head.split("\r\n");
        let line = lines.next().unwrap();
        let status = line.strip_prefix("HTTP/1.1 ").or_else(|| line.strip_prefix("HTTP/1.0 "));
        let status: u16 =
            status.and_then(|rest| rest.get(..3)?.parse().ok()).unwrap_or_else(|| panic!("{line:?}"));
        let mut headers = HeaderMap::new();
        for line in lines {
            let (name, value) = line.split_once(": ").unwrap_or_else(|| panic!("{line:?}"));
            headers.append(HeaderName::try_from(name).unwrap(), HeaderValue::try_from(value).unwrap());
        }
        received = &received[end + 4..];
        if (100..200).contains(&status) {
            continue;
        }
        let Some((body, rest)) = body(&headers, status, received) else {
            let is_delimited =
                headers.contains_key("content-length") || headers.contains_key("transfer-encoding");
            assert!(
                !is_delimited || end_of_connection == End::Reset,
                "a part of the body is missing: {headers:?}"
            );
            return;
        };
        received = rest;
        let response = Response { status, headers, body, is_head: false };
        if !response.headers.contains_key("content-encoding") {
            response.assert_documented();
        }
    }
    assert!(
        received.is_empty() || end_of_connection == End::Reset,
        "after the last response: {:?}",
        String::from_utf8_lossy(received)
    );
}

/// The body and what follows it; `None` if the connection was closed before its end.
fn body<'a>(headers: &HeaderMap, status: u16, bytes: &'a [u8]) -> Option<(Vec<u8>, &'a [u8])> {
    if matches!(status, 204 | 304) {
        return Some((Vec::new(), bytes));
    }
    if let Some(length) = headers.get("content-length") {
        let length: usize = length.to_str().unwrap().parse().unwrap();
        return (bytes.len() >= length).then(|| (bytes[..length].to_vec(), &bytes[length..]));
    }
    if headers.get("transfer-encoding").is_some_and(|coding| coding == "chunked") {
        let (mut body, mut rest) = (Vec::new(), bytes);
        loop {
            let end = rest.windows(2).position(|bytes| bytes == b"\r\n")?;
            let length = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
            rest = &rest[end + 2..];
            body.extend_from_slice(rest.get(..length)?);
            rest = rest.get(length + 2..)?;
            if length == 0 {
                return Some((body, rest));
            }
        }
    }
    // A body up to the end of the connection, as in HTTP/1.0.
    None
}
