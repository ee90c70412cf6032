use folkmoot_import::Counts;

use crate::import::scenario::{ImportScenario, id, record, records, with_ids};

#[test]
fn every_resource_is_imported_with_derived_columns() {
    let scenario = ImportScenario::full();
    scenario.import();
    assert_eq!(scenario.rows("SELECT status FROM users ORDER BY id"), ["incomplete", "active"]);
    assert_eq!(scenario.rows("SELECT type FROM ideas ORDER BY id"), ["idea", "survey", "idea"]);
    assert_eq!(scenario.rows("SELECT locale FROM users"), ["en", "en"]);
    assert_eq!(
        scenario.rows("SELECT title_multiloc FROM areas ORDER BY id"),
        [r#"{"en":"North"}"#, r#"{"en":"South"}"#]
    );
    assert_eq!(
        scenario.rows("SELECT idea_id, project_id FROM reactions ORDER BY id"),
        [with_ids("$12|$8"), with_ids("$12|$8"), with_ids("$14|$9")]
    );
    assert_eq!(scenario.rows("SELECT project_id FROM baskets"), [id(8), id(8)]);
    assert_eq!(
        scenario.rows("SELECT phase_id, project_id, user_id, submitted FROM basket_ideas ORDER BY id"),
        [with_ids("$11|$8|$5|1"), with_ids("$11|$8|$6|0")]
    );
    assert_eq!(scenario.rows("SELECT size, mime_type FROM files"), ["9|application/pdf"]);
    assert_eq!(scenario.rows("SELECT project_id FROM volunteering_causes"), [id(8)]);
    assert_eq!(scenario.rows("SELECT start_at, updated_at FROM events"), ["1740819600000|1735689600000"]);
}

#[test]
fn importing_again_changes_nothing() {
    let scenario = ImportScenario::full();
    scenario.import();
    let before = scenario.dump();
    let summary = scenario.import();
    assert_eq!(before, scenario.dump());
    let changed =
        summary.counts.iter().filter(|(_, counts)| counts.inserted + counts.updated + counts.removed > 0);
    assert_eq!(changed.count(), 0, "{summary}");
}

#[test]
fn a_dry_run_checks_everything_and_changes_nothing() {
    let scenario = ImportScenario::full();
    let before = scenario.dump();
    let summary = scenario.try_import(true).unwrap();
    assert!(summary.to_string().ends_with("dry run: nothing was changed"), "{summary}");
    assert_eq!(before, scenario.dump());
    scenario.put("areas.ndjson", &record(r#""id":5,"title":"North""#));
    assert!(scenario.try_import(true).is_err());
}

#[test]
fn differing_records_are_updated_and_published_and_omitted_fields_cleared() {
    let scenario = ImportScenario::full();
    scenario.import();
    let published = scenario.feed_length();
    scenario.only(
        "users.ndjson",
        &[
            r#""id":"$5","first_name":"Anna""#,
            r#""id":"$6","registration_completed_at":"2025-01-02T01:00:00+01:00""#,
            r#""id":"$77","status":"invited""#,
        ],
    );
    let summary = scenario.import();
    assert_eq!(
        summary.counts.iter().find(|(plural, _)| *plural == "users").unwrap().1,
        Counts { inserted: 1, updated: 1, unchanged: 1, removed: 0 }
    );
    assert_eq!(scenario.feed_after(published), ["users|1", "users|3"]);
    assert_eq!(
        scenario.rows("SELECT first_name, status FROM users ORDER BY id"),
        ["Anna|incomplete", "null|active", "null|invited"]
    );
    scenario.only("users.ndjson", &[r#""id":"$5","last_name":"Lee""#, r#""id":"$6","last_name":null"#]);
    scenario.import();
    assert_eq!(
        scenario.rows("SELECT first_name, last_name FROM users WHERE key < 3 ORDER BY key"),
        ["null|Lee", "null|null"]
    );
    scenario.only("ideas.ndjson", &[r#""id":"$12","title":"Trees","project_id":"$8","budget":5,"body":"B""#]);
    scenario.import();
    scenario.only("ideas.ndjson", &[r#""id":"$12","title":"Trees","project_id":"$8""#]);
    scenario.import();
    assert_eq!(
        scenario.rows("SELECT author_id, slug, budget, body_multiloc FROM ideas WHERE key = 1"),
        ["null|null|null|{}"]
    );
    assert_eq!(
        scenario
            .rows("SELECT COUNT(*) FROM idea_topics WHERE idea_id = (SELECT id FROM ideas WHERE key = 1)"),
        ["2"],
        "a list of ids that is left out says nothing of its relation's rows"
    );
    scenario.only("users.ndjson", &[]);
    scenario.put("users.ndjson", &format!(r#"{{"id":"{}","first_name":"Ann"}}"#, id(5)));
    assert_eq!(
        scenario.errors(),
        ["users.ndjson:1: created_at: expected a timestamp such as 2025-03-18T08:15:30.250Z, found nothing"]
    );
}

/// A line that retains the fields it omits.
fn partial(members: &str) -> String {
    with_ids(&format!("{{{members},\"_partial\":true}}\n"))
}

#[test]
fn a_partial_line_retains_omitted_fields() {
    let scenario = ImportScenario::full();
    scenario.import();
    let all = "SELECT * FROM ideas WHERE key = 1";
    let before = scenario.rows(all);
    scenario.only("ideas.ndjson", &[]);
    scenario.put("ideas.ndjson", &partial(r#""id":"$12""#));
    let published = scenario.feed_length();
    scenario.import();
    assert_eq!((scenario.rows(all), scenario.feed_after(published)), (before, Vec::new()));
    scenario.put("ideas.ndjson", &partial(r#""id":"$12","slug":"oaks","author_id":null"#));
    scenario.import();
    assert_eq!(
        scenario.rows("SELECT slug, author_id, title_multiloc, project_id FROM ideas WHERE key = 1"),
        [with_ids(r#"oaks|null|{"en":"Trees"}|$8"#)]
    );
    assert_eq!(scenario.feed_after(published), ["ideas|1"]);
}

#[test]
fn retained_fields_are_checked_with_given_ones() {
    let scenario = ImportScenario::full();
    scenario.import();
    scenario.only("comments.ndjson", &[]);
    scenario.put("comments.ndjson", &partial(r#""id":"$16","body":"No""#));
    scenario.import();
    assert_eq!(
        scenario.rows("SELECT idea_id, parent_id, body_multiloc FROM comments ORDER BY id DESC LIMIT 1"),
        [with_ids(r#"$12|$15|{"en":"No"}"#)]
    );
    let assert_reported = |members: &str, expected: &str| {
        scenario.put("comments.ndjson", &partial(members));
        assert_eq!(
            scenario.errors(),
            [with_ids(&format!(
                "comments.ndjson:1: parent_id: expected the id of one of the comments {expected}"
            ))]
        );
    };
    assert_reported(r#""id":"$16","idea_id":"$13""#, "with the same idea_id, found $15");
    assert_reported(r#""id":"$15","parent_id":"$16""#, "that does not lead back to this record, found $16");
    scenario.only("baskets.ndjson", &[]);
    scenario.put("baskets.ndjson", &partial(r#""id":"$20","user_id":"$5""#));
    assert_eq!(
        scenario.errors(),
        [with_ids(
            "baskets.ndjson:1: user_id, phase_id, project_id: expected a value that none of the other baskets has, found the same as in $19"
        )]
    );
}

#[test]
fn a_partial_line_of_a_new_record_must_be_complete() {
    let scenario = ImportScenario::full();
    scenario.import();
    scenario.only("ideas.ndjson", &[]);
    let lines = [
        r#"{"id":"$90","title":"T","_partial":true}"#,
        r#"{"title":"T","_partial":true}"#,
        r#"{"id":"$12","_partial":"yes"}"#,
        r#"{"id":"$91","title":"T","project_id":"$8","created_at":"2025-01-01T00:00:00Z","_partial":true}"#,
    ];
    scenario.put("ideas.ndjson", &with_ids(&lines.join("\n")));
    let missing = "created_at: expected a timestamp such as 2025-03-18T08:15:30.250Z, found nothing";
    let expected = [
        &with_ids(
            "1: id: expected the id of a stored record or a complete record, because the line is partial, found $90; no such record \
             is stored",
        ),
        &format!("2: {missing}"),
        "2: id: expected a UUID, found nothing",
        "2: project_id: expected a UUID, found nothing",
        "3: _partial: expected true or false, found \"yes\"",
        &format!("3: {missing}"),
        "3: project_id: expected a UUID, found nothing",
        "3: title_multiloc: expected a map of locale codes to texts, found nothing",
    ];
    assert_eq!(scenario.errors(), expected.map(|line| format!("ideas.ndjson:{line}")));
    scenario.put("ideas.ndjson", &with_ids(lines[3]));
    assert_eq!(scenario.import().counts.iter().find(|(plural, _)| *plural == "ideas").unwrap().1.inserted, 1);
}

#[test]
fn an_omitted_counter_is_counted_again() {
    let scenario = ImportScenario::full();
    scenario.import();
    let likes = "SELECT likes_count FROM ideas ORDER BY id DESC LIMIT 1";
    scenario.only("ideas.ndjson", &[]);
    scenario.put("ideas.ndjson", &partial(r#""id":"$14""#));
    scenario.import();
    assert_eq!(scenario.rows(likes), ["41"]);
    scenario.only("ideas.ndjson", &[r#""id":"$14","title":"Slide","project_id":"$9""#]);
    let published = scenario.feed_length();
    scenario.import();
    assert_eq!(scenario.rows(likes), ["1"]);
    assert_eq!(scenario.feed_after(published), ["ideas|2"]);
}

#[test]
fn a_deleted_comment_has_neither_text_nor_author() {
    let scenario = ImportScenario::full();
    let comments = [
        r#""id":"$16","idea_id":"$12","body":"Yes","author_id":"$6","publication_status":"deleted""#,
        r#""id":"$15","idea_id":"$12","body":"Good","author_id":"$5""#,
    ];
    scenario.put("comments.ndjson", &records(&comments));
    scenario.import();
    let shown = "SELECT body_multiloc, author_id FROM comments ORDER BY id";
    assert_eq!(scenario.rows(shown), [with_ids(r#"{"en":"Good"}|$5"#), "{}|null".to_owned()]);
    let before = scenario.dump();
    scenario.import();
    assert_eq!(before, scenario.dump());
    scenario.put("comments.ndjson", &partial(r#""id":"$15","publication_status":"deleted""#));
    scenario.import();
    assert_eq!(scenario.rows(shown), ["{}|null", "{}|null"]);
}

#[test]
fn derived_columns_of_other_records_follow_a_change() {
    let scenario = ImportScenario::full();
    scenario.import();
    let published = scenario.feed_length();
    scenario.only("ideas.ndjson", &[r#""id":"$12","title":"Trees","project_id":"$9""#]);
    scenario.import();
    assert_eq!(scenario.rows("SELECT project_id FROM comments"), [id(9), id(9)]);
    assert_eq!(scenario.rows("SELECT project_id FROM reactions"), [id(9), id(9), id(9)]);
    assert_eq!(scenario.rows("SELECT comments_count, ideas_count FROM projects ORDER BY id"), ["0|1", "2|2"]);
    let changes = scenario.feed_after(published);
    assert_eq!(changes, ["projects|1-2", "ideas|1", "comments|1-2", "reactions|1-2"]);
    scenario.only("idea_topics.ndjson", &[r#""idea_id":"$13","topic_id":"$3""#]);
    scenario.import();
    let of_response = "SELECT CASE WHEN is_survey THEN 'survey' ELSE 'idea' END FROM idea_topics
                       WHERE idea_id = (SELECT id FROM ideas WHERE creation_phase_id IS NOT NULL)";
    assert_eq!(scenario.rows(of_response), ["survey"]);
    scenario.only("phases.ndjson", &[r#""id":"$10","title":"Ask","participation_method":"ideation","project_id":"$8","start_at":"2025-01-01""#]);
    scenario.import();
    // A response remains one when its phase is none any more.
    assert_eq!(scenario.rows("SELECT type FROM ideas ORDER BY id"), ["idea", "survey", "idea"]);
    assert_eq!(scenario.rows(of_response), ["survey"]);
}

#[test]
fn a_list_of_ids_becomes_exactly_the_rows_of_its_relation() {
    let scenario = ImportScenario::full();
    scenario.import();
    let topics = "SELECT topic_id FROM project_topics WHERE project_id = (SELECT id FROM projects WHERE key = 1) ORDER BY 1";
    assert_eq!(scenario.rows(topics), [id(3), id(4)]);
    assert_eq!(scenario.rows("SELECT created_at FROM project_topics"), ["1735689600000", "1735689600000"]);
    assert_eq!(scenario.rows("SELECT created_at FROM idea_topics"), ["1748779200000", "1748779200000"]);
    assert_eq!(scenario.rows("SELECT area_id FROM project_areas ORDER BY 1"), [id(1), id(2)]);
    let published = scenario.feed_length();
    scenario.only(
        "projects.ndjson",
        &[r#""id":"$8","slug":"park","title":"Park","topic_ids":["$4"],"area_ids":[]"#],
    );
    scenario.import();
    assert_eq!(scenario.rows(topics), [id(4)]);
    assert!(scenario.rows("SELECT area_id FROM project_areas").is_empty());
    assert_eq!(scenario.feed_after(published), ["project_topics|2", "projects|1"]);
    let published = scenario.feed_length();
    scenario.only("idea_topics.ndjson", &[r#""idea_id":"$14","topic_id":"$4""#]);
    scenario.import();
    assert_eq!(scenario.feed_after(published), ["ideas|2", "idea_topics|3"]);
    scenario
        .only("ideas.ndjson", &[r#""id":"$12","title":"Trees","project_id":"$8","topic_ids":["$3","$98"]"#]);
    assert_eq!(
        scenario.errors(),
        [format!("ideas.ndjson:1: topic_ids: expected the id of one of the topics, found {}", id(98))]
    );
}

#[test]
fn a_row_without_timestamps_retains_when_it_was_stored() {
    let scenario = ImportScenario::full();
    scenario.import();
    scenario.only("idea_topics.ndjson", &[]);
    scenario.put("idea_topics.ndjson", &with_ids("{\"idea_id\":\"$14\",\"topic_id\":\"$4\"}\n"));
    scenario.import();
    scenario.release_deferred();
    let stored = || scenario.rows("SELECT created_at, updated_at FROM idea_topics ORDER BY key");
    let (before, published) = (stored(), scenario.feed_length());
    // The program has another time than the scenario, whose time is fixed.
    let folder = scenario.path("");
    let output = scenario.program(&["import", folder.to_str().unwrap()]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(stored(), before);
    assert_eq!(scenario.feed_length(), published);
}

#[test]
fn a_complete_line_resets_the_areas_of_a_project() {
    let scenario = ImportScenario::full();
    scenario.import();
    let areas = || scenario.rows("SELECT area_id FROM project_areas");
    scenario.only("projects.ndjson", &[r#""id":"$8","title":"Park","_partial":true"#]);
    scenario.import();
    assert_eq!(areas().len(), 2);
    let topics = scenario.rows("SELECT topic_id FROM project_topics");
    scenario.only("projects.ndjson", &[r#""id":"$8","slug":"park","title":"Park""#]);
    scenario.import();
    assert!(areas().is_empty());
    assert_eq!(scenario.rows("SELECT topic_id FROM project_topics"), topics);
}

#[test]
fn a_line_as_the_api_returns_a_file_retains_its_project() {
    let scenario = ImportScenario::full();
    scenario.import();
    let file = || scenario.rows("SELECT name, project_id FROM files");
    let project = file()[0].split_once('|').unwrap().1.to_owned();
    let id = scenario.rows("SELECT id FROM files").remove(0);
    let returned = |id: &str| format!(r#""id":"{id}","name":"other.pdf","size":9,"url":"http://x.example/""#);
    scenario.only("files.ndjson", &[&returned(&id)]);
    scenario.import();
    assert_eq!(file(), [format!("other.pdf|{project}")]);
    scenario.only("files.ndjson", &[&returned(&super::scenario::id(97))]);
    let errors = scenario.errors();
    assert!(
        errors.contains(&"files.ndjson:1: project_id: expected a UUID, found nothing".to_owned()),
        "{errors:?}"
    );
}

#[test]
fn many_new_records_are_published_as_one_range() {
    let scenario = ImportScenario::new();
    let users: Vec<String> = (1..=10_001).map(|number| format!(r#""id":"${number}""#)).collect();
    let users: Vec<&str> = users.iter().map(String::as_str).collect();
    scenario.put("users.ndjson", &records(&users));
    scenario.import();
    assert_eq!(scenario.feed_after(1), ["users|1-10001"]);
}

#[test]
fn filling_empty_tables_restores_references_and_indexes() {
    let scenario = ImportScenario::full();
    let made = if scenario.is_embedded() {
        "SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name"
    } else {
        "SELECT indexdef AS made FROM pg_indexes WHERE schemaname = 'public'
         UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
         FROM pg_constraint WHERE contype = 'f' ORDER BY made"
    };
    let before = scenario.rows(made);
    scenario.import();
    assert_eq!(scenario.rows(made), before);
    if !scenario.is_embedded() {
        return;
    }
    assert_eq!(scenario.rows("PRAGMA foreign_key_check"), Vec::<String>::new());
    assert_eq!(scenario.rows("PRAGMA integrity_check"), ["ok"]);
}

#[test]
fn records_are_stored_in_the_order_of_lists() {
    let scenario = ImportScenario::full();
    let area = |number: usize, month: usize| {
        with_ids(&format!(r#"{{"id":"${number}","title":"A","created_at":"2025-0{month}-01T00:00:00Z"}}"#))
    };
    scenario.put("areas.ndjson", &[area(1, 3), area(2, 1), area(3, 2)].join("\n"));
    scenario.import();
    assert_eq!(scenario.rows("SELECT id FROM areas ORDER BY key"), [id(2), id(3), id(1)]);
}
