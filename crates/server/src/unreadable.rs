//! The response to a request that is not valid HTTP and therefore does not reach a handler.

use std::time::Duration;

use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::{BODY_TOO_LARGE, INVALID_PARAMETER_VALUE, MALFORMED_BODY};
use folkmoot_api::security_headers;
use folkmoot_api::server_urls::ServerUrls;
use folkmoot_connections::{MAXIMUM_HEADER_BYTES, MAXIMUM_HEADERS};
use folkmoot_telemetry::Refusal;
use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimePrinter;

use super::observe::{PROBLEM_MEDIA_TYPE, count};
use super::request_ids::new_request_id;

/// The complete response with a problem, after which the connection is closed. Logs the request.
pub fn respond(status: u16, error: &str, urls: &ServerUrls, is_head: bool) -> String {
    let problem = problem(status, error);
    let id = new_request_id();
    let kind = problem.kind;
    count("other", kind.status, Duration::ZERO);
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
    response(&problem, &id, urls, is_head)
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
        security_headers::DEFAULTS
            .map(|(name, value)| format!("{name}: {}\r\n", value.to_str().unwrap_or_default()))
            .concat(),
        transport.unwrap_or_default()
    );
    if is_head { head } else { head + &body }
}
