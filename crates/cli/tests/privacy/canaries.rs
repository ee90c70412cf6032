//! Recognisable values in every text of a platform, and in every secret.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use folkmoot_model::resource::{Field, FieldType, PersonLink, Resource};
use folkmoot_model::resources::RESOURCES;
use serde_json::{Value, json};

use crate::support::fixture::Platform;

pub const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
/// In every text of a record, and in every value that a client sends.
pub const VALUE: &str = "numbatcanary";
/// [`VALUE`] as Base64, as at the beginning of contents of files.
pub const VALUE_IN_BASE64: &str = "bnVtYmF0Y2FuYXJ5";
/// In every secret of the settings, and in every wrong secret that a client sends.
pub const SECRET: &str = "quollsecret";

/// The secrets of the settings, as environment variables.
pub const SECRET_SETTINGS: &[(&str, &str)] = &[
    ("FOLKMOOT_KEYS_SECRET", "quollsecret of the signing keys, long enough"),
    ("FOLKMOOT_BACKUP_KEY", "quollsecret of the backups, long enough for a key"),
    ("FOLKMOOT_S3_SECRET_ACCESS_KEY", "quollsecret-of-the-storage"),
    ("FOLKMOOT_OPENID_CLIENT_SECRET", "quollsecret-of-the-provider"),
];

/// A platform with two records of every resource.
pub fn platform() -> Platform {
    let mut platform = Platform::full(2, CREATED_AT);
    for resource in RESOURCES {
        for (number, record) in
            platform.records.get_mut(resource.names.plural).unwrap().iter_mut().enumerate()
        {
            for field in resource.fields {
                add_canary(resource, field, number, record);
            }
        }
    }
    for (number, file) in platform.records.get_mut("files").unwrap().iter_mut().enumerate() {
        file["name"] = json!(format!("{VALUE}-{number}.txt"));
        file["content"] = json!(STANDARD.encode(format!("{VALUE} is in the content {number}")));
    }
    platform
}

fn add_canary(resource: &Resource, field: &Field, number: usize, record: &mut Value) {
    let plural = resource.names.plural;
    let text = format!("{VALUE}-{plural}-{}-{number}", field.name);
    let (name, value) = match field.kind {
        FieldType::Text if field.person == PersonLink::EmailAddress => {
            (field.name.to_owned(), json!(format!("{text}@mailbox.example")))
        }
        FieldType::Text if field.name != "locale" => (field.name.to_owned(), json!(text)),
        FieldType::Localised => (format!("{}_multiloc", field.name), json!({ "en": text })),
        FieldType::Object => (field.name.to_owned(), json!({ "question": text })),
        FieldType::Objects if field.name == "images" => {
            (field.name.to_owned(), json!([{ "small": format!("https://images.example/{text}.png") }]))
        }
        FieldType::Objects => (field.name.to_owned(), json!([{ "type": "moderator", "of": text }])),
        _ => return,
    };
    // Only fields that an import accepts.
    if let Some(member) = record.get_mut(&name) {
        *member = value;
    }
}

/// The first value that a text contains, with what surrounds it.
pub fn leak(text: &[u8], needles: &[String]) -> Option<String> {
    let text = String::from_utf8_lossy(text).to_lowercase();
    needles.iter().find_map(|needle| {
        let start = text.find(&needle.to_lowercase())?;
        let (from, to) = (start.saturating_sub(300), (start + 200).min(text.len()));
        let text = String::from_utf8_lossy(&text.as_bytes()[from..to]).into_owned();
        Some(format!("{needle} in …{text}…"))
    })
}

/// What must not appear anywhere, without the secrets that the program generates.
pub fn needles() -> Vec<String> {
    [VALUE, VALUE_IN_BASE64, SECRET].map(str::to_owned).into()
}

/// The files below a folder, with their names relative to it.
pub fn files_below(folder: &Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() { files.extend(files_below(&path)) } else { files.push(path) }
    }
    files
}

#[test]
fn every_personal_text_of_the_declarations_has_a_canary() {
    let platform = platform();
    for resource in RESOURCES {
        let record = platform.records[resource.names.plural][0].as_object().unwrap();
        for field in resource.fields.iter().filter(|field| field.is_personal()) {
            let name = match field.kind {
                FieldType::Localised => format!("{}_multiloc", field.name),
                FieldType::Text | FieldType::Object | FieldType::Objects if field.name != "locale" => {
                    field.name.to_owned()
                }
                _ => continue,
            };
            if let Some(value) = record.get(&name) {
                assert!(value.to_string().contains(VALUE), "{} {name}: {value}", resource.names.plural);
            }
        }
    }
    assert!(platform.records["users"][0]["email"].as_str().unwrap().ends_with("@mailbox.example"));
}
