//! The access log: its lines, rotation, full disks and slow readers.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::Stdio;

use reqwest::Method;
use serde_json::Value;

use crate::support::fixture::{Platform, id, record, resource};
use crate::support::request::Request;
use crate::support::{Caller, Data, METRICS_TOKEN, Server, eventually};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
const DROPPED_BY_QUEUE: &str = "folkmoot_access_log_dropped_total{reason=\"queue\"}";
const DROPPED_BY_WRITE: &str = "folkmoot_access_log_dropped_total{reason=\"write\"}";

/// A server that logs to a file, with a client.
fn serve(data: &Data, file: &Path, further: &[&str]) -> Caller {
    let (id, secret) = data.client();
    let arguments = [&["--access-log", file.to_str().unwrap()], further].concat();
    data.serve_with(&arguments).caller(&id, &secret)
}

/// The lines of a file. Fails if one is not a JSON object, or the last one is incomplete.
#[track_caller]
fn lines(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap_or_default();
    assert!(text.is_empty() || text.ends_with('\n'), "the last line is incomplete");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Waits for the line of a request, by its id.
#[track_caller]
fn line(file: &Path, request_id: &str) -> Value {
    let mut found = None;
    eventually("the request is not logged", || {
        let text = fs::read_to_string(file).unwrap_or_default();
        let complete = text.rsplit_once('\n').map_or("", |(complete, _)| complete);
        let mut lines = complete.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        found = lines.find(|line| line["request_id"] == request_id);
        found.is_some()
    });
    found.unwrap()
}

fn get(caller: &Caller, path: &str, request_id: &str) -> Request {
    let request = caller.server.request(Method::GET, path);
    request.bearer_auth(&caller.token).header("x-request-id", request_id)
}

#[test]
fn a_line_describes_the_request_and_its_response() {
    let data = Data::with(&Platform::full(20, CREATED_AT));
    let file = data.path().join("access.log");
    let caller = serve(&data, &file, &[]);
    let response = get(&caller, "/api/v2/ideas?page_size=5&search=x", "request-1").send();
    let logged = line(&file, "request-1");
    let keys: Vec<_> = logged.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "time",
            "request_id",
            "method",
            "route",
            "path",
            "protocol",
            "status",
            "code",
            "bytes",
            "duration_ms",
            "complete",
            "client",
        ]
    );
    assert_eq!(logged["method"], "GET");
    assert_eq!((&logged["route"], &logged["path"]), (&"/api/v2/ideas".into(), &"/api/v2/ideas".into()));
    assert_eq!((&logged["status"], &logged["code"]), (&200.into(), &Value::Null));
    assert_eq!(logged["bytes"], response.text.len());
    assert_eq!((&logged["complete"], &logged["protocol"]), (&true.into(), &"HTTP/1.1".into()));
    assert!(logged["duration_ms"].as_f64().unwrap() > 0.0);
    assert!(logged["client"].as_str().unwrap().parse::<uuid::Uuid>().is_ok());
    assert!(logged["time"].as_str().unwrap().parse::<jiff::Timestamp>().is_ok());
    assert_eq!(get(&caller, "/api/v2/ideas/none", "request-2").send().status, 404);
    let logged = line(&file, "request-2");
    assert_eq!(
        (&logged["route"], &logged["path"]),
        (&"/api/v2/ideas/{id}".into(), &"/api/v2/ideas/…".into())
    );
    assert_eq!((&logged["status"], &logged["code"]), (&404.into(), &"record-not-found".into()));
    caller.server.request(Method::HEAD, "/").header("x-request-id", "request-3").send();
    let logged = line(&file, "request-3");
    assert_eq!((&logged["method"], &logged["bytes"]), (&"HEAD".into(), &0.into()));
    assert_eq!((&logged["client"], &logged["complete"]), (&Value::Null, &true.into()));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_response_that_the_client_does_not_read_to_its_end_is_incomplete() {
    let mut platform = Platform::full(1, CREATED_AT);
    for number in 1..300 {
        let mut idea = record(resource("ideas"), 0, CREATED_AT);
        (idea["id"], idea["slug"]) = (id("ideas", number).into(), format!("idea-{number}").into());
        idea["body_multiloc"] = serde_json::json!({ "en": "x".repeat(100_000) });
        platform.add("ideas", idea);
    }
    let data = Data::with(&platform);
    let file = data.path().join("access.log");
    let caller = serve(&data, &file, &[]);
    let address = caller.server.url.trim_start_matches("http://");
    let mut connection = TcpStream::connect(address).unwrap();
    let token = &caller.token;
    write!(
        connection,
        "GET /api/v2/ideas?format=ndjson HTTP/1.1\r\nHost: x\r\nAuthorization: {token}\r\nX-Request-Id: request-1\r\n\r\n"
    )
    .unwrap();
    connection.read_exact(&mut [0; 1_000]).unwrap();
    drop(connection);
    let logged = line(&file, "request-1");
    assert_eq!((&logged["status"], &logged["complete"]), (&200.into(), &false.into()));
    let bytes = logged["bytes"].as_u64().unwrap();
    assert!(bytes > 0 && bytes < 30_000_000, "{bytes}");
}

