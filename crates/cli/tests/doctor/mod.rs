//! `folkmoot doctor`: each check finds what is broken, says how to mend it, and changes nothing.

mod embedded;
mod full_disk;
mod postgres;
mod start;
mod urls;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use serde_json::Value;

use crate::support::fixture::{Platform, record, resource};
use crate::support::{Data, admin};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// A platform that can be served: with a client, an admin key and signing keys.
fn healthy() -> Data {
    let data = Data::with(&Platform::full(3, CREATED_AT));
    make_healthy(&data);
    data
}

fn make_healthy(data: &Data) {
    fs::set_permissions(data.path(), fs::Permissions::from_mode(0o700)).unwrap();
    data.client();
    admin::admin_key(data, "administrator");
    assert!(data.run(&["keys", "rotate"]).status.success());
}

/// The exit code and the checks of a run.
struct Diagnosis {
    code: i32,
    checks: Vec<Value>,
}

impl Diagnosis {
    /// Runs the command. Fails if it changes a file of the data folder.
    #[track_caller]
    fn of(data: &Data, arguments: &[&str]) -> Self {
        let mut command = data.command();
        Self::run(data.path(), command.arg("doctor").args(arguments))
    }

    #[track_caller]
    fn run(folder: &Path, command: &mut Command) -> Self {
        let before = files(folder);
        let output = command.arg("--json").output().unwrap();
        assert!(files(folder) == before, "the data folder was changed");
        let (stdout, stderr) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        let report: Value = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{stderr}"));
        let checks = report["checks"].as_array().unwrap().clone();
        Self { code: output.status.code().unwrap(), checks }
    }

    /// The checks with this name and state.
    fn find(&self, check: &str, state: &str) -> Vec<&Value> {
        self.checks.iter().filter(|found| found["check"] == check && found["state"] == state).collect()
    }

    /// Fails unless the check has this state, with these words in what was found or in the remedy, and the exit code
    /// corresponds to the worst state of all checks.
    #[track_caller]
    fn assert(&self, check: &str, state: &str, words: &[&str]) {
        let found = self.find(check, state);
        assert!(!found.is_empty(), "{check} is not a {state}: {:#?}", self.checks);
        let text: String = found.iter().map(ToString::to_string).collect();
        for word in words {
            assert!(text.contains(word), "'{word}' is not in {text}");
        }
        assert!(state == "ok" || found.iter().all(|check| check["remedy"].is_string()), "no remedy: {text}");
        let has_problem = self.checks.iter().any(|check| check["state"] == "problem");
        assert_eq!(self.code, i32::from(has_problem), "{:#?}", self.checks);
    }
}

/// The size, time, permissions and content of a file.
type FileState = (u64, SystemTime, u32, Option<Vec<u8>>);

/// Every file below a folder, with its size, time, permissions and content.
fn files(folder: &Path) -> BTreeMap<PathBuf, FileState> {
    let mut all = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let (path, metadata) = entry.map(|entry| (entry.path(), entry.metadata().unwrap())).unwrap();
            // SQLite builds the index of a write-ahead log again when it reads a database that was not closed.
            if path.to_string_lossy().ends_with("-shm") {
                continue;
            }
            if metadata.is_dir() {
                folders.push(path.clone());
            }
            // A server updates the shared memory of its database all the time.
            let is_small = metadata.is_file() && metadata.len() < 20_000_000;
            let content = is_small.then(|| fs::read(&path).unwrap());
            let (time, mode) = (metadata.modified().unwrap(), metadata.permissions().mode());
            all.insert(path, (metadata.len(), time, mode, content));
        }
    }
    all
}

#[test]
fn a_healthy_set_up_has_no_problem() {
    let data = healthy();
    let diagnosis = Diagnosis::of(&data, &[]);
    let problems: Vec<_> = diagnosis.checks.iter().filter(|check| check["state"] == "problem").collect();
    assert!(problems.is_empty() && diagnosis.code == 0, "{problems:#?}");
    for check in [
        "settings",
        "data-folder",
        "clock",
        "database",
        "schema",
        "public-api",
        "clients",
        "administrators",
        "file-contents",
    ] {
        diagnosis.assert(check, "ok", &[]);
    }
    let output = data.run(&["doctor"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("ok       schema"), "{text}");
    assert!(text.trim_end().lines().last().unwrap().contains("checks: 0 problems"), "{text}");
}

#[test]
fn ids_with_a_time_are_found() {
    let data = healthy();
    Diagnosis::of(&data, &[]).assert("ids", "ok", &[]);
    let mut platform = Platform::empty();
    for (plural, version) in [("reactions", 7), ("baskets", 1), ("areas", 7)] {
        let mut record = record(resource(plural), 0, CREATED_AT);
        record["id"] = Value::from(format!("018f2c00-0000-{version}000-8000-000000000001"));
        record["user_id"] = Value::Null;
        platform.add(plural, record);
    }
    data.import(&platform);
    let diagnosis = Diagnosis::of(&data, &[]);
    diagnosis.assert("ids", "warning", &["1 ids of reactions", "1 ids of baskets", "version 4"]);
    assert!(
        !diagnosis.find("ids", "warning")[0].to_string().contains("areas"),
        "areas have exact timestamps"
    );
}

#[test]
fn a_running_server_is_not_disturbed() {
    let data = healthy();
    let caller = data.serve();
    assert_eq!(caller.get("/ideas").status, 200);
    let output = data.run(&["doctor", "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(caller.get("/ideas").status, 200);
    let url = caller.server.url.clone();
    let output = data.run(&["doctor", "--public-url", &url]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(&format!("{url} leads to a server")), "{text}");
}

#[test]
fn invalid_settings_are_a_problem() {
    let data = Data::embedded();
    let diagnosis = Diagnosis::of(&data, &["--maximum-streams", "many"]);
    assert_eq!(diagnosis.checks.len(), 1);
    diagnosis.assert(
        "settings",
        "problem",
        &["--maximum-streams", "expected an integer", "correct the setting"],
    );
    let file = data.path().join("folkmoot.toml");
    fs::write(&file, "public-ulr = 'https://example.org'").unwrap();
    Diagnosis::of(&data, &[]).assert("settings", "problem", &["did you mean public-url?"]);
    let output = data.run(&["doctor"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("problem  settings"));
}

/// A server of HTTP that returns this body for every request.
fn serve_text(body: &'static str) -> String {
    use std::io::{Read as _, Write as _};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 4096]);
            let head =
                format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            let _ = stream.write_all(format!("{head}{body}").as_bytes());
        }
    });
    url
}
