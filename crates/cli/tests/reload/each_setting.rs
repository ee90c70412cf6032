//! Every setting that is declared as reloadable takes effect without a restart.

use std::collections::BTreeSet;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::reload::Reloading;
use crate::support::admin::{self, Admin};
use crate::support::eventually;
use crate::support::fixture::{Platform, id, record, resource};
use crate::support::raw_connection::RawConnection;

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
/// Far more than the changed timeouts, far less than the timeouts at the start.
const SOON: Duration = Duration::from_secs(30);
/// The settings of the start, under which no limit and no timeout is reached.
const BASE: &str = "trusted-proxies = '127.0.0.1'\nlog-level = 'warn'\nrequest-timeout-seconds = 300\n\
    shutdown-grace-seconds = 300\nheader-timeout-seconds = 300\nkeep-alive-seconds = 300\nstream-snapshot-seconds = 900\n";

struct Case {
    setting: &'static str,
    /// The lines of the file.
    lines: &'static str,
    check: fn(&mut Reloading),
}

const CASES: &[Case] = &[
    Case { setting: "log-level", lines: "log-level = 'info'", check: requests_are_logged },
    Case {
        setting: "request-timeout-seconds",
        lines: "request-timeout-seconds = 1",
        check: a_late_body_gets_503,
    },
    Case {
        setting: "header-timeout-seconds",
        lines: "header-timeout-seconds = 1",
        check: late_headers_are_not_awaited,
    },
    Case {
        setting: "keep-alive-seconds",
        lines: "keep-alive-seconds = 1",
        check: idle_connections_are_closed,
    },
    Case { setting: "maximum-connections", lines: "maximum-connections = 4", check: connections_are_refused },
    Case {
        setting: "maximum-connections-per-address",
        lines: "maximum-connections-per-address = 2",
        check: connections_are_refused,
    },
    Case {
        setting: "upload-limit-megabytes",
        lines: "upload-limit-megabytes = 1",
        check: large_files_get_413,
    },
    Case {
        setting: "import-limit-megabytes",
        lines: "import-limit-megabytes = 1",
        check: large_imports_get_413,
    },
    Case {
        setting: "address-failures-per-minute",
        lines: "address-failures-per-minute = 1",
        check: the_second_failure_gets_429,
    },
    Case {
        setting: "client-tokens-per-minute",
        lines: "client-tokens-per-minute = 2\nclient-token-burst = 1",
        check: the_second_token_is_30_seconds_away,
    },
    Case {
        setting: "client-token-burst",
        lines: "client-tokens-per-minute = 1\nclient-token-burst = 1",
        check: the_second_token_gets_429,
    },
    Case {
        setting: "client-requests-per-minute",
        lines: "client-requests-per-minute = 2",
        check: the_third_request_gets_429,
    },
    Case {
        setting: "client-searches-per-minute",
        lines: "client-searches-per-minute = 1",
        check: the_second_search_gets_429,
    },
    Case {
        setting: "address-invalid-tokens-per-minute",
        lines: "address-invalid-tokens-per-minute = 1",
        check: the_second_request_without_a_token_gets_429,
    },
    Case {
        setting: "publishable-key-requests-per-minute",
        lines: "publishable-key-requests-per-minute = 1",
        check: the_second_request_of_a_visitor_gets_429,
    },
    Case {
        setting: "maximum-waiting-requests-per-client",
        lines: "maximum-waiting-requests-per-client = 1",
        check: the_second_waiting_request_gets_429,
    },
    Case { setting: "maximum-streams", lines: "maximum-streams = 1", check: a_second_stream_is_refused },
    Case {
        setting: "maximum-streams-per-client",
        lines: "maximum-streams-per-client = 1",
        check: a_second_stream_is_refused,
    },
    Case { setting: "stream-spool-megabytes", lines: "stream-spool-megabytes = 0", check: a_stream_gets_503 },
    Case {
        setting: "stream-spool-megabytes-per-client",
        lines: "stream-spool-megabytes-per-client = 0",
        check: a_stream_gets_429,
    },
    Case {
        setting: "stream-snapshot-seconds",
        lines: "stream-snapshot-seconds = 1",
        check: a_slow_stream_is_spooled,
    },
    Case {
        setting: "admin-idle-timeout-seconds",
        lines: "admin-idle-timeout-seconds = 1",
        check: unused_sessions_end,
    },
    Case {
        setting: "admin-session-timeout-seconds",
        lines: "admin-session-timeout-seconds = 1",
        check: used_sessions_end,
    },
    // The last one, because it stops the server.
    Case {
        setting: "shutdown-grace-seconds",
        lines: "shutdown-grace-seconds = 0",
        check: the_server_stops_at_once,
    },
];

