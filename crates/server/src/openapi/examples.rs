//! Example values, generated from the declarations of the fields.

use folkmoot_model::resource::{Field, FieldType, Resource};
use serde_json::{Map, Value, json};
use uuid::Uuid;

/// The URL of the platform in the examples.
pub const PLATFORM: &str = "https://participate.example.org";
/// The default locale of that platform.
pub const LOCALE: &str = "en";
/// When the example records were created.
const CREATED_AT: &str = "2025-03-11T14:02:09.117Z";
/// The value of all other timestamps of the example records.
const CHANGED_AT: &str = "2025-03-18T08:15:30.250Z";

/// The id of the example record of a resource. It is always the same, so that the examples refer to each other.
pub fn id(plural: &str) -> String {
    Uuid::new_v5(&Uuid::NAMESPACE_URL, format!("{PLATFORM}/{plural}").as_bytes()).to_string()
}

/// The id of the example request.
pub fn request_id() -> String {
    id("requests")
}

/// A complete record.
pub fn record(resource: &Resource) -> Value {
    let fields = resource.fields.iter().filter(|field| field.is_returned);
    Value::Object(fields.map(|field| (field.name.to_owned(), value(resource, field))).collect::<Map<_, _>>())
}

/// The tombstone of a record.
pub fn deleted_item(deleted_items: &Resource, resource: &Resource) -> Value {
    let mut item = record(deleted_items);
    item["id"] = json!(id(resource.names.plural));
    item["type"] = json!(resource.names.deleted_type);
    item
}

/// The value of a field.
pub fn value(resource: &Resource, field: &Field) -> Value {
    if let Ok(example) = serde_json::from_str(field.example) {
        return example;
    }
    match field.kind {
        FieldType::Id => json!(id(resource.names.plural)),
        FieldType::Reference(other) => json!(id(other)),
        FieldType::Reactable(_) => json!(id("ideas")),
        FieldType::ForeignId => json!(id(field.name)),
        FieldType::Text | FieldType::Localised => json!("Text"),
        FieldType::Url => {
            let file = id(resource.names.plural);
            let holder = format!("client={}&generation=0", id("clients"));
            json!(format!(
                "{PLATFORM}/files/{file}?expires=1742378400&{holder}&signature=mXq3vT0cJ8dYw2Rk5bLs9A"
            ))
        }
        FieldType::OneOf(values) => json!(values.values().next()),
        FieldType::Integer(minimum) => json!(minimum.max(3)),
        FieldType::Boolean => json!(true),
        FieldType::Timestamp if field.name == resource.order_column() => json!(CREATED_AT),
        FieldType::Timestamp => json!(CHANGED_AT),
        FieldType::Date => json!("2025-03-18"),
        FieldType::Multiloc(of) => {
            let text = resource.field(of).map(|localised| value(resource, localised));
            json!({ LOCALE: text })
        }
        FieldType::Point => json!("POINT (4.35 50.85)"),
        FieldType::GeoPoint => json!({ "type": "Point", "coordinates": [4.35, 50.85] }),
        FieldType::Object => json!({}),
        FieldType::Objects => json!([]),
    }
}
