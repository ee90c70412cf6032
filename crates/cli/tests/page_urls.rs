//! URLs of pages of records on the platform, which are built from slugs.

use serde_json::{Value, json};

use crate::support::Data;
use crate::support::fixture::Platform;
use crate::support::stream::rows;

/// Slugs, and the last parts of the URLs of their pages.
const SLUGS: [(&str, Option<&str>); 6] = [
    ("", None),
    ("plain-slug_1.2~", Some("plain-slug_1.2~")),
    ("a b", Some("a%20b")),
    ("caf\u{e9}/?x=1#y", Some("caf%C3%A9%2F%3Fx%3D1%23y")),
    ("100%", Some("100%25")),
    ("\"><script>&'", Some("%22%3E%3Cscript%3E%26%27")),
];

#[test]
fn slugs_are_percent_encoded_and_an_empty_one_has_no_url() {
    let mut platform = Platform::full(SLUGS.len(), "2025-03-18T08:15:30.250Z");
    for plural in ["ideas", "projects"] {
        for (record, (slug, _)) in platform.records.get_mut(plural).unwrap().iter_mut().zip(SLUGS) {
            record["slug"] = json!(slug);
        }
    }
    let data = Data::with(&platform);
    let caller = data.serve();
    let url = caller.get("/ideas?fields=href,slug").ok()["ideas"].clone();
    assert_eq!(url.as_array().unwrap().len(), SLUGS.len());
    for plural in ["ideas", "projects"] {
        let listed = caller.get(&format!("/{plural}?page_size=24")).ok()[plural].clone();
        for record in listed.as_array().unwrap() {
            let (_, expected) = SLUGS.iter().find(|(slug, _)| record["slug"] == *slug).unwrap();
            let last = record["href"].as_str().map(|url| url.rsplit_once(&format!("/{plural}/")).unwrap().1);
            assert_eq!(last, *expected, "{plural}: {}", record["slug"]);
        }
        let csv = rows(&caller.get(&format!("/{plural}?format=csv&fields=slug,href")).text);
        assert!(csv.contains(&vec![String::new(), String::new()]), "{csv:?}");
        let lines = caller.get(&format!("/{plural}?format=ndjson")).text;
        let streamed: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(json!(streamed), listed);
    }
}
