//! The schemas of records and of the responses that contain them.

use folkmoot_api::naming;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::{Field, FieldType, Members, ObjectValues, Resource, Source};
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES};
use serde_json::{Map, Value, json};

use super::{access, examples};

/// The pattern of a point: longitude, then latitude, in degrees.
const POINT: &str = r"^POINT \(-?\d+(\.\d+)? -?\d+(\.\d+)?\)$";

/// The schemas of all resources, of tombstones, and of the responses that contain them.
pub fn components() -> Map<String, Value> {
    let mut schemas = Map::new();
    for resource in RESOURCES {
        let name = naming::schema(resource);
        let names = &resource.names;
        if resource.calls.list {
            schemas.insert(format!("{name}List"), list(names.list_key, &name, &naming::words(names.plural)));
        }
        if resource.calls.item {
            schemas.insert(format!("{name}Item"), item(names.item_key, &name, &naming::one(names.singular)));
        }
        schemas.insert(name, record(resource));
    }
    let name = naming::schema(DELETED_ITEMS);
    schemas.insert(format!("{name}List"), list(DELETED_ITEMS.names.list_key, &name, "deleted records"));
    schemas.insert(name, deleted_item());
    schemas.insert("Meta".to_owned(), meta());
    schemas
}

/// The schema of a record. No field is required, because a request can ask for some of them; `x-selected-by` states with
/// which parameter.
fn record(resource: &Resource) -> Value {
    let fields = resource.fields.iter().filter(|field| field.is_returned);
    let properties: Map<_, _> = fields.map(|it| (it.name.to_owned(), field(resource, it))).collect();
    json!({
        "type": "object",
        "description": format!("{} Contains all fields, unless the request has the parameter `fields`.", resource.doc),
        "x-selected-by": "fields",
        "properties": properties,
        "examples": [examples::record(resource)],
    })
}

fn deleted_item() -> Value {
    let mut schema = record(DELETED_ITEMS);
    schema["description"] = json!(DELETED_ITEMS.doc);
    if let Some(members) = schema.as_object_mut() {
        members.remove("x-selected-by");
    }
    let required = DELETED_ITEMS.fields.iter().filter(|field| field.is_returned).map(|field| field.name);
    schema["required"] = required.collect();
    let types = RESOURCES.iter().filter(|resource| resource.calls.deleted);
    let types = types.map(|resource| {
        let name = naming::one(resource.names.singular);
        (resource.names.deleted_type, name[..1].to_uppercase() + &name[1..])
    });
    let types = enumeration(types);
    for key in ["enum", "x-enum-descriptions"] {
        schema["properties"]["type"][key] = types[key].clone();
    }
    schema
}

/// The schema of a text.
pub fn text(doc: &str, example: &Value) -> Value {
    json!({ "type": "string", "description": doc, "examples": [example] })
}

/// The schema of a number of things.
pub fn number(doc: &str, example: &Value) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": doc, "examples": [example] })
}

/// The schema of a timestamp.
pub fn timestamp(doc: &str, example: &Value) -> Value {
    json!({ "type": "string", "format": "date-time", "description": doc, "examples": [example] })
}

/// The schema of an access level.
pub fn access_level(doc: &str, example: &Value) -> Value {
    let mut schema = text(doc, example);
    let levels = AccessLevel::ALL.map(|level| (level.name(), phrase(level.description())));
    enumerate(&mut schema, enumeration(levels));
    schema
}

/// The schema of an object that always has all of these properties.
pub fn object(doc: &str, properties: &Value) -> Value {
    let required: Vec<&String> = properties.as_object().into_iter().flat_map(Map::keys).collect();
    json!({ "type": "object", "description": doc, "required": required, "properties": properties })
}

/// Restricts a schema to the values of an enumeration.
pub fn enumerate(schema: &mut Value, mut enumeration: Value) {
    for key in ["enum", "x-enum-descriptions"] {
        schema[key] = enumeration[key].take();
    }
}

/// The schema of a page of a list.
fn list(key: &str, schema: &str, words: &str) -> Value {
    json!({
        "type": "object",
        "description": format!("A page of {words}."),
        "required": [key, "meta"],
        "properties": {
            key: {
                "type": "array",
                "description": format!("The {words} on this page."),
                "items": naming::component("schemas", schema),
            },
            "meta": naming::component("schemas", "Meta"),
        },
    })
}

/// The schema of a response with one record.
fn item(key: &str, schema: &str, words: &str) -> Value {
    json!({
        "type": "object",
        "description": format!("A response with {words}."),
        "required": [key],
        "properties": { key: naming::component("schemas", schema) },
    })
}