#[test]
fn no_line_contains_what_a_client_sent_as_a_value() {
    let data = Data::with(&Platform::full(2, CREATED_AT));
    let file = data.path().join("access.log");
    let caller = serve(&data, &file, &[]);
    let mut requests = Vec::new();
    let mut send = |method: &[u8], path: &str, change: &dyn Fn(Request) -> Request| {
        let request_id = format!("canaries-{}", requests.len());
        let method = Method::from_bytes(method).unwrap();
        let request = caller.server.request(method, path).header("x-request-id", &request_id);
        let _ = change(request).try_send();
        requests.push(request_id);
    };
    let plain: &dyn Fn(Request) -> Request = &|request| request;
    send(b"GET", "/api/v2/ideas?search=canary-query&canary-name=1", &|request| {
        request.bearer_auth(&caller.token)
    });
    send(b"GET", "/api/v2/users/canary-id", plain);
    send(b"GET", "/api/v2/users/canary@example.org", plain);
    send(b"GET", "/canary%40example.org/canary-that-is-much-longer-than-the-id-of-a-record", plain);
    send(b"GET", "/files/canary-file?signature=canary-signature", plain);
    send(b"CANARY", "/api/v2/ideas", plain);
    send(b"GET", "/api/v2/ideas", &|request| request.bearer_auth("canary-token"));
    send(b"GET", "/api/v2/ideas", &|request| {
        request.header("cookie", "canary-cookie").header("referer", "https://canary/")
    });
    send(b"GET", "/api/v2/ideas", &|request| {
        request.header("user-agent", "canary-agent").header("accept", "canary/canary")
    });
    send(b"POST", "/api/v2/authenticate", &|request| {
        request.json(
            &serde_json::json!({ "auth": { "client_id": "canary-id", "client_secret": "canary-secret" } }),
        )
    });
    send(b"GET", "/api/v2/ideas", &|request| request.header("x-request-id", "canary with blanks"));
    requests.pop();
    for request_id in &requests {
        line(&file, request_id);
    }
    caller.server.wait_for_changes();
    let text = fs::read_to_string(&file).unwrap();
    let canary = text.to_lowercase().replace("canaries-", "").find("canary");
    assert_eq!(canary, None, "{text}");
    for secret in [caller.token.as_str(), METRICS_TOKEN, "127.0.0.1"] {
        assert!(!text.contains(secret), "{secret}");
    }
}

#[test]
fn addresses_are_logged_as_much_as_the_setting_allows() {
    let data = Data::with(&Platform::empty());
    for (detail, expected) in
        [("full", Some("203.0.113.77")), ("network", Some("203.0.113.0/24")), ("none", None)]
    {
        let file = data.path().join(format!("{detail}.log"));
        let further = ["--access-log-addresses", detail, "--trusted-proxies", "127.0.0.1"];
        let caller = serve(&data, &file, &further);
        let request = get(&caller, "/health/live", "request-1").header("x-forwarded-for", "203.0.113.77");
        assert_eq!(request.send().status, 200);
        assert_eq!(line(&file, "request-1").get("address").and_then(Value::as_str), expected);
    }
}

#[test]
fn a_rotated_log_continues_in_a_new_file_and_loses_no_line() {
    const REQUESTS: usize = 300;
    let data = Data::with(&Platform::empty());
    let file = data.path().join("access.log");
    let caller = serve(&data, &file, &[]);
    let rotated: Vec<_> = (0..3).map(|number| data.path().join(format!("access.log.{number}"))).collect();
    std::thread::scope(|scope| {
        let client = scope.spawn(|| {
            for number in 0..REQUESTS {
                get(&caller, "/health/live", &format!("request-{number:04}")).send();
            }
        });
        for name in &rotated {
            eventually("nothing is logged", || fs::metadata(&file).is_ok_and(|metadata| metadata.len() > 0));
            fs::rename(&file, name).unwrap();
            // Without a signal, the file that was renamed is written to.
            assert!(!file.exists());
            caller.server.signal("-HUP");
            eventually("the log is not opened again", || file.exists());
        }
        client.join().unwrap();
    });
    // A line that is written after the last rotation is in the new file and in no other.
    get(&caller, "/health/live", "request-last").send();
    line(&file, "request-last");
    let inodes: BTreeSet<_> =
        rotated.iter().chain([&file]).map(|path| fs::metadata(path).unwrap().ino()).collect();
    assert_eq!(inodes.len(), rotated.len() + 1);
    let sizes = || rotated.iter().map(|path| fs::metadata(path).unwrap().len()).collect::<Vec<_>>();
    let before = sizes();
    get(&caller, "/health/live", "request-later").send();
    line(&file, "request-later");
    assert_eq!(sizes(), before, "a rotated file is still written to");
    let logged: Vec<String> = rotated
        .iter()
        .chain([&file])
        .flat_map(|path| lines(path))
        .map(|line| line["request_id"].as_str().unwrap().to_owned())
        .filter(|id| id.starts_with("request-0"))
        .collect();
    let expected: Vec<String> = (0..REQUESTS).map(|number| format!("request-{number:04}")).collect();
    assert_eq!(logged, expected, "lines are lost, repeated or out of order");
    assert_eq!((caller.server.metric(DROPPED_BY_QUEUE), caller.server.metric(DROPPED_BY_WRITE)), (0, 0));
}

