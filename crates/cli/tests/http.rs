//! Edge cases of HTTP: each rejected request gets a problem, a request id and a log line.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use brotli::enc::BrotliEncoderParams;
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use crate::support::files::platform;
use crate::support::fixture::{Platform, id};
use crate::support::raw_connection::RawConnection;
use crate::support::{Caller, Data, Response, eventually, require_command, server_log};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// Requests that hyper cannot parse, with the status and code of their responses.
fn unreadable() -> Vec<(&'static str, Vec<u8>, (u16, &'static str))> {
    let headers = |line: &[u8]| [b"GET / HTTP/1.1\r\nHost: x\r\n", line, b"\r\n\r\n"].concat();
    let url = |url: &[u8]| [b"GET ", url, b" HTTP/1.1\r\nHost: x\r\n\r\n"].concat();
    let (value, body, large) =
        ((400, "invalid-parameter-value"), (400, "malformed-body"), (413, "body-too-large"));
    vec![
        ("a quotation mark", url(b"/api/v2/files?search=\"budget\""), value),
        ("an angle bracket", url(b"/api/v2/files?search=<b>"), value),
        ("bytes that are not UTF-8", url(b"/api/v2/files?search=\xff\xfe"), value),
        ("a space", url(b"/api/v2/files?search=a b"), body),
        ("a long URL", url(&[b"/api/v2/files?search=", &[b'a'; 70_000][..]].concat()), large),
        ("an unknown version", b"GET / HTTP/9.9\r\nHost: x\r\n\r\n".to_vec(), body),
        ("no method", b"\x16\x03\x01\x02\0\x01\0\r\n\r\n".to_vec(), body),
        ("a header without a colon", headers(b"nothing"), body),
        ("a blank before the colon", headers(b"X-One : 1"), body),
        ("a folded header", headers(b"X-One: 1\r\n 2"), body),
        ("a header with NUL", headers(b"X-One: \0"), body),
        ("a negative length", headers(b"Content-Length: -1"), body),
        ("two lengths", headers(b"Content-Length: 1\r\nContent-Length: 2"), body),
        ("an encoding that is not chunked", headers(b"Transfer-Encoding: gzip"), body),
        ("a large header", headers(&[b"X-Large: ", &[b'a'; 300_000][..]].concat()), large),
        ("many headers", headers(&b"X-One: 1\r\n".repeat(101)), large),
    ]
}

