use folkmoot_import::Counts;

use crate::place::{Place, expand, id, record, records};

#[test]
fn every_resource_comes_in_with_what_follows_from_it() {
    let place = Place::full();
    place.import();
    assert_eq!(place.rows("SELECT status FROM users ORDER BY id"), ["incomplete", "active"]);
    assert_eq!(place.rows("SELECT type FROM ideas ORDER BY id"), ["idea", "survey", "idea"]);
    assert_eq!(place.rows("SELECT locale FROM users"), ["en", "en"]);
    assert_eq!(
        place.rows("SELECT title_multiloc FROM areas ORDER BY id"),
        [r#"{"en":"North"}"#, r#"{"en":"South"}"#]
    );
    assert_eq!(
        place.rows("SELECT idea_id, project_id FROM reactions ORDER BY id"),
        [expand("$12|$8"), expand("$12|$8"), expand("$14|$9")]
    );
    assert_eq!(place.rows("SELECT project_id FROM baskets"), [id(8), id(8)]);
    assert_eq!(
        place.rows("SELECT phase_id, project_id, user_id, submitted FROM basket_ideas ORDER BY id"),
        [expand("$11|$8|$5|1"), expand("$11|$8|$6|0")]
    );
    assert_eq!(place.rows("SELECT size, mime_type FROM files"), ["9|application/pdf"]);
    assert_eq!(place.rows("SELECT project_id FROM volunteering_causes"), [id(8)]);
    assert_eq!(place.rows("SELECT start_at, updated_at FROM events"), ["1740819600000|1735689600000"]);
}

#[test]
fn importing_again_changes_nothing_not_even_the_feed() {
    let place = Place::full();
    place.import();
    let before = place.dump();
    let summary = place.import();
    assert_eq!(before, place.dump());
    let changed =
        summary.counts.iter().filter(|(_, counts)| counts.inserted + counts.updated + counts.removed > 0);
    assert_eq!(changed.count(), 0, "{summary}");
}

#[test]
fn a_dry_run_checks_everything_and_changes_nothing() {
    let place = Place::full();
    let before = place.dump();
    let summary = place.try_import(true).unwrap();
    assert!(summary.to_string().ends_with("dry run: nothing was changed"), "{summary}");
    assert_eq!(before, place.dump());
    place.put("areas.ndjson", &record(r#""id":5,"title":"North""#));
    assert!(place.try_import(true).is_err());
}

#[test]
fn what_differs_is_updated_and_in_the_feed_and_what_is_left_out_is_cleared() {
    let place = Place::full();
    place.import();
    let seen = place.feed_length();
    place.only(
        "users.ndjson",
        &[
            r#""id":"$5","first_name":"Anna""#,
            r#""id":"$6","registration_completed_at":"2025-01-02T01:00:00+01:00""#,
            r#""id":"$77","status":"invited""#,
        ],
    );
    let summary = place.import();
    assert_eq!(
        summary.counts.iter().find(|(plural, _)| *plural == "users").unwrap().1,
        Counts { inserted: 1, updated: 1, unchanged: 1, removed: 0 }
    );
    assert_eq!(place.feed_after(seen), ["users|1", "users|3"]);
    assert_eq!(
        place.rows("SELECT first_name, status FROM users ORDER BY id"),
        ["Anna|incomplete", "null|active", "null|invited"]
    );
    place.only("users.ndjson", &[r#""id":"$5","last_name":"Lee""#, r#""id":"$6","last_name":null"#]);
    place.import();
    assert_eq!(
        place.rows("SELECT first_name, last_name FROM users WHERE key < 3 ORDER BY key"),
        ["null|Lee", "null|null"]
    );
    place.only("ideas.ndjson", &[r#""id":"$12","title":"Trees","project_id":"$8","budget":5,"body":"B""#]);
    place.import();
    place.only("ideas.ndjson", &[r#""id":"$12","title":"Trees","project_id":"$8""#]);
    place.import();
    assert_eq!(
        place.rows("SELECT author_id, slug, budget, body_multiloc FROM ideas WHERE key = 1"),
        ["null|null|null|{}"]
    );
    assert_eq!(
        place.rows("SELECT COUNT(*) FROM idea_topics WHERE idea_id = (SELECT id FROM ideas WHERE key = 1)"),
        ["2"],
        "a list of ids that is left out says nothing of its relation's rows"
    );
    place.only("users.ndjson", &[]);
    place.put("users.ndjson", &format!(r#"{{"id":"{}","first_name":"Ann"}}"#, id(5)));
    assert_eq!(
        place.wrong(),
        ["users.ndjson:1: created_at: expected a timestamp such as 2025-03-18T08:15:30.250Z, found nothing"]
    );
}

/// A line that keeps what it leaves out.
fn partial(members: &str) -> String {
    expand(&format!("{{{members},\"_partial\":true}}\n"))
}

#[test]
fn a_partial_line_keeps_what_it_leaves_out() {
    let place = Place::full();
    place.import();
    let all = "SELECT * FROM ideas WHERE key = 1";
    let before = place.rows(all);
    place.only("ideas.ndjson", &[]);
    place.put("ideas.ndjson", &partial(r#""id":"$12""#));
    let seen = place.feed_length();
    place.import();
    assert_eq!((place.rows(all), place.feed_after(seen)), (before, Vec::new()));
    place.put("ideas.ndjson", &partial(r#""id":"$12","slug":"oaks","author_id":null"#));
    place.import();
    assert_eq!(
        place.rows("SELECT slug, author_id, title_multiloc, project_id FROM ideas WHERE key = 1"),
        [expand(r#"oaks|null|{"en":"Trees"}|$8"#)]
    );
    assert_eq!(place.feed_after(seen), ["ideas|1"]);
}

#[test]
fn what_a_partial_line_keeps_is_checked_with_what_it_gives() {
    let place = Place::full();
    place.import();
    place.only("comments.ndjson", &[]);
    place.put("comments.ndjson", &partial(r#""id":"$16","body":"No""#));
    place.import();
    assert_eq!(
        place.rows("SELECT idea_id, parent_id, body_multiloc FROM comments ORDER BY id DESC LIMIT 1"),
        [expand(r#"$12|$15|{"en":"No"}"#)]
    );
    let told = |members: &str, expected: &str| {
        place.put("comments.ndjson", &partial(members));
        assert_eq!(
            place.wrong(),
            [expand(&format!(
                "comments.ndjson:1: parent_id: expected the id of one of the comments {expected}"
            ))]
        );
    };
    told(r#""id":"$16","idea_id":"$13""#, "with the same idea_id, found $15");
    told(r#""id":"$15","parent_id":"$16""#, "that does not lead back to this record, found $16");
    place.only("baskets.ndjson", &[]);
    place.put("baskets.ndjson", &partial(r#""id":"$20","user_id":"$5""#));
    assert_eq!(
        place.wrong(),
        [expand(
            "baskets.ndjson:1: user_id, phase_id, project_id: expected a value that none of the other baskets has, found the same as in $19"
        )]
    );
}

#[test]
fn a_partial_line_of_a_record_that_is_not_stored_must_be_complete() {
    let place = Place::full();
    place.import();
    place.only("ideas.ndjson", &[]);
    let lines = [
        r#"{"id":"$90","title":"T","_partial":true}"#,
        r#"{"title":"T","_partial":true}"#,
        r#"{"id":"$12","_partial":"yes"}"#,
        r#"{"id":"$91","title":"T","project_id":"$8","created_at":"2025-01-01T00:00:00Z","_partial":true}"#,
    ];
    place.put("ideas.ndjson", &expand(&lines.join("\n")));
    let moment = "created_at: expected a timestamp such as 2025-03-18T08:15:30.250Z, found nothing";
    let expected = [
        &format!("1: {moment}"),
        "1: project_id: expected a UUID, found nothing",
        &format!("2: {moment}"),
        "2: id: expected a UUID, found nothing",
        "2: project_id: expected a UUID, found nothing",
        "3: _partial: expected true or false, found \"yes\"",
        &format!("3: {moment}"),
        "3: project_id: expected a UUID, found nothing",
        "3: title_multiloc: expected a map of locale codes to texts, found nothing",
    ];
    assert_eq!(place.wrong(), expected.map(|line| format!("ideas.ndjson:{line}")));
    place.put("ideas.ndjson", &expand(lines[3]));
    assert_eq!(place.import().counts.iter().find(|(plural, _)| *plural == "ideas").unwrap().1.inserted, 1);
}

#[test]
fn a_counter_that_is_left_out_is_counted_again() {
    let place = Place::full();
    place.import();
    let likes = "SELECT likes_count FROM ideas ORDER BY id DESC LIMIT 1";
    place.only("ideas.ndjson", &[]);
    place.put("ideas.ndjson", &partial(r#""id":"$14""#));
    place.import();
    assert_eq!(place.rows(likes), ["41"]);
    place.only("ideas.ndjson", &[r#""id":"$14","title":"Slide","project_id":"$9""#]);
    let seen = place.feed_length();
    place.import();
    assert_eq!(place.rows(likes), ["1"]);
    assert_eq!(place.feed_after(seen), ["ideas|3"]);
}

#[test]
fn a_deleted_comment_has_neither_text_nor_author() {
    let place = Place::full();
    let comments = [
        r#""id":"$16","idea_id":"$12","body":"Yes","author_id":"$6","publication_status":"deleted""#,
        r#""id":"$15","idea_id":"$12","body":"Good","author_id":"$5""#,
    ];
    place.put("comments.ndjson", &records(&comments));
    place.import();
    let shown = "SELECT body_multiloc, author_id FROM comments ORDER BY id";
    assert_eq!(place.rows(shown), [expand(r#"{"en":"Good"}|$5"#), "{}|null".to_owned()]);
    let before = place.dump();
    place.import();
    assert_eq!(before, place.dump());
    place.put("comments.ndjson", &partial(r#""id":"$15","publication_status":"deleted""#));
    place.import();
    assert_eq!(place.rows(shown), ["{}|null", "{}|null"]);
}

#[test]
fn what_others_derive_follows_a_change() {
    let place = Place::full();
    place.import();
    let seen = place.feed_length();
    place.only("ideas.ndjson", &[r#""id":"$12","title":"Trees","project_id":"$9""#]);
    place.import();
    assert_eq!(place.rows("SELECT project_id FROM comments"), [id(9), id(9)]);
    assert_eq!(place.rows("SELECT project_id FROM reactions"), [id(9), id(9), id(9)]);
    assert_eq!(place.rows("SELECT comments_count, ideas_count FROM projects ORDER BY id"), ["0|1", "2|2"]);
    let told = place.feed_after(seen);
    assert_eq!(
        told,
        ["projects|1", "projects|2", "ideas|1", "comments|1", "comments|2", "reactions|1", "reactions|2"]
    );
    place.only("phases.ndjson", &[r#""id":"$10","title":"Ask","participation_method":"ideation","project_id":"$8","start_at":"2025-01-01""#]);
    place.import();
    assert_eq!(place.rows("SELECT type FROM ideas ORDER BY id"), ["idea", "idea", "idea"]);
}

#[test]
fn a_list_of_ids_becomes_exactly_the_rows_of_its_relation() {
    let place = Place::full();
    place.import();
    let topics = "SELECT topic_id FROM project_topics WHERE project_id = (SELECT id FROM projects WHERE key = 1) ORDER BY 1";
    assert_eq!(place.rows(topics), [id(3), id(4)]);
    assert_eq!(place.rows("SELECT created_at FROM project_topics"), ["1735689600000", "1735689600000"]);
    assert_eq!(place.rows("SELECT created_at FROM idea_topics"), ["1748779200000", "1748779200000"]);
    assert_eq!(place.rows("SELECT area_id FROM project_areas ORDER BY 1"), [id(1), id(2)]);
    let seen = place.feed_length();
    place.only(
        "projects.ndjson",
        &[r#""id":"$8","slug":"park","title":"Park","topic_ids":["$4"],"area_ids":[]"#],
    );
    place.import();
    assert_eq!(place.rows(topics), [id(4)]);
    assert!(place.rows("SELECT area_id FROM project_areas").is_empty());
    assert_eq!(place.feed_after(seen), ["projects|1", "project_topics|2"]);
    let seen = place.feed_length();
    place.only("idea_topics.ndjson", &[r#""idea_id":"$14","topic_id":"$4""#]);
    place.import();
    assert_eq!(place.feed_after(seen), ["ideas|3", "idea_topics|3"]);
    place.only("ideas.ndjson", &[r#""id":"$12","title":"Trees","project_id":"$8","topic_ids":["$3","$98"]"#]);
    assert_eq!(
        place.wrong(),
        [format!("ideas.ndjson:1: topic_ids: expected the id of one of the topics, found {}", id(98))]
    );
}

#[test]
fn many_changes_are_told_as_one() {
    let place = Place::new();
    let users: Vec<String> = (1..=10_001).map(|number| format!(r#""id":"${number}""#)).collect();
    let users: Vec<&str> = users.iter().map(String::as_str).collect();
    place.put("users.ndjson", &records(&users));
    place.import();
    assert_eq!(place.feed_after(1), ["users|null"]);
}

#[test]
fn filling_empty_tables_leaves_references_and_indexes_whole() {
    let place = Place::full();
    let made = if place.is_embedded() {
        "SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name"
    } else {
        "SELECT indexdef AS made FROM pg_indexes WHERE schemaname = 'public'
         UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
         FROM pg_constraint WHERE contype = 'f' ORDER BY made"
    };
    let before = place.rows(made);
    place.import();
    assert_eq!(place.rows(made), before);
    if !place.is_embedded() {
        return;
    }
    assert_eq!(place.rows("PRAGMA foreign_key_check"), Vec::<String>::new());
    assert_eq!(place.rows("PRAGMA integrity_check"), ["ok"]);
}

#[test]
fn records_are_stored_in_the_order_of_lists() {
    let place = Place::full();
    let area = |number: usize, month: usize| {
        expand(&format!(r#"{{"id":"${number}","title":"A","created_at":"2025-0{month}-01T00:00:00Z"}}"#))
    };
    place.put("areas.ndjson", &[area(1, 3), area(2, 1), area(3, 2)].join("\n"));
    place.import();
    assert_eq!(place.rows("SELECT id FROM areas ORDER BY key"), [id(2), id(3), id(1)]);
}

#[test]
fn a_migration_clears_deleted_comments_of_earlier_imports() {
    let place = Place::full();
    place.import();
    let migration =
        folkmoot_store::migrations::MIGRATIONS.iter().find(|step| step.name == "deleted comments");
    // Embedded, the placeholders stand for nothing but the type; in PostgreSQL a table is locked as well.
    let sql = migration.unwrap().sql.replace("{lock_changes}", "").replace("{text}", "text");
    let seen = place.feed_length();
    place.execute(&sql);
    assert_eq!(place.feed_after(seen), Vec::<String>::new());
    place.execute("UPDATE comments SET publication_status = 'deleted' WHERE key = 1");
    place.execute(&sql);
    assert_eq!(place.feed_after(seen), ["comments|null"]);
    assert_eq!(
        place.rows("SELECT body_multiloc, author_id FROM comments ORDER BY key"),
        ["{}|null", r#"{"en":"Good"}|null"#]
    );
    place.execute(&sql);
    assert_eq!(place.feed_after(seen), ["comments|null"]);
}
