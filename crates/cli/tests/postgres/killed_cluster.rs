//! PostgreSQL that is killed, or stopped without a checkpoint, while clients and an import write: nothing acknowledged is
//! lost, and the server continues when it is back.

use std::collections::BTreeSet;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::cluster::Cluster;
use crate::support::files::{assert_blobs_match_records, platform, upload_with};
use crate::support::fixture::{Platform, id};
use crate::support::postgres::required_server;
use crate::support::random::Random;
use crate::support::{Caller, Data, eventually};

const WRITERS: usize = 3;

/// What clients know.
#[derive(Default)]
struct Known {
    uploaded: BTreeSet<String>,
    deleted: BTreeSet<String>,
    failed: usize,
}

#[test]
fn a_killed_cluster_loses_no_acknowledged_write() {
    required_server();
    let rounds = std::env::var("FOLKMOOT_TEST_KILLS").map_or(3, |rounds| rounds.parse().unwrap());
    let mut cluster = Cluster::primary();
    let data = Data::in_postgres(&cluster.url()).filled(&platform());
    data.import(&titled(0));
    let (id, secret) = data.client();
    let caller = data.serve_with(&["--log-level", "off"]).caller(&id, &secret);
    let (known, mut random, mut imported) = (Mutex::new(Known::default()), Random(43), 0);
    let mut in_the_middle = 0;
    for round in 0..rounds {
        let failed = known.lock().unwrap().failed;
        imported = write_until_killed(&mut cluster, &data, &caller, &known, imported, round, &mut random);
        in_the_middle += usize::from(known.lock().unwrap().failed > failed);
        cluster.start();
        // The server reconnects on its own.
        eventually("uploads fail", || upload(&caller, &known));
        assert_consistent(&data, &known.lock().unwrap(), imported);
    }
    assert!(in_the_middle * 10 >= rounds, "{in_the_middle} of {rounds} hit in the middle");
    drop(caller);
    data.serve_with(&[]).wait_until_ready();
    assert_blobs_match_records(&data);
    let known = known.into_inner().unwrap();
    let (uploaded, deleted) = (known.uploaded.len(), known.deleted.len());
    println!(
        "kills of PostgreSQL: {rounds}, {in_the_middle} in the middle, {uploaded} uploads, {deleted} deletions, 0 lost"
    );
}

/// Uploads and deletes files and imports a title until PostgreSQL is killed. Returns the number of the last import that
/// succeeded.
fn write_until_killed(
    cluster: &mut Cluster,
    data: &Data,
    caller: &Caller,
    known: &Mutex<Known>,
    imported: usize,
    round: usize,
    random: &mut Random,
) -> usize {
    let is_over = AtomicBool::new(false);
    let input = tempfile::tempdir().unwrap();
    titled(imported + 1).write(input.path());
    let import = data.command().arg("import").arg(input.path()).stderr(Stdio::null()).spawn();
    let mut import = import.unwrap();
    scope(|scope| {
        for writer in 0..WRITERS {
            let (known, is_over) = (known, &is_over);
            let mut random = Random((round * WRITERS + writer) as u64);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    write(caller, known, &mut random);
                }
            });
        }
        sleep(Duration::from_millis(30 + random.below(200) as u64));
        if round.is_multiple_of(2) {
            cluster.kill();
        } else {
            cluster.stop_immediately();
        }
        is_over.store(true, Ordering::Relaxed);
    });
    if import.wait().unwrap().success() { imported + 1 } else { imported }
}

fn titled(number: usize) -> Platform {
    let mut platform = Platform::empty();
    for project in 0..2 {
        let title = json!({ "en": number.to_string() });
        platform.add(
            "projects",
            json!({ "_partial": true, "id": id("projects", project), "title_multiloc": title }),
        );
    }
    platform
}

fn write(caller: &Caller, known: &Mutex<Known>, random: &mut Random) {
    let file = known.lock().unwrap().uploaded.iter().nth(random.below(20)).cloned();
    let Some(file) = file.filter(|_| random.one_in(3)) else {
        upload(caller, known);
        return;
    };
    known.lock().unwrap().uploaded.remove(&file);
    let status = caller.call(&Method::DELETE, &format!("/files/{file}")).status;
    let mut known = known.lock().unwrap();
    match status {
        204 => drop(known.deleted.insert(file)),
        // It may be deleted or not; another writer may have deleted it.
        404 => {}
        _ => known.failed += 1,
    }
}

/// Uploads a file. Returns whether it was acknowledged.
fn upload(caller: &Caller, known: &Mutex<Known>) -> bool {
    let response = caller.send(Method::POST, "/files", upload_with(&json!({})).to_string());
    let mut known = known.lock().unwrap();
    if response.status == 201 {
        known.uploaded.insert(response.json()["file"]["id"].as_str().unwrap().to_owned());
        return true;
    }
    assert_eq!(response.status, 503, "{}", response.text);
    known.failed += 1;
    false
}

fn assert_consistent(data: &Data, known: &Known, imported: usize) {
    let rows = data.table("SELECT id FROM files");
    let files: BTreeSet<&str> = rows.iter().map(|row| row[0].as_deref().unwrap()).collect();
    for file in &known.uploaded {
        assert!(files.contains(file.as_str()), "an acknowledged upload is lost");
    }
    for file in &known.deleted {
        assert!(!files.contains(file.as_str()), "an acknowledged deletion is undone");
    }
    let titles: BTreeSet<Option<String>> = data
        .table("SELECT title_multiloc FROM projects")
        .into_iter()
        .map(|row| {
            let title: Value = serde_json::from_str(row[0].as_deref().unwrap()).unwrap();
            title["en"].as_str().map(str::to_owned)
        })
        .collect();
    assert_eq!(titles.len(), 1, "a part of an import is visible: {titles:?}");
    let found = titles.first().unwrap().clone().unwrap();
    let number: usize = found.parse().unwrap_or(0);
    assert!(number == imported || number == imported + 1, "import {found} instead of {imported}");
}
