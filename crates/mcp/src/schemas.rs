//! The schemas of arguments and results.

use std::sync::Arc;

use folkmoot_api::plan::ListPlan;
use folkmoot_model::resource::{Field, FieldType, PersonLink, Resource};
use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};

use folkmoot_api::parameters::declarations::{Parameter, ParameterType};

/// The maximum number of resources with a parameter that its description names: others are parameters of nearly every list.
const MAX_NAMED: usize = 10;

/// A resource as tools see it.
#[derive(Debug, Clone)]
pub struct ToolResource {
    /// The resource.
    pub resource: &'static Resource,
    parameters: Vec<Parameter>,
}

impl ToolResource {
    /// The resource of a list.
    pub fn of_list(plan: &ListPlan) -> Self {
        let is_argument = |parameter: &&Parameter| {
            !matches!(
                parameter.value_type,
                ParameterType::PageNumber
                    | ParameterType::Format
                    | ParameterType::ByteOrderMark
                    | ParameterType::Delimiter
                    | ParameterType::ResumeAfter
            )
        };
        Self {
            resource: plan.resource,
            parameters: plan.parameters.iter().filter(is_argument).copied().collect(),
        }
    }

    /// Its name in arguments.
    pub fn plural(&self) -> &'static str {
        self.resource.names.plural
    }

    /// The parameters of its list that are arguments of tools.
    pub fn parameters(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter()
    }

    /// The parameters that select records, by the values of which a list can be counted, too.
    pub fn filters(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|parameter| {
            !parameter.value_type.selects_page()
                && !matches!(
                    parameter.value_type,
                    ParameterType::Fields(_) | ParameterType::Sort(_) | ParameterType::Locale
                )
        })
    }

    /// The names of the returned fields, without those with email addresses.
    pub fn fields_without_addresses(&self) -> Option<String> {
        let has_address = |field: &Field| field.person == PersonLink::EmailAddress;
        let returned = || self.resource.fields.iter().filter(|field| field.is_returned);
        let names = returned().filter(|field| !has_address(field)).map(|field| field.name);
        returned().any(has_address).then(|| names.collect::<Vec<_>>().join(","))
    }

    /// Removes the fields with email addresses from a record.
    pub fn remove_addresses(&self, record: &mut Map<String, Value>) {
        for field in self.resource.fields.iter().filter(|field| field.person == PersonLink::EmailAddress) {
            record.remove(field.name);
        }
    }

    /// The names of the fields of a record whose texts people wrote.
    pub fn quoted_fields(&self, record: &Map<String, Value>) -> Vec<&'static str> {
        let is_text = |field: &&Field| {
            matches!(
                field.kind,
                FieldType::Text | FieldType::Localised | FieldType::Multiloc(_) | FieldType::Object
            )
        };
        let fields = self.resource.fields.iter().filter(is_text);
        fields.map(|field| field.name).filter(|name| record.contains_key(*name)).collect()
    }
}

/// The schema of an object with these properties and no others.
pub fn object(properties: &Value, required: &[&str]) -> Arc<JsonObject> {
    let members = [
        ("type", json!("object")),
        ("properties", properties.clone()),
        ("required", json!(required)),
        ("additionalProperties", json!(false)),
    ];
    Arc::new(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// The schema of one of these texts.
pub fn one_of<'a>(values: impl IntoIterator<Item = &'a str>, description: &str) -> Value {
    let values: Vec<&str> = values.into_iter().collect();
    json!({ "type": "string", "enum": values, "description": description })
}

/// The schemas of arguments that are parameters of lists: each once, with the resources that have it.
pub fn arguments<'a>(
    parameters: impl IntoIterator<Item = (&'a ToolResource, &'a Parameter)>,
) -> Map<String, Value> {
    let mut by_name: Vec<(&str, Vec<(&ToolResource, &Parameter)>)> = Vec::new();
    for (list, parameter) in parameters {
        match by_name.iter_mut().find(|(name, _)| *name == parameter.name) {
            Some((_, uses)) => uses.push((list, parameter)),
            None => by_name.push((parameter.name, vec![(list, parameter)])),
        }
    }
    let schemas = by_name.into_iter().map(|(name, uses)| {
        let joined =
            uses.iter().map(|(_, parameter)| argument(parameter)).reduce(|one, other| joined(one, &other));
        let mut schema = joined.unwrap_or_default();
        if uses.len() <= MAX_NAMED {
            let plurals: Vec<&str> = uses.iter().map(|(list, _)| list.plural()).collect();
            let description = schema["description"].as_str().unwrap_or_default();
            schema["description"] = json!(format!("{description} Argument of {}.", plurals.join(", ")));
        }
        (name.to_owned(), schema)
    });
    schemas.collect()
}

