//! Records of a vendor with odd values: every field with every kind of value that a platform may send.

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{FILES, RESOURCES};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::mirror::vendor::Records;

/// What no output of a mirror may contain.
pub const CANARY: &str = "canary";
/// More than an import accepts as a line.
const TOO_LONG_BYTES: usize = 17 << 20;

/// The values that replace that of a field.
fn odd_values(field: &str, value: &Value, own_id: &str) -> Vec<Option<Value>> {
    let nested = (0..70).fold(json!({}), |inner, _| json!({ "canary": inner }));
    let mut values = vec![
        None,
        Some(Value::Null),
        Some(json!(-1)),
        Some(json!(10.5)),
        Some(json!(i64::MAX)),
        Some(json!(true)),
        Some(json!("canary")),
        Some(json!("canary \0")),
        Some(json!("canary %odd-surrogate%")),
        Some(json!("%odd-number%")),
        Some(json!("2025-02-30T25:61:00")),
        Some(json!([])),
        Some(json!([null, "canary"])),
        Some(json!({ "canary %odd-surrogate%": "canary" })),
        Some(nested),
        Some(json!(Uuid::from_u128(0xdead))),
        Some(json!(own_id)),
    ];
    // The URL of a page contains its slug, which is not escaped.
    values.extend((field != "slug").then(|| Some(json!("POINT EMPTY"))));
    if let Some(text) = value.as_str().filter(|_| !["id", "user_id"].contains(&field)) {
        let case = text.chars().map(|letter| {
            if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
        });
        values.push(Some(json!(case.collect::<String>())));
    }
    values
}

/// A record in which a field has another value, or is absent.
fn with_odd(record: &Value, field: &str, odd: Option<&Value>) -> Value {
    let mut changed = record.clone();
    let members = changed.as_object_mut().unwrap();
    match odd {
        Some(odd) => _ = members.insert(field.to_owned(), odd.clone()),
        None => _ = members.remove(field),
    }
    changed
}

fn list(resource: &Resource, locale: &str) -> (String, String) {
    (resource.names.plural.to_owned(), locale.to_owned())
}

/// Adds a copy of the newest record of each resource with ids for each odd value of each field, values that are not records, and
/// odd tombstones. Returns the number of what was added.
pub fn add_odd_copies(records: &mut Records, locales: &[&str]) -> u64 {
    let mut added = 0;
    let mut number = 0;
    for resource in RESOURCES.iter().filter(|resource| resource.has_id()) {
        let first = records.lists[&list(resource, locales[0])][0].clone();
        for (field, value) in first.as_object().unwrap() {
            let copies = odd_values(field, value, "").len();
            for kind in 0..copies {
                number += 1;
                let id = Uuid::from_u128(0x0dd0_0000_0000 + number).to_string();
                for locale in locales {
                    let rows = records.lists.get_mut(&list(resource, locale)).unwrap();
                    let mut copy = rows.iter().find(|row| row["id"] == first["id"]).unwrap().clone();
                    copy["id"] = json!(id);
                    if resource.names.plural == "baskets" {
                        // A person has one basket in a phase.
                        copy["user_id"] = Value::Null;
                    }
                    let odd = odd_values(field, value, &id)[kind].clone();
                    rows.push(with_odd(&copy, field, odd.as_ref()));
                }
                added += 1;
                if resource.names.plural == FILES.names.plural {
                    let project = records.project_of_file[first["id"].as_str().unwrap()].clone();
                    records.project_of_file.insert(id, project);
                }
            }
        }
    }
    for resource in RESOURCES {
        for locale in locales {
            let none = [json!(null), json!("canary"), json!([{ "canary": 1 }])];
            records.lists.get_mut(&list(resource, locale)).unwrap().extend(none);
        }
        added += 3;
    }
    let (id, at) = (Uuid::from_u128(7), "2025-03-18T08:15:30.250Z");
    let tombstones = [
        json!(null),
        json!({ "id": null, "type": "idea", "deleted_at": at }),
        json!({ "id": id, "type": "idea", "deleted_at": null }),
        json!({ "id": id, "type": "idea", "deleted_at": "canary" }),
    ];
    added += tombstones.len() as u64;
    records.deleted.get_mut("ideas").unwrap().extend(tombstones);
    added
}

/// Makes a record that is longer than an import accepts.
pub fn make_too_long(records: &mut Records, locales: &[&str]) {
    for locale in locales {
        let ideas = records.lists.get_mut(&("ideas".to_owned(), (*locale).to_owned())).unwrap();
        ideas[2]["body"] = json!("x".repeat(TOO_LONG_BYTES));
    }
}

/// Makes the newest record of each resource invalid: its time of creation is unknown.
pub fn make_newest_invalid(records: &mut Records, locales: &[&str]) {
    for resource in RESOURCES {
        for locale in locales {
            let rows = records.lists.get_mut(&list(resource, locale)).unwrap();
            rows[0]["created_at"] = json!("canary");
        }
    }
}