#[test]
fn an_unreadable_request_gets_a_problem() {
    let data = Data::with(&Platform::empty());
    let (server, log) = server_log::start(&mut server_log::serve(&data, &[]));
    for (name, bytes, expected) in unreadable() {
        for is_first in [true, false] {
            let mut connection = RawConnection::open(&server);
            if !is_first {
                connection.write(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
                assert_eq!(connection.response().status, 200);
            }
            connection.write(&bytes);
            let response = connection.response();
            assert_eq!((response.status, response.problem().as_str()), expected, "{name}: {}", response.text);
            assert_eq!(response.header("connection"), "close", "{name}");
            assert!(!response.header("date").is_empty(), "{name}");
            assert_eq!(response.header("cache-control"), "no-store", "{name}");
            assert_eq!(response.header("x-content-type-options"), "nosniff", "{name}");
            assert!(response.header("content-security-policy").starts_with("default-src 'none'"), "{name}");
            assert_eq!(connection.rest(), "", "{name}");
            let lines = || log.lines("rejected an unreadable request");
            let line = |line: &Value| line["request_id"] == response.header("x-request-id");
            eventually("the request is not logged", || lines().iter().any(line));
            let line = lines().into_iter().find(line).unwrap();
            assert_eq!((&line["status"], &line["code"]), (&json!(expected.0), &json!(expected.1)), "{name}");
        }
    }
    let metrics = server.metrics();
    assert!(metrics.contains(r#"folkmoot_requests_total{route="other",status="400"} 26"#), "{metrics}");
}

#[test]
fn an_unreadable_request_after_a_valid_one_is_rejected_second() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&[]);
    let mut connection = RawConnection::open(&server);
    connection.write(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nGET /?\" HTTP/1.1\r\nHost: x\r\n\r\n");
    let first = connection.response();
    assert_eq!((first.status, first.text.as_str()), (200, "alive\n"));
    assert_eq!(connection.response().problem(), "invalid-parameter-value");
    assert_eq!(connection.rest(), "");
    let mut head = RawConnection::open(&server);
    head.write(b"HEAD /?\" HTTP/1.1\r\nHost: x\r\n\r\n");
    let text = head.rest();
    assert!(text.starts_with("HTTP/1.1 400 ") && text.ends_with("\r\n\r\n"), "{text}");
}

/// The response to these bytes.
fn send_raw(server: &crate::support::Server, bytes: &[u8]) -> Response {
    let mut connection = RawConnection::open(server);
    connection.write(bytes);
    connection.response()
}

#[test]
fn a_request_without_exactly_one_host_is_rejected() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&[]);
    for (head, expected) in [
        (&b"GET /health/live HTTP/1.1\r\n\r\n"[..], 400),
        (b"GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET http://a/health/live HTTP/1.1\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.1\r\nHost: evil.example:99999\r\n\r\n", 400),
        (b"GET http://evil.example:99999/health/live HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.1\r\nHost: x.example:\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.1\r\nHost: ::1:8080\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.1\r\nHost: [::1\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.1\r\nHost: [::1]8080\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.1\r\nHost: [x.example]\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.1\r\nHost: :8080\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.1\r\nHost: user@x.example\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.1\r\nHost: x.example/a\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.1\r\nHost: a\"><b\r\n\r\n", 400),
        (b"GET http://x.example:/health/live HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.0\r\nHost: [::1\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n", 200),
        (b"GET /health/live HTTP/1.1\r\nHost: Under_score.x.example.:65535\r\n\r\n", 200),
        (b"GET /health/live HTTP/1.1\r\nHost: 192.0.2.1:80\r\n\r\n", 200),
        (b"GET /health/live HTTP/1.1\r\nHost: [2001:db8::1]\r\n\r\n", 200),
        (b"GET /health/live HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", 200),
        (b"GET /health/live HTTP/1.1\r\nHost:\r\n\r\n", 200),
        (b"GET /health/live HTTP/1.0\r\n\r\n", 200),
    ] {
        let response = send_raw(&server, head);
        assert_eq!(response.status, expected, "{}", String::from_utf8_lossy(head));
        assert!(expected == 200 || response.problem() == "malformed-body");
    }
}

#[test]
fn a_compressed_body_is_rejected() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let file = format!("/files/{}", id("files", 0));
    for (method, path) in [
        (Method::POST, "/files"),
        (Method::PATCH, &file),
        (Method::PUT, &file),
        (Method::POST, "/authenticate"),
    ] {
        let send = |encoding: &str| {
            let request = caller.server.request(method.clone(), &format!("/api/v2{path}"));
            let request = request.bearer_auth(&caller.token).header("content-encoding", encoding);
            request.header("content-type", "application/json").body("{").send()
        };
        for encoding in ["gzip", "GZIP", "identity, br", "x-unknown"] {
            let response = send(encoding);
            assert_eq!(
                (response.status, response.problem().as_str()),
                (415, "unsupported-media-type"),
                "{encoding}"
            );
        }
        assert_ne!(send("identity").status, 415);
    }
    let response = send_raw(
        &caller.server,
        b"POST /api/v2/authenticate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    );
    assert_eq!(response.problem(), "unsupported-media-type");
}

#[test]
fn a_body_with_broken_framing_is_malformed() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&[]);
    for chunk in ["zz\r\n{}\r\n0\r\n\r\n", "2\r\n{}XX0\r\n\r\n", "ffffffffffffffffff\r\n{}\r\n0\r\n\r\n"] {
        let head = "POST /api/v2/authenticate HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
        let response = send_raw(&server, format!("{head}{chunk}").as_bytes());
        assert_eq!((response.status, response.problem().as_str()), (400, "malformed-body"), "{chunk:?}");
    }
    let large = server.request(Method::POST, "/api/v2/authenticate").body(" ".repeat(20_000)).send();
    assert_eq!((large.status, large.problem().as_str()), (413, "body-too-large"));
}

