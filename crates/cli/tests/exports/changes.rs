//! The cursor of an export.

use std::collections::BTreeMap;

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use serde_json::{Value, json};

use crate::exports::setup::{Setup, file};
use crate::support::Data;
use crate::support::fixture::{Platform, id, record, resource};

const AT: &str = "2025-03-18T08:15:30.250Z";
const COUNT: usize = 3;

type Records = BTreeMap<(&'static str, String), Value>;

fn key(resource: &'static Resource, record: &Value) -> (&'static str, String) {
    let ids = resource.identity().iter().map(|name| record[*name].as_str().unwrap_or_default());
    (resource.names.plural, ids.collect::<Vec<_>>().join(" "))
}

/// Adds a record without its download URL, which exports do not contain.
fn insert(records: &mut Records, resource: &'static Resource, record: &Value) {
    let mut record = record.clone();
    if resource.names.plural == "files" {
        record.as_object_mut().unwrap().shift_remove("url");
    }
    records.insert(key(resource, &record), record);
}

fn readable(export: &Value) -> impl Iterator<Item = &'static Resource> {
    RESOURCES.iter().copied().filter(|resource| {
        export["resources"].as_array().unwrap().iter().any(|plural| *plural == resource.names.plural)
    })
}

/// The records of an export.
fn exported(setup: &Setup, export: &Value) -> Records {
    let mut records = Records::new();
    for resource in readable(export) {
        let url = &file(export, &format!("{}.ndjson", resource.names.plural))["url"];
        for line in setup.download(url, &[]).text.lines() {
            insert(&mut records, resource, &serde_json::from_str(line).unwrap());
        }
    }
    records
}

/// The records of the lists.
fn listed(setup: &Setup, client: &str, export: &Value) -> Records {
    let mut records = Records::new();
    for resource in readable(export) {
        let list = setup.get(client, &format!("/{}?page_size=24", resource.names.plural)).ok();
        assert!(list["meta"]["total_pages"].as_u64().unwrap() <= 1, "{}", resource.names.plural);
        for record in list[resource.names.list_key].as_array().unwrap() {
            insert(&mut records, resource, record);
        }
    }
    records
}

/// Applies all changes after a cursor. Returns their number.
fn apply(setup: &Setup, client: &str, mut cursor: String, records: &mut Records) -> usize {
    let mut count = 0;
    loop {
        let page = setup.get(client, &format!("/changes?limit=5&after={cursor}")).ok();
        for change in page["changes"].as_array().unwrap() {
            count += 1;
            let resource = resource(change["resource"].as_str().unwrap());
            if change["action"] == "upsert" {
                insert(records, resource, &change["record"]);
            } else {
                let gone = if change["id"].is_null() { &change["record"] } else { change };
                records.remove(&key(resource, gone));
            }
        }
        page["meta"]["next"].as_str().unwrap().clone_into(&mut cursor);
        if page["meta"]["more"] == false {
            return count;
        }
    }
}

#[test]
fn an_export_with_the_changes_after_its_cursor_is_what_the_lists_return() {
    let mut platform = Platform::full(COUNT, AT);
    platform.records.remove("deleted_items");
    let setup = Setup::over(Data::with(&platform), &[]);
    let clients = ["full", "anonymous", "public"].map(|level| setup.client(level, "all"));
    let exports: Vec<Value> = ["full", "anonymous", "public"]
        .iter()
        .zip(&clients)
        .map(|(level, client)| {
            setup.export(&json!({ "access": level, "formats": ["ndjson"] }));
            setup.listed(client).remove(0)
        })
        .collect();
    let mut copies: Vec<Records> = exports.iter().map(|export| exported(&setup, export)).collect();
    for ((client, export), copy) in clients.iter().zip(&exports).zip(&copies) {
        assert_eq!(*copy, listed(&setup, client, export), "{}", export["access"]);
    }
    assert!(copies[0].len() >= RESOURCES.len());

    let mut changed = Platform::empty();
    for plural in ["areas", "project_folders", "projects", "users"] {
        changed.add(plural, record(resource(plural), COUNT, AT));
    }
    for (plural, field) in [("projects", "title_multiloc"), ("ideas", "title_multiloc")] {
        let mut record = record(resource(plural), 0, AT);
        record[field] = json!({ "en": "Changed" });
        changed.add(plural, record);
    }
    let kind = resource("comments").names.deleted_type;
    changed.add("deleted_items", json!({ "id": id("comments", 1), "type": kind, "deleted_at": AT }));
    setup.data.import(&changed);
    setup.server.wait_for_changes();
    for ((client, export), copy) in clients.iter().zip(&exports).zip(&mut copies) {
        let level = &export["access"];
        let before = copy.clone();
        let cursor = export["changes"].as_str().unwrap().to_owned();
        let count = apply(&setup, client, cursor, copy);
        assert!(count > 0 && *copy != before, "{level}: {count} changes");
        assert_eq!(*copy, listed(&setup, client, export), "{level}");
    }
}
