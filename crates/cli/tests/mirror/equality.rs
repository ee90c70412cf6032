//! Compares two platforms: every list, item and tombstone in every locale, byte for byte.

use folkmoot_model::resources::RESOURCES;
use serde_json::Value;

use crate::support::Caller;

/// Fails unless a mirror returns what its source returns. Download URLs differ.
#[track_caller]
pub fn assert_equal(source: &Caller, mirror: &Caller, locales: &[&str]) {
    for resource in RESOURCES {
        let plural = resource.names.plural;
        for locale in locales {
            let ids = compare_list(source, mirror, &format!("/{plural}?locale={locale}"));
            for id in ids {
                compare(source, mirror, &format!("/{plural}/{id}?locale={locale}"));
            }
        }
        if resource.calls.deleted {
            compare_list(source, mirror, &format!("/{plural}/deleted?"));
        }
    }
    for area in source.crawl("/areas", "areas", 24) {
        compare_list(source, mirror, &format!("/projects?area_ids={}", area["id"].as_str().unwrap()));
    }
    for project in source.crawl("/projects", "projects", 24) {
        compare_list(source, mirror, &format!("/files?project_id={}", project["id"].as_str().unwrap()));
    }
}

/// Fails unless a mirror returns the records of its source, whatever the order of rows without an id. Some resources are left
/// out.
#[track_caller]
pub fn assert_lists_equal(source: &Caller, mirror: &Caller, locales: &[&str], except: &[&str]) {
    for resource in RESOURCES.iter().filter(|resource| !except.contains(&resource.names.plural)) {
        for locale in locales {
            let path = format!("/{}?locale={locale}", resource.names.plural);
            let records = |caller: &Caller| {
                let records = caller.crawl(&path, resource.names.list_key, 24);
                let mut texts: Vec<String> =
                    records.iter().map(|record| without_urls(&record.to_string())).collect();
                texts.sort();
                texts
            };
            assert_eq!(records(mirror), records(source), "{path}");
        }
    }
}

/// Compares all pages of a list, and returns the ids of its records.
fn compare_list(source: &Caller, mirror: &Caller, path: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for number in 1.. {
        let page = compare(source, mirror, &format!("{path}&page_size=24&page_number={number}"));
        let records = page.as_object().unwrap().values().find_map(Value::as_array).unwrap();
        ids.extend(records.iter().filter_map(|record| record["id"].as_str().map(str::to_owned)));
        if number >= page["meta"]["total_pages"].as_u64().unwrap() {
            return if path.contains("deleted") { Vec::new() } else { ids };
        }
    }
    ids
}

fn compare(source: &Caller, mirror: &Caller, path: &str) -> Value {
    let (expected, found) = (source.get(path), mirror.get(path));
    assert_eq!((expected.status, found.status), (200, 200), "{path}: {}", found.text);
    assert_eq!(without_urls(&found.text), without_urls(&expected.text), "{path}");
    expected.json()
}

/// A response without download URLs.
fn without_urls(text: &str) -> String {
    let mut parts = text.split("\"url\":\"");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (url, rest) = part.split_once('"').unwrap();
        assert!(url.starts_with("http"), "{url}");
        out.push_str(rest);
    }
    out
}
