use crate::import::scenario::{ImportScenario, id, record, with_ids};

#[track_caller]
fn assert_error(file: &str, members: &str, expected: &str) {
    let scenario = ImportScenario::full();
    scenario.import();
    scenario.only(&format!("{file}.ndjson"), &[members]);
    assert_eq!(scenario.errors(), [format!("{file}.ndjson:1: {expected}")], "{members}");
}

#[test]
fn each_invalid_value_is_reported() {
    let idea = r#""id":"$90","title":"T","project_id":"$8""#;
    let given = |rest: &str| format!("{idea},{rest}");
    assert_error("ideas", &given(r#""budget":-1"#), "budget: expected an integer of at least 0, found -1");
    let found = "budget: expected an integer of at most 1000000000000000, found 1000000000000001";
    assert_error("ideas", &given(r#""budget":1000000000000001"#), found);
    assert_error("ideas", &given(r#""budget":1.0"#), "budget: expected an integer of at least 0, found 1.0");
    assert_error("ideas", &given(r#""images":{}"#), "images: expected a list of objects, found {}");
    assert_error(
        "ideas",
        &given(r#""custom_field_values":[1]"#),
        "custom_field_values: expected an object, found [1]",
    );
    assert_error(
        "ideas",
        &given(r#""published_at":"2025-02-30T00:00:00Z""#),
        "published_at: expected a timestamp such as 2025-03-18T08:15:30.250Z, found \"2025-02-30T00:00:00Z\"",
    );
    assert_error(
        "ideas",
        &given(r#""location_point":"POINT (4.35 90.5)""#),
        "location_point: expected a point such as POINT (4.35 50.85), longitude first, found \"POINT (4.35 90.5)\"",
    );
    assert_error(
        "ideas",
        &given(r#""publication_status":"hidden""#),
        "publication_status: expected one of draft, submitted, published, found \"hidden\"",
    );
    assert_error(
        "ideas",
        &given(r#""slug":"a\u0000b""#),
        "slug: expected text without NUL characters, found \"a\\u0000b\"",
    );
    assert_error(
        "ideas",
        &given(r#""custom_field_values":{"q":["a\u0000b"]}"#),
        "custom_field_values: expected text without NUL characters, found {\"q\":[\"a\\u0000b\"]}",
    );
    assert_error(
        "ideas",
        &given(r#""title_multiloc":{"en":"\ud800"}"#),
        "title_multiloc: expected text without unpaired surrogates, found {\"en\":\"\\ud800\"}",
    );
    assert_error(
        "ideas",
        &given(r#""slug":"\udc00""#),
        "slug: expected text without unpaired surrogates, found \"\\udc00\"",
    );
    assert_error(
        "ideas",
        &given(r#""body_multiloc":{"fr":"a","FR":"b"}"#),
        "body_multiloc: expected each locale only once, found FR twice",
    );
    assert_error(
        "ideas",
        &given(r#""body_multiloc":{"english":"x"}"#),
        "body_multiloc: expected locale codes such as en or nl-BE as keys, found english",
    );
    assert_error(
        "ideas",
        &given(r#""body_multiloc":{"en":5}"#),
        "body_multiloc: expected text for en, found 5",
    );
    assert_error("ideas", &given(r#""topic_ids":"x""#), "topic_ids: expected a list of UUIDs, found \"x\"");
    assert_error(
        "ideas",
        &given(&format!(r#""author_id":"{}""#, id(98))),
        &format!("author_id: expected the id of one of the users, found {}", id(98)),
    );
    assert_error("ideas", r#""id":"$90","title":"T""#, "project_id: expected a UUID, found nothing");
    assert_error(
        "ideas",
        r#""id":"$90","project_id":"$8""#,
        "title_multiloc: expected a map of locale codes to texts, found nothing",
    );
    assert_error(
        "projects",
        r#""id":"$8","slug":"s","title":"T","map_center_geojson":{"type":"Point","coordinates":[200,1]}"#,
        "map_center_geojson: expected a GeoJSON Point, found {\"type\":\"Point\",\"coordinates\":[200,1]}",
    );
    assert_error(
        "phases",
        r#""id":"$11","title":"V","participation_method":"voting","project_id":"$8","start_at":"2025-13-01""#,
        "start_at: expected a date such as 2025-03-18, found \"2025-13-01\"",
    );
    assert_error(
        "reactions",
        r#""id":"$90","mode":"up","reactable_id":"$12","reactable_type":"comment""#,
        &format!("reactable_id: expected the id of one of the comments, found {}", id(12)),
    );
    assert_error("baskets", r#""id":"$90""#, "project_id: expected a UUID, found nothing");
    assert_error(
        "baskets",
        r#""id":"$90","user_id":"$5","phase_id":"$11""#,
        &format!(
            "user_id, phase_id, project_id: expected a value that none of the other baskets has, found the same as in {}",
            id(19)
        ),
    );
}

#[test]
fn lines_that_are_not_records_are_reported() {
    let scenario = ImportScenario::new();
    let good = record(r#""id":"$1","title":"N""#);
    scenario
        .put("areas.ndjson", &format!("\u{feff}{good}\r\n\n{{\"id\":}}\n[1]\n{{}} x\n\"text\"\n{{\"id\""));
    assert_eq!(
        scenario.errors(),
        [
            "areas.ndjson:4: expected a JSON object, found expected value at character 7",
            "areas.ndjson:5: expected a JSON object, found [1]",
            "areas.ndjson:6: expected a JSON object, found trailing characters at character 4",
            "areas.ndjson:7: expected a JSON object, found \"text\"",
            "areas.ndjson:8: expected a JSON object, found EOF while parsing an object at character 5",
        ]
    );
}

#[test]
fn duplicates_are_reported_with_both_lines() {
    let scenario = ImportScenario::new();
    scenario.put("areas.ndjson", &(record(r#""id":"$1","title":"N""#) + &record(r#""id":"$1","title":"M""#)));
    assert_eq!(
        scenario.errors(),
        ["areas.ndjson:2: id: expected a value that no other line has, found the same as in line 1"]
    );
}

#[test]
fn a_reference_to_an_invalid_line_is_not_reported_again() {
    let scenario = ImportScenario::full();
    scenario.put("phases.ndjson", &record(r#""id":"$10","title":5,"participation_method":"voting","project_id":"$8","start_at":"2025-01-01""#));
    let errors = scenario.errors();
    assert!(errors[0].starts_with("phases.ndjson:1: title: expected text, found 5"), "{errors:?}");
    assert!(errors.iter().all(|line| !line.contains("creation_phase_id")), "{errors:?}");
}

#[test]
fn all_errors_of_a_line_are_reported_at_once() {
    let scenario = ImportScenario::full();
    scenario.import();
    scenario.only(
        "ideas.ndjson",
        &[
            r#""id":"$90","title":5,"project_id":"$97","author_id":"$98","topic_ids":["$3","$99"]"#,
            r#""id":"x","title":"T","project_id":"$97","topic_ids":["$99"]"#,
            r#""id":"$91","title":"T","project_id":"$8","budget":"x","topic_ids":["$3"]"#,
        ],
    );
    let expected = [
        "1: author_id: expected the id of one of the users, found $98",
        "1: project_id: expected the id of one of the projects, found $97",
        "1: title: expected text, found 5",
        "1: topic_ids: expected the id of one of the topics, found $99",
        "2: id: expected a UUID, found \"x\"",
        "2: project_id: expected the id of one of the projects, found $97",
        "2: topic_ids: expected the id of one of the topics, found $99",
        "3: budget: expected an integer of at least 0, found \"x\"",
    ];
    assert_eq!(scenario.errors(), expected.map(|line| with_ids(&format!("ideas.ndjson:{line}"))));
}

#[test]
fn comments_have_the_idea_of_their_parent() {
    let scenario = ImportScenario::full();
    scenario.import();
    scenario.only("comments.ndjson", &[r#""id":"$90","idea_id":"$13","body":"No","parent_id":"$15""#]);
    assert_eq!(
        scenario.errors(),
        [format!(
            "comments.ndjson:1: parent_id: expected the id of one of the comments with the same idea_id, found {}",
            id(15)
        )]
    );
}

#[test]
fn one_hundred_problems_are_reported_and_the_rest_counted() {
    let scenario = ImportScenario::new();
    scenario.put("areas.ndjson", &"{}\n".repeat(3_000));
    let error = scenario.try_import(false).unwrap_err().to_string();
    assert_eq!(error.lines().count(), 102);
    assert!(error.ends_with("… and 8900 more\n9000 errors; nothing was changed"), "{error}");
    assert!(error.starts_with("areas.ndjson:1: "));
}

#[test]
fn keys_are_spelled_as_the_locales_of_the_platform() {
    let scenario = ImportScenario::full();
    scenario.put(
        "topics.ndjson",
        &[
            r#""id":"$3","title_multiloc":{"NL-be":"\u0061","De-de":"b","en":"c"}"#,
            r#""id":"$4","title":"T""#,
        ]
        .map(record)
        .concat(),
    );
    scenario.put(
        "users.ndjson",
        &[r#""id":"$5","locale":"nl-be""#, r#""id":"$6","locale":"DE""#].map(record).concat(),
    );
    scenario.import();
    assert_eq!(
        scenario.rows("SELECT title_multiloc FROM topics ORDER BY id LIMIT 1"),
        [r#"{"nl-BE":"a","De-de":"b","en":"c"}"#]
    );
    assert_eq!(scenario.rows("SELECT locale FROM users ORDER BY id"), ["nl-BE", "DE"]);
}

#[test]
fn points_of_any_writer_are_stored_in_one_form() {
    let scenario = ImportScenario::full();
    let points =
        ["point(4.35 50.85)", "SRID=4326;POINT Z (4.35e0 +50.85 12)", "POINT (.5 50.)", "Point Empty"];
    let ideas = points.iter().zip(90..).map(|(point, number)| {
        record(&format!(r#""id":"${number}","title":"T","project_id":"$8","location_point":"{point}""#))
    });
    scenario.import();
    scenario.only("ideas.ndjson", &[]);
    scenario.put("ideas.ndjson", &ideas.collect::<String>());
    scenario.import();
    assert_eq!(
        scenario.rows("SELECT location_point FROM ideas ORDER BY key DESC LIMIT 4"),
        ["null", "POINT (0.5 50)", "POINT (4.35 50.85)", "POINT (4.35 50.85)"]
    );
}

#[test]
fn points_far_from_nearly_all_others_are_warned_about() {
    let scenario = ImportScenario::full();
    let lines = |points: &[(f64, f64)]| -> String {
        let lines = points.iter().zip(1000..).map(|((longitude, latitude), number)| {
            record(&format!(
                r#""id":"${number}","title":"T","project_id":"$8","location_point":"POINT ({longitude} {latitude})""#
            ))
        });
        lines.collect()
    };
    let mut points: Vec<(f64, f64)> =
        (0..60_i32).map(|n| (4.3 + f64::from(n) / 500.0, 50.8 + f64::from(n % 7) / 50.0)).collect();
    let warning = |lines: &str| {
        format!(
            "'location_point' in ideas.ndjson is far from nearly all other points, perhaps because longitude and latitude are \
             swapped: {lines}"
        )
    };
    scenario.import();
    scenario.only("ideas.ndjson", &[]);
    scenario.put("ideas.ndjson", &lines(&points));
    assert!(scenario.try_import(true).unwrap().warnings.is_empty());
    // A trip of 50 km is not unusual.
    (points[7], points[20], points[30]) = ((50.8, 4.3), (0.0, 0.0), (4.9, 50.6));
    scenario.put("ideas.ndjson", &lines(&points));
    assert_eq!(scenario.try_import(true).unwrap().warnings, [warning("2 lines, first at line 8")]);
    assert_eq!(scenario.import().warnings, [warning("2 lines, first at line 8")]);
    scenario.put("ideas.ndjson", &lines(&[(50.85, 4.35)]));
    assert_eq!(
        scenario.import().warnings,
        [warning("line 1")],
        "a later import is compared with stored points"
    );
    scenario.put("ideas.ndjson", &lines(&points[..10]));
    assert_eq!(scenario.import().warnings, [warning("line 8")]);
}

#[test]
fn unknown_fields_are_counted_and_derived_ones_ignored() {
    let scenario = ImportScenario::full();
    scenario.put(
        "topics.ndjson",
        &[3, 4].map(|n| record(&format!(r#""id":"${n}","title":"A","colour":1,"href":2"#))).concat(),
    );
    scenario.put(
        "reactions.ndjson",
        &record(r#""id":"$17","mode":"up","reactable_id":"$12","reactable_type":"idea","project_id":5"#),
    );
    assert_eq!(
        scenario.import().warnings,
        [
            "ignored unknown field 'colour' in topics.ndjson: 2 lines, first at line 1",
            "ignored unknown field 'href' in topics.ndjson: 2 lines, first at line 1",
        ]
    );
}

#[test]
fn many_unknown_fields_are_a_few_warnings() {
    let scenario = ImportScenario::new();
    let topic = |number: u32, field: &str| record(&format!(r#""id":"${number}","title":"A","{field}":1"#));
    let topics = (1..=2_000).map(|number| topic(number, if number == 1 { "first" } else { "x" }));
    scenario.put("topics.ndjson", &topics.collect::<String>());
    scenario.put("areas.ndjson", &(1..=100).map(|n| topic(n, &format!("field_{n}"))).collect::<String>());
    let warnings = scenario.import().warnings;
    assert_eq!(warnings.len(), 23, "{warnings:?}");
    assert_eq!(warnings[0], "ignored unknown field 'field_1' in areas.ndjson: line 1");
    let further = "ignored further unknown fields in areas.ndjson: 80 occurrences, first at line";
    assert!(warnings[20].starts_with(further), "{warnings:?}");
    assert_eq!(warnings[22], "ignored unknown field 'x' in topics.ndjson: 1,999 lines, first at line 2");
}
