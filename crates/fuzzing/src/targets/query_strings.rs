//! Reads with any path and query string.
//!
//! An input is a digit for the client, and a path with a query string below `/api/v2`.

use axum::body::Body;
use http::{Request, Uri, header};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::Target;
use crate::edits::expanded;
use crate::input::digit;
use crate::platform::{API, api};
use crate::response::Response;

pub const TARGET: Target = Target {
    name: "query_strings",
    run,
    dictionary: &[
        "/ideas",
        "/projects",
        "/users",
        "/files",
        "/changes",
        "/exports",
        "/deleted",
        "?",
        "&",
        "=",
        ",",
        "[]=",
        "%2C",
        "page_size=",
        "page_number=",
        "fields=",
        "sort=",
        "-created_at",
        "ids=",
        "cursor=",
        "start",
        "format=ndjson",
        "format=csv",
        "bom=",
        "delimiter=",
        "resume_after=",
        "created_at=",
        "updated_at=",
        "search=",
        "bbox=",
        "locale=",
        "project_id=",
        "status=",
        "after=",
        "wait=0",
        "resources=",
        "limit=",
        "$PROJECT",
        "$IDEA",
        "$FILE",
        "%00",
        "%FF",
        "2147483648",
        "-1",
        "18446744073709551616",
        "null",
        "true",
    ],
    max_bytes: 1_500,
};

/// The longest time that a request for changes may ask the server to wait is a minute; these targets wait for none.
const WAIT: &str = "wait";

fn run(input: &[u8]) {
    let (level, path) = digit(input);
    let path = expanded(path, &api().values());
    let Ok(path) = String::from_utf8(path) else { return };
    let Ok(uri) = format!("{API}{path}").parse::<Uri>() else { return };
    let query = uri.query().unwrap_or_default();
    let pairs: Vec<_> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    if pairs.iter().any(|(name, value)| name.starts_with(WAIT) && !["", "0"].contains(&value.trim())) {
        return;
    }
    let response = send(&uri, level);
    check(&response);
    // The same pairs, in which all bytes but letters and digits are percent-encoded.
    let is_text =
        pairs.iter().all(|(name, value)| !(name.clone() + value).contains(char::REPLACEMENT_CHARACTER));
    if !query.is_empty() && is_text {
        let encoded = |text| utf8_percent_encode(text, NON_ALPHANUMERIC);
        let pairs = pairs.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
        let uri = format!("{}?{}", uri.path(), pairs.collect::<Vec<_>>().join("&"));
        let other = send(&uri.parse().unwrap(), level);
        assert_eq!(other.status, response.status, "{uri}");
        // Links and new cursors depend on how the request is written; what a list contains does not.
        if other.status == 200 && !query.contains("cursor") && !uri.contains("/changes") {
            assert_eq!(
                String::from_utf8_lossy(&other.body),
                String::from_utf8_lossy(&response.body),
                "{uri}"
            );
        }
    }
}

fn send(uri: &Uri, level: usize) -> Response {
    let mut request = Request::new(Body::empty());
    *request.uri_mut() = uri.clone();
    *request.headers_mut() = api().headers(level);
    api().send(request)
}

fn check(response: &Response) {
    response.assert_documented();
    if response.status != 200 {
        return;
    }
    let body = String::from_utf8_lossy(&response.body);
    let media_type = response.header(header::CONTENT_TYPE);
    if media_type.starts_with("application/x-ndjson") {
        for line in body.lines() {
            serde_json::from_str::<serde_json::Value>(line).unwrap();
        }
    } else if media_type.starts_with("text/csv") {
        assert!(body.starts_with('\u{feff}') || body.is_empty() || body.ends_with("\r\n"), "{body}");
    } else if let Some(meta) = response.json().get("meta").filter(|meta| meta["total_pages"].is_u64()) {
        assert!(meta["current_page"].as_u64() >= Some(1), "{meta}");
    }
}