#[test]
fn every_operation_rejects_unknown_parameters() {
    let data = Data::with(&platform());
    let caller = data.serve();
    let document: Value = serde_json::from_slice(&data.run(&["openapi"]).stdout).unwrap();
    let mut operations = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let path = path.replace("{id}", &id("x", 0)).replace("{project_id}", &id("x", 0));
        for method in ["get", "post", "put", "patch", "delete"] {
            if methods.get(method).is_none() || path.contains("/download/") {
                continue;
            }
            operations += 1;
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let request = caller.server.request(method.clone(), &format!("{path}?foo=1"));
            let request = request.bearer_auth(&caller.token).header("content-type", "application/json");
            let response = request.body("{").send();
            assert_eq!(
                (response.status, response.problem().as_str()),
                (400, "unknown-parameter"),
                "{method} {path}"
            );
            let detail = response.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains("'foo'") && detail.contains("It accepts"), "{detail}");
            assert!(!detail.contains(": ."), "{detail}");
        }
    }
    assert!(operations > 60, "{operations}");
    assert_eq!(caller.get("/openapi.json?foo=1").problem(), "unknown-parameter");
}

#[test]
fn the_openapi_document_is_compressed_in_advance_and_has_etags() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&[]);
    let get = |headers: &[(&str, &str)]| {
        let request = server.request(Method::GET, "/api/v2/openapi.json");
        headers.iter().fold(request, |request, (name, value)| request.header(name, value)).send_bytes()
    };
    let plain = get(&[]);
    let mut etags = Vec::new();
    for encoding in ["", "gzip", "br"] {
        let variant = get(&[("accept-encoding", encoding)]);
        assert_eq!((variant.status, variant.header("content-encoding")), (200, encoding));
        assert_eq!(variant.header("vary"), "accept-encoding");
        assert_eq!(
            variant.header("content-length"),
            variant.bytes.len().to_string(),
            "{encoding} has no stored variant"
        );
        assert!(encoding.is_empty() || variant.bytes.len() < plain.bytes.len() / 8, "{encoding}");
        let etag = variant.header("etag").to_owned();
        assert!(etag.starts_with('"'), "a strong ETag: {etag}");
        let again = get(&[("accept-encoding", encoding), ("if-none-match", &etag)]);
        assert_eq!((again.status, again.bytes.len(), again.header("etag")), (304, 0, etag.as_str()));
        etags.push(etag);
    }
    etags.dedup();
    assert_eq!(etags.len(), 3, "variants have different ETags");
    let printed = data.run(&["openapi"]).stdout;
    assert!(plain.bytes.trim_ascii() == printed.trim_ascii(), "the documents differ");
}

#[test]
fn the_portal_rejects_methods_other_than_get_and_head() {
    let data = Data::with(&Platform::empty());
    let portal = tempfile::tempdir().unwrap();
    fs::write(portal.path().join("index.html"), "<p>Portal</p>").unwrap();
    let server = data.serve_with(&["--portal", portal.path().to_str().unwrap()]);
    assert_eq!(server.request(Method::GET, "/").send().text, "<p>Portal</p>");
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::PATCH, Method::OPTIONS] {
        for path in ["/", "/guides/nothing"] {
            let response = server.request(method.clone(), path).send();
            assert_eq!(
                (response.status, response.problem().as_str()),
                (405, "method-not-allowed"),
                "{method}"
            );
            assert_eq!(response.header("allow"), "GET,HEAD");
        }
    }
    assert_eq!(server.request(Method::GET, "/nothing").send().problem(), "route-not-found");
}

/// The values of the header `Accept-Encoding` that the following tests send.
const ACCEPTED: [&str; 5] = ["identity", "gzip", "br", "zstd", "gzip, deflate, br, zstd"];

/// A server with records, and a portal with a page, an image, a font, and a style sheet that is only stored with brotli.
fn with_portal(data: &Data) -> (Caller, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let style = "a { color: red }\n".repeat(200);
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut style.as_bytes(), &mut compressed, &BrotliEncoderParams::default()).unwrap();
    for (path, bytes) in [
        ("index.html", "<p>Portal</p>".repeat(100).into_bytes()),
        ("logo.svg", format!("<svg>{}</svg>", "<path/>".repeat(500)).into_bytes()),
        ("text.woff2", vec![7; 2000]),
        ("main.css", style.into_bytes()),
        ("main.css.br", compressed),
    ] {
        fs::write(folder.path().join(path), bytes).unwrap();
    }
    let (client, secret) = data.client();
    let portal = ["--portal", folder.path().to_str().unwrap()];
    (data.serve_with(&portal).caller(&client, &secret), folder)
}

