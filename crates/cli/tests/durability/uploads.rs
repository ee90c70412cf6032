//! A server that is killed while clients upload, change and delete files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use folkmoot_store::Store;
use reqwest::Method;
use serde_json::json;

use crate::durability::figures::Figures;
use crate::durability::integrity::{assert_database_is_intact, assert_lists_match_items};
use crate::durability::rounds;
use crate::support::files::{assert_blobs_match_records, names_in, platform, upload_with};
use crate::support::random::Random;
use crate::support::{Caller, Data, Server, eventually, text};

const WRITERS: usize = 3;

/// The outcomes of uploads, changes and deletions.
#[derive(Default)]
struct Outcomes {
    /// Files with an acknowledged upload, with their sizes and the names that they may have.
    uploaded: BTreeMap<String, (usize, BTreeSet<String>)>,
    /// Files with an acknowledged deletion.
    deleted: BTreeSet<String>,
    /// The number of acknowledged writes.
    acknowledged: usize,
    /// The number of requests without a response in this round.
    interrupted: usize,
}

#[test]
fn a_killed_server_loses_no_acknowledged_write_and_leaves_no_orphaned_blob() {
    let data = Data::with(&platform());
    let (id, secret) = data.client();
    let token = data.serve_with(&[]).caller(&id, &secret).token;
    let outcomes = Mutex::new(Outcomes::default());
    let (mut random, mut figures) = (Random(1), Figures::default());
    for round in 0..rounds() {
        let server = data.serve_with(&["--log-level", "off"]);
        server.wait_until_ready();
        assert_consistent(&data, &outcomes.lock().unwrap());
        outcomes.lock().unwrap().interrupted = 0;
        kill_while_clients_write(&server, &token, &outcomes, round, &mut random);
        figures.rounds += 1;
        figures.in_the_middle += usize::from(outcomes.lock().unwrap().interrupted > 0 && has_begun(&data));
        assert_database_is_intact(&data);
    }
    let server = data.serve_with(&[]);
    server.wait_until_ready();
    let outcomes = outcomes.into_inner().unwrap();
    assert_consistent(&data, &outcomes);
    assert_lists_match_items(&Caller { server, token });
    figures.acknowledged = outcomes.acknowledged;
    let (uploaded, deleted) = (outcomes.uploaded.len(), outcomes.deleted.len());
    assert!(uploaded > 0 && deleted > 0, "{uploaded} uploaded, {deleted} deleted");
    let checked = data.run(&["files", "check", "--read"]);
    assert!(checked.status.success(), "{}", text(&checked.stdout));
    figures.report("uploads, changes and deletions of files", &data);
}

fn kill_while_clients_write(
    server: &Server,
    token: &str,
    outcomes: &Mutex<Outcomes>,
    round: usize,
    random: &mut Random,
) {
    let is_over = AtomicBool::new(false);
    let already = outcomes.lock().unwrap().acknowledged;
    scope(|scope| {
        for writer in 0..WRITERS {
            let is_over = &is_over;
            scope.spawn(move || write(server, token, outcomes, is_over, round * WRITERS + writer));
        }
        // On any machine, some rounds wait for acknowledgements and some do not.
        let target = already + 4 * (round % 4);
        eventually("the server acknowledges no write", || outcomes.lock().unwrap().acknowledged >= target);
        sleep(Duration::from_millis(random.below(90).try_into().unwrap()));
        // Writers that see the end before the server is killed would complete their requests.
        server.signal("-KILL");
        is_over.store(true, Ordering::Relaxed);
    });
}

/// Whether an upload or a deletion has been recorded and not completed.
fn has_begun(data: &Data) -> bool {
    data.table("SELECT COUNT(*) FROM unreferenced_blobs")[0][0].as_deref() != Some("0")
        || names_in(&data.path().join("files")).iter().any(|name| name.contains('#'))
}

