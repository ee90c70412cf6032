//! Streams: complete lists as NDJSON and CSV.

mod dialects;
mod formats;
mod limits;
mod line_separators;
mod resume;
mod slow_clients;
mod spreadsheets;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::fixture::{Platform, id, record, resource};
use crate::support::{Caller, Data, Response};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// A platform with this number of ideas of one project, created one second after the other, each with a text of this
/// number of bytes.
fn ideas(count: usize, bytes: usize) -> Platform {
    let mut platform = Platform::full(1, CREATED_AT);
    platform.records.remove("ideas");
    for number in 0..count {
        platform.add("ideas", idea(number, bytes));
    }
    platform
}

/// The n-th idea.
fn idea(number: usize, bytes: usize) -> Value {
    let created_at = CREATED_AT.parse::<jiff::Timestamp>().unwrap()
        + jiff::SignedDuration::from_secs(i64::try_from(number).unwrap());
    let mut idea = record(resource("ideas"), 0, &format!("{created_at:.3}"));
    idea["id"] = json!(id("ideas", number));
    idea["slug"] = json!(format!("idea-{number}"));
    idea["title_multiloc"] = json!({ "en": format!("Idea {number}"), "nl-BE": format!("Idee {number}") });
    idea["body_multiloc"] = json!({ "en": "x".repeat(bytes) });
    idea
}

/// The response to a request with this `Accept` header.
fn accepting(caller: &Caller, path: &str, accept: &str) -> Response {
    let request = caller.server.request(Method::GET, &format!("/api/v2{path}"));
    request.bearer_auth(&caller.token).header("accept", accept).send()
}

/// The ids of the lines.
fn ids(lines: &str) -> Vec<String> {
    let id = |line: &str| {
        let record: Value = serde_json::from_str(line).unwrap();
        record["id"].as_str().unwrap().to_owned()
    };
    lines.lines().map(id).collect()
}

/// The head of a raw request for a stream; the connection is closed after the response.
fn raw_request(token: &str, path: &str) -> Vec<u8> {
    format!(
        "GET /api/v2{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
    )
    .into_bytes()
}

/// A server with these settings over this platform.
fn serve(platform: &Platform, settings: &[&str]) -> (Data, Caller) {
    let data = Data::with(platform);
    let (id, secret) = data.client();
    let caller = data.serve_with(settings).caller(&id, &secret);
    (data, caller)
}
