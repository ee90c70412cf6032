//! Imports of files killed at random moments: records and bytes come together or not at all.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

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
fn a_killed_import_of_files_is_whole_or_nothing() {
    let data = Data::with(&platform());
    let mut generation = 0;
    let started = Instant::now();
    assert!(import(&data, generation, None));
    let whole = started.elapsed();
    let (mut broken, mut completed) = (0, 0);
    for round in 0..ROUNDS {
        // From the first moment to a bit after the last, in an order that jumps about.
        let moment = whole * (round * 17 % ROUNDS) / ROUNDS * 5 / 4;
        let ended = import(&data, generation + 1, Some(moment));
        let found = generation_of(&data);
        assert!(found == generation || found == generation + 1, "{found} after {generation}");
        assert!(!ended || found == generation + 1, "an import that ended well is lost");
        broken += u32::from(found == generation);
        completed += u32::from(found != generation);
        generation = found;
        data.serve_with(&[]).wait_until_ready();
        assert_blobs_match_records(&data);
        let checked = data.run(&["files", "check", "--read"]);
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
    }
    assert!(broken > 0 && completed > 0, "{broken} imports were killed before their end, {completed} not");
    assert!(import(&data, generation + 1, None));
    assert_eq!(generation_of(&data), generation + 1);
    assert_blobs_match_records(&data);
}

/// Imports files whose bytes tell their generation, and kills the import at a moment; whether it ended by itself.
fn import(data: &Data, generation: u32, killed_after: Option<Duration>) -> bool {
    let directory = tempfile::tempdir().unwrap();
    files(generation, directory.path()).write(directory.path());
    let mut command = data.command();
    command.arg("import").arg(directory.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut import = command.spawn().unwrap();
    if let Some(moment) = killed_after {
        std::thread::sleep(moment);
        import.kill().unwrap();
    }
    import.wait().unwrap().success()
}

/// Files of a generation: every other one lies in the directory, the rest are in their records.
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

/// The one generation that the bytes of all records tell, before anything has tidied up.
fn generation_of(data: &Data) -> u32 {
    let records = Store::open(&data.database()).unwrap().every_content().unwrap();
    assert_eq!(records.len(), FILES);
    let directory = data.path().join("files");
    let kept = names_in(&directory);
    let generations: BTreeSet<u32> = records
        .into_iter()
        .map(|(_, content)| {
            let blob = content.unwrap().blob.to_string();
            assert!(kept.contains(&blob), "a record has lost its bytes");
            let text = std::fs::read_to_string(directory.join(blob)).unwrap();
            text.lines().next().unwrap().parse().unwrap()
        })
        .collect();
    assert_eq!(generations.len(), 1, "{generations:?} are mixed");
    generations.into_iter().next().unwrap()
}
