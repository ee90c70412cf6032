//! A mirror of another platform of this software.

use std::collections::BTreeSet;

use folkmoot_model::resources::RESOURCES;
use serde_json::{Value, json};

use crate::mirror::equality::assert_equal;
use crate::mirror::world::{LOCALES, Source, round, serve};
use crate::support::fixture::{self, Platform};
use crate::support::random::Random;
use crate::support::{Caller, Data};

/// Changes some records of every kind in the source, in one import.
fn change(source: &Source, random: &mut Random) {
    let mut changes = Platform::empty();
    let stored = &source.data.table("SELECT name, url FROM platform")[0];
    changes.about = json!({ "name": stored[0], "address": stored[1], "locales": LOCALES });
    change_texts(source, random, &mut changes);
    change_relations(source, random, &mut changes);
    delete(source, random, &mut changes);
    // A record has one line.
    for lines in changes.records.values_mut() {
        let mut ids = BTreeSet::new();
        lines.retain(|line| line.get("id").is_none_or(|id| ids.insert(id.to_string())));
    }
    source.data.import(&changes);
    source.caller.server.wait_for_changes();
}

fn records(source: &Source, plural: &str) -> Vec<Value> {
    source.caller.crawl(&format!("/{plural}"), fixture::resource(plural).names.list_key, 24)
}

fn change_texts(source: &Source, random: &mut Random, changes: &mut Platform) {
    const TEXTS: [(&str, &str); 5] = [
        ("ideas", "body"),
        ("projects", "title"),
        ("comments", "body"),
        ("users", "bio"),
        ("phases", "title"),
    ];
    for (plural, field) in TEXTS {
        for record in records(source, plural) {
            if record["publication_status"] != "deleted" && random.one_in(4) {
                let (english, french) = (random.below(1000).to_string(), random.below(1000).to_string());
                let texts = json!({ "en": english, "fr-BE": french });
                let field = format!("{field}_multiloc");
                changes.add(plural, json!({ "_partial": true, "id": record["id"], field: texts }));
            }
        }
    }
}

fn change_relations(source: &Source, random: &mut Random, changes: &mut Platform) {
    let (ideas, topics, areas) =
        (records(source, "ideas"), records(source, "topics"), records(source, "areas"));
    let some = |records: &[Value], random: &mut Random| -> Vec<Value> {
        records.iter().filter(|_| random.one_in(3)).map(|record| record["id"].clone()).collect()
    };
    for project in records(source, "projects") {
        let (areas, all_areas) = (some(&areas, random), random.one_in(5));
        changes.add(
            "projects",
            json!({ "_partial": true, "id": project["id"], "area_ids": areas, "all_areas": all_areas }),
        );
    }
    for row in records(source, "idea_phases") {
        if random.one_in(4) {
            let (idea, phase) = (&row["idea_id"], &row["phase_id"]);
            let votes = random.below(90);
            changes.add(
                "idea_phases",
                json!({ "_partial": true, "idea_id": idea, "phase_id": phase, "votes_count": votes }),
            );
        }
    }
    for idea in ideas.iter().take(6) {
        let title = format!("Idee {}", random.below(1000));
        changes.add(
            "ideas",
            json!({
                "id": fixture::id("new ideas", random.below(1_000_000)),
                "title_multiloc": { "nl-BE": title },
                "body": "",
                "project_id": idea["project_id"],
                "created_at": "2026-11-20T10:00:00.000Z",
                "topic_ids": some(&topics, random),
                "likes_count": 7,
                "custom_field_values": { "size": 1.50 },
            }),
        );
        changes
            .add("ideas", json!({ "_partial": true, "id": idea["id"], "topic_ids": some(&topics, random) }));
    }
}

fn delete(source: &Source, random: &mut Random, changes: &mut Platform) {
    const KINDS: [(&str, &str); 3] =
        [("reactions", "Reaction"), ("event_attendances", "EventAttendance"), ("files", "File")];
    for (plural, kind) in KINDS {
        for record in records(source, plural) {
            if random.one_in(6) {
                let at = "2026-11-20T10:00:00.000Z";
                changes.add("deleted_items", json!({ "id": record["id"], "type": kind, "deleted_at": at }));
            }
        }
    }
}

#[track_caller]
fn assert_mirrored(source: &Source, mirror: &Data, copy: &Caller) -> Value {
    let report = round(mirror, source.url(), &source.client, &[]);
    copy.server.wait_for_changes();
    assert_equal(&source.caller, copy, &LOCALES);
    report
}

#[test]
fn a_mirror_returns_what_its_source_returns_also_after_changes() {
    let (source, mirror) = (Source::demo(), Data::new());
    let first = round(&mirror, source.url(), &source.client, &[]);
    assert_eq!(first["read"], "everything");
    let read: usize =
        RESOURCES.iter().filter(|resource| first["resources"].get(resource.names.plural).is_some()).count();
    assert_eq!(read, RESOURCES.len(), "{first}");
    let copy = serve(&mirror);
    assert_equal(&source.caller, &copy, &LOCALES);

    // Without changes, nothing is imported.
    let unchanged = assert_mirrored(&source, &mirror, &copy);
    assert_eq!(unchanged["read"], "changes");
    assert_eq!(unchanged["resources"], json!({}));

    let mut random = Random(3);
    for _ in 0..3 {
        change(&source, &mut random);
        let report = assert_mirrored(&source, &mirror, &copy);
        assert_eq!(report["read"], "changes");
    }

    // If the source no longer has the changes, everything is read and compared.
    change(&source, &mut random);
    source.data.change_database("UPDATE change_horizon SET sequence = (SELECT MAX(sequence) FROM changes)");
    let report = assert_mirrored(&source, &mirror, &copy);
    assert_eq!(report["read"], "everything");
    assert_eq!(std::fs::read_dir(mirror.path().join("mirror/files")).unwrap().count(), 0);
}
