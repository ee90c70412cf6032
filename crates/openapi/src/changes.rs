//! The operation that lists changes.

use folkmoot_api::naming;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use serde_json::{Map, Value, json};

use super::operations::{Operation, Paths};
use super::{PlatformValues, authentication, examples, parameters, problems, responses, schemas};

/// The tag of the operation, and the name of its group.
pub const TAG: &str = "Record changes";
/// The headers of its response, in addition to those of all responses.
const HEADERS: &[&str] = &["Cache-Control", "Withheld", "RateLimit", "RateLimit-Policy"];

/// The tag of the operation, with its description.
pub fn tag() -> Value {
    json!({ "name": TAG, "description": "The records that changed or were deleted since the last request." })
}

/// Adds the operation.
pub fn add(paths: &mut Paths, values: &PlatformValues) {
    let mut operation = Operation {
        id: naming::LIST_CHANGES.to_owned(),
        tag: TAG.to_owned(),
        summary: "List changes".to_owned(),
        description: "Returns the records that changed or were deleted after a cursor, oldest change first. A copy of the data to \
                      which every response is applied in order has exactly what the lists return.\n\n\
                      To begin, request a cursor without `after`, read the lists, and then request the changes after the \
                      cursor. Repeat with the new `meta.next`: at once while `meta.more` is true, otherwise whenever you \
                      want to update your copy.\n\nA record that changed several times is listed once, as it is now. \
                      Records also change if only a counter or a text of another record in them changes. A record that \
                      was created and deleted since the cursor is listed as deleted."
            .to_owned(),
        parameters: parameters::of_changes(values),
        body: None,
        success: ("200", page()),
        permissions: Vec::new(),
        errors: [&[&problems::INVALID_PARAMETER, &problems::CHANGES_EXPIRED], problems::COMMON].concat(),
    }
    .object();
    operation.insert("security".to_owned(), authentication::any_client());
    paths.add("get", "changes", operation);
}

fn page() -> Value {
    let (ideas, joins) = (find("ideas"), find("idea_topics"));
    let ids: Map<String, Value> = joins
        .iter()
        .flat_map(|joins| {
            joins.identity().iter().map(|name| ((*name).to_owned(), examples::record(joins)[*name].clone()))
        })
        .collect();
    let deleted = find("comments").map(|comments| examples::deleted_item(comments)["id"].clone());
    let example = json!({
        "changes": [
            change("ideas", &ideas.map(|it| examples::record(it)["id"].clone()).unwrap_or_default(), "upsert", &ideas.map(examples::record).unwrap_or_default()),
            change("comments", &deleted.unwrap_or_default(), "delete", &Value::Null),
            change("idea_topics", &Value::Null, "delete", &Value::Object(ids)),
        ],
        "meta": { "next": examples::CURSOR, "more": false },
    });
    responses::json("The changes after the cursor.", HEADERS, "ChangeList", &example)
}

fn find(plural: &str) -> Option<&'static Resource> {
    RESOURCES.iter().find(|resource| resource.names.plural == plural).copied()
}

fn change(resource: &str, id: &Value, action: &str, record: &Value) -> Value {
    json!({ "resource": resource, "id": id, "action": action, "changed_at": examples::CHANGED_AT, "record": record })
}

/// The schemas of the response.
pub fn schemas() -> Map<String, Value> {
    let records: Vec<Value> =
        RESOURCES.iter().map(|resource| naming::component("schemas", &naming::schema(resource))).collect();
    let ids = joins().map(|resource| naming::component("schemas", &ids_schema(resource)));
    let records = [records, ids.collect(), vec![json!({ "type": "null" })]].concat();
    let names = RESOURCES.iter().map(|resource| (resource.names.plural, schemas::phrase(resource.doc)));
    let names = schemas::enumeration(names);
    let described = json!({
        "ChangeList": {
            "type": "object",
            "description": "Changes after a cursor.",
            "required": ["changes", "meta"],
            "properties": {
                "changes": {
                    "type": "array",
                    "description": "The changes, oldest first. Each record is listed once.",
                    "items": naming::component("schemas", "Change"),
                },
                "meta": naming::component("schemas", "ChangesMeta"),
            },
        },
        "ChangesMeta": {
            "type": "object",
            "description": "Where to continue.",
            "required": ["next", "more"],
            "properties": {
                "next": {
                    "type": "string",
                    "description": "Cursor for the parameter `after` of the next request. It differs in each response, even without changes.",
                    "examples": [examples::CURSOR],
                },
                "more": {
                    "type": "boolean",
                    "description": "Whether there are further changes now.",
                    "examples": [false],
                },
            },
        },
        "Change": {
            "type": "object",
            "description": "A record that changed.",
            "required": ["resource", "id", "action", "changed_at", "record"],
            "properties": {
                "resource": naming::component("schemas", "ResourceName"),
                "id": {
                    "type": ["string", "null"],
                    "format": "uuid",
                    "description": "Id of the record; null if records of the resource have no id.",
                    "examples": [examples::id("ideas")],
                },
                "action": {
                    "type": "string",
                    "enum": ["upsert", "delete"],
                    "x-enum-descriptions": {
                        "upsert": "The record is new or changed: insert or replace it",
                        "delete": "The record was deleted, or the client cannot see it any more: delete it",
                    },
                    "description": "What to do with the record in your copy.",
                    "examples": ["upsert"],
                },
                "changed_at": {
                    "type": "string",
                    "format": "date-time",
                    "description": "When the record changed last. Below the access level `full`, cut to the day for records whose timestamps are.",
                    "examples": [examples::CHANGED_AT],
                },
                "record": {
                    "description": "The record as the list of its resource returns it, or null if it was deleted. Of deleted records without an id: the ids that identify it.",
                    "anyOf": records,
                    "examples": [Value::Null],
                },
            },
        },
        "ResourceName": {
            "type": "string",
            "enum": names["enum"],
            "x-enum-descriptions": names["x-enum-descriptions"],
            "description": "Plural name of a resource, as in the path of its list.",
            "examples": ["ideas"],
        },
    });
    let identities = joins().map(|resource| (ids_schema(resource), identity(resource)));
    match described {
        Value::Object(described) => described.into_iter().chain(identities).collect(),
        _ => Map::new(),
    }
}

/// The resources whose records have no id.
fn joins() -> impl Iterator<Item = &'static Resource> {
    RESOURCES.iter().copied().filter(|resource| !resource.has_id())
}

/// The name of the schema of the ids that identify a record of a resource: `IdeaTopicIds`.
fn ids_schema(resource: &Resource) -> String {
    format!("{}Ids", naming::schema(resource))
}

fn identity(resource: &Resource) -> Value {
    let fields = resource.fields.iter().filter(|field| resource.identity().contains(&field.name));
    let properties: Map<_, _> =
        fields.map(|field| (field.name.to_owned(), schemas::field(resource, field))).collect();
    json!({
        "type": "object",
        "description": format!("The ids that identify {}.", naming::one(resource.names.singular)),
        "required": resource.identity(),
        "properties": properties,
    })
}
