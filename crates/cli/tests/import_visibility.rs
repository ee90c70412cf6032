//! Imports into a running server: visible within a second, and no page is ever incomplete, duplicated or mixed.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;

use crate::support::Data;
use crate::support::fixture::{Platform, id, record, resource};
use crate::support::stopwatch::{Delays, Stopwatch};

const EARLY: &str = "2025-03-18T08:15:30.250Z";
const LATE: &str = "2025-04-01T00:00:00.000Z";
const LIMIT: Duration = Duration::from_secs(1);
const ROUNDS: usize = 3;

#[test]
fn imported_records_are_visible_within_a_second() {
    let data = Data::with(&Platform::full(5, EARLY));
    let caller = data.serve();
    let ideas = |path: &str| caller.get(path).ok()["ideas"].as_array().unwrap().len();
    assert_eq!(ideas("/ideas"), 5);
    let of_topic = format!("/ideas?topic_ids={}", id("topics", 2));
    let of_author = format!("/ideas?author_id={}", id("users", 1));
    let delays = Delays::default();
    for number in 5..5 + ROUNDS {
        let path = format!("/ideas/{}", id("ideas", number));
        let mut more = Platform::empty();
        let mut idea = record(resource("ideas"), number, LATE);
        for (field, referenced) in [
            ("author_id", "users"),
            ("project_id", "projects"),
            ("assignee_id", "users"),
            ("creation_phase_id", "phases"),
        ] {
            idea[field] = json!(id(referenced, 1));
        }
        idea["topic_ids"] = json!([id("topics", 2)]);
        more.add("ideas", idea.clone());
        // The import ends immediately after the commit of its transaction.
        data.import(&more);
        let imported = Stopwatch::start();
        delays.measure("a new record is listed", imported, || ideas("/ideas") == 6);
        assert_eq!(caller.get("/ideas").ok()["ideas"][0]["id"], id("ideas", number));
        delays.measure("a new record is found by its topic", imported, || ideas(&of_topic) == 2);
        delays.measure("a new record is found by its author", imported, || ideas(&of_author) == 2);

        idea["title_multiloc"] = json!({ "en": "Changed" });
        idea["topic_ids"] = json!([]);
        idea["updated_at"] = json!("2025-04-02T00:00:00.000Z");
        let mut changed = Platform::empty();
        changed.add("ideas", idea);
        data.import(&changed);
        let imported = Stopwatch::start();
        let item = || caller.get(&path).ok()["idea"]["title"] == "Changed";
        delays.measure("a changed record is returned", imported, item);
        let first = || caller.get("/ideas").ok()["ideas"][0]["title"] == "Changed";
        delays.measure("a changed record is listed", imported, first);
        let updated = "/ideas?updated_at=2025-02-04";
        delays.measure("a changed record is found by its date", imported, || ideas(updated) == 1);
        delays.measure("a changed record has lost its topic", imported, || ideas(&of_topic) == 1);

        let mut deletion = Platform::empty();
        deletion
            .add("deleted_items", json!({ "id": id("ideas", number), "type": "Idea", "deleted_at": LATE }));
        data.import(&deletion);
        let imported = Stopwatch::start();
        delays.measure("a deleted record is not listed", imported, || ideas("/ideas") == 5);
        delays.measure("a deleted record gets 404", imported, || caller.get(&path).status == 404);
        let deleted = || caller.get("/ideas/deleted").ok()["deleted_items"].as_array().unwrap().len();
        delays.measure("a tombstone is listed", imported, || deleted() == number - 4);
    }
    delays.assert_within(LIMIT);
}

#[test]
fn ideas_contain_the_changed_title_of_their_project() {
    let mut platform = Platform::full(3, EARLY);
    let data = Data::with(&platform);
    let caller = data.serve();
    assert_eq!(caller.get("/ideas").ok()["ideas"].as_array().unwrap().len(), 3);
    platform.records.retain(|plural, _| plural == "projects");
    for project in platform.records.get_mut("projects").unwrap() {
        project["title_multiloc"] = json!({ "en": "Renamed" });
    }
    data.import(&platform);
    caller.server.wait_for_changes();
    for path in ["/ideas", "/phases"] {
        let key = &path[1..];
        let page = caller.get(path).ok();
        assert!(page[key].as_array().unwrap().iter().all(|record| record["project_title"] == "Renamed"));
    }
}

#[test]
fn pages_are_complete_during_imports() {
    let data = Data::with(&Platform::full(600, EARLY));
    let caller = data.serve();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for round in 0..8 {
                let mut more = Platform::empty();
                for number in 0..40 {
                    let mut area = record(resource("areas"), 1000 + round * 40 + number, LATE);
                    area["title_multiloc"] = json!({ "en": format!("round {round}") });
                    more.add("areas", area);
                    more.add(
                        "deleted_items",
                        json!({ "id": id("areas", round * 40 + number), "type": "Area", "deleted_at": LATE }),
                    );
                }
                data.import(&more);
            }
            done.store(true, Ordering::Relaxed);
        });
        while !done.load(Ordering::Relaxed) {
            for number in 1..=25 {
                let page = caller.get(&format!("/areas?page_size=24&page_number={number}")).ok();
                let records = page["areas"].as_array().unwrap();
                // Every import adds as many as it deletes, so that there are always 600.
                assert_eq!(page["meta"]["total_pages"], 25);
                assert_eq!(records.len(), 24, "page {number} is short");
                let distinct: HashSet<&str> =
                    records.iter().map(|record| record["id"].as_str().unwrap()).collect();
                assert_eq!(distinct.len(), 24, "page {number} has a record twice");
                let order: Vec<(&str, &str)> = records
                    .iter()
                    .map(|record| (record["created_at"].as_str().unwrap(), record["id"].as_str().unwrap()))
                    .collect();
                assert!(order.windows(2).all(|pair| pair[0] > pair[1]), "page {number} is out of order");
            }
        }
    });
}
