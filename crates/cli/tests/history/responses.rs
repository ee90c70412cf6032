//! Objects in responses.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::Value;

use crate::history::recording::{Kind, Position, State};

/// A file of the public API.
pub fn file(record: &Value) -> State {
    let fields = [
        ("name", text(&record["name"])),
        ("description", record["description_multiloc"]["en"].as_str().unwrap_or_default().to_owned()),
    ];
    State {
        id: text(&record["id"]),
        kind: Kind::File,
        created_at: milliseconds(&record["created_at"]),
        version: milliseconds(&record["updated_at"]),
        fields: BTreeMap::from(fields),
    }
}

/// A client of the admin API.
pub fn client(record: &Value) -> State {
    let fields = [("name", text(&record["name"])), ("status", text(&record["status"]))];
    State {
        id: text(&record["id"]),
        kind: Kind::Client,
        created_at: milliseconds(&record["created_at"]),
        version: record["version"].as_i64().unwrap(),
        fields: BTreeMap::from(fields),
    }
}

/// The position of a deleted item in its list.
pub fn deleted_item(item: &Value) -> Position {
    (milliseconds(&item["deleted_at"]), text(&item["id"]))
}

/// The objects of a list in a response.
pub fn all<T>(list: &Value, object: impl FnMut(&Value) -> T) -> Vec<T> {
    list.as_array().unwrap().iter().map(object).collect()
}

/// A text.
pub fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn milliseconds(value: &Value) -> i64 {
    value.as_str().unwrap().parse::<Timestamp>().unwrap().as_millisecond()
}

/// The files in a page of changes; `None` if they are deleted.
pub fn changes(page: &Value) -> Vec<(String, Option<State>)> {
    all(&page["changes"], |change| {
        let record = &change["record"];
        (text(&change["id"]), (!record.is_null()).then(|| file(record)))
    })
}

/// Applies changes to a copy.
pub fn apply(changes: &[(String, Option<State>)], copy: &mut BTreeMap<String, State>) {
    for (id, state) in changes {
        match state {
            Some(state) => drop(copy.insert(id.clone(), state.clone())),
            None => drop(copy.remove(id)),
        }
    }
}

/// The clients in a list that processes created.
pub fn clients(list: &Value) -> Vec<State> {
    all(list, client).into_iter().filter(|client| client.fields["name"].starts_with('c')).collect()
}
