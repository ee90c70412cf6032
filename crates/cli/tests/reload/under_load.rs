//! Requests in progress while the settings are reloaded.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use reqwest::Method;

use crate::reload::Reloading;
use crate::support::connection::Connection;
use crate::support::eventually;
use crate::support::fixture::Platform;

const RELOADS: usize = 12;
const CLIENTS: usize = 3;

/// Settings that differ in every limit, log level and timeout, and permit what the clients do.
fn settings(round: usize) -> String {
    let more = if round.is_multiple_of(2) { 1 } else { 2 };
    format!(
        "log-level = '{}'\nmaximum-connections = {}\nmaximum-connections-per-address = {}\nheader-timeout-seconds = {}\n\
         keep-alive-seconds = {}\nrequest-timeout-seconds = {}\nclient-requests-per-minute = {}\n\
         maximum-streams = {}\naddress-failures-per-minute = {}\ntoken-issuer = 'issuer{more}'",
        ["info", "debug", "warn", "error"][round % 4],
        200 * more,
        100 * more,
        30 * more,
        60 * more,
        60 * more,
        500_000 * more,
        10 * more,
        50 * more,
    )
}

#[test]
fn reloads_lose_no_request() {
    let running = Reloading::start(&Platform::full(50, "2025-03-18T08:15:30.250Z"), &settings(0));
    let token = running.token();
    let (stop, served) = (AtomicBool::new(false), AtomicUsize::new(0));
    // A request that begins before the first reload and ends after the last one.
    let (id, secret) = running.data.client();
    let body = serde_json::json!({ "auth": { "client_id": id, "client_secret": secret } }).to_string();
    let mut slow = Connection::open(&running.server);
    let length = body.len().to_string();
    let headers = [("Content-Length", length.as_str()), ("Expect", "100-continue")];
    slow.begin(&Method::POST, "/api/v2/authenticate", &headers);
    assert_eq!(slow.head().0, 100);
    std::thread::scope(|scope| {
        for number in 0..CLIENTS {
            let (running, token, stop, served) = (&running, &token, &stop, &served);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let path = ["/ideas", "/users?format=ndjson", "/areas?page_size=1"][number];
                    let request = running.server.request(Method::GET, &format!("/api/v2{path}"));
                    // Without reuse, so that every request is accepted, and with it.
                    let kind =
                        if served.load(Ordering::Relaxed).is_multiple_of(2) { "close" } else { "keep-alive" };
                    let response = request.bearer_auth(token).header("connection", kind).try_send();
                    assert_eq!(
                        response.map(|response| response.status).map_err(|error| error.to_string()),
                        Ok(200)
                    );
                    served.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for round in 1..=RELOADS {
            let before = served.load(Ordering::Relaxed);
            running.reload(&settings(round), "applied");
            eventually("no request is served", || served.load(Ordering::Relaxed) > before + CLIENTS);
        }
        stop.store(true, Ordering::Relaxed);
    });
    slow.write(body.as_bytes());
    assert_eq!(slow.response(&Method::POST, "/api/v2/authenticate").status, 201);
    assert_eq!(running.reloads("applied"), RELOADS as u64);
}
