//! Limits and timeouts of connections: one client cannot exhaust the connections of others.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;

use crate::support::files;
use crate::support::fixture::Platform;
use crate::support::raw_connection::RawConnection;
use crate::support::server_log::{self, Log};
use crate::support::{Data, METRICS_TOKEN, Response, Server, eventually};

const ONE: [u8; 4] = [127, 0, 0, 1];
const OTHER: [u8; 4] = [127, 0, 0, 2];
const LIVE: &[u8] = b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n";

fn serve(data: &Data, arguments: &[&str]) -> (Server, Log) {
    server_log::start(&mut server_log::serve(data, arguments))
}

/// The response to a health check on a new connection from this address.
fn live(server: &Server, address: [u8; 4]) -> Response {
    let mut connection = RawConnection::from(server, address);
    connection.write(LIVE);
    connection.response()
}

/// A connection with a request in progress, whose body is not sent.
fn busy(server: &Server, address: [u8; 4]) -> RawConnection {
    let mut connection = RawConnection::from(server, address);
    connection.write(
        b"POST /api/v2/authenticate HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n",
    );
    assert_eq!(connection.interim(), "HTTP/1.1 100 Continue");
    connection
}

fn metric(server: &Server, name: &str) -> f64 {
    let mut connection = RawConnection::from(server, OTHER);
    let head = format!("GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {METRICS_TOKEN}\r\n\r\n");
    connection.write(head.as_bytes());
    let text = connection.response().text;
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.map_or(0.0, |value| value.parse().unwrap())
}

#[track_caller]
fn assert_unavailable(response: &Response) {
    assert_eq!((response.status, response.problem().as_str()), (503, "unavailable"));
    assert_eq!(response.header("retry-after"), "5");
}

