//! Requests that are rejected before their body has arrived: a client that sends the complete body first gets the response.

use reqwest::Method;
use serde_json::json;

use crate::support::connection::Connection;
use crate::support::files::{assert_blobs_match_records, platform, upload_with};
use crate::support::fixture::id;
use crate::support::{Caller, Data, Response};

/// Larger than the buffers of both ends.
const BODY: usize = 24_000_000;

/// A request with a large body.
struct LargeRequest<'a> {
    method: Method,
    path: String,
    headers: Vec<(&'a str, &'a str)>,
    rejection: (u16, &'a str),
}

impl LargeRequest<'_> {
    /// Sends the complete body, then reads the response.
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
        connection.response(&self.method, &self.path)
    }
}

/// A server with a small upload limit, and an expired token.
fn serve(data: &Data) -> (Caller, String) {
    let (id, secret) = data.client();
    let caller = data.serve_with(&["--upload-limit-megabytes", "1"]).caller(&id, &secret);
    let expired = data.expired_token(&id);
    (caller, expired)
}

/// Large requests that the server rejects before the end of their body.
fn rejected_requests<'a>(token: &'a str, expired: &'a str, file: &str) -> Vec<LargeRequest<'a>> {
    let authorized = ("Authorization", token);
    let (one, none) = (format!("/api/v2/files/{file}"), format!("/api/v2/files/{}", id("files", 0)));
    let large = |method: Method, path: &str, headers: &[(&'a str, &'a str)], rejection: (u16, &'a str)| {
        LargeRequest { method, path: path.to_owned(), headers: headers.to_vec(), rejection }
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
fn a_rejection_reaches_a_client_that_is_still_sending() {
    let data = Data::with(&platform());
    let (caller, expired) = serve(&data);
    let file = caller.uploaded(&json!({}));
    for large in rejected_requests(&caller.token, &expired, file["id"].as_str().unwrap()) {
        for chunked in [false, true] {
            let mut connection = Connection::open(&caller.server);
            let response = large.send(&mut connection, chunked);
            let problem = response.problem();
            assert_eq!(
                (response.status, problem.as_str()),
                large.rejection,
                "{} {}",
                large.method,
                large.path
            );
            // The server has read the body completely, so the connection can be reused.
            connection.begin(&Method::GET, "/api/v2/areas", &[("Authorization", &caller.token)]);
            assert_eq!(connection.response(&Method::GET, "/api/v2/areas").status, 200);
        }
    }
    assert_blobs_match_records(&data);
}

#[test]
fn a_rejection_reaches_a_client_that_closes_the_connection() {
    let data = Data::with(&platform());
    let (caller, _) = serve(&data);
    let large = LargeRequest {
        method: Method::POST,
        path: "/api/v2/files".to_owned(),
        headers: vec![("Connection", "close")],
        rejection: (401, "missing-token"),
    };
    for chunked in [false, true] {
        let mut connection = Connection::open(&caller.server);
        assert_eq!(large.send(&mut connection, chunked).problem(), large.rejection.1);
        connection.wait_for_end();
    }
}

#[test]
fn a_rejection_reaches_a_client_while_access_is_turned_off() {
    let data = Data::with(&platform());
    let (caller, _) = serve(&data);
    assert!(data.run(&["access", "off"]).status.success());
    caller.server.wait_for_changes();
    for path in ["/api/v2/files", "/api/v2/authenticate"] {
        let rejection = (403, "public-api-disabled");
        let large =
            LargeRequest { method: Method::POST, path: path.to_owned(), headers: Vec::new(), rejection };
        let response = large.send(&mut Connection::open(&caller.server), false);
        assert_eq!((response.status, response.problem().as_str()), rejection);
    }
}

#[test]
fn an_expected_100_continue_is_sent_only_for_accepted_requests() {
    let data = Data::with(&platform());
    let (caller, _) = serve(&data);
    let (method, path) = (Method::POST, "/api/v2/files");
    let body = upload_with(&json!({})).to_string();
    let length = body.len().to_string();
    let waiting = [("Content-Length", length.as_str()), ("Expect", "100-continue")];

    let mut unauthorized = Connection::open(&caller.server);
    unauthorized.begin(&method, path, &waiting);
    assert_eq!(unauthorized.response(&method, path).problem(), "missing-token", "not an interim response");
    unauthorized.wait_for_end();

    let too_large = [("Authorization", caller.token.as_str()), ("Content-Length", "24000000"), waiting[1]];
    let mut too_large_connection = Connection::open(&caller.server);
    too_large_connection.begin(&method, path, &too_large);
    assert_eq!(
        too_large_connection.response(&method, path).problem(),
        "body-too-large",
        "not an interim response"
    );
    too_large_connection.wait_for_end();

    let mut accepted = Connection::open(&caller.server);
    accepted.begin(&method, path, &[&waiting[..], &[("Authorization", &caller.token)]].concat());
    assert_eq!(accepted.head().0, 100);
    accepted.write(body.as_bytes());
    assert_eq!(accepted.response(&method, path).status, 201);
}

#[test]
fn a_stop_does_not_wait_for_the_body_of_a_rejected_request() {
    let data = Data::with(&platform());
    let (mut caller, _) = serve(&data);
    let mut connection = Connection::open(&caller.server);
    connection.begin(&Method::POST, "/api/v2/files", &[("Content-Length", "1000000")]);
    connection.write(b"{");
    assert_eq!(connection.response(&Method::POST, "/api/v2/files").status, 401);
    caller.server.terminate();
    connection.wait_for_end();
    assert!(caller.server.wait().success());
}
