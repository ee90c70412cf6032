//! A walk returns each record that remains unchanged exactly once, whatever is written meanwhile.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use reqwest::Method;
use serde_json::{Value, json};

use crate::pagination::walk::Walk;
use crate::support::fixture::{Platform, id, record, resource};
use crate::support::postgres::required_server;
use crate::support::random::Random;
use crate::support::{Caller, Data};

/// The number of records that remain unchanged.
const STABLE: usize = 60;
/// The number of records that are written during the walks.
const VOLATILE: usize = 60;

/// A time in March 2025.
fn timestamp(random: &mut Random) -> String {
    format!("2025-03-{:02}T{:02}:15:30.250Z", 1 + random.below(28), random.below(24))
}

/// Fails unless the records contain every one of `stable` exactly once, and no record twice at the same time of creation.
#[track_caller]
fn assert_exact(records: &[Value], stable: &BTreeSet<String>) {
    let mut returned: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for record in records {
        returned
            .entry(record["id"].as_str().unwrap().to_owned())
            .or_default()
            .push(record["created_at"].to_string());
    }
    for id in stable {
        assert_eq!(returned.get(id).map(Vec::len), Some(1), "{id} must be returned once");
    }
    for (id, times) in returned {
        assert_eq!(times.iter().collect::<BTreeSet<_>>().len(), times.len(), "{id} was returned twice");
    }
}

#[test]
fn a_walk_is_exact_while_files_are_uploaded_and_deleted() {
    let mut random = Random(7);
    let mut platform = Platform::empty();
    platform.add("project_folders", record(resource("project_folders"), 0, "2025-03-01T00:00:00.000Z"));
    platform.add("projects", record(resource("projects"), 0, "2025-03-01T00:00:00.000Z"));
    for number in 0..STABLE + VOLATILE {
        let mut file = record(resource("files"), number, &timestamp(&mut random));
        file["project_id"] = json!(id("projects", 0));
        file["uploader_id"] = json!(null);
        platform.add("files", file);
    }
    let data = Data::with(&platform);
    let caller = data.serve();
    let stable: BTreeSet<String> = (0..STABLE).map(|number| id("files", number)).collect();
    let is_walked = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let write = || {
            let mut files: Vec<String> =
                (STABLE..STABLE + VOLATILE).map(|number| id("files", number)).collect();
            let mut writes = 0;
            while !is_walked.load(Ordering::Relaxed) {
                let deleted = files.swap_remove(random.below(files.len()));
                assert_eq!(caller.send(Method::DELETE, &format!("/files/{deleted}"), "").status, 204);
                files.push(caller.uploaded(&json!({}))["id"].as_str().unwrap().to_owned());
                writes += 2;
            }
            writes
        };
        let writer = scope.spawn(write);
        for round in 0..3 {
            for (path, size) in [("/files", 5), ("/files?sort=created_at", 24), ("/files?search=txt", 5)] {
                assert_exact(&Walk::new(path, "files", size).finish(&caller), &stable);
            }
            assert!(round > 0 || !writer.is_finished());
        }
        is_walked.store(true, Ordering::Relaxed);
        assert!(writer.join().unwrap() > 0);
    });
}

/// An idea in the first project.
fn idea(number: usize, created_at: &str) -> Value {
    let mut idea = record(resource("ideas"), number, created_at);
    idea["project_id"] = json!(id("projects", 0));
    for reference in ["author_id", "assignee_id", "creation_phase_id"] {
        idea[reference] = json!(null);
    }
    idea
}

/// Moves, deletes and adds ideas after the first [`STABLE`].
fn import(data: &Data, random: &mut Random, added: &mut usize) {
    let mut platform = Platform::empty();
    for _ in 0..12 {
        let number = STABLE + random.below(*added);
        if random.one_in(2) {
            platform.add("ideas", idea(number, &timestamp(random)));
        } else {
            let deleted_at = "2026-01-01T00:00:00.000Z";
            let item = json!({ "id": id("ideas", number), "type": "Idea", "deleted_at": deleted_at });
            platform.add("deleted_items", item);
        }
    }
    platform.records.values_mut().for_each(|records| {
        let mut seen = BTreeSet::new();
        records.retain(|record| seen.insert(record["id"].to_string()));
    });
    let moved: BTreeSet<String> =
        platform.records.get("ideas").into_iter().flatten().map(|idea| idea["id"].to_string()).collect();
    if let Some(items) = platform.records.get_mut("deleted_items") {
        items.retain(|item| !moved.contains(&item["id"].to_string()));
    }
    for _ in 0..6 {
        platform.add("ideas", idea(STABLE + *added, &timestamp(random)));
        *added += 1;
    }
    data.import(&platform);
}

#[test]
fn a_walk_is_exact_during_imports_after_a_restart_and_on_another_server() {
    let mut random = Random(11);
    let mut platform = Platform::empty();
    for plural in ["project_folders", "projects"] {
        platform.add(plural, record(resource(plural), 0, "2025-03-01T00:00:00.000Z"));
    }
    for number in 0..STABLE + VOLATILE {
        platform.add("ideas", idea(number, &timestamp(&mut random)));
    }
    let data = Data::with(&platform);
    let (client, secret) = data.client();
    let start = |data: &Data| data.serve_with(&[]).caller(&client, &secret);
    // Only PostgreSQL has several servers.
    let other_host = (!data.is_embedded()).then(|| data.other_host(&required_server()));
    let mut servers: Vec<Caller> =
        [Some(start(&data)), other_host.as_ref().map(start)].into_iter().flatten().collect();
    let stable: BTreeSet<String> = (0..STABLE).map(|number| id("ideas", number)).collect();
    let paths = ["/ideas", "/ideas?sort=created_at", "/ideas?search=title"];
    let mut walks = paths.map(|path| Walk::new(path, "ideas", 5));
    let mut added = VOLATILE;
    let mut round = 0;
    while walks.iter().any(|walk| walk.next.is_some()) {
        if round % 6 == 2 {
            import(&data, &mut random, &mut added);
        }
        if round == 8 {
            servers.remove(0);
            servers.push(start(&data));
        }
        for walk in &mut walks {
            walk.advance(&servers[round % servers.len()]);
        }
        round += 1;
    }
    assert!(round > 12, "the walks ended before the restart");
    for walk in &walks {
        assert_exact(&walk.records, &stable);
    }
}