/// Uploads files, and changes and deletes some of them, until the server is killed.
fn write(server: &Server, token: &str, outcomes: &Mutex<Outcomes>, is_over: &AtomicBool, seed: usize) {
    let mut random = Random(seed as u64);
    while !is_over.load(Ordering::Relaxed) {
        let file = {
            let outcomes = outcomes.lock().unwrap();
            outcomes.uploaded.keys().nth(random.below(outcomes.uploaded.len())).cloned()
        };
        let done = match (file, random.below(6)) {
            (Some(file), 0 | 1) => delete(server, token, outcomes, file),
            (Some(file), 2) => rename(server, token, outcomes, &file, random.below(1000)),
            _ => upload(server, token, outcomes, 1 + random.below(300_000)),
        };
        if done.is_none() {
            outcomes.lock().unwrap().interrupted += 1;
            return;
        }
    }
}

fn upload(server: &Server, token: &str, outcomes: &Mutex<Outcomes>, size: usize) -> Option<()> {
    let content = STANDARD.encode(vec![b'a'; size]);
    let request = server.request(Method::POST, "/api/v2/files").bearer_auth(token);
    let response = request.json(&upload_with(&json!({ "content": content }))).try_send().ok()?;
    assert_eq!(response.status, 201, "{}", response.text);
    let file = response.json()["file"].clone();
    let names = BTreeSet::from([file["name"].as_str().unwrap().to_owned()]);
    let mut outcomes = outcomes.lock().unwrap();
    outcomes.acknowledged += 1;
    outcomes.uploaded.insert(file["id"].as_str().unwrap().to_owned(), (size, names));
    Some(())
}

fn rename(server: &Server, token: &str, outcomes: &Mutex<Outcomes>, file: &str, number: usize) -> Option<()> {
    let name = format!("minutes-{number}.txt");
    // Another writer may delete the file, or change it at the same time: then any of the names is right.
    outcomes.lock().unwrap().uploaded.get_mut(file)?.1.insert(name.clone());
    let request = server.request(Method::PATCH, &format!("/api/v2/files/{file}")).bearer_auth(token);
    let response = request.json(&json!({ "file": { "name": name } })).try_send().ok()?;
    assert!([200, 404].contains(&response.status), "{}", response.text);
    let mut outcomes = outcomes.lock().unwrap();
    outcomes.acknowledged += usize::from(response.status == 200);
    if let Some((_, names)) = outcomes.uploaded.get_mut(file)
        && names.len() == 2
    {
        names.retain(|one| *one == name);
    }
    Some(())
}

fn delete(server: &Server, token: &str, outcomes: &Mutex<Outcomes>, file: String) -> Option<()> {
    if outcomes.lock().unwrap().uploaded.remove(&file).is_none() {
        return Some(());
    }
    let request = server.request(Method::DELETE, &format!("/api/v2/files/{file}")).bearer_auth(token);
    assert_eq!(request.try_send().ok()?.status, 204);
    let mut outcomes = outcomes.lock().unwrap();
    outcomes.acknowledged += 1;
    outcomes.deleted.insert(file);
    Some(())
}

/// Fails unless the acknowledged files are stored, each with its blob, and there are no other blobs.
fn assert_consistent(data: &Data, outcomes: &Outcomes) {
    let records = Store::open(&data.database()).unwrap().files().all_blobs().unwrap();
    let sizes: BTreeMap<String, i64> =
        records.into_iter().map(|(id, content)| (id.to_string(), content.unwrap().size)).collect();
    let rows = data.table("SELECT id, name FROM files");
    let names: BTreeMap<&str, &str> =
        rows.iter().map(|row| (row[0].as_deref().unwrap(), row[1].as_deref().unwrap())).collect();
    for (file, (size, possible)) in &outcomes.uploaded {
        assert_eq!(sizes.get(file).copied(), i64::try_from(*size).ok(), "an acknowledged upload is lost");
        assert!(possible.contains(names[file.as_str()]), "an acknowledged change is lost: {possible:?}");
    }
    let is_deleted = |file: &String| !sizes.contains_key(file);
    assert!(outcomes.deleted.iter().all(is_deleted), "an acknowledged deletion is undone");
    assert_blobs_match_records(data);
}
