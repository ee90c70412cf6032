//! Variants of CSV: delimiters, and the byte order mark.

use serde_json::json;

use crate::streams::{accepting, idea, ideas, serve};
use crate::support::root;

/// A platform whose first idea has this title.
fn titled(title: &str) -> crate::support::fixture::Platform {
    let mut platform = ideas(0, 0);
    let mut idea = idea(0, 1);
    idea["title_multiloc"] = json!({ "en": title });
    platform.add("ideas", idea);
    platform
}

#[test]
fn csv_has_the_requested_delimiter_and_byte_order_mark() {
    let (_data, caller) = serve(&titled("a,b;c\td"), &[]);
    for (query, expected) in [
        ("", "\u{feff}title,proposed_budget\r\n\"a,b;c\td\",1\r\n"),
        ("&delimiter=comma&bom=true", "\u{feff}title,proposed_budget\r\n\"a,b;c\td\",1\r\n"),
        ("&bom=false", "title,proposed_budget\r\n\"a,b;c\td\",1\r\n"),
        ("&delimiter=semicolon", "\u{feff}title;proposed_budget\r\n\"a,b;c\td\";1\r\n"),
        ("&delimiter=tab&bom=false", "title\tproposed_budget\r\n\"a,b;c\td\"\t1\r\n"),
        ("&delimiter=&bom=", "\u{feff}title,proposed_budget\r\n\"a,b;c\td\",1\r\n"),
    ] {
        let path = format!("/ideas?fields=title,proposed_budget{query}");
        assert_eq!(caller.get(&format!("{path}&format=csv")).text, expected, "{query}");
        assert_eq!(accepting(&caller, &path, "text/csv").text, expected, "{query}");
    }
    let deleted = caller.get("/ideas/deleted?format=csv&bom=false&delimiter=semicolon").text;
    assert!(deleted.starts_with("id;type;deleted_at\r\n"), "{deleted}");
}

#[test]
fn variants_of_csv_need_csv() {
    let (_data, caller) = serve(&ideas(1, 1), &[]);
    for query in ["bom=false", "bom=true&format=json", "delimiter=tab&format=ndjson"] {
        for path in ["/ideas", "/ideas/deleted"] {
            let refused = caller.get(&format!("{path}?{query}"));
            assert_eq!(refused.problem(), "invalid-parameter-value", "{query}");
            let detail = refused.json()["detail"].as_str().unwrap().to_owned();
            assert!(detail.contains("to be used with format=csv"), "{detail}");
        }
    }
    for (query, allowed) in
        [("bom=no", json!(["true", "false"])), ("delimiter=;", json!(["comma", "semicolon", "tab"]))]
    {
        let refused = caller.get(&format!("/ideas?format=csv&{query}"));
        assert_eq!(refused.problem(), "invalid-parameter-value-enum", "{query}");
        assert_eq!(refused.json()["allowed_values"], allowed, "{query}");
    }
}

mod requires_tools {
    use super::*;

    #[test]
    fn python_reads_each_variant_of_csv() {
        let python = root().join(".venv/bin/python");
        crate::support::require(python.exists(), "pandas");
        let (data, caller) = serve(&titled("a,b;c\td"), &[]);
        for (delimiter, character) in [("comma", ","), ("semicolon", ";"), ("tab", "\t")] {
            let path = format!("/ideas?format=csv&bom=false&delimiter={delimiter}");
            let file = data.path().join("ideas.csv");
            std::fs::write(&file, caller.get(&path).text).unwrap();
            let program =
                "import pandas, sys; print(pandas.read_csv(sys.argv[1], sep=sys.argv[2])['title'][0])";
            let output = std::process::Command::new(&python)
                .args(["-c", program])
                .arg(file)
                .arg(character)
                .output()
                .unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), "a,b;c\td\n", "{delimiter}");
        }
    }
}
