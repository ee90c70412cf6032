//! PostgreSQL killed in the middle of imports and uploads: nothing acknowledged is lost, nothing is half done.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use folkmoot_store::Store;
use reqwest::Method;
use serde_json::json;

use crate::pages::{SHORT_TIMEOUT, assert_unavailable, wanted};
use crate::support::cluster::Cluster;
use crate::support::files::{assert_blobs_match_records, platform, upload_with};
use crate::support::fixture::{Platform, record, resource};
use crate::support::{Caller, Data, eventually};

const ROUNDS: u64 = 12;
const WRITERS: u64 = 3;
/// How many areas each import brings.
const AREAS: usize = 8_000;

#[test]
fn an_import_whose_database_is_killed_is_whole_or_nothing() {
    if wanted().is_none() {
        return;
    }
    let mut primary = Cluster::primary();
    let data = Data::in_postgres(&primary.url());
    data.import(&Platform::empty());
    let directory = tempfile::tempdir().unwrap();
    let mut more = Platform::empty();
    for number in 0..AREAS {
        more.add("areas", record(resource("areas"), number, "2025-04-01T00:00:00.000Z"));
    }
    more.write(directory.path());
    // Ever later, so that on any machine some are killed in the middle and one comes to its end.
    let mut patience = Duration::from_millis(40);
    let mut broken = 0;
    loop {
        let mut command = data.command();
        let mut import = command
            .arg("import")
            .arg(directory.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(patience);
        primary.kill();
        let acknowledged = import.wait().unwrap().success();
        primary.start();
        let areas = crate::support::postgres::rows_in_postgres(data.database_url(), "SELECT COUNT(*) FROM areas")
            .remove(0);
        if acknowledged || areas != "0" {
            // It may have been killed between the commit and the answer to it.
            assert_eq!(areas, AREAS.to_string());
            break;
        }
        broken += 1;
        patience += patience / 2;
    }
    assert!(broken > 0);
    data.import(&more);
}

/// What the server has said.
#[derive(Default)]
struct Said {
    kept: BTreeSet<String>,
    removed: BTreeSet<String>,
    doubtful: BTreeSet<String>,
    refused: usize,
}

#[test]
fn uploads_whose_database_is_killed_are_kept_where_acknowledged() {
    if wanted().is_none() {
        return;
    }
    let mut primary = Cluster::primary();
    let data = Data::in_postgres(&primary.url());
    data.import(&platform());
    assert!(data.run(&["access", "on"]).status.success());
    let (id, secret) = data.client();
    let caller = data.serve_with(&SHORT_TIMEOUT).caller(&id, &secret);
    let said = Mutex::new(Said::default());
    for round in 0..ROUNDS {
        let over = AtomicBool::new(false);
        let so_far = || {
            let said = said.lock().unwrap();
            said.kept.len() + said.removed.len() + said.doubtful.len()
        };
        let before = so_far();
        std::thread::scope(|scope| {
            for writer in 0..WRITERS {
                let (caller, said, over) = (&caller, &said, &over);
                scope.spawn(move || write(caller, said, over, writer));
            }
            eventually("nothing comes in", || so_far() > before + 4);
            std::thread::sleep(Duration::from_millis(17 * round % 60));
            primary.kill();
            over.store(true, Ordering::Relaxed);
        });
        primary.start();
        compare(&data, &caller, &said.lock().unwrap());
    }
    let said = said.lock().unwrap();
    assert!(said.kept.len() > 10 && !said.removed.is_empty() && said.refused > 0);
    drop(caller);
    // What nobody acknowledged is removed by the next server, once no upload can still be under way.
    data.change_database("UPDATE loose_blobs SET since = since - INTERVAL '2 hours'");
    // A server is asked only after it has swept.
    assert_eq!(data.serve_with(&[]).request(Method::GET, "/health/ready").send().status, 200);
    assert_blobs_match_records(&data);
}

/// Uploads files and removes some of them, until the database is gone.
fn write(caller: &Caller, said: &Mutex<Said>, over: &AtomicBool, writer: u64) {
    for turn in writer.. {
        if over.load(Ordering::Relaxed) {
            return;
        }
        let victim = said.lock().unwrap().kept.first().cloned().filter(|_| turn % 5 == 0);
        let (answer, good) = match &victim {
            None => (caller.send(Method::POST, "/files", upload_with(&json!({})).to_string()), 201),
            Some(file) => {
                let mut said = said.lock().unwrap();
                if !said.kept.remove(file) {
                    continue;
                }
                said.doubtful.insert(file.clone());
                drop(said);
                (caller.call(&Method::DELETE, &format!("/files/{file}")), 204)
            }
        };
        let mut said = said.lock().unwrap();
        if answer.status != good {
            assert_unavailable(&answer);
            said.refused += 1;
            return;
        }
        match victim {
            None => _ = said.kept.insert(answer.json()["file"]["id"].as_str().unwrap().to_owned()),
            Some(file) => {
                said.doubtful.remove(&file);
                said.removed.insert(file);
            }
        }
    }
}

/// What is stored is what was said, and the server shows it, and every file has its bytes.
fn compare(data: &Data, caller: &Caller, said: &Said) {
    let records = Store::open(&data.database()).unwrap().every_content().unwrap();
    let stored: BTreeMap<String, _> =
        records.into_iter().map(|(id, content)| (id.to_string(), content)).collect();
    for file in &said.kept {
        assert!(stored.contains_key(file), "an acknowledged upload is lost");
        let bytes = data.path().join("files").join(stored[file].as_ref().unwrap().blob.to_string());
        assert!(bytes.exists(), "a file without its bytes");
    }
    assert!(said.removed.iter().all(|file| !stored.contains_key(file)), "an acknowledged removal is undone");
    eventually("the server does not come back", || caller.get("/files").status == 200);
    caller.server.wait_for_changes();
    let shown: BTreeSet<String> = caller
        .crawl("/files", "files", 24)
        .iter()
        .map(|file| file["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(shown, stored.into_keys().collect());
}
