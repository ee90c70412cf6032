use crate::import::scenario::{ImportScenario, id, with_ids};

fn tombstones(items: &[(&str, &str)]) -> String {
    let line = |(item, name): &(&str, &str)| {
        format!(
            "{{\"id\":\"{}\",\"type\":\"{name}\",\"deleted_at\":\"2025-03-01T00:00:00Z\"}}\n",
            with_ids(item)
        )
    };
    items.iter().map(line).collect()
}

#[test]
fn a_tombstone_removes_its_record_and_is_stored() {
    let scenario = ImportScenario::full();
    scenario.import();
    let published = scenario.feed_length();
    scenario.only("deleted_items.ndjson", &[]);
    scenario.put("deleted_items.ndjson", &tombstones(&[("$6", "User"), ("$3", "Topic"), ("$97", "Idea")]));
    let summary = scenario.import();
    assert_eq!(summary.counts.iter().find(|(plural, _)| *plural == "users").unwrap().1.removed, 1);
    assert_eq!(scenario.rows("SELECT id FROM users"), [id(5)]);
    assert_eq!(scenario.rows("SELECT author_id FROM comments WHERE key = 1"), ["null"]);
    assert_eq!(scenario.rows("SELECT user_id FROM basket_ideas ORDER BY id"), [id(5), "null".to_owned()]);
    assert_eq!(scenario.rows("SELECT topic_id FROM idea_topics"), [id(4)]);
    assert_eq!(
        scenario.rows("SELECT id, type, deleted_at FROM deleted_items ORDER BY id"),
        [
            with_ids("$3|Topic|1740787200000"),
            with_ids("$6|User|1740787200000"),
            with_ids("$97|Idea|1740787200000")
        ]
    );
    let mut changes = scenario.feed_after(published);
    changes.sort();
    assert_eq!(
        changes,
        [
            "basket_ideas|2",
            "baskets|2",
            "comments|1",
            "deleted_items|1-3",
            "deleted_items|2",
            "idea_topics|1",
            "ideas|1",
            "project_topics|2",
            "projects|1",
            "reactions|2-3",
            "topics|1",
            "users|2",
            "volunteering_volunteers|1"
        ]
    );
    let before = scenario.dump();
    scenario.import();
    assert_eq!(before, scenario.dump());
}

#[test]
fn records_with_a_tombstone_in_the_same_import_are_not_imported() {
    let scenario = ImportScenario::full();
    scenario.put("deleted_items.ndjson", &tombstones(&[("$6", "User"), ("$18", "Reaction")]));
    scenario.import();
    assert_eq!(scenario.rows("SELECT id FROM users"), [id(5)]);
    assert_eq!(scenario.rows("SELECT author_id FROM comments WHERE key = 1"), ["null"]);
    let before = scenario.dump();
    scenario.import();
    assert_eq!(before, scenario.dump());
}

#[test]
fn a_record_that_others_require_is_not_removed() {
    let scenario = ImportScenario::full();
    scenario.import();
    scenario.only("deleted_items.ndjson", &[]);
    scenario.put("deleted_items.ndjson", &tombstones(&[("$12", "Idea"), ("$6", "Person")]));
    let errors = scenario.errors();
    assert!(
        errors[0].starts_with(
            "deleted_items.ndjson:1: id: expected a record that no other record requires, found a reference in idea_id"
        ),
        "{errors:?}"
    );
    assert!(
        errors.last().unwrap().contains("deleted_items.ndjson:2: type: expected one of Area, Topic"),
        "{errors:?}"
    );
    scenario.put(
        "deleted_items.ndjson",
        &tombstones(&[
            ("$12", "Idea"),
            ("$15", "Comment"),
            ("$16", "Comment"),
            ("$17", "Reaction"),
            ("$18", "Reaction"),
            ("$21", "BasketIdea"),
            ("$22", "BasketIdea"),
        ]),
    );
    scenario.import();
    assert!(scenario.rows("SELECT idea_id FROM idea_phases").is_empty());
    assert_eq!(scenario.rows("SELECT ideas_count, comments_count FROM projects ORDER BY id"), ["1|0", "1|0"]);
    assert_eq!(scenario.rows("SELECT ideas_count, votes_count FROM phases ORDER BY id"), ["0|0", "0|0"]);
}

#[test]
fn a_restored_record_has_no_tombstone() {
    let scenario = ImportScenario::full();
    scenario.import();
    scenario.only("deleted_items.ndjson", &[]);
    scenario.put("deleted_items.ndjson", &tombstones(&[("$18", "Reaction")]));
    scenario.import();
    let published = scenario.feed_length();
    scenario.only(
        "reactions.ndjson",
        &[r#""id":"$18","mode":"up","reactable_id":"$15","reactable_type":"comment""#],
    );
    scenario.import();
    assert!(scenario.rows("SELECT id FROM deleted_items").is_empty());
    assert_eq!(scenario.feed_after(published), ["deleted_items|1", "comments|2", "reactions|4"]);
}
