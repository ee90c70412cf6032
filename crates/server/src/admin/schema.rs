//! JSON schemas of the admin API.

use serde_json::{Map, Value, json};

/// An object with exactly these members.
pub fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    let required: Vec<String> = members.iter().map(|(name, _)| (*name).to_owned()).collect();
    json!({
        "type": "object",
        "required": required,
        "properties": properties(members),
        "additionalProperties": false,
    })
}

/// The body of a request: an object with these members, of which `required` must be present.
pub fn body<const N: usize>(required: &[&str], members: [(&str, Value); N]) -> Value {
    json!({
        "type": "object",
        "required": required,
        "properties": properties(members),
        "additionalProperties": false,
    })
}

fn properties<const N: usize>(members: [(&str, Value); N]) -> Map<String, Value> {
    members.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect()
}

/// Text.
pub fn text() -> Value {
    json!({ "type": "string" })
}

/// An integer that is not negative.
pub fn count() -> Value {
    json!({ "type": "integer", "minimum": 0 })
}

/// True or false.
pub fn flag() -> Value {
    json!({ "type": "boolean" })
}

/// A UUID.
pub fn id() -> Value {
    json!({ "type": "string", "format": "uuid" })
}

/// A timestamp in UTC with three fraction digits.
pub fn timestamp() -> Value {
    json!({ "type": "string", "format": "date-time" })
}

/// A date: `YYYY-MM-DD`.
pub fn date() -> Value {
    json!({ "type": "string", "format": "date" })
}

/// One of these words.
pub fn words<'a>(words: impl IntoIterator<Item = &'a str>) -> Value {
    json!({ "type": "string", "enum": words.into_iter().collect::<Vec<_>>() })
}

/// A list.
pub fn list(item: &Value) -> Value {
    json!({ "type": "array", "items": item })
}

/// The same or `null`.
pub fn nullable(schema: &Value) -> Value {
    match schema.get("type") {
        Some(kind) if schema.get("enum").is_none() => {
            let mut nullable = schema.clone();
            nullable["type"] = json!([kind, "null"]);
            nullable
        }
        _ => json!({ "anyOf": [schema, { "type": "null" }] }),
    }
}

/// Any JSON value.
pub fn any() -> Value {
    json!({})
}

/// A reference to a schema of the document.
pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// A page of a list under the plural `key`.
pub fn page(key: &str, item: &Value) -> Value {
    object([(key, list(item)), ("meta", reference("Meta"))])
}

/// Adds a description.
pub fn described(mut schema: Value, doc: &str) -> Value {
    schema["description"] = json!(doc);
    schema
}
