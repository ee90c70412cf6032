use crate::place::Place;

/// An idea with this member and an id of its own.
fn idea(number: usize, member: &str) -> String {
    format!(r#""id":"${}","title":"T","project_id":"$8",{member}"#, 90 + number)
}

/// A platform that is there already, and ideas to import.
fn place_with(ideas: &[String]) -> Place {
    let place = Place::full();
    place.import();
    place.only("ideas.ndjson", &ideas.iter().map(String::as_str).collect::<Vec<_>>());
    place
}

#[test]
fn images_are_absolute_http_urls() {
    let image =
        |url: &str| format!(r#""images":[{{"small":"https://town.example/a.png"}},{{"large":{url}}}]"#);
    let wrong = [
        r#""javascript:alert(1)""#,
        r#""/a.png""#,
        r#""ftp://town.example/a""#,
        r#""https://""#,
        r#""""#,
        "5",
    ];
    let ideas = wrong.iter().enumerate().map(|(number, url)| idea(number, &image(url)));
    let place = place_with(&ideas.collect::<Vec<_>>());
    let expected = wrong.iter().enumerate().map(|(number, url)| {
        let line = number + 1;
        format!("ideas.ndjson:{line}: images: expected an absolute http or https URL as large, found {url}")
    });
    assert_eq!(place.wrong(), expected.collect::<Vec<_>>());
    let good = idea(0, &image(r#""http://town.example:80/é?x=1"},{"#));
    place.only("ideas.ndjson", &[&good]);
    place.import();
    assert_eq!(place.rows("SELECT COUNT(*) FROM ideas"), ["4"]);
}

#[test]
fn json_is_nested_at_most_64_levels_deep() {
    let nested = |levels: usize| {
        let (open, close) = ("[".repeat(levels - 1), "]".repeat(levels - 1));
        format!(r#""custom_field_values":{{"a":{open}{close}}}"#)
    };
    let place = place_with(&[idea(0, &nested(65)), idea(1, &nested(200_000)), idea(2, &nested(64))]);
    let expected = "custom_field_values: expected JSON nested at most 64 levels deep";
    assert_eq!(
        place.wrong(),
        [
            format!("ideas.ndjson:1: {expected}, found 65 levels"),
            format!("ideas.ndjson:2: {expected}, found 200000 levels"),
        ]
    );
    place.only("ideas.ndjson", &[&idea(2, &nested(64))]);
    place.import();
    assert_eq!(place.rows("SELECT COUNT(*) FROM ideas"), ["4"]);
}
