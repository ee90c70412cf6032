//! Requests that are refused while their body still comes: whoever sends all of it before it listens gets the answer.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod support;

use reqwest::Method;
use serde_json::json;
use support::connection::Connection;
use support::files::{assert_blobs_match_records, platform, upload_with};
use support::fixture::id;
use support::{Response, Caller, Data};

/// More than the buffers of both ends hold.
const BODY: usize = 24_000_000;

/// A request with a large body.
struct Large<'a> {
    method: Method,
    path: String,
    headers: Vec<(&'a str, &'a str)>,
    refusal: (u16, &'a str),
}

impl Large<'_> {
    /// Sends everything, then listens.
    fn send(&self, connection: &mut Connection, chunked: bool) -> Response {
        let length = BODY.to_string();
        let framing =
            if chunked { ("Transfer-Encoding", "chunked") } else { ("Content-Length", length.as_str()) };
        connection.begin(&self.method, &self.path, &[&self.headers[..], &[framing]].concat());
        let piece = vec![b' '; 1_000_000];
        for _ in 0..BODY / piece.len() {
            if chunked {
                connection.write_chunk(&piece);
            } else {
                connection.write(&piece);
            }
        }
        if chunked {
            connection.write_chunk(b"");
        }
        connection.answer(&self.method, &self.path)
    }
}

/// A server with a small limit.
fn serve(data: &Data) -> (Caller, String) {
    let (id, secret) = data.client();
    let caller = data.serve_with(&["--upload-limit-megabytes", "1"]).caller(&id, &secret);
    let expired = data.expired_token(&id);
    (caller, expired)
}

/// A large body to everything that refuses it before its end.
fn refusals<'a>(token: &'a str, expired: &'a str, file: &str) -> Vec<Large<'a>> {
    let authorized = ("Authorization", token);
    let (one, none) = (format!("/api/v2/files/{file}"), format!("/api/v2/files/{}", id("files", 0)));
    let large = |method: Method, path: &str, headers: &[(&'a str, &'a str)], refusal: (u16, &'a str)| Large {
        method,
        path: path.to_owned(),
        headers: headers.to_vec(),
        refusal,
    };
    let files = "/api/v2/files";
    vec![
        large(Method::POST, files, &[], (401, "missing-token")),
        large(Method::POST, files, &[("Authorization", "x")], (401, "invalid-token")),
        large(Method::POST, files, &[("Authorization", expired)], (401, "expired-token")),
        large(Method::POST, files, &[authorized], (413, "body-too-large")),
        large(Method::PATCH, &one, &[authorized], (413, "body-too-large")),
        large(Method::POST, "/api/v2/authenticate", &[], (413, "body-too-large")),
        large(Method::PATCH, &none, &[authorized], (404, "record-not-found")),
        large(Method::DELETE, &none, &[authorized], (404, "record-not-found")),
        large(Method::POST, "/api/v2/nothing", &[authorized], (404, "route-not-found")),
        large(Method::PUT, "/api/v2/areas", &[authorized], (405, "method-not-allowed")),
        large(Method::POST, files, &[authorized, ("Accept", "image/png")], (406, "not-acceptable")),
        large(
            Method::POST,
            files,
            &[authorized, ("Content-Type", "text/plain")],
            (415, "unsupported-media-type"),
        ),
        large(Method::POST, "/api/v2/files?x=1", &[authorized], (400, "unknown-parameter")),
    ]
}

#[test]
fn a_refusal_reaches_who_is_still_sending() {
    let data = Data::with(&platform());
    let (caller, expired) = serve(&data);
    let file = caller.uploaded(&json!({}));
    for large in refusals(&caller.token, &expired, file["id"].as_str().unwrap()) {
        for chunked in [false, true] {
            let mut connection = Connection::open(&caller.server);
            let answer = large.send(&mut connection, chunked);
            let told = (answer.status, answer.problem());
            assert_eq!((told.0, told.1.as_str()), large.refusal, "{} {}", large.method, large.path);
            // What was read to its end leaves the connection as good as new.
            connection.begin(&Method::GET, "/api/v2/areas", &[("Authorization", &caller.token)]);
            assert_eq!(connection.answer(&Method::GET, "/api/v2/areas").status, 200);
        }
    }
    assert_blobs_match_records(&data);
}

#[test]
fn a_refusal_reaches_who_wants_the_connection_closed() {
    let data = Data::with(&platform());
    let (caller, _) = serve(&data);
    let large = Large {
        method: Method::POST,
        path: "/api/v2/files".to_owned(),
        headers: vec![("Connection", "close")],
        refusal: (401, "missing-token"),
    };
    for chunked in [false, true] {
        let mut connection = Connection::open(&caller.server);
        assert_eq!(large.send(&mut connection, chunked).problem(), large.refusal.1);
        connection.wait_for_end();
    }
}

#[test]
fn a_refusal_reaches_who_sends_while_the_api_is_switched_off() {
    let data = Data::with(&platform());
    let (caller, _) = serve(&data);
    assert!(data.run(&["access", "off"]).status.success());
    caller.server.wait_for_changes();
    for path in ["/api/v2/files", "/api/v2/authenticate"] {
        let refusal = (403, "public-api-disabled");
        let large = Large { method: Method::POST, path: path.to_owned(), headers: Vec::new(), refusal };
        let answer = large.send(&mut Connection::open(&caller.server), false);
        assert_eq!((answer.status, answer.problem().as_str()), refusal);
    }
}

#[test]
fn a_body_is_invited_only_where_it_is_wanted() {
    let data = Data::with(&platform());
    let (caller, _) = serve(&data);
    let (method, path) = (Method::POST, "/api/v2/files");
    let body = upload_with(&json!({})).to_string();
    let length = body.len().to_string();
    let waiting = [("Content-Length", length.as_str()), ("Expect", "100-continue")];

    let mut unwanted = Connection::open(&caller.server);
    unwanted.begin(&method, path, &waiting);
    assert_eq!(unwanted.answer(&method, path).problem(), "missing-token", "the first that is said");
    unwanted.wait_for_end();

    let too_large = [("Authorization", caller.token.as_str()), ("Content-Length", "24000000"), waiting[1]];
    let mut too_large_one = Connection::open(&caller.server);
    too_large_one.begin(&method, path, &too_large);
    assert_eq!(too_large_one.answer(&method, path).problem(), "body-too-large", "the first that is said");
    too_large_one.wait_for_end();

    let mut wanted = Connection::open(&caller.server);
    wanted.begin(&method, path, &[&waiting[..], &[("Authorization", &caller.token)]].concat());
    assert_eq!(wanted.head().0, 100);
    wanted.write(body.as_bytes());
    assert_eq!(wanted.answer(&method, path).status, 201);
}

#[test]
fn a_stop_does_not_wait_for_a_body_that_is_not_wanted() {
    let data = Data::with(&platform());
    let (mut caller, _) = serve(&data);
    let mut connection = Connection::open(&caller.server);
    connection.begin(&Method::POST, "/api/v2/files", &[("Content-Length", "1000000")]);
    connection.write(b"{");
    assert_eq!(connection.answer(&Method::POST, "/api/v2/files").status, 401);
    caller.server.terminate();
    connection.wait_for_end();
    assert!(caller.server.wait().success());
}
