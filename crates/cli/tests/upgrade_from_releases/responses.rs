//! All records that a server returns, and how they differ from those that an earlier release returned.

use folkmoot_model::resources::RESOURCES;
use serde_json::{Map, Value};

use crate::support::Caller;

/// All records and tombstones, by path. Without download URLs, which each server signs.
pub fn responses(caller: &Caller) -> Value {
    let mut all = Map::new();
    for resource in RESOURCES {
        let (plural, key) = (resource.names.plural, resource.names.list_key);
        let mut records = caller.crawl(&format!("/{plural}"), key, 24);
        for record in &mut records {
            record.as_object_mut().unwrap().remove("url");
        }
        all.insert(plural.to_owned(), Value::Array(records));
        if resource.calls.deleted {
            let path = format!("{plural}/deleted");
            all.insert(path.clone(), Value::Array(caller.crawl(&format!("/{path}"), "deleted_items", 24)));
        }
    }
    Value::Object(all)
}

/// What is missing or different. Further fields and resources are none: later releases may add them.
pub fn differences(expected: &Value, found: &Value) -> Vec<String> {
    let mut differences = Vec::new();
    compare(expected, found, "", &mut differences);
    differences
}

fn compare(expected: &Value, found: &Value, path: &str, differences: &mut Vec<String>) {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (name, value) in expected {
                compare(
                    value,
                    found.get(name).unwrap_or(&Value::Null),
                    &format!("{path}/{name}"),
                    differences,
                );
            }
        }
        (Value::Array(expected), Value::Array(found)) => {
            if expected.len() != found.len() {
                differences.push(format!("{path}: {} items, not {}", found.len(), expected.len()));
            }
            for (position, (expected, found)) in expected.iter().zip(found).enumerate() {
                compare(expected, found, &format!("{path}/{position}"), differences);
            }
        }
        _ if expected == found => {}
        _ => differences.push(format!("{path}: {found}, not {expected}")),
    }
}