#[test]
fn each_reloadable_setting_takes_effect_without_a_restart() {
    let mut platform = Platform::full(1, CREATED_AT);
    for number in 1..200 {
        platform.add("ideas", large_idea(number));
    }
    let mut running = Reloading::start(&platform, BASE);
    let reference = running.data.run(&["reference", "settings"]);
    let reference: Vec<Value> = serde_json::from_slice(&reference.stdout).unwrap();
    let declared = reference.iter().filter(|entry| entry["reloadable"] == true);
    let declared: BTreeSet<_> = declared.map(|entry| entry["name"].as_str().unwrap()).collect();
    assert_eq!(
        declared,
        CASES.iter().map(|case| case.setting).collect(),
        "a reloadable setting has no case here"
    );
    for case in CASES {
        let changed: Vec<_> = case.lines.lines().map(|line| line.split(' ').next().unwrap()).collect();
        let base =
            BASE.lines().filter(|line| !changed.iter().any(|name| line.starts_with(&format!("{name} "))));
        let file = base.chain(case.lines.lines()).collect::<Vec<_>>().join("\n");
        running.reload(&file, "applied");
        (case.check)(&mut running);
        if case.setting != "shutdown-grace-seconds" {
            running.reload(BASE, "applied");
        }
    }
}

/// An idea of which some fill the buffers of a connection.
fn large_idea(number: usize) -> Value {
    let mut idea = record(resource("ideas"), 0, CREATED_AT);
    idea["id"] = json!(id("ideas", number));
    idea["slug"] = json!(format!("idea-{number}"));
    idea["body_multiloc"] = json!({ "en": "x".repeat(100_000) });
    idea
}

fn requests_are_logged(running: &mut Reloading) {
    let before = running.log.lines("served request");
    assert!(before.iter().all(|line| line["path"] == "/metrics"), "{before:?}");
    running.server.request(Method::GET, "/api/v2/ideas").send();
    let is_logged = || running.log.lines("served request").iter().any(|line| line["path"] == "/api/v2/ideas");
    eventually("the request is not logged", is_logged);
}

/// The beginning of a request whose body does not arrive.
fn begin(running: &Reloading, address: [u8; 4]) -> RawConnection {
    let mut connection = RawConnection::from(&running.server, address);
    let head =
        "POST /api/v2/authenticate HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n";
    connection.write(head.as_bytes());
    connection
}

fn a_late_body_gets_503(running: &mut Reloading) {
    let mut connection = begin(running, [127, 0, 0, 1]);
    assert_eq!(connection.interim(), "HTTP/1.1 100 Continue");
    assert_eq!(connection.response().status, 503);
}

#[track_caller]
fn assert_closed_soon(mut connection: RawConnection) {
    let started = Instant::now();
    connection.rest();
    assert!(started.elapsed() < SOON, "the connection was closed after {:?}", started.elapsed());
}

fn late_headers_are_not_awaited(running: &mut Reloading) {
    let mut connection = RawConnection::open(&running.server);
    connection.write(b"GET / HTTP/1.1\r\nHost:");
    assert_closed_soon(connection);
}

