//! Imports of files that are killed at different times: records and blobs are imported atomically.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use folkmoot_store::Store;
use serde_json::json;

use support::Data;
use support::files::{assert_blobs_match_records, names_in, platform};
use support::fixture::{Platform, id};

const ROUNDS: u32 = 40;
const FILES: usize = 60;

#[test]
fn an_import_of_files_is_atomic_when_it_is_killed() {
    let data = Data::with(&platform());
    let mut generation = 0;
    let started = Instant::now();
    assert!(import(&data, generation, None));
    let duration = started.elapsed();
    let (mut interrupted, mut during_write, mut completed) = (0, 0, 0);
    for round in 0..ROUNDS {
        // Between the start and a little after the end, in mixed order.
        let delay = duration * (round * 17 % ROUNDS) / ROUNDS * 5 / 4;
        let succeeded = import(&data, generation + 1, Some(delay));
        let blobs = names_in(&data.path().join("files")).len();
        let found = generation_of(&data);
        assert!(found == generation || found == generation + 1, "{found} after {generation}");
        assert!(!succeeded || found == generation + 1, "a successful import is lost");
        interrupted += u32::from(found == generation);
        // The blobs of the old generation, and some of the new one.
        during_write += u32::from(found == generation && blobs > FILES);
        completed += u32::from(found != generation);
        generation = found;
        data.serve_with(&[]).wait_until_ready();
        assert_blobs_match_records(&data);
        let checked = data.run(&["files", "check", "--read"]);
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
    }
    assert!(
        interrupted > 0 && during_write > 0 && completed > 0,
        "{interrupted} imports were interrupted, {during_write} of them while they wrote blobs; {completed} completed"
    );
    assert!(import(&data, generation + 1, None));
    assert_eq!(generation_of(&data), generation + 1);
    assert_blobs_match_records(&data);
}

/// Imports files that contain their generation, and kills the import after a delay. Returns whether it succeeded.
fn import(data: &Data, generation: u32, killed_after: Option<Duration>) -> bool {
    let directory = tempfile::tempdir().unwrap();
    files(generation, directory.path()).write(directory.path());
    let mut command = data.command();
    command.arg("import").arg(directory.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut import = command.spawn().unwrap();
    if let Some(delay) = killed_after {
        std::thread::sleep(delay);
        import.kill().unwrap();
    }
    import.wait().unwrap().success()
}

/// The files of a generation: every second one is in the directory, the others are in their records.
fn files(generation: u32, directory: &Path) -> Platform {
    let mut platform = Platform::empty();
    for number in 0..FILES {
        let bytes = format!("{generation}\n{}", "Minutes.\n".repeat(number * 500));
        let mut file = json!({
            "id": id("files", number),
            "name": format!("minutes-{number}.txt"),
            "project_id": id("projects", number % 2),
            "created_at": "2025-03-18T08:15:30.250Z",
        });
        if number % 2 == 0 {
            let name = format!("{number}.txt");
            std::fs::write(directory.join(&name), bytes).unwrap();
            file["path"] = json!(name);
        } else {
            file["content"] = json!(STANDARD.encode(bytes));
        }
        platform.add("files", file);
    }
    platform
}

/// The generation of all files, which must be equal; called before the garbage collection.
fn generation_of(data: &Data) -> u32 {
    let records = Store::open(&data.database()).unwrap().files().all_blobs().unwrap();
    assert_eq!(records.len(), FILES);
    let directory = data.path().join("files");
    let blobs = names_in(&directory);
    let generations: BTreeSet<u32> = records
        .into_iter()
        .map(|(_, content)| {
            let blob = content.unwrap().id.to_string();
            assert!(blobs.contains(&blob), "a record has lost its blob");
            let text = std::fs::read_to_string(directory.join(blob)).unwrap();
            text.lines().next().unwrap().parse().unwrap()
        })
        .collect();
    assert_eq!(generations.len(), 1, "mixed generations: {generations:?}");
    generations.into_iter().next().unwrap()
}