fn meta() -> Value {
    json!({
        "type": "object",
        "description": "Pagination details.",
        "required": ["current_page", "total_pages"],
        "properties": {
            "current_page": {
                "type": "integer",
                "minimum": 1,
                "description": "Number of this page, as requested.",
                "examples": [1],
            },
            "total_pages": {
                "type": "integer",
                "minimum": 0,
                "description": "Total number of pages; 0 if there are no records.",
                "examples": [42],
            },
        },
    })
}

/// The schema of a field of a record.
pub fn field(resource: &Resource, field: &Field) -> Value {
    let mut schema = of_kind(field);
    if field.nullable {
        make_nullable(&mut schema);
    }
    let addition = match (field.kind, field.source) {
        (FieldType::Localised, _) => " Uses the requested locale, or a fallback if there is no translation.",
        (FieldType::Point, _) => " Well-known text (WKT), in degrees: longitude, then latitude.",
        (_, Source::Counted(_)) => " Calculated from the stored records unless set by the import.",
        _ => "",
    };
    schema["description"] = json!(format!("{}{addition}", field.doc));
    schema["examples"] = json!([examples::value(resource, field)]);
    if let FieldType::Reference(plural) = field.kind {
        schema["x-references"] = json!(plural);
    }
    access::add(&mut schema, resource, field);
    schema
}

/// Adds null to the values of a schema that has one type.
pub fn make_nullable(schema: &mut Value) {
    if schema["type"].is_array() {
        return;
    }
    schema["type"] = json!([schema["type"], "null"]);
    if let Some(Value::Array(words)) = schema.get_mut("enum") {
        words.push(Value::Null);
    }
}

/// The first sentence of a text, as a phrase.
pub fn phrase(text: &'static str) -> &'static str {
    text.split_once(". ").map_or(text, |(first, _)| first).trim_end_matches('.')
}

/// The schema of a string with these values and their meanings.
pub fn enumeration(values: impl IntoIterator<Item = (&'static str, impl Into<String>)>) -> Value {
    let (names, meanings): (Vec<_>, Map<_, _>) = values
        .into_iter()
        .map(|(value, meaning)| (value, (value.to_owned(), Value::String(meaning.into()))))
        .unzip();
    json!({ "type": "string", "enum": names, "x-enum-descriptions": meanings })
}

fn of_kind(field: &Field) -> Value {
    match field.kind {
        FieldType::Id | FieldType::Reference(_) | FieldType::Reactable(_) | FieldType::ForeignId(_) => {
            json!({ "type": "string", "format": "uuid" })
        }
        FieldType::Text | FieldType::Localised => json!({ "type": "string" }),
        FieldType::Url => json!({ "type": "string", "format": "uri" }),
        FieldType::OneOf(values) => enumeration(values.descriptions().iter().copied()),
        FieldType::Integer(minimum) => json!({ "type": "integer", "format": "int64", "minimum": minimum }),
        FieldType::Boolean => json!({ "type": "boolean" }),
        FieldType::Timestamp => json!({ "type": "string", "format": "date-time" }),
        FieldType::Date => json!({ "type": "string", "format": "date" }),
        FieldType::Multiloc(_) | FieldType::Object => object_field(field),
        FieldType::Point => json!({ "type": "string", "pattern": POINT }),
        FieldType::GeoPoint => geo_point(),
        FieldType::Objects => json!({ "type": "array", "items": object_field(field) }),
    }
}

/// The schema of an object in a field, with what is declared about its members.
fn object_field(field: &Field) -> Value {
    match field.members {
        Members::Any => json!({ "type": "object", "additionalProperties": true }),
        Members::Keyed { key, doc } => {
            let mut value = match (field.kind, field.object_values) {
                (FieldType::Multiloc(_), _) => json!({ "type": "string" }),
                (_, ObjectValues::Urls) => json!({ "type": "string", "format": "uri" }),
                (_, ObjectValues::Any) => json!({}),
            };
            value["description"] = json!(doc);
            json!({ "type": "object", "additionalProperties": value, "x-additionalPropertiesName": key })
        }
        Members::Texts(members) => {
            let properties: Map<_, _> = members
                .iter()
                .map(|(name, doc)| ((*name).to_owned(), json!({ "type": "string", "description": doc })))
                .collect();
            json!({ "type": "object", "properties": properties, "additionalProperties": true })
        }
    }
}

fn geo_point() -> Value {
    json!({
        "type": "object",
        "required": ["type", "coordinates"],
        "properties": {
            "type": { "type": "string", "const": "Point", "description": "Type of the geometry." },
            "coordinates": {
                "type": "array",
                "items": { "type": "number" },
                "minItems": 2,
                "description": "Longitude, then latitude, in degrees.",
            },
        },
    })
}