fn idle_connections_are_closed(running: &mut Reloading) {
    let mut connection = RawConnection::open(&running.server);
    connection.write(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_eq!(connection.response().status, 200);
    assert_closed_soon(connection);
}

fn connections_are_refused(running: &mut Reloading) {
    let mut open = Vec::new();
    let mut is_refused = || {
        let mut connection = begin(running, [127, 0, 0, 2]);
        let is_refused = connection.interim().starts_with("HTTP/1.1 503 ");
        open.push(connection);
        is_refused
    };
    assert!((0..6).any(|_| is_refused()), "no connection is refused");
    drop(open);
    let live = || running.server.request(Method::GET, "/health/live").try_send();
    eventually("connections are still refused", || live().is_ok_and(|response| response.status == 200));
}

fn large_files_get_413(running: &mut Reloading) {
    let mut connection = RawConnection::open(&running.server);
    let token = running.token();
    let head = format!(
        "POST /api/v2/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n\
         Content-Length: 50000000\r\nExpect: 100-continue\r\n\r\n"
    );
    connection.write(head.as_bytes());
    assert_eq!(connection.response().problem(), "body-too-large");
}

fn administrator(running: &Reloading) -> Admin {
    Admin::sign_in(&running.server, &admin::admin_key(&running.data, "administrator").1)
}

fn large_imports_get_413(running: &mut Reloading) {
    let part = "--x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"ideas.ndjson\"\r\n\r\n";
    let body = format!("{part}{}\r\n--x--\r\n", " ".repeat(1_500_000));
    let request = administrator(running).request(&running.server, Method::POST, "/imports?dry_run=false");
    let response = request.header("content-type", "multipart/form-data; boundary=x").body(body).send();
    assert_eq!(response.status, 413, "{}", response.text);
}

/// The status and `Retry-After` of two attempts to sign in, from an address of their own.
fn sign_in_twice(running: &Reloading, address: &str, secret: Option<&str>) -> [(u16, String); 2] {
    let (id, valid) = running.data.client();
    drop(running.server.authenticate(&id, "guess-that-waits-for-the-new-client"));
    let body = json!({ "auth": { "client_id": id, "client_secret": secret.unwrap_or(&valid) } });
    [0, 1].map(|_| {
        let request = running.server.request(Method::POST, "/api/v2/authenticate").json(&body);
        let response = request.header("x-forwarded-for", address).send();
        let wait =
            if response.status == 429 { response.header("retry-after").to_owned() } else { String::new() };
        (response.status, wait)
    })
}

fn the_second_failure_gets_429(running: &mut Reloading) {
    let [first, second] = sign_in_twice(running, "203.0.113.1", Some("guess"));
    assert_eq!((first.0, second.0), (401, 429));
}

fn the_second_token_is_30_seconds_away(running: &mut Reloading) {
    let [first, second] = sign_in_twice(running, "203.0.113.2", None);
    assert_eq!((first.0, second.0), (201, 429));
    assert!((2..=30).contains(&second.1.parse::<u64>().unwrap()), "{second:?}");
}

fn the_second_token_gets_429(running: &mut Reloading) {
    let [first, second] = sign_in_twice(running, "203.0.113.3", None);
    assert_eq!((first.0, second.0), (201, 429));
}

fn the_third_request_gets_429(running: &mut Reloading) {
    let token = running.token();
    let get = |_| running.server.request(Method::GET, "/api/v2/areas").bearer_auth(&token).send().status;
    assert_eq!([0, 1, 2].map(get), [200, 200, 429]);
}

fn the_second_search_gets_429(running: &mut Reloading) {
    let token = running.token();
    let search = |_| {
        running.server.request(Method::GET, "/api/v2/ideas?search=park").bearer_auth(&token).send().status
    };
    assert_eq!([0, 1].map(search), [200, 429]);
}

fn the_second_request_of_a_visitor_gets_429(running: &mut Reloading) {
    let (_, key) = running.data.publishable_client("https://www.city.example", &[]);
    running.server.wait_for_changes();
    let visit = || running.server.request(Method::GET, "/api/v2/areas").bearer_auth(&key).send().status;
    assert_eq!([visit(), visit()], [200, 429]);
}

fn the_second_request_without_a_token_gets_429(running: &mut Reloading) {
    let get = |_| {
        let request = running.server.request(Method::GET, "/api/v2/areas");
        request.header("x-forwarded-for", "203.0.113.4").send().status
    };
    assert_eq!([0, 1].map(get), [401, 429]);
}

fn the_second_waiting_request_gets_429(running: &mut Reloading) {
    let token = running.token();
    let get = |path: &str| running.server.request(Method::GET, path).bearer_auth(&token).send();
    let cursor = get("/api/v2/changes").json()["meta"]["next"].as_str().unwrap().to_owned();
    let path = format!("/api/v2/changes?wait=60&after={cursor}");
    let mut waiting = RawConnection::open(&running.server);
    let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n");
    waiting.write(head.as_bytes());
    eventually("the request does not wait", || running.server.metric("folkmoot_change_polls") == 1);
    assert_eq!(get(&path).status, 429);
    drop(waiting);
    eventually("the request still waits", || running.server.metric("folkmoot_change_polls") == 0);
}

/// Begins a stream that its client does not read.
fn begin_stream(running: &Reloading, token: &str) -> RawConnection {
    let mut connection = RawConnection::open(&running.server);
    let head = format!(
        "GET /api/v2/ideas?format=ndjson HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
    );
    connection.write(head.as_bytes());
    eventually("the stream does not begin", || running.server.metric("folkmoot_streams_open") == 1);
    connection
}

fn stream_status(running: &Reloading, token: &str) -> u16 {
    running.server.request(Method::GET, "/api/v2/areas?format=ndjson").bearer_auth(token).send().status
}

fn end_stream(running: &Reloading, connection: RawConnection) {
    drop(connection);
    eventually("the stream does not end", || running.server.metric("folkmoot_streams_open") == 0);
}

fn a_second_stream_is_refused(running: &mut Reloading) {
    let token = running.token();
    let first = begin_stream(running, &token);
    assert!([429, 503].contains(&stream_status(running, &token)));
    end_stream(running, first);
}

fn a_stream_gets_503(running: &mut Reloading) {
    assert_eq!(stream_status(running, &running.token()), 503);
}

fn a_stream_gets_429(running: &mut Reloading) {
    assert_eq!(stream_status(running, &running.token()), 429);
}

fn a_slow_stream_is_spooled(running: &mut Reloading) {
    let stream = begin_stream(running, &running.token());
    eventually("nothing is spooled", || running.server.metric("folkmoot_stream_spool_bytes") > 0);
    end_stream(running, stream);
}

fn unused_sessions_end(running: &mut Reloading) {
    let session = administrator(running);
    std::thread::sleep(Duration::from_millis(1_500));
    assert_eq!(session.get(&running.server, "/session").status, 401);
}

fn used_sessions_end(running: &mut Reloading) {
    let session = administrator(running);
    eventually("the session does not end", || session.get(&running.server, "/session").status == 401);
}

fn the_server_stops_at_once(running: &mut Reloading) {
    let mut connection = begin(running, [127, 0, 0, 1]);
    assert_eq!(connection.interim(), "HTTP/1.1 100 Continue");
    let started = Instant::now();
    running.server.terminate();
    let status: ExitStatus = running.server.wait();
    assert!(status.success() && started.elapsed() < SOON, "{:?}", started.elapsed());
}
