//! The operations that read: lists, single records, and lists of deleted records.

use folkmoot_api::formats::Format;
use folkmoot_api::naming;
use folkmoot_api::parameters::declarations::{Parameter, item_parameters};
use folkmoot_api::plan::{NestedListPlan, ResourcePlan};
use folkmoot_api::scope::Permission;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::DELETED_ITEMS;
use serde_json::{Map, Value, json};

use super::authentication::publicly;
use super::operations::{Operation, Paths};
use super::{PlatformValues, examples, parameters, problems, responses};

/// The headers of lists, in addition to those of all responses.
const LIST_HEADERS: &[&str] = &[
    "Applied-Filters",
    "Link",
    "ETag",
    "Cache-Control",
    "Vary",
    "Total-Count",
    "Content-Disposition",
    "RateLimit",
    "RateLimit-Policy",
];
/// What a list returns.
const LIST: &str = "A page of the list; as NDJSON or CSV, the complete list.";
/// The headers of single records, in addition to those of all responses.
const ITEM_HEADERS: &[&str] =
    &["ETag", "Last-Modified", "Cache-Control", "Vary", "RateLimit", "RateLimit-Policy"];

/// The header of responses with records that have results of votes.
const WITHHELD: &str = "Withheld";

/// `names`, with the header that names withheld results of votes if records of the resource have any.
fn headers_of<'a>(resource: &Resource, names: &[&'a str]) -> Vec<&'a str> {
    let has_results = resource.fields.iter().any(|field| field.is_returned && field.is_vote_result);
    names.iter().copied().chain(has_results.then_some(WITHHELD)).collect()
}

/// The operation with the response to conditional requests.
fn conditional(mut operation: Map<String, Value>) -> Map<String, Value> {
    if let Some(Value::Object(responses)) = operation.get_mut("responses") {
        responses.insert("304".to_owned(), naming::component("responses", "NotModified"));
        responses.sort_keys();
    }
    operation
}

/// Adds the read operations of a resource.
pub fn add(paths: &mut Paths, plan: &ResourcePlan, values: &PlatformValues) {
    let resource = plan.resource;
    let plural = resource.names.plural;
    if let Some(plan) = &plan.list {
        paths.add("get", plural, publicly(conditional(list(resource, &plan.parameters, values))));
    }
    if let Some(plan) = &plan.deletions {
        let deleted = deleted(resource, &plan.parameters, values);
        paths.add("get", &format!("{plural}/deleted"), conditional(deleted));
    }
    if resource.calls.item {
        paths.add("get", &format!("{plural}/{{id}}"), publicly(conditional(item(resource, values))));
    }
}

/// Adds the list below another resource, if there is one.
pub fn add_nested(paths: &mut Paths, plan: &ResourcePlan, values: &PlatformValues) {
    if let Some(nested) = &plan.nested_list {
        let parent = nested.parent.names;
        let path = format!("{}/{{{}_id}}/{}", parent.plural, parent.singular, plan.resource.names.plural);
        paths.add("get", &path, publicly(conditional(nested_list(nested, values))));
    }
}

/// How lists are ordered and filtered.
const ORDER: &str = "Records are returned newest first unless `sort` is set. Filters are combined with AND.";

fn list(resource: &Resource, declared: &[Parameter], values: &PlatformValues) -> Map<String, Value> {
    let plural = resource.names.plural;
    Operation {
        id: naming::list_operation(resource),
        tag: naming::tag(resource),
        summary: format!("List {}", naming::words(plural)),
        description: format!("{} {ORDER}", resource.list_doc),
        parameters: parameters::of_call(resource, declared, values),
        body: None,
        success: ("200", list_response(resource)),
        permissions: vec![Permission::Read(plural)],
        errors: [&[&problems::INVALID_PARAMETER], problems::COMMON].concat(),
    }
    .object()
}

