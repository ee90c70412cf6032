//! Crashes of PostgreSQL during imports and uploads: no acknowledged write is lost and none is applied partly.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use folkmoot_store::Store;
use reqwest::Method;
use serde_json::json;

use crate::postgres::pages::{SHORT_TIMEOUT, assert_unavailable};
use crate::support::cluster::Cluster;
use crate::support::files::{assert_blobs_match_records, platform, upload_with};
use crate::support::fixture::{Platform, record, resource};
use crate::support::postgres::{Session, required_server, rows_in_postgres};
use crate::support::{Caller, Data, eventually};

const ROUNDS: u64 = 12;
const WRITERS: u64 = 3;
/// The number of areas in the import.
const AREAS: usize = 8_000;

#[test]
fn an_import_is_atomic_when_its_database_crashes() {
    required_server();
    let mut primary = Cluster::primary();
    let data = Data::in_postgres(&primary.url());
    data.import(&Platform::empty());
    let directory = tempfile::tempdir().unwrap();
    let mut more = Platform::empty();
    for number in 0..AREAS {
        more.add("areas", record(resource("areas"), number, "2025-04-01T00:00:00.000Z"));
    }
    more.write(directory.path());
    // The first import is killed while its transaction writes, the others after increasing delays until one completes.
    let is_writing = "SELECT COUNT(*) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_xid IS NOT NULL";
    let mut delay = Duration::from_millis(40);
    let mut interrupted = 0;
    loop {
        let session = Session::open(data.database_url()).unwrap();
        let mut command = data.command();
        let mut import = command
            .arg("import")
            .arg(directory.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        if interrupted == 0 {
            eventually("the import does not write", || session.rows(is_writing) != ["0"]);
        } else {
            std::thread::sleep(delay);
        }
        primary.kill();
        let acknowledged = import.wait().unwrap().success();
        primary.start();
        let areas = rows_in_postgres(data.database_url(), "SELECT COUNT(*) FROM areas").remove(0);
        if acknowledged || areas != "0" {
            // The database may have crashed between the commit and its acknowledgement.
            assert_eq!(areas, AREAS.to_string());
            break;
        }
        interrupted += 1;
        delay += delay / 2;
    }
    assert!(interrupted > 0, "no import was interrupted");
    data.import(&more);
}

/// The outcomes of uploads and deletions.
#[derive(Default)]
struct Outcomes {
    /// Files with an acknowledged upload.
    uploaded: BTreeSet<String>,
    /// Files with an acknowledged deletion.
    deleted: BTreeSet<String>,
    /// Files with a deletion that was not acknowledged.
    unknown: BTreeSet<String>,
    /// The number of responses 503.
    unavailable: usize,
}

#[test]
fn acknowledged_uploads_survive_a_crash_of_the_database() {
    required_server();
    let mut primary = Cluster::primary();
    let data = Data::in_postgres(&primary.url()).filled(&platform());
    let (id, secret) = data.client();
    let caller = data.serve_with(&SHORT_TIMEOUT).caller(&id, &secret);
    let outcomes = Mutex::new(Outcomes::default());
    for round in 0..ROUNDS {
        let is_over = AtomicBool::new(false);
        let so_far = || {
            let outcomes = outcomes.lock().unwrap();
            outcomes.uploaded.len() + outcomes.deleted.len() + outcomes.unknown.len()
        };
        let before = so_far();
        std::thread::scope(|scope| {
            for writer in 0..WRITERS {
                let (caller, outcomes, is_over) = (&caller, &outcomes, &is_over);
                scope.spawn(move || write(caller, outcomes, is_over, writer));
            }
            eventually("no upload succeeds", || so_far() > before + 4);
            std::thread::sleep(Duration::from_millis(17 * round % 60));
            primary.kill();
            is_over.store(true, Ordering::Relaxed);
        });
        primary.start();
        assert_consistent(&data, &caller, &outcomes.lock().unwrap());
    }
    let outcomes = outcomes.lock().unwrap();
    assert!(outcomes.uploaded.len() > 10 && !outcomes.deleted.is_empty() && outcomes.unavailable > 0);
    drop(caller);
    // The next server deletes blobs without an acknowledgement once their uploads must have ended.
    data.change_database("UPDATE unreferenced_blobs SET created_at = created_at - INTERVAL '2 hours'");
    // The server is ready after its first garbage collection.
    assert_eq!(data.serve_with(&[]).request(Method::GET, "/health/ready").send().status, 200);
    assert_blobs_match_records(&data);
}

/// Uploads files and deletes some of them until the database is unavailable.
fn write(caller: &Caller, outcomes: &Mutex<Outcomes>, is_over: &AtomicBool, writer: u64) {
    for turn in writer.. {
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        let victim = outcomes.lock().unwrap().uploaded.first().cloned().filter(|_| turn % 5 == 0);
        let (response, expected) = match &victim {
            None => (caller.send(Method::POST, "/files", upload_with(&json!({})).to_string()), 201),
            Some(file) => {
                let mut outcomes = outcomes.lock().unwrap();
                if !outcomes.uploaded.remove(file) {
                    continue;
                }
                outcomes.unknown.insert(file.clone());
                drop(outcomes);
                (caller.call(&Method::DELETE, &format!("/files/{file}")), 204)
            }
        };
        let mut outcomes = outcomes.lock().unwrap();
        if response.status != expected {
            assert_unavailable(&response);
            outcomes.unavailable += 1;
            return;
        }
        match victim {
            None => _ = outcomes.uploaded.insert(response.json()["file"]["id"].as_str().unwrap().to_owned()),
            Some(file) => {
                outcomes.unknown.remove(&file);
                outcomes.deleted.insert(file);
            }
        }
    }
}

/// Fails unless the database and the server contain the acknowledged files, each with its blob.
fn assert_consistent(data: &Data, caller: &Caller, outcomes: &Outcomes) {
    let records = Store::open(&data.database()).unwrap().files().all_blobs().unwrap();
    let stored: BTreeMap<String, _> =
        records.into_iter().map(|(id, content)| (id.to_string(), content)).collect();
    for file in &outcomes.uploaded {
        assert!(stored.contains_key(file), "an acknowledged upload is lost");
        let bytes = data.path().join("files").join(stored[file].as_ref().unwrap().id.to_string());
        assert!(bytes.exists(), "a file without its blob");
    }
    assert!(
        outcomes.deleted.iter().all(|file| !stored.contains_key(file)),
        "an acknowledged deletion is undone"
    );
    eventually("the server does not recover", || caller.get("/files").status == 200);
    caller.server.wait_for_changes();
    let listed: BTreeSet<String> = caller
        .crawl("/files", "files", 24)
        .iter()
        .map(|file| file["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(listed, stored.into_keys().collect());
}
