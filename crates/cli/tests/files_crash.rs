//! Crashes of the server during uploads and deletions: no acknowledged write is lost and no orphaned blob is left.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use folkmoot_store::Store;
use reqwest::Method;
use serde_json::json;

use support::files::{assert_blobs_match_records, platform, upload_with};
use support::random::Random;
use support::{Data, Server, eventually};

/// The default number of kills; `make test-long` sets `FOLKMOOT_TEST_KILLS` to 200.
const KILLS: u64 = 60;
const WRITERS: u64 = 3;

/// The outcomes of uploads and deletions.
#[derive(Default)]
struct Outcomes {
    /// Files with an acknowledged upload, with their sizes.
    uploaded: BTreeMap<String, usize>,
    /// Files with an acknowledged deletion.
    deleted: BTreeSet<String>,
    /// Files with a deletion that was not acknowledged.
    unknown: BTreeSet<String>,
    /// The number of acknowledged uploads.
    uploads: usize,
    /// The number of uploads that a kill interrupted.
    interrupted: usize,
}

impl Outcomes {
    fn acknowledged(&self) -> usize {
        self.uploads + self.deleted.len()
    }
}

#[test]
fn a_killed_server_loses_no_acknowledged_write_and_leaves_no_orphaned_blob() {
    let data = Data::with(&platform());
    let (id, secret) = data.client();
    let token = data.serve_with(&[]).caller(&id, &secret).token;
    let outcomes = Mutex::new(Outcomes::default());
    let mut random = Random(1);
    let kills = std::env::var("FOLKMOOT_TEST_KILLS").map_or(KILLS, |kills| kills.parse().unwrap());
    for round in 0..kills {
        let server = data.serve_with(&["--log-level", "off"]);
        server.wait_until_ready();
        if round > 0 {
            assert_consistent(&data, &outcomes.lock().unwrap());
        }
        let is_over = AtomicBool::new(false);
        let already = outcomes.lock().unwrap().acknowledged();
        std::thread::scope(|scope| {
            for writer in 0..WRITERS {
                let (server, token, outcomes, is_over) = (&server, &token, &outcomes, &is_over);
                scope.spawn(move || write(server, token, outcomes, is_over, round * WRITERS + writer));
            }
            // On any machine, some rounds wait for acknowledgements and some do not.
            let target = already + usize::try_from(round % 4).unwrap();
            eventually("the server acknowledges no write", || {
                outcomes.lock().unwrap().acknowledged() >= target
            });
            std::thread::sleep(Duration::from_millis(random.below(90).try_into().unwrap()));
            is_over.store(true, Ordering::Relaxed);
            let killed =
                std::process::Command::new("kill").args(["-9", &server.process_id().to_string()]).status();
            assert!(killed.unwrap().success());
        });
    }
    let server = data.serve_with(&[]);
    server.wait_until_ready();
    let outcomes = outcomes.lock().unwrap();
    assert_consistent(&data, &outcomes);
    let (uploaded, deleted) = (outcomes.uploaded.len(), outcomes.deleted.len());
    assert!(uploaded > 50 && deleted > 20, "{uploaded} uploaded, {deleted} deleted");
    let (interrupted, unknown) = (outcomes.interrupted, outcomes.unknown.len());
    assert!(interrupted > 0 && unknown > 0, "{interrupted} uploads and {unknown} deletions interrupted");
    drop(server);
    let checked = data.run(&["files", "check", "--read"]);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

/// Uploads files and deletes some of them until the server is killed.
fn write(server: &Server, token: &str, outcomes: &Mutex<Outcomes>, is_over: &AtomicBool, seed: u64) {
    let mut random = Random(seed);
    while !is_over.load(Ordering::Relaxed) {
        let file = outcomes.lock().unwrap().uploaded.keys().nth(random.below(60)).cloned();
        let done = match file.filter(|_| random.one_in(3)) {
            Some(file) => delete(server, token, outcomes, file),
            None => upload(server, token, outcomes, 1 + random.below(300_000)),
        };
        if done.is_none() {
            return;
        }
    }
}

fn upload(server: &Server, token: &str, outcomes: &Mutex<Outcomes>, size: usize) -> Option<()> {
    let content = STANDARD.encode(vec![b'a'; size]);
    let request = server.request(Method::POST, "/api/v2/files").bearer_auth(token);
    let Ok(response) = request.json(&upload_with(&json!({ "content": content }))).try_send() else {
        outcomes.lock().unwrap().interrupted += 1;
        return None;
    };
    assert_eq!(response.status, 201, "{}", response.text);
    let mut outcomes = outcomes.lock().unwrap();
    outcomes.uploads += 1;
    outcomes.uploaded.insert(response.json()["file"]["id"].as_str().unwrap().to_owned(), size);
    Some(())
}

fn delete(server: &Server, token: &str, outcomes: &Mutex<Outcomes>, file: String) -> Option<()> {
    {
        let mut outcomes = outcomes.lock().unwrap();
        outcomes.uploaded.remove(&file)?;
        outcomes.unknown.insert(file.clone());
    }
    let request = server.request(Method::DELETE, &format!("/api/v2/files/{file}")).bearer_auth(token);
    assert_eq!(request.try_send().ok()?.status, 204);
    let mut outcomes = outcomes.lock().unwrap();
    outcomes.unknown.remove(&file);
    outcomes.deleted.insert(file);
    Some(())
}

/// Fails unless the acknowledged files are stored, each with its blob, and there are no other blobs.
fn assert_consistent(data: &Data, outcomes: &Outcomes) {
    let records = Store::open(&data.database()).unwrap().files().all_blobs().unwrap();
    let sizes: BTreeMap<String, i64> =
        records.into_iter().map(|(id, content)| (id.to_string(), content.unwrap().size)).collect();
    for (file, size) in &outcomes.uploaded {
        assert_eq!(sizes.get(file).copied(), i64::try_from(*size).ok(), "an acknowledged upload is lost");
    }
    assert!(
        outcomes.deleted.iter().all(|file| !sizes.contains_key(file)),
        "an acknowledged deletion is undone"
    );
    assert_blobs_match_records(data);
}