fn nested_list(plan: &NestedListPlan, values: &PlatformValues) -> Map<String, Value> {
    let (resource, parent) = (plan.list.resource, plan.parent.names);
    let (plural, singular) = (naming::words(resource.names.plural), naming::words(parent.singular));
    let parent_id = parameters::in_path(
        &format!("{}_id", parent.singular),
        &format!("Id of the {singular}."),
        &examples::id(parent.plural),
    );
    let mut parameters = vec![parent_id];
    parameters.extend(parameters::of_call(resource, &plan.list.parameters, values));
    Operation {
        id: naming::nested_list_operation(plan.parent, resource),
        tag: naming::tag(resource),
        summary: format!("List the {plural} of {}", naming::one(parent.singular)),
        description: format!("Returns the {plural} of one {singular}. {ORDER}"),
        parameters,
        body: None,
        success: ("200", list_response(resource)),
        permissions: vec![Permission::Read(resource.names.plural)],
        errors: [&[&problems::INVALID_PARAMETER, &problems::RECORD_NOT_FOUND], problems::COMMON].concat(),
    }
    .object()
}

fn list_response(resource: &Resource) -> Value {
    let key = resource.names.list_key;
    let example = json!({ key: [examples::record(resource)], "meta": meta() });
    let page = responses::json(
        LIST,
        &headers_of(resource, LIST_HEADERS),
        &format!("{}List", naming::schema(resource)),
        &example,
    );
    with_streams(page, resource, &examples::record(resource))
}

/// A list with its other formats, in which it is complete.
fn with_streams(mut page: Value, resource: &Resource, record: &Value) -> Value {
    for format in Format::of_lists(resource).filter(|format| !format.is_page()) {
        let example = format.example(record);
        page["content"][format.essence()] = if format.is_json() {
            let schema =
                json!({ "type": "object", "description": format.content(), "additionalProperties": true });
            json!({ "schema": schema, "example": serde_json::from_str::<Value>(&example).ok() })
        } else {
            json!({ "schema": { "type": "string", "description": format.content() }, "example": example })
        };
    }
    page
}

fn item(resource: &Resource, values: &PlatformValues) -> Map<String, Value> {
    let singular = resource.names.singular;
    let mut parameters = vec![parameters::id(resource)];
    parameters.extend(parameters::of_call(resource, &item_parameters(resource), values));
    let example = json!({ resource.names.item_key: examples::record(resource) });
    let schema = format!("{}Item", naming::schema(resource));
    Operation {
        id: naming::item_operation(resource),
        tag: naming::tag(resource),
        summary: format!("Get {}", naming::one(singular)),
        description: format!("Returns {} by its id.", naming::one(singular)),
        parameters,
        body: None,
        success: (
            "200",
            responses::json("The requested record.", &headers_of(resource, ITEM_HEADERS), &schema, &example),
        ),
        permissions: vec![Permission::Read(resource.names.plural)],
        errors: [&[&problems::INVALID_PARAMETER, &problems::RECORD_NOT_FOUND], problems::COMMON].concat(),
    }
    .object()
}

fn deleted(resource: &Resource, declared: &[Parameter], values: &PlatformValues) -> Map<String, Value> {
    let plural = resource.names.plural;
    let items = [examples::deleted_item(resource)];
    let example = json!({ DELETED_ITEMS.names.list_key: items, "meta": meta() });
    let schema = format!("{}List", naming::schema(DELETED_ITEMS));
    let words = naming::words(plural);
    let page = responses::json(LIST, LIST_HEADERS, &schema, &example);
    Operation {
        id: naming::deleted_operation(resource),
        tag: naming::tag(resource),
        summary: format!("List deleted {words}"),
        description: format!(
            "Returns the ids of deleted {words}, most recently deleted first. Use the list to remove deleted records from \
             your own copy of the data."
        ),
        parameters: parameters::of_call(DELETED_ITEMS, declared, values),
        body: None,
        success: ("200", with_streams(page, DELETED_ITEMS, &items[0])),
        permissions: vec![Permission::Read(plural)],
        errors: [&[&problems::INVALID_PARAMETER], problems::COMMON].concat(),
    }
    .object()
}

/// The pagination of a list with one record.
fn meta() -> Value {
    json!({ "current_page": 1, "total_pages": 1 })
}
