use crate::place::Place;

const IDEA: &str = r#""id":"$90","title":"T","project_id":"$8""#;

/// The errors of one record of a file, on a platform that is there already.
#[track_caller]
fn wrong(file: &str, members: &str, expected: &str) {
    let place = Place::full();
    place.import();
    place.only(file, &[members]);
    assert_eq!(place.wrong(), [format!("{file}:1: {expected}")]);
}

#[test]
fn images_are_absolute_http_urls() {
    for url in ["javascript:alert(1)", "/a.png", "ftp://town.example/a.png", "https://", "http:a", ""] {
        wrong(
            "ideas.ndjson",
            &format!(r#"{IDEA},"images":[{{"small":"https://town.example/a.png"}},{{"large":"{url}"}}]"#),
            &format!("images: expected an absolute http or https URL as large, found \"{url}\""),
        );
    }
    wrong(
        "projects.ndjson",
        r#""id":"$8","slug":"s","title":"T","images":[{"small":5}]"#,
        "images: expected an absolute http or https URL as small, found 5",
    );
    let place = Place::full();
    place.import();
    place.only(
        "ideas.ndjson",
        &[&format!(r#"{IDEA},"images":[{{"a":"http://town.example:80/é?x=1"}},{{}}]"#)],
    );
    place.import();
}

#[test]
fn json_is_nested_at_most_64_levels_deep() {
    let idea = |levels: usize| {
        let (open, close) = ("[".repeat(levels - 1), "]".repeat(levels - 1));
        format!(r#"{IDEA},"custom_field_values":{{"a":{open}{close}}}"#)
    };
    for levels in [65, 200_000] {
        let expected = "custom_field_values: expected JSON that is nested at most 64 levels deep";
        wrong("ideas.ndjson", &idea(levels), &format!("{expected}, found {levels} levels"));
    }
    let place = Place::full();
    place.import();
    place.only("ideas.ndjson", &[&idea(64)]);
    place.import();
}
