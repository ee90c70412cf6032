//! Who may read the metrics: nobody by default, programs with the token, and everyone who reaches the listener for metrics.

use reqwest::Method;

use crate::support::fixture::Platform;
use crate::support::raw_connection::RawConnection;
use crate::support::{Data, METRICS_TOKEN, Server, server_log};

/// Starts a server without the token that the other tests use.
fn serve_without_token(data: &Data, arguments: &[&str]) -> (Server, server_log::Log) {
    let mut command = server_log::serve(data, arguments);
    server_log::start(command.env_remove("FOLKMOOT_METRICS_TOKEN"))
}

fn get(server: &Server, path: &str, authorization: Option<&str>) -> crate::support::Response {
    let request = server.request(Method::GET, path);
    match authorization {
        Some(value) => request.header("authorization", value).send(),
        None => request.send(),
    }
}

#[test]
fn metrics_are_not_served_by_default() {
    let data = Data::with(&Platform::empty());
    let (server, _) = serve_without_token(&data, &[]);
    for path in ["/metrics", "/metrics/"] {
        assert_eq!(server.request(Method::GET, path).send().status, 404, "{path}");
        assert_eq!(get(&server, path, Some(&format!("Bearer {METRICS_TOKEN}"))).status, 404, "{path}");
    }
    assert_eq!(server.request(Method::GET, "/health/live").send().status, 200);
}

#[test]
fn metrics_need_their_token() {
    let data = Data::with(&Platform::empty());
    let caller = data.serve();
    let server = &caller.server;
    let missing = server.request(Method::GET, "/metrics").send();
    assert_eq!((missing.status, missing.problem().as_str()), (401, "missing-token"));
    assert!(missing.header("www-authenticate").starts_with("Bearer"));
    let (wrong_end, of_client) = (format!("Bearer {METRICS_TOKEN}x"), format!("Bearer {}", caller.token));
    let beginning = format!("Bearer {}", &METRICS_TOKEN[..METRICS_TOKEN.len() - 1]);
    for wrong in [wrong_end.as_str(), &beginning, &of_client, "Bearer x"] {
        let response = get(server, "/metrics", Some(wrong));
        assert_eq!((response.status, response.problem().as_str()), (401, "invalid-token"), "{wrong}");
    }
    for malformed in ["", METRICS_TOKEN, "Basic eDp4"] {
        assert_eq!(get(server, "/metrics", Some(malformed)).status, 401, "{malformed}");
    }
    for accepted in [format!("Bearer {METRICS_TOKEN}"), format!("bearer {METRICS_TOKEN}")] {
        let response = get(server, "/metrics", Some(&accepted));
        assert_eq!(response.status, 200);
        assert!(response.text.contains("folkmoot_requests_total"), "{}", response.text);
    }
}

#[test]
fn a_listener_of_its_own_serves_metrics_without_a_token() {
    let data = Data::with(&Platform::empty());
    let (server, log) = serve_without_token(&data, &["--metrics-listen", "127.0.0.1:0"]);
    assert_eq!(server.request(Method::GET, "/metrics").send().status, 404, "the public port");
    let url = log.wait_for("serving metrics")["url"].as_str().unwrap().to_owned();
    let get = |path: &str| {
        let mut connection = RawConnection::to(url.strip_suffix("/metrics").unwrap(), [127, 0, 0, 1]);
        connection.write(format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes());
        connection.response()
    };
    let metrics = get("/metrics");
    assert_eq!(metrics.status, 200);
    assert!(metrics.text.contains("folkmoot_requests_total"), "{}", metrics.text);
    for path in ["/", "/api/v2/areas", "/admin", "/admin/api/session", "/health/ready"] {
        assert_eq!(get(path).problem(), "route-not-found", "{path}");
    }
}

#[test]
fn a_short_token_is_rejected() {
    let data = Data::with(&Platform::empty());
    let output = data.run(&["serve", "--metrics-token", "short"]);
    assert!(!output.status.success());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("at least 32 visible ASCII characters") && !error.contains("short"), "{error}");
}
