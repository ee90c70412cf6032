//! Example values. The records and problem texts are in `examples.json`, as the demo platform returns them;
//! `crates/cli/tests/examples.rs` compares the file with a new import.

use std::sync::LazyLock;

use folkmoot_model::resource::{Field, FieldType, Resource, Source};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

/// The URL of the demo platform.
pub const PLATFORM: &str = "https://participate.example.org";
/// The default locale of that platform.
const LOCALE: &str = "en";
/// The id of the example request.
pub const REQUEST_ID: &str = "ed0c16ae9cda4121-172";
/// The client ID in examples: a placeholder, because ids of clients are random.
pub const CLIENT_ID: &str = "YOUR_CLIENT_ID";
/// The client secret in examples.
pub const CLIENT_SECRET: &str = "YOUR_CLIENT_SECRET";
/// A cursor in examples.
pub const CURSOR: &str = "9WQdRrJ2nSnHxlAIy3bq0aXr4tZVYc0rY7mJ2TqT5uE8k1o";
/// When the example file was uploaded or updated.
pub const CHANGED_AT: &str = "2026-11-02T08:15:30.250Z";

/// The folder of files in URLs.
const FILES: &str = "/files";

static EXAMPLES: LazyLock<Examples> =
    LazyLock::new(|| serde_json::from_str(include_str!("examples.json")).unwrap_or_default());

/// The content of `examples.json`.
#[derive(Default, Deserialize)]
struct Examples {
    /// A record of each resource by its plural name, without download URLs.
    records: Map<String, Value>,
    /// A tombstone of each resource by its plural name.
    deleted: Map<String, Value>,
    /// The detail of each problem by its code.
    problems: Map<String, Value>,
}

/// The id of the example record of a resource.
pub fn id(plural: &str) -> Value {
    EXAMPLES.records.get(plural).map(|record| record["id"].clone()).unwrap_or_default()
}

/// A complete record. Examples refer to each other, and exist on the demo platform.
pub fn record(resource: &Resource) -> Value {
    let tombstone = || EXAMPLES.deleted.get("ideas");
    let stored = EXAMPLES.records.get(resource.names.plural).or_else(tombstone).cloned().unwrap_or_default();
    let fields = resource.fields.iter().filter(|field| field.is_returned);
    let values = fields.map(|field| {
        let value = match field.source {
            Source::DownloadUrl => download_url(FILES, &stored["id"]),
            _ => stored[field.name].clone(),
        };
        (field.name.to_owned(), value)
    });
    Value::Object(values.collect())
}

/// The tombstone of a record.
pub fn deleted_item(resource: &Resource) -> Value {
    EXAMPLES.deleted.get(resource.names.plural).cloned().unwrap_or_default()
}

/// The detail of a problem.
pub fn problem_detail(code: &str) -> Value {
    EXAMPLES.problems.get(code).cloned().unwrap_or_default()
}

/// The file that an upload of `sent` creates.
pub fn uploaded_file(files: &Resource, sent: &Value, size: usize) -> Value {
    let id = json!(Uuid::new_v5(&Uuid::NAMESPACE_URL, PLATFORM.as_bytes()));
    let mut file = record(files);
    for field in ["name", "category", "ai_processing_allowed", "description_multiloc"] {
        file[field] = sent[field].clone();
    }
    file["description"] = sent["description_multiloc"][LOCALE].clone();
    file["size"] = json!(size);
    file["mime_type"] = json!("text/plain");
    file["uploader_id"] = Value::Null;
    file["created_at"] = json!(CHANGED_AT);
    file["updated_at"] = json!(CHANGED_AT);
    file["url"] = download_url(FILES, &id);
    file["id"] = id;
    file
}

/// The example file after an update with `sent`.
pub fn updated_file(files: &Resource, sent: &Value) -> Value {
    let mut file = record(files);
    for (field, value) in sent.as_object().into_iter().flatten() {
        file[field] = value.clone();
    }
    file["updated_at"] = json!(CHANGED_AT);
    file
}

/// The download URL of a file in a folder of the platform.
pub fn download_url(folder: &str, id: &Value) -> Value {
    let (id, client) = (id.as_str().unwrap_or_default(), Uuid::new_v5(&Uuid::NAMESPACE_URL, b"client"));
    let holder = format!("client={client}&generation=0");
    let signature = "Mq0NrT8qlUEpAHYrWPEeXLXjvDLDPMjI52k9kLWVpPE";
    json!(format!("{PLATFORM}{folder}/{id}?expires=1793750400&{holder}&signature={signature}"))
}

/// The value of a field: that of the example record, or the field's own example if the record has none.
pub fn value(resource: &Resource, field: &Field) -> Value {
    let value = record(resource)[field.name].clone();
    if !is_empty(&value) {
        return value;
    }
    match field.kind {
        FieldType::Reference(other) => id(other),
        _ => serde_json::from_str(field.example).unwrap_or(value),
    }
}

/// Whether an example does not show what a value looks like.
pub fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}
