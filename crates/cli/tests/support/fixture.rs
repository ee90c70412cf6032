//! Platforms generated from the declarations: any number of records of every resource.

use std::collections::BTreeMap;
use std::path::Path;

use folkmoot_model::resource::{DefaultValue, FieldType, Resource, Source};
use folkmoot_model::resources::RESOURCES;
use serde_json::{Map, Value, json};
use uuid::Uuid;

/// The records of a platform.
pub struct Platform {
    /// `platform.json`.
    pub about: Value,
    /// The records of each resource, by its plural name.
    pub records: BTreeMap<String, Vec<Value>>,
}

impl Platform {
    /// A platform without records, in English, Dutch and French.
    pub fn empty() -> Self {
        let about = json!({
            "name": "Testham",
            "address": "https://testham.example",
            "locales": ["en", "nl-BE", "fr-BE"],
        });
        Self { about, records: BTreeMap::new() }
    }

    /// A platform with `count` records of every resource, all created at `created_at`.
    pub fn full(count: usize, created_at: &str) -> Self {
        let mut platform = Self::empty();
        for resource in RESOURCES {
            for number in 0..count {
                platform.add(resource.names.plural, record(resource, number, created_at));
            }
        }
        platform
    }

    /// Adds a record.
    pub fn add(&mut self, plural: &str, record: Value) {
        self.records.entry(plural.to_owned()).or_default().push(record);
    }

    /// A name that only equal platforms have.
    pub fn name(&self) -> String {
        let content = json!([self.about, self.records]).to_string();
        format!("platform-{}", Uuid::new_v5(&Uuid::NAMESPACE_OID, content.as_bytes()).simple())
    }

    /// Writes the directory that `folkmoot import` reads.
    pub fn write(&self, directory: &Path) {
        std::fs::write(directory.join("platform.json"), self.about.to_string()).unwrap();
        for (plural, records) in &self.records {
            let lines: Vec<String> = records.iter().map(Value::to_string).collect();
            std::fs::write(directory.join(format!("{plural}.ndjson")), lines.join("\n")).unwrap();
        }
    }
}

/// The id of the n-th record of a resource.
pub fn id(plural: &str, number: usize) -> String {
    Uuid::new_v5(&Uuid::NAMESPACE_OID, format!("{plural}/{number}").as_bytes()).to_string()
}

/// The resource with this plural name.
pub fn resource(plural: &str) -> &'static Resource {
    RESOURCES.iter().find(|resource| resource.names.plural == plural).unwrap()
}

/// The n-th record of a resource: every field that an import accepts, with references to the n-th records of others.
pub fn record(resource: &Resource, number: usize, created_at: &str) -> Value {
    let mut record = Map::new();
    for field in resource.fields {
        let is_accepted = match field.source {
            Source::Stored => true,
            Source::Derived(derived) => derived.may_be_given,
            _ => false,
        };
        if is_accepted
            && let Some((name, value)) = value(resource, field.name, field.kind, number, created_at)
        {
            record.insert(name, value);
        }
    }
    if resource.names.plural == "files" {
        record.insert("name".to_owned(), json!(format!("notes-{number}.txt")));
        record.insert("content".to_owned(), json!("Tm90ZXMgb2YgdGhlIG1lZXRpbmcu"));
    }
    Value::Object(record)
}

fn value(
    resource: &Resource,
    name: &str,
    field_type: FieldType,
    number: usize,
    created_at: &str,
) -> Option<(String, Value)> {
    let field = resource.field(name)?;
    let value = match field_type {
        FieldType::Id => json!(id(resource.names.plural, number)),
        // A record cannot refer to itself.
        FieldType::Reference(other) if other == resource.names.plural => return None,
        FieldType::Reference(other) => json!(id(other, number)),
        FieldType::Reactable(_) => json!(id("ideas", number)),
        FieldType::ForeignId(resource) => json!(id(resource, number)),
        FieldType::Text if name == "locale" => json!("en"),
        FieldType::Text => json!(format!("{name}-{number}")),
        FieldType::OneOf(values) => json!(values.values().next()),
        FieldType::Integer(minimum) => json!(minimum + 1),
        FieldType::Boolean => json!(field.default == DefaultValue::NewRecord("true")),
        FieldType::Timestamp => json!(created_at),
        FieldType::Date => json!("2025-03-01"),
        FieldType::Localised => {
            let map = json!({ "en": format!("{name} {number}"), "nl-BE": format!("{name} {number} in het Nederlands") });
            return Some((format!("{name}_multiloc"), map));
        }
        FieldType::Multiloc(_) | FieldType::Url => return None,
        FieldType::Point => json!("POINT (4.35 50.85)"),
        FieldType::GeoPoint => json!({ "type": "Point", "coordinates": [4.35, 50.85] }),
        FieldType::Object => json!({}),
        FieldType::Objects => json!([]),
    };
    Some((name.to_owned(), value))
}
