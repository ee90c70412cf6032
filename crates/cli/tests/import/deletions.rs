use crate::place::{Place, expand, id};

fn tombstones(items: &[(&str, &str)]) -> String {
    let line = |(item, name): &(&str, &str)| {
        format!(
            "{{\"id\":\"{}\",\"type\":\"{name}\",\"deleted_at\":\"2025-03-01T00:00:00Z\"}}\n",
            expand(item)
        )
    };
    items.iter().map(line).collect()
}

#[test]
fn a_tombstone_removes_its_record_and_stays() {
    let place = Place::full();
    place.import();
    let seen = place.feed_length();
    place.only("deleted_items.ndjson", &[]);
    place.put("deleted_items.ndjson", &tombstones(&[("$6", "User"), ("$3", "Topic"), ("$97", "Idea")]));
    let summary = place.import();
    assert_eq!(summary.counts.iter().find(|(plural, _)| *plural == "users").unwrap().1.removed, 1);
    assert_eq!(place.rows("SELECT id FROM users"), [id(5)]);
    assert_eq!(place.rows("SELECT author_id FROM comments WHERE key = 1"), ["null"]);
    assert_eq!(place.rows("SELECT user_id FROM basket_ideas ORDER BY id"), [id(5), "null".to_owned()]);
    assert_eq!(place.rows("SELECT topic_id FROM idea_topics"), [id(4)]);
    assert_eq!(
        place.rows("SELECT id, type, deleted_at FROM deleted_items ORDER BY id"),
        [expand("$3|Topic|1740787200000"), expand("$6|User|1740787200000"), expand("$97|Idea|1740787200000")]
    );
    let mut told = place.feed_after(seen);
    told.sort();
    assert_eq!(
        told,
        [
            "basket_ideas|2",
            "baskets|2",
            "comments|1",
            "deleted_items|1",
            "deleted_items|2",
            "deleted_items|3",
            "idea_topics|1",
            "ideas|1",
            "project_topics|2",
            "projects|1",
            "reactions|2",
            "reactions|3",
            "topics|1",
            "users|2",
            "volunteering_volunteers|1"
        ]
    );
    let before = place.dump();
    place.import();
    assert_eq!(before, place.dump());
}

#[test]
fn what_a_tombstone_of_the_same_import_names_never_comes_in() {
    let place = Place::full();
    place.put("deleted_items.ndjson", &tombstones(&[("$6", "User"), ("$18", "Reaction")]));
    place.import();
    assert_eq!(place.rows("SELECT id FROM users"), [id(5)]);
    assert_eq!(place.rows("SELECT author_id FROM comments WHERE key = 1"), ["null"]);
    let before = place.dump();
    place.import();
    assert_eq!(before, place.dump());
}

#[test]
fn a_record_that_others_need_is_not_removed() {
    let place = Place::full();
    place.import();
    place.only("deleted_items.ndjson", &[]);
    place.put("deleted_items.ndjson", &tombstones(&[("$12", "Idea"), ("$6", "Person")]));
    let wrong = place.wrong();
    assert!(
        wrong[0].starts_with(
            "deleted_items.ndjson:1: id: expected a record that no other record requires, found a reference in idea_id"
        ),
        "{wrong:?}"
    );
    assert!(
        wrong.last().unwrap().contains("deleted_items.ndjson:2: type: expected one of Area, Topic"),
        "{wrong:?}"
    );
    place.put(
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
    place.import();
    assert!(place.rows("SELECT idea_id FROM idea_phases").is_empty());
    assert_eq!(place.rows("SELECT ideas_count, comments_count FROM projects ORDER BY id"), ["1|0", "1|0"]);
    assert_eq!(place.rows("SELECT ideas_count, votes_count FROM phases ORDER BY id"), ["0|0", "0|0"]);
}

#[test]
fn a_record_that_is_there_again_has_no_tombstone() {
    let place = Place::full();
    place.import();
    place.only("deleted_items.ndjson", &[]);
    place.put("deleted_items.ndjson", &tombstones(&[("$18", "Reaction")]));
    place.import();
    let seen = place.feed_length();
    place.only(
        "reactions.ndjson",
        &[r#""id":"$18","mode":"up","reactable_id":"$15","reactable_type":"comment""#],
    );
    place.import();
    assert!(place.rows("SELECT id FROM deleted_items").is_empty());
    assert_eq!(place.feed_after(seen), ["comments|2", "reactions|4", "deleted_items|1"]);
}
