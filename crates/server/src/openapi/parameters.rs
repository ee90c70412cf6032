//! The parameters of the operations.

use serde_json::{Map, Value, json};

use super::{examples, naming, schemas};
use crate::parameters::declarations::{
    DEFAULT_PAGE_NUMBER, DEFAULT_PAGE_SIZE, MAX_PAGE_NUMBER, MAX_PAGE_SIZE, Parameter, ParameterType,
};
use crate::plan::ResourcePlans;

/// The parameters of a call; those that many calls share are references to components.
pub fn of_call(declared: &[Parameter]) -> Vec<Value> {
    declared
        .iter()
        .map(|it| {
            if is_shared(it) {
                naming::component("parameters", &naming::pascal(it.name))
            } else {
                parameter(it)
            }
        })
        .collect()
}

/// The parameter of the path that names the record.
pub fn id() -> Value {
    naming::component("parameters", "Id")
}

/// The parameters that many calls share.
pub fn components(plans: &ResourcePlans) -> Map<String, Value> {
    let id = in_path("id", "Id of the record.", &examples::request_id());
    let mut components = Map::from_iter([("Id".to_owned(), id)]);
    let lists = plans.all().flat_map(|plan| plan.list.iter().chain(&plan.deletions));
    let shared = lists.flat_map(|list| &list.parameters).filter(|it| is_shared(it));
    components.extend(shared.map(|it| (naming::pascal(it.name), parameter(it))));
    components
}

/// A parameter of the path that holds an id.
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
    matches!(
        parameter.value_type,
        ParameterType::Locale
            | ParameterType::PageSize
            | ParameterType::PageNumber
            | ParameterType::Timestamps(_)
    )
}

fn parameter(parameter: &Parameter) -> Value {
    let mut object = json!({
        "name": parameter.name,
        "in": "query",
        "description": format!("{} {}", parameter.doc, explanation(parameter)).trim_end(),
        "schema": schema(parameter.value_type),
    });
    if parameter.value_type.takes_several() {
        object["style"] = json!("form");
        object["explode"] = json!(true);
    }
    let (key, value) = example(parameter.value_type);
    object[key] = value;
    object
}

/// What has to be known of the parameter's form.
fn explanation(parameter: &Parameter) -> String {
    let name = parameter.name;
    match parameter.value_type {
        ParameterType::Locale => "One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). \
                         Case-insensitive."
            .to_owned(),
        ParameterType::PageSize => format!("Values above {MAX_PAGE_SIZE} are treated as {MAX_PAGE_SIZE}."),
        ParameterType::PageNumber => "Pages past the end are empty.".to_owned(),
        ParameterType::Timestamps(_) => "Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December \
                          2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` \
                          are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted \
                          as exact, inclusive bounds."
            .to_owned(),
        ParameterType::Days { .. } => "`a,b` is a range with both dates included; `a,` and `,b` are open-ended.".to_owned(),
        ParameterType::Ids { several: true, .. } | ParameterType::Words { several: true, .. } => format!(
            "Pass several values as `{name}=a&{name}=b`, `{name}[]=a&{name}[]=b` or `{name}=a,b`."
        ),
        ParameterType::Ids { .. } | ParameterType::Words { .. } | ParameterType::Search => String::new(),
    }
}

fn schema(value_type: ParameterType) -> Value {
    match value_type {
        ParameterType::Locale
        | ParameterType::Timestamps(_)
        | ParameterType::Days { .. }
        | ParameterType::Search => json!({ "type": "string" }),
        ParameterType::PageSize => json!({ "type": "integer", "minimum": 1, "default": DEFAULT_PAGE_SIZE }),
        ParameterType::PageNumber => json!({
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "maximum": MAX_PAGE_NUMBER,
            "default": DEFAULT_PAGE_NUMBER,
        }),
        ParameterType::Ids { several: false, .. } => json!({ "type": "string", "format": "uuid" }),
        ParameterType::Ids { .. } => {
            json!({ "type": "array", "items": { "type": "string", "format": "uuid" } })
        }
        ParameterType::Words { words: values, several: false, .. } => {
            schemas::enumeration(values.descriptions().iter().copied())
        }
        ParameterType::Words { words: values, .. } => {
            json!({ "type": "array", "items": schemas::enumeration(values.descriptions().iter().copied()) })
        }
    }
}

/// One example, or several under the other key that is meant for them.
fn example(value_type: ParameterType) -> (&'static str, Value) {
    match value_type {
        ParameterType::Locale => ("example", json!("nl-BE")),
        ParameterType::PageSize => ("example", json!(MAX_PAGE_SIZE)),
        ParameterType::PageNumber => ("example", json!(DEFAULT_PAGE_NUMBER)),
        ParameterType::Timestamps(_) => ("examples", timestamps()),
        ParameterType::Days { .. } => ("examples", days()),
        ParameterType::Ids { resource, several: false, .. } => ("example", json!(examples::id(resource))),
        ParameterType::Ids { resource, .. } => ("example", json!([examples::id(resource)])),
        ParameterType::Words { words: values, several: false, .. } => {
            ("example", json!(values.values().next()))
        }
        ParameterType::Words { words: values, .. } => {
            ("example", json!(values.values().take(1).collect::<Vec<_>>()))
        }
        ParameterType::Search => ("example", json!("minutes canal")),
    }
}

fn timestamps() -> Value {
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

fn days() -> Value {
    json!({
        "day": { "summary": "31 December 2024", "value": "2024-12-31" },
        "range": { "summary": "The last week of 2024", "value": "2024-12-25,2024-12-31" },
        "since": { "summary": "Since 1 December 2024", "value": "2024-12-01," },
        "until": { "summary": "Until the end of 2024", "value": ",2024-12-31" },
    })
}
