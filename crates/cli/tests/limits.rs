//! Limits of requests, searches, waiting requests and rejected tokens, and the metric that counts every refusal by its reason.

use std::io::Write as _;
use std::net::TcpStream;
use std::time::Duration;

use jiff::Timestamp;
use reqwest::Method;
use serde_json::json;

use crate::support::clock::Clock;
use crate::support::raw_connection::RawConnection;
use crate::support::{Caller, Data, METRICS_TOKEN, Response, Server, eventually, files};

const METRIC: &str = "folkmoot_refusals_total";
const OTHER: [u8; 4] = [127, 0, 0, 2];

fn refusals(server: &Server, reason: &str) -> u64 {
    let mut connection = RawConnection::from(server, [127, 0, 0, 99]);
    let head = format!(
        "GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {METRICS_TOKEN}\r\nConnection: close\r\n\r\n"
    );
    connection.write(head.as_bytes());
    let prefix = format!("{METRIC}{{reason=\"{reason}\"}} ");
    let metrics = connection.response().text;
    // When the client sees the connection closed, it counts no longer.
    assert_eq!(connection.rest(), "");
    let value = metrics.lines().find_map(|line| line.strip_prefix(&prefix));
    value.unwrap_or_else(|| panic!("no refusals with the reason {reason}")).parse().unwrap()
}

#[track_caller]
fn assert_limited(response: &Response) {
    let found = (response.status, response.problem());
    assert_eq!(found, (429, "too-many-requests".to_owned()), "{}", response.text);
    assert!((1..=60).contains(&response.header("retry-after").parse::<u64>().unwrap()));
}

fn serve(data: &Data, settings: &[&str]) -> Caller {
    let (id, secret) = data.client();
    data.serve_with(&[&["--log-level", "error"], settings].concat()).caller(&id, &secret)
}

fn get(server: &Server, token: &str, path: &str) -> Response {
    server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(token).send()
}

#[test]
fn searches_of_a_client_are_limited_and_other_requests_are_not() {
    let data = Data::with(&files::platform());
    let (other_id, other_secret) = data.client();
    let caller = serve(&data, &["--client-searches-per-minute", "3"]);
    for (path, left) in [("/files?search=a", 2), ("/ideas?search=a", 1), ("/ideas?search=a&format=csv", 0)] {
        let response = caller.get(path);
        assert_eq!(response.status, 200, "{path}: {}", response.text);
        let policy = response.header("ratelimit-policy");
        assert_eq!(policy, "\"requests\";q=6000000;w=60, \"searches\";q=3;w=60", "{path}");
        let limit = response.header("ratelimit");
        assert!(limit.contains(&format!("\"searches\";r={left};t=")), "{path}: {limit}");
    }
    let limited = caller.get("/files?search=a");
    assert_limited(&limited);
    assert!(limited.header("ratelimit").contains("\"searches\";r=0;t=60"), "{}", limited.header("ratelimit"));
    assert_eq!(refusals(&caller.server, "searches"), 1);
    let listed = caller.get("/ideas");
    assert_eq!(listed.status, 200);
    assert_eq!(listed.header("ratelimit-policy"), "\"requests\";q=6000000;w=60");
    let response = caller.server.authenticate(&other_id, &other_secret).json();
    let other = response["jwt"].as_str().unwrap();
    assert_eq!(get(&caller.server, other, "/files?search=a").status, 200, "another client is limited");
}