fn argument(parameter: &Parameter) -> Value {
    let several = parameter.value_type.takes_several();
    let mut schema = match parameter.value_type {
        ParameterType::Flag { .. } => json!({ "type": "boolean" }),
        ParameterType::PageSize => json!({ "type": "integer", "minimum": 1 }),
        ParameterType::Enum { enumeration, .. } => {
            let values: Vec<&str> = enumeration.descriptions().iter().map(|(value, _)| *value).collect();
            json!({ "type": "string", "enum": values })
        }
        _ => json!({ "type": "string" }),
    };
    if several {
        schema = json!({ "type": "array", "items": schema });
    }
    let dates = match parameter.value_type {
        ParameterType::Timestamps(_) => {
            " `YYYY-DD-MM` (day before month!), `from,to` with either end left out, or RFC 3339 timestamps, which are unambiguous."
        }
        ParameterType::Days { .. } => " `YYYY-MM-DD`, or `from,to` with either end left out.",
        ParameterType::BoundingBox { .. } => " `west,south,east,north` in degrees.",
        _ => "",
    };
    schema["description"] = json!(format!("{}{dates}", parameter.doc));
    schema
}

/// The schema of an argument that several resources have, with the values of both.
fn joined(mut one: Value, other: &Value) -> Value {
    let values = other.get("enum").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(known) = one.get_mut("enum").and_then(Value::as_array_mut) {
        for value in values {
            if !known.contains(&value) {
                known.push(value);
            }
        }
    }
    // One text, or several with commas between them, is what all accept.
    if one.get("type") != other.get("type") {
        one["type"] = json!("string");
        if let Some(schema) = one.as_object_mut() {
            schema.remove("items");
        }
    }
    one
}

/// The schemas of the records of the document that results refer to, without their texts: types are what a result is checked against.
pub fn records(document: &Value, resources: &[ToolResource]) -> Map<String, Value> {
    let mut schemas = Map::new();
    for list in resources {
        let plural = list.plural();
        let of_list =
            format!("/paths/~1api~1v2~1{plural}/get/responses/200/content/application~1json/schema/$ref");
        let Some(name) = document.pointer(&of_list).and_then(Value::as_str).and_then(component) else {
            continue;
        };
        let of_record =
            format!("/components/schemas/{name}/properties/{}/items/$ref", list.resource.names.list_key);
        let record = document.pointer(&of_record).and_then(Value::as_str).and_then(component);
        if let Some(schema) = record.and_then(|name| document.pointer(&format!("/components/schemas/{name}")))
        {
            let mut record = types_of(document, schema);
            record["additionalProperties"] = json!(false);
            schemas.insert(plural.to_owned(), record);
        }
    }
    schemas
}

/// The name of the schema that a reference of the document refers to.
pub fn component(reference: &str) -> Option<&str> {
    reference.strip_prefix("#/components/schemas/")
}

/// A schema of the document without what only readers need. A value that may be null is one of two types, because some clients know
/// schemas with one type only.
pub fn types_of(document: &Value, schema: &Value) -> Value {
    let pointer = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    let schema = pointer.and_then(|pointer| document.pointer(pointer)).unwrap_or(schema);
    let Value::Object(members) = schema else { return schema.clone() };
    let types = |schema| types_of(document, schema);
    let kept = members.iter().filter_map(|(name, value)| match name.as_str() {
        "type" | "enum" => Some((name.clone(), value.clone())),
        "properties" => {
            let properties = value.as_object()?.iter();
            let properties: Map<_, _> =
                properties.map(|(name, schema)| (name.clone(), types(schema))).collect();
            Some((name.clone(), properties.into()))
        }
        "items" => Some((name.clone(), types(value))),
        _ => None,
    });
    let mut kept: Map<String, Value> = kept.collect();
    match kept.get_mut("type").and_then(Value::as_array_mut).and_then(Vec::pop) {
        Some(last) if last == "null" => {
            kept.insert("type".to_owned(), members["type"][0].clone());
            if let Some(values) = kept.get_mut("enum").and_then(Value::as_array_mut) {
                values.retain(|value| !value.is_null());
            }
            nullable(&kept.into())
        }
        _ => kept.into(),
    }
}

/// The schema of a value of another schema, or null.
pub fn nullable(schema: &Value) -> Value {
    json!({ "anyOf": [schema, { "type": "null" }] })
}

/// The schema of a reference to one of the schemas that come with a result's.
pub fn any_record(schemas: &Map<String, Value>) -> Value {
    let references: Vec<Value> =
        schemas.keys().map(|name| json!({ "$ref": format!("#/$defs/{name}") })).collect();
    json!({ "anyOf": references })
}
