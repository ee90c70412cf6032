//! Operating a server: errors at start, stopping, health checks, metrics and request ids.

use std::net::{TcpListener, TcpStream};
use std::process::Command;

use reqwest::Method;
use serde_json::json;

use crate::support::connection::Connection;
use crate::support::fixture::Platform;
use crate::support::{Data, eventually};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// Fails unless the command exits with code 1, nothing on stdout and one error on stderr that contains these words.
fn assert_error(data: &Data, arguments: &[&str], words: &[&str]) {
    let output = data.run(arguments);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(output.stdout.is_empty());
    let error: Vec<&str> = stderr.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(error.len(), 1, "{stderr}");
    for word in words {
        assert!(error[0].contains(word), "'{word}' is not in: {stderr}");
    }
}

#[test]
fn a_port_in_use_is_an_error() {
    let data = Data::with(&Platform::empty());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    assert_error(&data, &["serve", "--listen", &address], &["failed to listen on", &address]);
}

#[test]
fn a_second_server_over_an_embedded_database_is_an_error() {
    let data = Data::embedded().filled(&Platform::empty());
    let _first = data.serve();
    assert_error(&data, &["serve", "--listen", "127.0.0.1:0"], &["another folkmoot server", "stop it first"]);
}

#[test]
fn a_damaged_database_is_reported_and_not_changed() {
    let data = Data::embedded();
    let file = data.path().join("folkmoot.sqlite");
    std::fs::write(&file, "not a database").unwrap();
    let before = std::fs::read(&file).unwrap();
    for arguments in [&["serve", "--listen", "127.0.0.1:0"][..], &["clients", "list"], &["access", "status"]]
    {
        assert_error(&data, arguments, &["is damaged", "folkmoot.sqlite", "backup"]);
    }
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn a_database_with_damaged_pages_is_reported() {
    let data = Data::embedded().filled(&Platform::full(200, CREATED_AT));
    let file = data.path().join("folkmoot.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let from = bytes.len() / 10;
    bytes[from..].fill(0xA5);
    std::fs::write(&file, bytes).unwrap();
    assert_error(&data, &["serve", "--listen", "127.0.0.1:0"], &["is damaged"]);
}

#[test]
fn a_database_of_a_later_version_is_rejected() {
    let data = Data::with(&Platform::empty());
    data.change_database(if data.is_embedded() {
        "PRAGMA user_version = 9999"
    } else {
        "UPDATE schema_version SET version = 9999, min_compatible = 9999"
    });
    assert_error(&data, &["serve", "--listen", "127.0.0.1:0"], &["9999", "newer"]);
}

#[test]
fn a_table_without_a_declared_column_is_rejected() {
    let data = Data::with(&Platform::empty());
    data.change_database("ALTER TABLE areas RENAME COLUMN title_multiloc TO title");
    assert_error(&data, &["serve", "--listen", "127.0.0.1:0"], &["areas", "title_multiloc"]);
}

#[test]
fn a_data_directory_that_is_a_file_is_rejected() {
    let data = Data::new();
    let file = data.path().join("file");
    std::fs::write(&file, "").unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_folkmoot")).args(["serve", "--data"]).arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("the data folder"));
}

#[test]
fn access_cannot_be_turned_on_without_a_platform() {
    assert_error(&Data::new(), &["access", "on"], &["no platform", "folkmoot import"]);
}

#[test]
fn a_stopping_server_completes_requests_in_flight() {
    let data = Data::with(&Platform::full(100, CREATED_AT));
    let (id, secret) = data.client();
    let mut caller = data.serve();
    let (method, path) = (Method::POST, "/api/v2/authenticate");
    let body = json!({ "auth": { "client_id": id, "client_secret": secret } }).to_string();
    let mut slow = Connection::open(&caller.server);
    let length = body.len().to_string();
    slow.begin(&method, path, &[("Content-Length", length.as_str()), ("Expect", "100-continue")]);
    assert_eq!(slow.head().0, 100, "the server did not wait for the body");
    caller.server.terminate();
    let address = caller.server.url.trim_start_matches("http://");
    eventually("the server does not stop", || TcpStream::connect(address).is_err());
    slow.write(body.as_bytes());
    assert_eq!(slow.response(&method, path).status, 201);
    assert!(caller.server.wait().success());
}

#[test]
fn a_server_has_health_checks_metrics_and_a_start_page() {
    let data = Data::with(&Platform::full(3, CREATED_AT));
    let caller = data.serve();
    let get = |path: &str| caller.server.request(Method::GET, path).send();
    assert_eq!((get("/health/live").status, get("/health/ready").status), (200, 200));
    for path in ["/health/live", "/health/ready"] {
        assert_eq!(get(path).header("cache-control"), "no-store", "{path}");
    }
    assert_eq!(caller.get("/ideas").status, 200);
    let metrics = caller.server.metrics();
    for line in [
        "folkmoot_requests_total{route=\"/api/v2/ideas\",status=\"200\"} 1",
        "folkmoot_list_records{resource=\"ideas\"} 3",
        "folkmoot_request_seconds_bucket",
    ] {
        assert!(metrics.contains(line), "{line} is not in\n{metrics}");
    }
    let page = get("/");
    assert!(page.status == 200 && page.text.contains("/api/v2/openapi.json"));
    assert_eq!(get("/api/v2/openapi.json").json()["openapi"], "3.1.0");
}

#[test]
fn a_valid_request_id_of_the_client_is_returned() {
    let data = Data::with(&Platform::empty());
    let caller = data.serve();
    let with = |id: &str| {
        let request = caller.server.request(Method::GET, "/api/v2/areas").header("x-request-id", id);
        request.send().header("x-request-id").to_owned()
    };
    assert_eq!(with("abc-12345"), "abc-12345");
    assert_ne!(with("no spaces; please"), "no spaces; please");
}
