//! Requests without a body, with any method, path and headers; ranges of a download are compared with its content.
//!
//! An input is a line with the method and the path, and a line for each header.

use axum::body::Body;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, header};

use super::Target;
use crate::edits::expanded;
use crate::input::first_line;
use crate::platform::api;
use crate::response::Response;

pub const TARGET: Target = Target {
    name: "headers",
    run,
    dictionary: &[
        "GET ",
        "HEAD ",
        "POST ",
        "OPTIONS ",
        "/api/v2/ideas",
        "$DOWNLOAD",
        "$TOKEN",
        "/admin/api/clients",
        "/.well-known/jwks.json",
        "\nAuthorization: Bearer $TOKEN",
        "\nAuthorization: Bearer $ADMIN_KEY",
        "\nRange: bytes=0-9",
        "\nIf-Range: ",
        "\nIf-None-Match: W/\"",
        "\nIf-Modified-Since: Tue, 24 Nov 2026 00:00:00 GMT",
        "\nAccept: application/x-ndjson",
        "\nAccept: text/csv;q=0.5",
        "\nAccept-Encoding: zstd, gzip;q=0",
        "\nOrigin: https://example.org",
        "\nCookie: ",
        "\nX-Forwarded-For: ",
        "\nHost: example.org",
        "\nAccess-Control-Request-Method: POST",
        "\nSec-Fetch-Site: cross-site",
        ";q=",
        ",",
        "*",
        "18446744073709551615",
    ],
    max_bytes: 1_500,
};

fn run(input: &[u8]) {
    let platform = api();
    let input = expanded(input, &platform.values());
    let (line, mut rest) = first_line(&input);
    let Some((method, path)) = std::str::from_utf8(line).ok().and_then(|line| line.split_once(' ')) else {
        return;
    };
    // A request that waits for changes ends after up to a minute.
    if path.contains("wait") {
        return;
    }
    let mut request = Request::builder().method(method).uri(path);
    while !rest.is_empty() {
        let (line, after) = first_line(rest);
        rest = after;
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { continue };
        let name = HeaderName::from_bytes(&line[..colon]);
        let value = HeaderValue::from_bytes(line[colon + 1..].trim_ascii());
        if let (Ok(name), Ok(value)) = (name, value) {
            request = request.header(name, value);
        }
    }
    let Ok(request) = request.body(Body::empty()) else { return };
    // The server passes on only paths; the target of CONNECT is refused before.
    if !path.starts_with('/') || *request.method() == Method::CONNECT {
        return;
    }
    let requested = requested_range(request.headers());
    let is_download = *request.method() == Method::GET && path == platform.download.0;
    let response = platform.send(request);
    assert!((200..500).contains(&response.status), "status {}", response.status);
    let is_preflight = response.headers.contains_key(header::ACCESS_CONTROL_ALLOW_METHODS);
    if !is_preflight && !path.starts_with("/oauth/") && is_plain(&response) {
        response.assert_documented();
    }
    if is_download && is_plain(&response) {
        check_range(&response, &platform.download.1);
        if let Some(requested) = requested {
            let (first, last) = requested;
            let content = &platform.download.1;
            let expected = content.get(first..content.len().min(last.saturating_add(1))).unwrap_or_default();
            assert!(first >= content.len() || response.body == expected, "bytes {first} to {last}");
        }
    }
}

/// Whether the body is not compressed.
fn is_plain(response: &Response) -> bool {
    !response.headers.contains_key(header::CONTENT_ENCODING)
}

/// The first and the last byte of a range that a request demands without a condition.
fn requested_range(headers: &HeaderMap) -> Option<(usize, usize)> {
    let conditions = [header::IF_RANGE, header::IF_NONE_MATCH];
    if conditions.iter().any(|name| headers.contains_key(name))
        || headers.get_all(header::RANGE).iter().count() != 1
    {
        return None;
    }
    let (first, last) = headers.get(header::RANGE)?.to_str().ok()?.strip_prefix("bytes=")?.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (first, last) =
        (Some(first).filter(|text| is_number(text))?, Some(last).filter(|text| is_number(text))?);
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (first <= last).then_some((first, last))
}

fn check_range(response: &Response, content: &[u8]) {
    match response.status {
        200 => assert_eq!(response.body, content),
        206 => {
            let range = response.header(header::CONTENT_RANGE);
            let (range, size) = range.strip_prefix("bytes ").and_then(|range| range.split_once('/')).unwrap();
            let (first, last) = range.split_once('-').unwrap();
            let (first, last): (usize, usize) = (first.parse().unwrap(), last.parse().unwrap());
            assert_eq!(size.parse(), Ok(content.len()));
            assert_eq!(response.body, &content[first..=last]);
        }
        status => assert!([304, 400, 416].contains(&status), "status {status}"),
    }
}
