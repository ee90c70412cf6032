//! The parameters of the operations.

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use serde_json::{Map, Value, json};

use super::{examples, naming, schemas};
use crate::parameters::known::{
    Call, DEFAULT_PAGE_NUMBER, DEFAULT_PAGE_SIZE, Kind, MAXIMUM_PAGE_NUMBER, MAXIMUM_PAGE_SIZE, Parameter,
    parameters,
};

/// The parameters of an operation. Those that many operations share are references to components.
pub fn of_call(call: Call, resource: &Resource) -> Vec<Value> {
    let all = parameters(call, resource);
    all.iter()
        .map(|it| {
            if is_shared(it) {
                naming::component("parameters", &naming::pascal(it.name))
            } else {
                parameter(it)
            }
        })
        .collect()
}

/// The path parameter with the id of the record.
pub fn id() -> Value {
    naming::component("parameters", "Id")
}

/// The parameters that many operations share, for the components of the document.
pub fn components() -> Map<String, Value> {
    let id = in_path("id", "Id of the record.", &examples::request_id());
    let mut components = Map::from_iter([("Id".to_owned(), id)]);
    for call in [Call::List, Call::Deleted] {
        let all = RESOURCES.iter().flat_map(|resource| parameters(call, resource));
        components.extend(all.filter(is_shared).map(|it| (naming::pascal(it.name), parameter(&it))));
    }
    components
}

/// A path parameter that contains an id.
pub fn in_path(name: &str, doc: &str, example: &str) -> Value {
    json!({
        "name": name,
        "in": "path",
        "required": true,
        "description": doc,
        "schema": { "type": "string", "format": "uuid" },
        "example": example,
    })
}

fn is_shared(parameter: &Parameter) -> bool {
    matches!(parameter.kind, Kind::Locale | Kind::PageSize | Kind::PageNumber | Kind::Moments)
}

fn parameter(parameter: &Parameter) -> Value {
    let mut object = json!({
        "name": parameter.name,
        "in": "query",
        "description": format!("{} {}", parameter.doc, explanation(parameter)).trim_end(),
        "schema": schema(parameter.kind),
    });
    if parameter.kind.takes_several() {
        object["style"] = json!("form");
        object["explode"] = json!(true);
    }
    let (key, value) = example(parameter.kind);
    object[key] = value;
    object
}

/// A description of the syntax of the parameter; blank if its schema is sufficient.
fn explanation(parameter: &Parameter) -> String {
    let name = parameter.name;
    match parameter.kind {
        Kind::Locale => "One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). \
                         Case-insensitive."
            .to_owned(),
        Kind::PageSize => format!("Values above {MAXIMUM_PAGE_SIZE} are treated as {MAXIMUM_PAGE_SIZE}."),
        Kind::PageNumber => "Pages past the end are empty.".to_owned(),
        Kind::Moments => "Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December \
                          2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` \
                          are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted \
                          as exact, inclusive bounds."
            .to_owned(),
        Kind::Days => "`a,b` is a range with both dates included; `a,` and `,b` are open-ended.".to_owned(),
        Kind::Ids(_) | Kind::Words(_) => format!(
            "Pass several values as `{name}=a&{name}=b`, `{name}[]=a&{name}[]=b` or `{name}=a,b`."
        ),
        Kind::Id(_) | Kind::Word(_) | Kind::Search => String::new(),
    }
}

fn schema(kind: Kind) -> Value {
    match kind {
        Kind::Locale | Kind::Moments | Kind::Days | Kind::Search => json!({ "type": "string" }),
        Kind::PageSize => json!({ "type": "integer", "minimum": 1, "default": DEFAULT_PAGE_SIZE }),
        Kind::PageNumber => json!({
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "maximum": MAXIMUM_PAGE_NUMBER,
            "default": DEFAULT_PAGE_NUMBER,
        }),
        Kind::Id(_) => json!({ "type": "string", "format": "uuid" }),
        Kind::Ids(_) => json!({ "type": "array", "items": { "type": "string", "format": "uuid" } }),
        Kind::Word(values) => schemas::enumeration(values.descriptions().iter().copied()),
        Kind::Words(values) => {
            json!({ "type": "array", "items": schemas::enumeration(values.descriptions().iter().copied()) })
        }
    }
}

/// The key `example` with one example, or the key `examples` with several.
fn example(kind: Kind) -> (&'static str, Value) {
    match kind {
        Kind::Locale => ("example", json!("nl-BE")),
        Kind::PageSize => ("example", json!(MAXIMUM_PAGE_SIZE)),
        Kind::PageNumber => ("example", json!(DEFAULT_PAGE_NUMBER)),
        Kind::Moments => ("examples", timestamp_examples()),
        Kind::Days => ("examples", day_examples()),
        Kind::Id(resource) => ("example", json!(examples::id(resource))),
        Kind::Ids(resource) => ("example", json!([examples::id(resource)])),
        Kind::Word(values) => ("example", json!(values.values().next())),
        Kind::Words(values) => ("example", json!(values.values().take(1).collect::<Vec<_>>())),
        Kind::Search => ("example", json!("minutes canal")),
    }
}

fn timestamp_examples() -> Value {
    json!({
        "day": { "summary": "31 December 2024", "value": "2024-31-12" },
        "range": { "summary": "The last week of 2024", "value": "2024-25-12,2024-31-12" },
        "since": { "summary": "Since 1 December 2024", "value": "2024-01-12," },
        "until": { "summary": "Until the end of 2024", "value": ",2024-31-12" },
        "timestamps": {
            "summary": "Two hours on 31 December 2024",
            "value": "2024-12-31T08:00:00Z,2024-12-31T10:00:00Z",
        },
    })
}

fn day_examples() -> Value {
    json!({
        "day": { "summary": "31 December 2024", "value": "2024-12-31" },
        "range": { "summary": "The last week of 2024", "value": "2024-12-25,2024-12-31" },
        "since": { "summary": "Since 1 December 2024", "value": "2024-12-01," },
        "until": { "summary": "Until the end of 2024", "value": ",2024-12-31" },
    })
}
