//! The operations that read: lists, single records, and lists of deleted records.

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{DELETED_ITEMS, RESOURCES};
use serde_json::{Map, Value, json};

use super::operations::{Operation, Paths};
use super::{examples, naming, parameters, problems, responses};
use crate::parameters::known::Call;

/// Adds the read operations of a resource.
pub fn add(paths: &mut Paths, resource: &Resource) {
    let plural = resource.names.plural;
    if resource.calls.list {
        paths.add("get", plural, list(resource));
    }
    if resource.calls.deleted {
        paths.add("get", &format!("{plural}/deleted"), deleted(resource));
    }
    if resource.calls.item {
        paths.add("get", &format!("{plural}/{{id}}"), item(resource));
    }
}

/// Adds the list of a project's phases.
pub fn add_nested(paths: &mut Paths) {
    for phases in RESOURCES.iter().filter(|resource| resource.names.plural == "phases") {
        paths.add("get", "projects/{project_id}/phases", project_phases(phases));
    }
}

/// How lists are ordered and filtered.
const ORDER: &str = "Records are returned newest first. Filters are combined with AND.";

fn list(resource: &Resource) -> Map<String, Value> {
    let plural = resource.names.plural;
    Operation {
        id: format!("list{}", naming::pascal(plural)),
        tag: naming::tag(resource),
        summary: format!("List {}", naming::words(plural)),
        description: format!("{} {ORDER}", resource.doc),
        parameters: parameters::of_call(Call::List, resource),
        body: None,
        success: ("200", list_response(resource)),
        errors: [&[&problems::INVALID_PARAMETER], problems::COMMON].concat(),
    }
    .object()
}

fn project_phases(phases: &Resource) -> Map<String, Value> {
    let mut parameters = parameters::of_call(Call::List, phases);
    parameters.insert(0, parameters::in_path("project_id", "Id of the project.", &examples::id("projects")));
    Operation {
        id: "listProjectPhases".to_owned(),
        tag: naming::tag(phases),
        summary: "List the phases of a project".to_owned(),
        description: format!("The phases of one project. {ORDER}"),
        parameters,
        body: None,
        success: ("200", list_response(phases)),
        errors: [&[&problems::INVALID_PARAMETER, &problems::RECORD_NOT_FOUND], problems::COMMON].concat(),
    }
    .object()
}

fn list_response(resource: &Resource) -> Value {
    let key = resource.names.list_key;
    let example = json!({ key: [examples::record(resource)], "meta": meta() });
    responses::json(
        "A page of the list.",
        &["Applied-Filters"],
        &format!("{}List", naming::schema(resource)),
        &example,
    )
}

fn item(resource: &Resource) -> Map<String, Value> {
    let singular = resource.names.singular;
    let mut parameters = vec![parameters::id()];
    parameters.extend(parameters::of_call(Call::Item, resource));
    let example = json!({ resource.names.item_key: examples::record(resource) });
    let schema = format!("{}Item", naming::schema(resource));
    Operation {
        id: format!("get{}", naming::pascal(singular)),
        tag: naming::tag(resource),
        summary: format!("Get {}", naming::one(singular)),
        description: format!("Returns {} by its id.", naming::one(singular)),
        parameters,
        body: None,
        success: ("200", responses::json("The requested record.", &[], &schema, &example)),
        errors: [&[&problems::INVALID_PARAMETER, &problems::RECORD_NOT_FOUND], problems::COMMON].concat(),
    }
    .object()
}

fn deleted(resource: &Resource) -> Map<String, Value> {
    let plural = resource.names.plural;
    let items = [examples::deleted_item(DELETED_ITEMS, resource)];
    let example = json!({ DELETED_ITEMS.names.list_key: items, "meta": meta() });
    let schema = format!("{}List", naming::schema(DELETED_ITEMS));
    let words = naming::words(plural);
    Operation {
        id: format!("listDeleted{}", naming::pascal(plural)),
        tag: naming::tag(resource),
        summary: format!("List deleted {words}"),
        description: format!(
            "The ids of deleted {words}, most recently deleted first. Use the list to remove deleted records from \
             your own copy of the data."
        ),
        parameters: parameters::of_call(Call::Deleted, resource),
        body: None,
        success: ("200", responses::json("A page of the list.", &["Applied-Filters"], &schema, &example)),
        errors: [&[&problems::INVALID_PARAMETER], problems::COMMON].concat(),
    }
    .object()
}

fn meta() -> Value {
    json!({ "current_page": 1, "total_pages": 42 })
}
