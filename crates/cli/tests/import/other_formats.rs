//! Files that are not lines of JSON objects: each is reported once, as what it seems to be.

use crate::import::scenario::{ImportScenario, records, with_ids};

/// Ideas as records of the API.
fn ideas() -> String {
    records(&[r#""id":"$90","title":"T","project_id":"$8""#, r#""id":"$91","title":"U","project_id":"$8""#])
}

fn utf16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    format!("\u{feff}{text}").encode_utf16().flat_map(order).collect()
}

#[test]
fn a_file_in_another_format_is_named_once() {
    let array = format!("[{}]", ideas().trim().replace('\n', ","));
    let pretty = |json: &str| {
        serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(json).unwrap()).unwrap()
    };
    let page = format!(r#"{{"ideas":{array},"meta":{{"current_page":1,"total_pages":1}}}}"#);
    let an_array = "a JSON array; write each of its objects on a line, without the brackets";
    let a_list =
        "a list as the API returns it; write each of its records on a line, or request format=ndjson";
    let in_utf16 = "text in UTF-16; save it as UTF-8";
    let files: [(Vec<u8>, &str); 13] = [
        (array.clone().into_bytes(), an_array),
        (pretty(&array).into_bytes(), an_array),
        (format!("\u{feff}\n [\n{array}]").into_bytes(), an_array),
        (page.clone().into_bytes(), a_list),
        (pretty(&page).into_bytes(), a_list),
        (
            pretty(ideas().lines().next().unwrap()).into_bytes(),
            "a JSON object on several lines; write each object on one line",
        ),
        (with_ids("id,title\r\n$90,T\r\n").into_bytes(), "CSV"),
        (with_ids("\u{feff}\"id\";\"title\"\n$90;T\n").into_bytes(), "CSV"),
        (utf16(&ideas(), u16::to_le_bytes), in_utf16),
        (utf16(&ideas(), u16::to_be_bytes), in_utf16),
        (b"PK\x03\x04\x14\0\x06\0\n\n".to_vec(), "a ZIP archive, which may be a spreadsheet (.xlsx or .ods)"),
        (b"\x1f\x8b\x08\0\n\n".to_vec(), "a gzip file, whose name must end in .ndjson.gz"),
        (b"<!DOCTYPE html>\n<p>Sign in</p>\n".to_vec(), "HTML or XML"),
    ];
    for (content, found) in files {
        let scenario = ImportScenario::full();
        std::fs::write(scenario.path("ideas.ndjson"), content).unwrap();
        let expected = format!("ideas.ndjson: expected a JSON object on each line, found {found}");
        assert_eq!(scenario.errors(), [expected]);
    }
}

#[test]
fn errors_of_other_files_are_reported_with_it() {
    let scenario = ImportScenario::full();
    scenario.put("ideas.ndjson", "[]");
    scenario.put("deleted_items.ndjson", r#"{"deleted_items":[],"meta":{"current_page":1,"total_pages":0}}"#);
    scenario.put("topics.ndjson", "{}\n");
    let errors = scenario.errors();
    assert!(errors[0].starts_with("deleted_items.ndjson: expected a JSON object on each line"), "{errors:?}");
    assert!(
        errors.iter().any(|error| error.starts_with("ideas.ndjson: expected a JSON object on")),
        "{errors:?}"
    );
    assert!(errors.iter().any(|error| error.starts_with("topics.ndjson:1: id: ")), "{errors:?}");
    assert!(!errors.iter().any(|error| error.contains("the id of one of the ideas")), "{errors:?}");
}

#[test]
fn text_in_another_encoding_is_named() {
    let scenario = ImportScenario::full();
    scenario.import();
    let mut latin1 = ideas().replace("\"T\"", "\"caf_\"").into_bytes();
    let position = latin1.iter().position(|byte| *byte == b'_').unwrap();
    latin1[position] = 0xe9;
    std::fs::write(scenario.path("ideas.ndjson"), latin1).unwrap();
    let encoding = "bytes in another encoding, perhaps Latin-1 (ISO 8859-1) or Windows-1252";
    assert_eq!(scenario.errors(), [format!("ideas.ndjson:1: expected UTF-8, found {encoding}")]);
    let joined = ideas().replace('\n', "\n\u{feff}");
    scenario.put("ideas.ndjson", joined.trim_end_matches('\u{feff}'));
    assert_eq!(scenario.errors(), ["ideas.ndjson:2: expected a JSON object, found a byte order mark"]);
    // At the beginning of a file, it is accepted.
    scenario.put("ideas.ndjson", &format!("\u{feff}{}", ideas()));
    scenario.import();
}

#[test]
fn a_platform_in_another_encoding_is_named() {
    for (content, expected) in [
        (b"{\"name\":\"caf\xe9\"}".to_vec(), "the byte 0xE9 is not UTF-8, but perhaps Latin-1"),
        (utf16("{}", u16::to_le_bytes), "it is in UTF-16; use UTF-8"),
    ] {
        let scenario = ImportScenario::new();
        std::fs::write(scenario.path("platform.json"), content).unwrap();
        let error = scenario.try_import(false).unwrap_err().to_string();
        assert!(error.starts_with("failed to read platform.json: ") && error.contains(expected), "{error}");
    }
}