#[test]
fn a_response_to_head_has_no_body_over_http2() {
    require_command("curl");
    let data = Data::with(&Platform::full(3, CREATED_AT));
    let (caller, _portal) = with_portal(&data);
    for path in ["/", "/.well-known/jwks.json", "/api/v2/ideas?format=ndjson", "/api/v2/nothing"] {
        let mut curl = Command::new("curl");
        curl.args(["--silent", "--show-error", "--http2-prior-knowledge", "--head"]);
        curl.args(["--header", "Accept-Encoding: gzip"]);
        curl.args(["--header", &format!("Authorization: Bearer {}", caller.token)]);
        let output = curl.arg(format!("{}{path}", caller.server.url)).output().unwrap();
        assert!(output.status.success(), "{path}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stdout.starts_with(b"HTTP/2 "), "{path}");
    }
}

#[test]
fn head_returns_the_headers_of_get() {
    let data = Data::with(&Platform::full(3, CREATED_AT));
    let (caller, _portal) = with_portal(&data);
    let headers = |method: Method, path: &str, accepted: &str| -> HeaderMap {
        let request = caller.server.request(method, path).bearer_auth(&caller.token);
        // An id of the server could have another length.
        let request = request.header("accept-encoding", accepted).header("x-request-id", "request-1");
        let mut headers = request.send_bytes().headers;
        for name in ["date", "ratelimit", "transfer-encoding"] {
            headers.remove(name);
        }
        headers
    };
    for path in [
        "/.well-known/jwks.json",
        "/.well-known/oauth-authorization-server",
        "/api/v2/changes",
        "/api/v2/exports",
        "/api/v2/platform",
        "/api/v2/openapi.json",
        "/api/v2/ideas",
        "/api/v2/ideas?format=ndjson",
        "/api/v2/ideas?page_size=0",
        "/health/live",
        "/",
        "/logo.svg",
        "/text.woff2",
        "/main.css",
        "/nothing",
    ] {
        for accepted in ACCEPTED {
            let get = headers(Method::GET, path, accepted);
            assert_eq!(headers(Method::HEAD, path, accepted), get, "{path}: {accepted}");
        }
    }
    let compressed = headers(Method::HEAD, "/.well-known/jwks.json", "gzip");
    assert_eq!(compressed["content-encoding"], "gzip");
    assert!(!compressed.contains_key("content-length"));
    assert!(headers(Method::HEAD, "/.well-known/jwks.json", "identity").contains_key("content-length"));
}

#[test]
fn an_unchanged_response_has_no_length() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let (caller, _portal) = with_portal(&data);
    for path in ["/api/v2/ideas", "/api/v2/openapi.json", "/", "/text.woff2"] {
        let request = |method: Method| caller.server.request(method, path).bearer_auth(&caller.token);
        let tag = request(Method::GET).send_bytes().header("etag").to_owned();
        for method in [Method::GET, Method::HEAD] {
            let response = request(method.clone()).header("if-none-match", &tag).send_bytes();
            assert_eq!((response.status, response.header("etag")), (304, tag.as_str()), "{method} {path}");
            assert_eq!(response.header("content-length"), "", "{method} {path}");
        }
    }
}

#[test]
fn each_strong_tag_belongs_to_one_coding() {
    let data = Data::with(&Platform::full(3, CREATED_AT));
    let (caller, _portal) = with_portal(&data);
    let compressed = ["gzip", "br"];
    for (path, codings) in [
        ("/api/v2/ideas", &["gzip", "br", "zstd"][..]),
        ("/api/v2/openapi.json", &compressed),
        ("/", &compressed),
        ("/logo.svg", &["gzip"]),
        ("/main.css", &compressed),
        ("/text.woff2", &[]),
    ] {
        let mut tagged = BTreeMap::new();
        for accepted in ACCEPTED {
            let request = caller.server.request(Method::GET, path).bearer_auth(&caller.token);
            let response = request.header("accept-encoding", accepted).send_bytes();
            let coding = response.header("content-encoding").to_owned();
            assert!(codings.contains(&accepted) == (coding == accepted), "{path}: {accepted}: {coding}");
            let tag = response.header("etag").to_owned();
            assert!(tag.starts_with('"'), "{path}: {accepted}: {tag}");
            let sent = (coding, response.bytes);
            let other = tagged.insert(tag, sent.clone()).filter(|other| *other != sent);
            assert!(other.is_none(), "{path}: {accepted}: two contents have one tag");
        }
        // The uncompressed content has a tag, too.
        assert_eq!(tagged.len(), codings.len() + 1, "{path}");
    }
}
