//! The server killed at random moments of uploads and deletes: nothing acknowledged is lost, nothing is left over.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

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
use support::{Data, Server, eventually};

const ROUNDS: u64 = 200;
const WRITERS: u64 = 3;

/// What the server has said.
#[derive(Default)]
struct Said {
    /// Files that were uploaded, with their sizes.
    kept: BTreeMap<String, u64>,
    /// Files of which the removal was acknowledged.
    removed: BTreeSet<String>,
    /// Files of which nobody knows whether they were removed.
    doubtful: BTreeSet<String>,
    /// How many uploads were acknowledged.
    uploads: usize,
}

impl Said {
    fn acknowledged(&self) -> usize {
        self.uploads + self.removed.len()
    }
}

#[test]
fn a_killed_server_loses_nothing_and_leaves_nothing() {
    let data = Data::with(&platform());
    let (id, secret) = data.client();
    let token = data.serve_with(&[]).caller(&id, &secret).token;
    let said = Mutex::new(Said::default());
    for round in 0..ROUNDS {
        let server = data.serve_with(&["--log-level", "off"]);
        server.wait_until_ready();
        if round > 0 {
            compare(&data, &said.lock().unwrap());
        }
        let over = AtomicBool::new(false);
        let already = said.lock().unwrap().acknowledged();
        std::thread::scope(|scope| {
            for writer in 0..WRITERS {
                let (server, token, said, over) = (&server, &token, &said, &over);
                scope.spawn(move || write(server, token, said, over, round * WRITERS + writer));
            }
            // However slow the machine is, some rounds come to answers and some do not.
            let wanted = already + usize::try_from(round % 4).unwrap();
            eventually("the server does not answer", || said.lock().unwrap().acknowledged() >= wanted);
            std::thread::sleep(Duration::from_millis(chance(round) % 90));
            over.store(true, Ordering::Relaxed);
            let killed =
                std::process::Command::new("kill").args(["-9", &server.process_id().to_string()]).status();
            assert!(killed.unwrap().success());
        });
    }
    let server = data.serve_with(&[]);
    server.wait_until_ready();
    let said = said.lock().unwrap();
    compare(&data, &said);
    let (kept, removed) = (said.kept.len(), said.removed.len());
    assert!(kept > 50 && removed > 20, "{kept} kept, {removed} removed");
    drop(server);
    let checked = data.run(&["files", "check", "--read"]);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

/// Uploads files and removes some of them, until the server is killed.
fn write(server: &Server, token: &str, said: &Mutex<Said>, over: &AtomicBool, seed: u64) {
    for turn in 0.. {
        if over.load(Ordering::Relaxed) {
            return;
        }
        let number = chance(seed * 1000 + turn);
        let victim = said.lock().unwrap().kept.keys().nth(usize::try_from(number % 60).unwrap()).cloned();
        let done = match victim.filter(|_| number.is_multiple_of(3)) {
            Some(file) => remove(server, token, said, file),
            None => upload(server, token, said, 1 + (number >> 8) % 300_000),
        };
        if done.is_none() {
            return;
        }
    }
}

fn upload(server: &Server, token: &str, said: &Mutex<Said>, size: u64) -> Option<()> {
    let content = STANDARD.encode(vec![b'a'; usize::try_from(size).unwrap()]);
    let request = server.request(Method::POST, "/api/v2/files").bearer_auth(token);
    let answer = request.json(&upload_with(&json!({ "content": content }))).try_send().ok()?;
    assert_eq!(answer.status, 201, "{}", answer.text);
    let mut said = said.lock().unwrap();
    said.uploads += 1;
    said.kept.insert(answer.json()["file"]["id"].as_str().unwrap().to_owned(), size);
    Some(())
}

fn remove(server: &Server, token: &str, said: &Mutex<Said>, file: String) -> Option<()> {
    {
        let mut said = said.lock().unwrap();
        said.kept.remove(&file)?;
        said.doubtful.insert(file.clone());
    }
    let request = server.request(Method::DELETE, &format!("/api/v2/files/{file}")).bearer_auth(token);
    assert_eq!(request.try_send().ok()?.status, 204);
    let mut said = said.lock().unwrap();
    said.doubtful.remove(&file);
    said.removed.insert(file);
    Some(())
}

/// What is stored must be what was said, and records must have their bytes and bytes their records.
fn compare(data: &Data, said: &Said) {
    let records = Store::open(&data.database()).unwrap().every_content().unwrap();
    let sizes: BTreeMap<String, i64> =
        records.into_iter().map(|(id, content)| (id.to_string(), content.unwrap().size)).collect();
    for (file, size) in &said.kept {
        assert_eq!(sizes.get(file).copied(), i64::try_from(*size).ok(), "an acknowledged upload is lost");
    }
    assert!(said.removed.iter().all(|file| !sizes.contains_key(file)), "an acknowledged removal is undone");
    assert_blobs_match_records(data);
}

/// A number that looks like chance and is the same every time (`SplitMix64`).
fn chance(seed: u64) -> u64 {
    let mut state = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}
