//! Bad days: what the program says when it cannot go on, and that nothing is lost.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod support;

use std::net::{TcpListener, TcpStream};
use std::process::Command;

use reqwest::Method;
use serde_json::json;
use support::connection::Connection;
use support::fixture::Platform;
use support::{Data, eventually, say_skipped};

const FILE_ALONE: &str = "it is about the file of the embedded database";
const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// Exit code 1, nothing on stdout, and one sentence on stderr that has these words.
fn fails_with(data: &Data, arguments: &[&str], words: &[&str]) {
    let output = data.run(arguments);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(output.stdout.is_empty());
    let error: Vec<&str> = told.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(error.len(), 1, "{told}");
    for word in words {
        assert!(error[0].contains(word), "'{word}' is not in: {told}");
    }
}

#[test]
fn a_port_in_use_and_a_second_server_are_told() {
    let data = Data::with(&Platform::empty());
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    fails_with(&data, &["serve", "--listen", &address], &["failed to listen on", &address]);
    if !data.is_embedded() {
        return say_skipped("any number of servers share PostgreSQL, so that a second one is no fault");
    }
    let _first = data.serve();
    fails_with(&data, &["serve", "--listen", "127.0.0.1:0"], &["another folkmoot server", "stop it first"]);
}

#[test]
fn a_damaged_database_is_told_and_left_alone() {
    let data = Data::new();
    if !data.is_embedded() {
        return say_skipped(FILE_ALONE);
    }
    let file = data.path().join("folkmoot.sqlite");
    std::fs::write(&file, "this is no database, but it may be somebody's only copy of something").unwrap();
    let before = std::fs::read(&file).unwrap();
    for arguments in [&["serve", "--listen", "127.0.0.1:0"][..], &["clients", "list"], &["access", "status"]]
    {
        fails_with(&data, arguments, &["is damaged", "folkmoot.sqlite", "backup"]);
    }
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn a_database_damaged_in_the_middle_is_told() {
    let data = Data::with(&Platform::full(200, CREATED_AT));
    if !data.is_embedded() {
        return say_skipped(FILE_ALONE);
    }
    let file = data.path().join("folkmoot.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let from = bytes.len() / 10;
    bytes[from..].fill(0xA5);
    std::fs::write(&file, bytes).unwrap();
    fails_with(&data, &["serve", "--listen", "127.0.0.1:0"], &["is damaged"]);
}

#[test]
fn a_database_of_a_later_version_is_told() {
    let data = Data::with(&Platform::empty());
    data.change_database(if data.is_embedded() {
        "PRAGMA user_version = 9999"
    } else {
        "UPDATE schema_version SET version = 9999, needed = 9999"
    });
    fails_with(&data, &["serve", "--listen", "127.0.0.1:0"], &["9999", "newer"]);
}

#[test]
fn a_table_that_does_not_fit_is_told() {
    let data = Data::with(&Platform::empty());
    data.change_database("ALTER TABLE areas RENAME COLUMN title_multiloc TO title");
    fails_with(&data, &["serve", "--listen", "127.0.0.1:0"], &["areas", "title_multiloc"]);
}

#[test]
fn a_data_folder_that_is_a_file_is_told() {
    let data = Data::new();
    let file = data.path().join("file");
    std::fs::write(&file, "").unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_folkmoot")).args(["serve", "--data"]).arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("the data directory"));
}

#[test]
fn access_needs_a_platform() {
    fails_with(&Data::new(), &["access", "on"], &["no platform", "folkmoot import"]);
}

#[test]
fn a_server_told_to_stop_answers_what_it_has_begun() {
    let data = Data::with(&Platform::full(100, CREATED_AT));
    let (id, secret) = data.client();
    let mut caller = data.serve();
    let (method, path) = (Method::POST, "/api/v2/authenticate");
    let body = json!({ "auth": { "client_id": id, "client_secret": secret } }).to_string();
    let mut slow = Connection::open(&caller.server);
    let length = body.len().to_string();
    slow.begin(&method, path, &[("Content-Length", length.as_str()), ("Expect", "100-continue")]);
    assert_eq!(slow.head().0, 100, "the server waits for the body");
    caller.server.terminate();
    let address = caller.server.url.trim_start_matches("http://");
    eventually("the server does not stop", || TcpStream::connect(address).is_err());
    slow.write(body.as_bytes());
    assert_eq!(slow.answer(&method, path).status, 201);
    assert!(caller.server.wait().success());
}

#[test]
fn operators_can_see_how_the_server_is() {
    let data = Data::with(&Platform::full(3, CREATED_AT));
    let caller = data.serve();
    let get = |path: &str| caller.server.request(Method::GET, path).send();
    assert_eq!((get("/health/live").status, get("/health/ready").status), (200, 200));
    assert_eq!(caller.get("/ideas").status, 200);
    let metrics = get("/metrics").text;
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
fn a_request_id_of_the_caller_comes_back() {
    let data = Data::with(&Platform::empty());
    let caller = data.serve();
    let with = |id: &str| {
        let request = caller.server.request(Method::GET, "/api/v2/areas").header("x-request-id", id);
        request.send().header("x-request-id").to_owned()
    };
    assert_eq!(with("abc-12345"), "abc-12345");
    assert_ne!(with("no spaces; please"), "no spaces; please");
}
