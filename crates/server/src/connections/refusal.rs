//! The response to a request that is not valid HTTP and therefore does not reach a handler.

use std::time::Duration;

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimePrinter;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::super::middleware::{self, PROBLEM_MEDIA_TYPE};
use super::super::problem::Problem;
use super::super::problem_table::{BODY_TOO_LARGE, INVALID_PARAMETER_VALUE, MALFORMED_BODY};
use super::super::refusals::Refusal;
use super::super::security_headers;
use super::super::server_urls::ServerUrls;
use super::limits::{MAXIMUM_HEADER_BYTES, MAXIMUM_HEADERS};
use super::stream::Unreadable;

/// Maximum time for the client to read the response and to stop sending.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum bytes of the request that are still read. They are read so that the client receives the response: closing a
/// connection with unread bytes resets it.
const MAXIMUM_DRAINED_BYTES: usize = 4 * 1024 * 1024;

/// Responds with a problem, logs the request and closes the connection.
pub async fn respond(unreadable: Unreadable, error: &str, urls: &ServerUrls) {
    let Unreadable { status, is_head, mut stream } = unreadable;
    let problem = problem(status, error);
    let id = middleware::new_request_id();
    let kind = problem.kind;
    middleware::count("other", kind.status, Duration::ZERO);
    if let Some(refusal) = problem.refusal() {
        refusal.count();
    }
    tracing::info!(
        request_id = id,
        status = kind.status,
        code = kind.code,
        error,
        "rejected an unreadable request"
    );
    let response = response(&problem, &id, urls, is_head);
    let _ = tokio::time::timeout(DRAIN_TIMEOUT, async {
        stream.write_all(response.as_bytes()).await?;
        stream.shutdown().await?;
        drain(&mut stream).await
    })
    .await;
}

/// The problem for a status that hyper chose. It is never 414 or 431, because the specification of the API has neither.
fn problem(status: u16, error: &str) -> Problem {
    if status == 414 || status == 431 {
        let detail = format!(
            "The URL and headers are too large. The maximum is {MAXIMUM_HEADER_BYTES} bytes in total and \
             {MAXIMUM_HEADERS} headers."
        );
        return Problem::new(&BODY_TOO_LARGE, detail).refused(Refusal::HeaderSize);
    }
    if error == "invalid URI" {
        let detail = "The URL contains a character that must be percent-encoded, such as a quotation mark, '<', '>' or \
                      a character outside ASCII.";
        return Problem::new(&INVALID_PARAMETER_VALUE, detail);
    }
    let detail = format!("The request is not valid HTTP: {error}. Encode spaces in the URL as %20.");
    Problem::new(&MALFORMED_BODY, detail)
}

fn response(problem: &Problem, id: &str, urls: &ServerUrls, is_head: bool) -> String {
    let body = problem.body(urls.portal(), id);
    let status = http::StatusCode::from_u16(problem.kind.status).unwrap_or(http::StatusCode::BAD_REQUEST);
    let reason = status.canonical_reason().unwrap_or_default();
    let date = DateTimePrinter::new().timestamp_to_rfc9110_string(&Timestamp::now());
    let date = date.map_or_else(|_| String::new(), |date| format!("date: {date}\r\n"));
    let transport = security_headers::transport_security(urls.api());
    let transport = transport.and_then(|(name, value)| Some(format!("{name}: {}\r\n", value.to_str().ok()?)));
    let head = format!(
        "HTTP/1.1 {} {reason}\r\ncontent-type: {PROBLEM_MEDIA_TYPE}\r\ncontent-length: {}\r\nx-request-id: {id}\r\n\
         cache-control: no-store\r\n{}{}connection: close\r\n{date}\r\n",
        status.as_u16(),
        body.len(),
        security_headers::DEFAULTS.map(|(name, value)| format!("{name}: {value}\r\n")).concat(),
        transport.unwrap_or_default()
    );
    if is_head { head } else { head + &body }
}

/// Reads and discards the rest of the request.
async fn drain(stream: &mut TcpStream) -> std::io::Result<()> {
    let mut buffer = [0; 4096];
    let mut drained = 0;
    while drained < MAXIMUM_DRAINED_BYTES {
        match stream.read(&mut buffer).await? {
            0 => break,
            read => drained += read,
        }
    }
    Ok(())
}
