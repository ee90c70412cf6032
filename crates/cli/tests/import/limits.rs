use crate::import::scenario::ImportScenario;

/// An idea with this member and an id of its own.
fn idea(number: usize, member: &str) -> String {
    format!(r#""id":"${}","title":"T","project_id":"$8",{member}"#, 90 + number)
}

/// An imported platform, and ideas to import.
fn scenario_with(ideas: &[String]) -> ImportScenario {
    let scenario = ImportScenario::full();
    scenario.import();
    scenario.only("ideas.ndjson", &ideas.iter().map(String::as_str).collect::<Vec<_>>());
    scenario
}

#[test]
fn images_are_absolute_http_urls() {
    let image =
        |url: &str| format!(r#""images":[{{"small":"https://town.example/a.png"}},{{"large":{url}}}]"#);
    let invalid = [
        r#""javascript:alert(1)""#,
        r#""/a.png""#,
        r#""ftp://town.example/a""#,
        r#""https://""#,
        r#""""#,
        "5",
    ];
    let ideas = invalid.iter().enumerate().map(|(number, url)| idea(number, &image(url)));
    let scenario = scenario_with(&ideas.collect::<Vec<_>>());
    let expected = invalid.iter().enumerate().map(|(number, url)| {
        let line = number + 1;
        format!("ideas.ndjson:{line}: images: expected an absolute http or https URL as large, found {url}")
    });
    assert_eq!(scenario.errors(), expected.collect::<Vec<_>>());
    let good = idea(0, &image(r#""http://town.example:80/é?x=1"},{"#));
    scenario.only("ideas.ndjson", &[&good]);
    scenario.import();
    assert_eq!(scenario.rows("SELECT COUNT(*) FROM ideas"), ["4"]);
}

#[test]
fn json_is_nested_at_most_64_levels_deep() {
    let nested = |levels: usize| {
        let (open, close) = ("[".repeat(levels - 1), "]".repeat(levels - 1));
        format!(r#""custom_field_values":{{"a":{open}{close}}}"#)
    };
    let scenario = scenario_with(&[idea(0, &nested(65)), idea(1, &nested(200_000)), idea(2, &nested(64))]);
    let expected = "custom_field_values: expected JSON nested at most 64 levels deep";
    assert_eq!(
        scenario.errors(),
        [
            format!("ideas.ndjson:1: {expected}, found 65 levels"),
            format!("ideas.ndjson:2: {expected}, found 200000 levels"),
        ]
    );
    scenario.only("ideas.ndjson", &[&idea(2, &nested(64))]);
    scenario.import();
    assert_eq!(scenario.rows("SELECT COUNT(*) FROM ideas"), ["4"]);
}