#[test]
fn an_address_without_a_valid_token_is_limited_and_clients_at_the_same_address_are_not() {
    let data = Data::with(&files::platform());
    let (id, _) = data.client();
    let caller = serve(&data, &["--address-invalid-tokens-per-minute", "4"]);
    let server = &caller.server;
    let modified = format!("{}x", caller.token);
    for token in ["", "x", modified.as_str(), data.expired_token(&id).as_str()] {
        assert_eq!(get(server, token, "/projects").status, 401, "{token}");
    }
    for token in ["", modified.as_str()] {
        assert_limited(&get(server, token, "/projects"));
    }
    assert_eq!(refusals(server, "address-requests"), 2);
    assert_eq!(caller.get("/projects").status, 200, "a client is excluded by others at its address");
    let mut connection = RawConnection::from(server, OTHER);
    connection.write(b"GET /api/v2/projects HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_eq!(connection.response().status, 401, "another address is limited");
}

#[test]
fn requests_that_wait_for_a_change_are_limited_for_each_client() {
    let data = Data::with(&files::platform());
    let caller = serve(&data, &["--maximum-waiting-requests-per-client", "2"]);
    let cursor = caller.get("/changes").json()["meta"]["next"].as_str().unwrap().to_owned();
    let path = format!("/changes?wait=60&after={cursor}");
    let waiting: Vec<TcpStream> = (0..2)
        .map(|_| {
            let mut stream = TcpStream::connect(caller.server.url.trim_start_matches("http://")).unwrap();
            let token = &caller.token;
            write!(stream, "GET /api/v2{path} HTTP/1.1\r\nHost: x\r\nAuthorization: {token}\r\n\r\n")
                .unwrap();
            stream
        })
        .collect();
    eventually("the requests do not wait", || caller.server.metric("folkmoot_change_polls") == 2);
    assert_limited(&caller.get(&path));
    assert_eq!(refusals(&caller.server, "polls"), 1);
    assert_eq!(caller.get(&format!("/changes?after={cursor}")).status, 200, "it does not wait");
    drop(waiting);
}

/// Every reason of the metric.
const REASONS: [&str; 20] = [
    "connections",
    "address-connections",
    "header-timeout",
    "write-timeout",
    "header-size",
    "body-size",
    "body-timeout",
    "client-queue",
    "queue",
    "work-queue",
    "sign-in",
    "admin-sign-in",
    "tokens",
    "requests",
    "address-requests",
    "searches",
    "polls",
    "client-streams",
    "streams",
    "spool",
];

#[test]
fn every_refusal_is_counted_by_its_reason() {
    let data = Data::with(&files::platform());
    let (id, secret) = data.client();
    let caller = serve(
        &data,
        &[
            "--address-failures-per-minute",
            "1",
            "--client-token-burst",
            "2",
            "--client-tokens-per-minute",
            "1",
            "--client-requests-per-minute",
            "1",
            "--header-timeout-seconds",
            "1",
            "--request-timeout-seconds",
            "1",
            "--maximum-connections-per-address",
            "3",
        ],
    );
    let server = &caller.server;
    for reason in REASONS {
        assert_eq!(refusals(server, reason), 0, "{reason} before it occurs");
    }
    let once = |reason: &str| {
        eventually(&format!("{reason} is not counted"), || refusals(server, reason) > 0);
        assert_eq!(refusals(server, reason), 1, "{reason}");
    };
    assert_eq!(caller.get("/projects").status, 200);
    assert_limited(&caller.get("/projects"));
    once("requests");
    for status in [201, 201, 429] {
        assert_eq!(server.authenticate(&id, &secret).status, status);
    }
    once("tokens");
    for status in [401, 429] {
        assert_eq!(server.authenticate(&id, "guess").status, status);
    }
    once("sign-in");
    let sign_in = || {
        let request =
            server.request(Method::POST, "/admin/api/session").json(&json!({ "admin_key": "guess" }));
        request.header("origin", &server.url).send().status
    };
    assert_eq!([sign_in(), sign_in()], [401, 429]);
    once("admin-sign-in");
    // Another address has failures left.
    let send = |bytes: &[u8]| {
        let mut connection = RawConnection::from(server, OTHER);
        connection.write(bytes);
        connection.response().status
    };
    let large = format!(
        "POST /api/v2/authenticate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20000\r\n\r\n{}",
        "x".repeat(20_000)
    );
    assert_eq!(send(large.as_bytes()), 413);
    once("body-size");
    assert_eq!(send(&[b"GET / HTTP/1.1\r\nX-Large: ", &vec![b'a'; 300_000][..], b"\r\n\r\n"].concat()), 413);
    once("header-size");
    let late = b"POST /api/v2/authenticate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n";
    assert_eq!(send(late), 503);
    once("body-timeout");
    let mut slow = RawConnection::from(server, OTHER);
    slow.write(b"GET / HTTP/1.1\r\nHost:");
    assert_eq!(slow.rest(), "");
    once("header-timeout");
}

#[test]
fn refused_connections_are_counted_by_their_reason() {
    let data = Data::with(&files::platform());
    let server = data.serve_with(&[
        "--log-level",
        "error",
        "--maximum-connections",
        "4",
        "--maximum-connections-per-address",
        "2",
    ]);
    let busy = |address: [u8; 4]| {
        let mut connection = RawConnection::from(&server, address);
        connection.write(
            b"POST /api/v2/authenticate HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n",
        );
        assert_eq!(connection.interim(), "HTTP/1.1 100 Continue");
        connection
    };
    let refused = |address: [u8; 4]| {
        let mut connection = RawConnection::from(&server, address);
        connection.write(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
        connection.response().status
    };
    let mut connections: Vec<RawConnection> = (0..2).map(|_| busy(OTHER)).collect();
    assert_eq!(refused(OTHER), 503);
    assert_eq!(refusals(&server, "address-connections"), 1);
    connections.extend((3..5).map(|last| busy([127, 0, 0, last])));
    assert_eq!(refused([127, 0, 0, 5]), 503);
    connections.pop();
    // Until the server has noticed that, it refuses the connection for the metrics, too.
    let mut refused = 1;
    eventually("a refused connection is not counted", || {
        let counted = refusals_if_served(&server);
        refused += u64::from(counted.is_none());
        counted.is_some_and(|counted| {
            assert_eq!(counted, refused);
            true
        })
    });
}

#[test]
fn a_client_that_does_not_read_is_disconnected_and_counted() {
    let data = Data::with(&files::platform());
    let clock = Clock::at(Timestamp::now());
    let mut command = data.command();
    clock.apply(command.args(["serve", "--listen", "127.0.0.1:0", "--log-level", "error"]));
    let (id, secret) = data.client();
    let caller = Server::start(&mut command).caller(&id, &secret);
    // Larger than the buffers of the system.
    let file = caller.uploaded(&json!({ "content": "QUJD".repeat(6_000_000) }));
    let path = file["url"].as_str().unwrap().strip_prefix(&caller.server.url).unwrap();
    let mut connection = RawConnection::open(&caller.server);
    connection.write(format!("GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n").as_bytes());
    // The buffers fill. The timeout is a minute.
    std::thread::sleep(Duration::from_secs(1));
    clock.skip(Duration::from_secs(55));
    assert_eq!(refusals(&caller.server, "write-timeout"), 0);
    clock.skip(Duration::from_secs(61));
    eventually("the client is not disconnected", || refusals(&caller.server, "write-timeout") == 1);
    let received = connection.rest();
    assert!(received.starts_with("HTTP/1.1 200") && received.len() < 18_000_000, "{} bytes", received.len());
}

#[test]
fn work_beyond_its_queue_is_refused_and_counted() {
    let data = Data::with(&files::platform());
    let server = data.serve_with(&["--log-level", "error"]);
    let head = format!("GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {METRICS_TOKEN}\r\n\r\n");
    // One thread writes the metrics, and 64 requests may wait for it.
    let mut connections: Vec<RawConnection> =
        (0..200).map(|number| RawConnection::from(&server, [127, 0, 1, number])).collect();
    let mut refused = 0;
    eventually("no request is refused", || {
        for connection in &mut connections {
            connection.write(head.as_bytes());
        }
        for connection in &mut connections {
            let response = connection.response();
            assert!([200, 503].contains(&response.status), "{}", response.text);
            refused += u64::from(response.status == 503);
        }
        refused > 0
    });
    assert_eq!(refusals(&server, "work-queue"), refused);
}

/// The connections that were refused because there are too many; `None` if the server does not serve the metrics either.
fn refusals_if_served(server: &Server) -> Option<u64> {
    let mut connection = RawConnection::from(server, [127, 0, 0, 99]);
    let head = format!(
        "GET /metrics HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {METRICS_TOKEN}\r\nConnection: close\r\n\r\n"
    );
    connection.write(head.as_bytes());
    let text = connection.rest();
    let value =
        text.lines().find_map(|line| line.strip_prefix("folkmoot_refusals_total{reason=\"connections\"} "));
    value.map(|value| value.trim().parse().unwrap())
}