#[test]
fn idle_connections_do_not_exclude_other_clients() {
    let data = Data::with(&Platform::empty());
    // The limits are 150 connections, and 37 of one address.
    let (server, log) =
        server_log::start(&mut server_log::with_descriptors(&server_log::serve(&data, &[]), 200));
    log.wait_for("low limit of file descriptors restricts connections; raise the hard limit (systemd LimitNOFILE, ulimit -Hn)");
    let idle: Vec<RawConnection> = (0..300).map(|_| RawConnection::from(&server, ONE)).collect();
    assert_eq!(live(&server, OTHER).status, 200);
    let line = log.wait_for("refused connections because the limit was reached");
    assert_eq!((&line["reason"], &line["maximum_per_address"]), (&"address".into(), &37.into()));
    assert!(
        log.lines("refused connections because the limit was reached").len() < 20,
        "a line for each connection"
    );
    assert!(metric(&server, r#"folkmoot_connections_refused_total{reason="address"}"#) > 100.0);
    let open = metric(&server, "folkmoot_connections");
    assert!((1.0..=39.0).contains(&open), "{open} connections");
    // A new connection replaces an idle one of the same address.
    eventually("the address is not served", || live_if_served(&server, ONE));
    assert!(metric(&server, r#"folkmoot_connections_closed_total{reason="limit"}"#) >= 1.0);
    drop(idle);
    eventually("closed connections are still counted", || metric(&server, "folkmoot_connections") < 3.0);
}

/// Whether this address is served; the server may close the connection without a response.
fn live_if_served(server: &Server, address: [u8; 4]) -> bool {
    let mut connection = RawConnection::from(server, address);
    connection.write(b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    connection.rest().starts_with("HTTP/1.1 200")
}

#[test]
fn a_connection_over_the_limit_gets_503() {
    let data = Data::with(&Platform::empty());
    let (server, log) =
        serve(&data, &["--maximum-connections", "3", "--maximum-connections-per-address", "1"]);
    let one = busy(&server, ONE);
    assert_unavailable(&live(&server, ONE));
    let others = [busy(&server, OTHER), busy(&server, [127, 0, 0, 3])];
    assert_unavailable(&live(&server, [127, 0, 0, 4]));
    log.wait_for("refused connections because the limit was reached");
    drop((one, others));
    eventually("the closed connection is still counted", || live_if_served(&server, ONE));
}

#[test]
fn the_limit_of_an_address_does_not_apply_to_a_trusted_proxy() {
    let data = Data::with(&Platform::empty());
    let arguments = ["--maximum-connections-per-address", "1", "--trusted-proxies", "127.0.0.1"];
    let (server, _) = serve(&data, &arguments);
    let _busy = [busy(&server, ONE), busy(&server, ONE)];
    assert_eq!(live(&server, ONE).status, 200);
    let _other = busy(&server, OTHER);
    assert_unavailable(&live(&server, OTHER));
}

#[test]
fn a_new_connection_replaces_an_idle_one() {
    let data = Data::with(&Platform::empty());
    let (server, _) = serve(&data, &["--maximum-connections-per-address", "2"]);
    let mut idle = RawConnection::open(&server);
    idle.write(LIVE);
    assert_eq!(idle.response().status, 200);
    let mut used = busy(&server, ONE);
    eventually("the idle connection is not replaced", || live_if_served(&server, ONE));
    assert_eq!(idle.rest(), "");
    used.write(b"{}");
    assert_eq!(used.response().problem(), "malformed-body", "the connection in use was closed");
}

#[test]
fn a_server_without_file_descriptors_serves_open_and_new_connections() {
    let data = Data::with(&Platform::empty());
    let command = server_log::serve(
        &data,
        &["--maximum-connections", "10000", "--maximum-connections-per-address", "10000"],
    );
    let (server, log) = server_log::start(&mut server_log::with_descriptors(&command, 64));
    let idle: Vec<RawConnection> = (0..100).map(|_| RawConnection::from(&server, ONE)).collect();
    let line = log.wait_for("failed to accept connections; retrying");
    assert_eq!(line["level"], "ERROR");
    assert_eq!(live(&server, OTHER).status, 200);
    assert!(log.lines("failed to accept connections; retrying").len() < 20, "a line for each attempt");
    drop(idle);
    assert_eq!(live(&server, OTHER).status, 200);
}

#[test]
fn slow_headers_are_timed_out() {
    let data = Data::with(&Platform::empty());
    let (server, _) = serve(&data, &["--header-timeout-seconds", "1"]);
    let mut silent = RawConnection::open(&server);
    let mut unfinished = RawConnection::open(&server);
    unfinished.write(b"GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    let mut second = RawConnection::open(&server);
    second.write(LIVE);
    assert_eq!(second.response().status, 200);
    second.write(b"GET /health");
    let slow_body = busy(&server, ONE);
    for connection in [&mut silent, &mut unfinished, &mut second] {
        assert_eq!(connection.rest(), "");
    }
    let expired = metric(&server, r#"folkmoot_connections_closed_total{reason="header-timeout"}"#);
    assert!((3.0..4.0).contains(&expired), "{expired}");
    let mut slow_body = slow_body;
    assert!(slow_body.is_open(), "a body has a timeout of its own");
}

#[test]
fn an_idle_connection_is_closed_after_the_timeout() {
    let data = Data::with(&Platform::empty());
    let (server, _) = serve(&data, &["--keep-alive-seconds", "1"]);
    let mut connection = RawConnection::open(&server);
    connection.write(LIVE);
    assert_eq!(connection.response().status, 200);
    assert_eq!(connection.rest(), "");
    assert!(metric(&server, r#"folkmoot_connections_closed_total{reason="idle-timeout"}"#) >= 1.0);
}

#[test]
fn a_slow_body_gets_503() {
    let data = Data::with(&Platform::empty());
    let (server, log) = serve(&data, &["--request-timeout-seconds", "1"]);
    let response = busy(&server, ONE).response();
    assert_unavailable(&response);
    assert!(response.json()["detail"].as_str().unwrap().contains("body"), "{}", response.text);
    assert_eq!(log.wait_for("served request")["level"], "INFO", "not an error of the server");
}

#[test]
fn a_stop_does_not_wait_for_unfinished_headers() {
    let data = Data::with(&Platform::empty());
    let (mut server, _) =
        serve(&data, &["--header-timeout-seconds", "1000", "--shutdown-grace-seconds", "1000"]);
    let mut waiting: Vec<RawConnection> = (0..50).map(|_| RawConnection::open(&server)).collect();
    for connection in &mut waiting {
        connection.write(b"GET /health/live HTTP/1.1\r\nX-Slow: ");
    }
    let mut idle = RawConnection::open(&server);
    idle.write(LIVE);
    assert_eq!(idle.response().status, 200);
    let mut used = busy(&server, ONE);
    server.terminate();
    for connection in waiting.iter_mut().chain([&mut idle]) {
        assert_eq!(connection.rest(), "");
    }
    used.write(b"{}");
    assert_eq!(used.response().problem(), "malformed-body", "the request in progress was aborted");
    assert!(server.wait().success());
}

#[test]
fn a_server_serves_requests_while_load_balancers_learn_that_it_stops() {
    let data = Data::with(&Platform::empty());
    let (mut server, _) = serve(&data, &["--drain-seconds", "1000"]);
    let status = |path: &str| server.request(Method::GET, path).send().status;
    eventually("the server does not become ready", || status("/health/ready") == 200);
    server.terminate();
    eventually("the server stays ready", || status("/health/ready") == 503);
    assert_eq!(status("/health/live"), 200);
    assert_eq!(status("/api/v2/ideas"), 401);
    server.terminate();
    assert!(server.wait().success());
}

#[test]
fn a_stop_aborts_a_slow_body_after_the_grace_period() {
    let data = Data::with(&Platform::empty());
    let (mut server, log) =
        serve(&data, &["--shutdown-grace-seconds", "1", "--request-timeout-seconds", "1000"]);
    let mut slow = busy(&server, ONE);
    let started = Instant::now();
    server.terminate();
    assert!(server.wait().success());
    assert!(started.elapsed() < Duration::from_secs(30));
    assert_eq!(slow.rest(), "");
    log.wait_for("shutdown grace period exceeded; aborted requests in flight");
}

#[test]
fn a_slow_body_ends_two_seconds_after_a_stop() {
    let data = Data::with(&Platform::empty());
    let (mut server, _) =
        serve(&data, &["--shutdown-grace-seconds", "1000", "--request-timeout-seconds", "1000"]);
    let mut slow = busy(&server, ONE);
    let started = Instant::now();
    server.terminate();
    let response = slow.response();
    assert_unavailable(&response);
    assert!(response.json()["detail"].as_str().unwrap().contains("shutting down"), "{}", response.text);
    assert!(server.wait().success());
    assert!((Duration::from_secs(2)..Duration::from_secs(30)).contains(&started.elapsed()));
}

#[test]
fn an_upload_that_arrives_may_take_the_grace_period() {
    let data = Data::with(&files::platform());
    let (id, secret) = data.client();
    let (server, _) = serve(&data, &["--shutdown-grace-seconds", "1000"]);
    let mut caller = server.caller(&id, &secret);
    let content = "Tm90ZXMgb2YgdGhlIG1lZXRpbmcu".repeat(10_000);
    let body = files::upload_with(&json!({ "content": content })).to_string();
    let mut connection = RawConnection::open(&caller.server);
    let head = format!(
        "POST /api/v2/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        caller.token,
        body.len()
    );
    connection.write(head.as_bytes());
    let parts: Vec<&[u8]> = body.as_bytes().chunks(body.len().div_ceil(6)).collect();
    connection.write(parts[0]);
    eventually("the upload does not begin", || caller.server.metric("folkmoot_requests_in_flight") > 1);
    caller.server.terminate();
    for part in &parts[1..] {
        std::thread::sleep(Duration::from_secs(1));
        connection.write(part);
    }
    assert_eq!(connection.response().status, 201);
    assert!(caller.server.wait().success());
}

#[test]
fn http2_is_served() {
    let data = Data::with(&Platform::empty());
    let (mut server, _) = serve(&data, &["--header-timeout-seconds", "1"]);
    let mut connection = RawConnection::open(&server);
    connection.write(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0");
    let (kind, settings) = connection.frame();
    assert_eq!(kind, 4);
    let setting = |key: u8| {
        let entry = settings.chunks(6).find(|entry| entry[..2] == [0, key]);
        entry.map(|entry| u32::from_be_bytes(entry[2..].try_into().unwrap()))
    };
    assert_eq!(setting(3), Some(128), "streams");
    assert_eq!(setting(6), Some(64 * 1024), "bytes of headers");
    let mut headers = b"\x82\x86\x04\x0c/health/live\x41\x01x".to_vec();
    headers.splice(..0, [0, 0, u8::try_from(headers.len()).unwrap(), 1, 5, 0, 0, 0, 1]);
    for stream in [1, 3] {
        headers[8] = stream;
        connection.write(&headers);
        let status = loop {
            let (kind, payload) = connection.frame();
            if kind == 1 {
                break payload[0];
            }
        };
        assert_eq!(status, 0x88, "status 200");
        // Longer than the header timeout, which does not apply to an open HTTP/2 connection.
        std::thread::sleep(Duration::from_millis(1500));
    }
    server.terminate();
    assert!(server.wait().success());
}