#[test]
fn a_log_that_cannot_be_opened_again_continues_in_the_previous_file() {
    let data = Data::with(&Platform::empty());
    let folder = data.path().join("logs");
    fs::create_dir(&folder).unwrap();
    let caller = serve(&data, &folder.join("access.log"), &[]);
    let moved = data.path().join("moved");
    fs::rename(&folder, &moved).unwrap();
    caller.server.signal("-HUP");
    eventually("the settings are not reloaded", || {
        caller.server.metric("folkmoot_settings_reloads_total{outcome=\"applied\"}") == 1
    });
    get(&caller, "/health/live", "request-1").send();
    line(&moved.join("access.log"), "request-1");
    assert!(!folder.exists());
}

#[test]
fn a_reader_of_stdout_that_stops_reading_delays_no_request() {
    let data = Data::with(&Platform::empty());
    let mut command = data.command();
    command.args(["serve", "--listen", "127.0.0.1:0", "--access-log", "stdout"]);
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdout = BufReader::new(process.stdout.take().unwrap());
    let mut url = String::new();
    stdout.read_line(&mut url).unwrap();
    let mut server = Server::of(process, url.trim());
    // The pipe has room for 64 kB, and the queue for 8,192 lines.
    let mut batches = 0;
    while server.metric(DROPPED_BY_QUEUE) == 0 {
        batches += 1;
        assert!(batches < 20, "no line is dropped");
        assert_eq!(responses_to(&server, 2_000), 2_000);
    }
    // The server ends although the last lines cannot be written.
    server.terminate();
    assert!(server.wait().success());
    let mut text = String::new();
    stdout.read_to_string(&mut text).unwrap();
    assert!(text.lines().filter(|line| serde_json::from_str::<Value>(line).is_ok()).count() > 10);
}

#[test]
fn a_file_that_cannot_be_opened_prevents_the_start() {
    let data = Data::with(&Platform::empty());
    let output = data.run(&["serve", "--listen", "127.0.0.1:0", "--access-log", "missing/access.log"]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("failed to open the access log missing/access.log"), "{error}");
}

#[test]
fn the_last_lines_are_written_before_the_server_ends() {
    let data = Data::with(&Platform::empty());
    let file = data.path().join("access.log");
    let mut caller = serve(&data, &file, &[]);
    for number in 0..50 {
        get(&caller, "/health/live", &format!("request-{number}")).send();
    }
    caller.server.terminate();
    assert!(caller.server.wait().success());
    assert_eq!(lines(&file).iter().filter(|line| line["path"] == "/health/live").count(), 50);
}

/// Sends requests without waiting for the responses, and returns the number of successful ones.
fn responses_to(server: &Server, requests: usize) -> usize {
    let address = server.url.trim_start_matches("http://");
    let mut connection = TcpStream::connect(address).unwrap();
    let mut reading = connection.try_clone().unwrap();
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        reading.read_to_string(&mut text).unwrap();
        text.matches("HTTP/1.1 200 OK").count()
    });
    let request = "GET /health/live HTTP/1.1\r\nHost: x\r\n";
    for _ in 1..requests {
        connection.write_all(format!("{request}\r\n").as_bytes()).unwrap();
    }
    connection.write_all(format!("{request}Connection: close\r\n\r\n").as_bytes()).unwrap();
    reader.join().unwrap()
}

/// Tests that mount a file system.
mod requires_root {
    use super::*;
    use crate::support::small_disk::SmallDisk;

    #[test]
    fn a_full_disk_drops_lines_and_nothing_else() {
        let disk = SmallDisk::mount();
        let data = Data::with(&Platform::empty());
        let file = disk.path().join("access.log");
        let caller = serve(&data, &file, &[]);
        let ballast = disk.path().join("ballast");
        fs::write(&ballast, vec![0; 1_000_000]).unwrap();
        let _ = fs::write(disk.path().join("rest"), vec![0; 2_000_000]);
        let mut sent = 0;
        while caller.server.metric(DROPPED_BY_WRITE) == 0 {
            assert_eq!(get(&caller, "/health/live", &format!("request-{sent}")).send().status, 200);
            sent += 1;
            assert!(sent < 20_000, "no line is dropped");
        }
        fs::remove_file(&ballast).unwrap();
        get(&caller, "/health/live", "request-last").send();
        line(&file, "request-last");
        // What a failed write had begun is removed: every line is valid.
        assert!(!lines(&file).is_empty());
    }
}
