//! The parameters of the operations.

use folkmoot_api::formats::{FORMATS, Format};
use folkmoot_api::naming;
use folkmoot_api::parameters::declarations::{
    CHANGES_PARAMETERS, CURSOR_START, DEFAULT_CHANGES, DEFAULT_FEATURES, DEFAULT_PAGE_NUMBER,
    DEFAULT_PAGE_SIZE, MAX_CHANGES, MAX_FEATURES, MAX_IDS, MAX_PAGE_NUMBER, MAX_PAGE_SIZE, MAX_VALUES,
    MAX_WAIT_SECONDS, PABULIB_PARAMETERS, Parameter, ParameterType, TimestampFilter, sort_columns,
};
use folkmoot_api::plan::ResourcePlans;
use folkmoot_model::resource::{Field, Resource};
use folkmoot_store::formats::csv::Delimiter;
use folkmoot_store::points::degrees;
use serde_json::{Map, Value, json};

use super::{PlatformValues, examples, patterns, schemas};

/// The id in the example of the parameter that resumes a list.
const RESUMED_ID: &str = "5b0c2a3e-7d1f-4e6a-9c8b-2f4d6e8a0b1c";

/// The parameters of an operation of a resource. Those that many operations share are references to components.
pub fn of_call(resource: &Resource, declared: &[Parameter], values: &PlatformValues) -> Vec<Value> {
    declared
        .iter()
        .map(|it| {
            if is_shared(it) {
                naming::component("parameters", &component_name(resource, it))
            } else {
                let mut object = parameter(it, values);
                let (key, value) = example(resource, it, values);
                object[key] = value;
                object
            }
        })
        .collect()
}

/// The parameters of the list of changes.
pub fn of_changes(values: &PlatformValues) -> Vec<Value> {
    let own = |declared: &Parameter| {
        let mut object = parameter(declared, values);
        let (key, value) = shared_example(declared.value_type, values);
        object[key] = value;
        object
    };
    let all = CHANGES_PARAMETERS.iter().map(|declared| {
        if is_shared(declared) {
            naming::component("parameters", &naming::pascal(declared.name))
        } else {
            own(declared)
        }
    });
    all.collect()
}

/// The parameters of the features of a resource, without references to components.
pub fn of_features(declared: &[Parameter]) -> Vec<Value> {
    let values = PlatformValues::default();
    let object = |declared: &Parameter| {
        let mut object = parameter(declared, &values);
        if matches!(declared.value_type, ParameterType::BoundingBox { .. }) {
            // As the standard declares it.
            object["style"] = json!("form");
            object["explode"] = json!(false);
            object["schema"] =
                json!({ "type": "array", "items": { "type": "number" }, "minItems": 4, "maxItems": 6 });
        }
        object
    };
    declared.iter().map(object).collect()
}

/// The parameters of a vote in the Pabulib format.
pub fn of_pabulib(values: &PlatformValues) -> Vec<Value> {
    let examples = ["Belgium", "Zwenebeke", "2026"].into_iter();
    let mut texts = examples.map(|example| json!(example));
    let all = PABULIB_PARAMETERS.iter().map(|declared| {
        if is_shared(declared) {
            return naming::component("parameters", &naming::pascal(declared.name));
        }
        let mut object = parameter(declared, values);
        object["example"] = match declared.value_type {
            ParameterType::Amount => json!(250_000),
            ParameterType::Name(_) => json!("greedy"),
            _ => {
                // Few platforms set them, and a request with them succeeds on all.
                object["required"] = json!(true);
                texts.next().unwrap_or_default()
            }
        };
        object
    });
    all.collect()
}

/// References to parameters that many operations share.
pub fn of_shared(declared: &[Parameter]) -> Vec<Value> {
    declared.iter().map(|it| naming::component("parameters", &naming::pascal(it.name))).collect()
}

/// The path parameter with the id of a record of the resource.
pub fn id(resource: &Resource) -> Value {
    id_like(&examples::id(resource.names.plural))
}

/// The same with another example.
pub fn id_like(example: &Value) -> Value {
    in_path("id", "Id of the record.", example)
}

/// The parameters that many operations share, for the components of the document.
pub fn components(plans: &ResourcePlans, values: &PlatformValues) -> Map<String, Value> {
    let lists = plans.all().flat_map(|plan| plan.list.iter().chain(&plan.deletions));
    let shared = lists.flat_map(|list| list.parameters.iter().map(|it| (list.resource, it)));
    shared
        .filter(|(_, it)| is_shared(it))
        .map(|(resource, it)| {
            let mut object = parameter(it, values);
            if matches!(it.value_type, ParameterType::Format) && resource.point().is_some() {
                object["description"] = json!(format!("{} {}", it.doc, formats_explanation(true)));
                object["schema"] = formats_schema(true);
            }
            let (key, value) = shared_example(it.value_type, values);
            object[key] = value;
            (component_name(resource, it), object)
        })
        .collect()
}

/// The name of the component of a shared parameter. Lists of records with points have another one for their formats.
fn component_name(resource: &Resource, parameter: &Parameter) -> String {
    let name = naming::pascal(parameter.name);
    let has_points = matches!(parameter.value_type, ParameterType::Format) && resource.point().is_some();
    if has_points { format!("{name}OfPoints") } else { name }
}

/// A path parameter that contains an id.
pub fn in_path(name: &str, doc: &str, example: &Value) -> Value {
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
            | ParameterType::Format
            | ParameterType::ByteOrderMark
            | ParameterType::Delimiter
            | ParameterType::ResumeAfter
            | ParameterType::Cursor
            | ParameterType::Timestamps(TimestampFilter::SortedAt | TimestampFilter::Number(0))
    )
}

fn parameter(parameter: &Parameter, values: &PlatformValues) -> Value {
    let mut object = json!({
        "name": parameter.name,
        "in": "query",
        "description": format!("{} {}", parameter.doc, explanation(parameter)).trim_end(),
        "allowEmptyValue": true,
        "schema": schema(parameter.value_type, &values.locales),
    });
    if parameter.value_type.takes_several() {
        object["style"] = json!("form");
        // A list of names is commonly written with commas.
        object["explode"] =
            json!(!matches!(parameter.value_type, ParameterType::Fields(_) | ParameterType::Resources));
    }
    object
}

/// A description of the syntax of the parameter; blank if its schema is sufficient.
fn explanation(parameter: &Parameter) -> String {
    let name = parameter.name;
    match parameter.value_type {
        ParameterType::Locale => "One of the platform's locales, or the beginning of one (`nl` matches `nl-BE`). \
                         Case-insensitive."
            .to_owned(),
        ParameterType::PageSize => format!("Values above {MAX_PAGE_SIZE} are treated as {MAX_PAGE_SIZE}."),
        ParameterType::Limit => format!("Values above {MAX_FEATURES} are treated as {MAX_FEATURES}."),
        ParameterType::Interval { .. } => {
            "Two timestamps (RFC 3339) with `/` between them, each included; `..` leaves an end open.".to_owned()
        }
        ParameterType::PageNumber => "Pages past the end are empty.".to_owned(),
        ParameterType::Format => formats_explanation(false),
        ParameterType::ByteOrderMark => "Spreadsheets recognise UTF-8 by it. `false` leaves it out, for programs that would take it \
                          for a part of the first name."
            .to_owned(),
        ParameterType::Delimiter => "Spreadsheets expect a semicolon where the decimal separator is a comma.".to_owned(),
        ParameterType::ResumeAfter => "Resumes a list as `ndjson` or `csv` that broke off: send `created_at` (in a list \
                          of deletions, `deleted_at`) and `id` of the last complete record. The list continues from \
                          its present state. It must be sorted by `created_at`. Lists whose timestamps or ids \
                          the access level changes cannot be resumed."
            .to_owned(),
        ParameterType::Cursor => "A cursor belongs to one client, access level, list, set of filters and direction; \
                         `page_size`, `locale` and `fields` may differ from page to page. It cannot be combined with \
                         `page_number` or with a `sort` other than `created_at` and `-created_at`; the results of a \
                         search are in order of creation. `current_page` is 1 on every page, and the last page has no \
                         `next` link."
            .to_owned(),
        ParameterType::Timestamps(_) => "Dates are written `YYYY-DD-MM`, **the day before the month**: `2024-31-12` is 31 December \
                          2024. `a,b` is a range from the start of a to the end of b, both included; `a,` and `,b` \
                          are open-ended. Dates are in UTC. Full timestamps (`2024-12-31T10:00:00Z`) are accepted \
                          as exact, inclusive bounds. Dates that do not exist, and ranges whose start is after \
                          their end, are rejected."
            .to_owned(),
        ParameterType::Days { .. } => "Dates are written `YYYY-MM-DD`. `a,b` is a range with both dates included; `a,` \
                          and `,b` are open-ended. Of a full timestamp (`2024-12-31T10:00:00Z`), the date in UTC \
                          counts. Dates that do not exist, and ranges whose start is after their end, are rejected."
            .to_owned(),
        ParameterType::Fields(_) => "Pass several names as `fields=id,created_at`.".to_owned(),
        ParameterType::RecordIds { .. } => format!(
            "At most {MAX_IDS}, as `{name}=a,b`, `{name}=a&{name}=b` or `{name}[]=a&{name}[]=b`."
        ),
        ParameterType::BoundingBox { .. } => "`west,south,east,north` in degrees, edges included. If `west` is greater than \
                          `east`, the box crosses the antimeridian. Coordinates are compared with a precision of seven \
                          decimals."
            .to_owned(),
        ParameterType::PlatformLocale { .. } => "One of the platform's locales, or the beginning of one (`nl` matches \
                          `nl-BE`)."
            .to_owned(),
        ParameterType::Ids { several: true, .. } | ParameterType::Enum { several: true, .. } => format!(
            "Pass several values as `{name}=a&{name}=b`, `{name}[]=a&{name}[]=b` or `{name}=a,b`."
        ),
        ParameterType::Changes => {
            "A response can have fewer changes although there are more: `meta.more` is true then.".to_owned()
        }
        ParameterType::Resources => format!(
            "Pass several names as `{name}=ideas,comments`. Use a cursor always with the same resources."
        ),
        ParameterType::Seconds => {
            "The response is sent as soon as there is a change, and without changes after this time.".to_owned()
        }
        ParameterType::ChangesCursor
        | ParameterType::Sort(_)
        | ParameterType::Flag { .. }
        | ParameterType::Ids { .. }
        | ParameterType::Enum { .. }
        | ParameterType::Search
        | ParameterType::Contains
        | ParameterType::Text
        | ParameterType::Amount
        | ParameterType::Name(_) => String::new(),
    }
}

fn schema(value_type: ParameterType, locales: &[String]) -> Value {
    match value_type {
        ParameterType::Locale => match locales.first() {
            Some(default) => json!({ "type": "string", "enum": locales, "default": default }),
            None => json!({ "type": "string" }),
        },
        ParameterType::PlatformLocale { .. } if !locales.is_empty() => {
            json!({ "type": "string", "enum": locales })
        }
        ParameterType::PlatformLocale { .. }
        | ParameterType::Cursor
        | ParameterType::ResumeAfter
        | ParameterType::Search
        | ParameterType::Contains
        | ParameterType::Text => {
            json!({ "type": "string" })
        }
        ParameterType::Amount => json!({ "type": "integer", "minimum": 0 }),
        ParameterType::Name(names) => schemas::enumeration(names.descriptions().iter().copied()),
        ParameterType::ChangesCursor | ParameterType::Interval { .. } => json!({ "type": "string" }),
        ParameterType::Changes => {
            json!({ "type": "integer", "minimum": 1, "maximum": MAX_CHANGES, "default": DEFAULT_CHANGES })
        }
        ParameterType::Seconds => {
            json!({ "type": "integer", "minimum": 0, "maximum": MAX_WAIT_SECONDS, "default": 0 })
        }
        ParameterType::Resources => {
            json!({ "type": "array", "items": naming::component("schemas", "ResourceName") })
        }
        ParameterType::Timestamps(_) => json!({ "type": "string", "pattern": patterns::timestamp_range() }),
        ParameterType::Days { .. } => json!({ "type": "string", "pattern": patterns::day_range() }),
        ParameterType::BoundingBox { .. } => json!({ "type": "string", "pattern": patterns::bounding_box() }),
        // Parameters of CSV have no default: generated clients would send it, and other formats refuse it.
        ParameterType::Flag { .. } | ParameterType::ByteOrderMark => json!({ "type": "boolean" }),
        ParameterType::Fields(fields) => {
            json!({ "type": "array", "items": { "type": "string", "enum": returned(fields) }, "maxItems": MAX_VALUES })
        }
        ParameterType::Sort(own) => json!({ "type": "string", "enum": sorts(own), "default": "-created_at" }),
        ParameterType::RecordIds { .. } => json!({
            "type": "array",
            "items": { "type": "string", "format": "uuid" },
            "maxItems": MAX_IDS,
        }),
        ParameterType::PageSize => json!({ "type": "integer", "minimum": 1, "default": DEFAULT_PAGE_SIZE }),
        ParameterType::Limit => json!({ "type": "integer", "minimum": 1, "default": DEFAULT_FEATURES }),
        ParameterType::PageNumber => json!({
            "type": "integer",
            "format": "int64",
            "minimum": 1,
            "maximum": MAX_PAGE_NUMBER,
            "default": DEFAULT_PAGE_NUMBER,
        }),
        ParameterType::Format => formats_schema(false),
        ParameterType::Delimiter => {
            schemas::enumeration(Delimiter::ALL.map(|delimiter| (delimiter.name(), delimiter.description())))
        }
        ParameterType::Ids { several: false, .. } => json!({ "type": "string", "format": "uuid" }),
        ParameterType::Ids { .. } => {
            json!({ "type": "array", "items": { "type": "string", "format": "uuid" }, "maxItems": MAX_VALUES })
        }
        ParameterType::Enum { enumeration: values, several: false, .. } => {
            schemas::enumeration(values.descriptions().iter().copied())
        }
        ParameterType::Enum { enumeration: values, .. } => {
            json!({ "type": "array", "items": schemas::enumeration(values.descriptions().iter().copied()) })
        }
    }
}

/// The formats of lists of records with or without points.
fn formats(have_points: bool) -> impl Iterator<Item = Format> {
    FORMATS.into_iter().filter(move |format| have_points || !format.requires_point())
}

fn formats_explanation(have_points: bool) -> String {
    let points = if have_points { "; `geojson` those of its records that have a point" } else { "" };
    let types: Vec<_> = formats(have_points).map(|format| format!("`{}`", format.essence())).collect();
    format!(
        "`json` returns a page. The others return the complete list in one response, from one state of the data, without page \
         parameters{points}. Defaults to what the `Accept` header prefers among {}.",
        types.join(", ")
    )
}

fn formats_schema(have_points: bool) -> Value {
    let names = formats(have_points).map(|format| (format.name(), format.description()));
    let mut schema = schemas::enumeration(names);
    schema["default"] = json!(Format::PAGE.name());
    schema
}

/// The names of the fields that responses contain.
fn returned(fields: &'static [Field]) -> Vec<&'static str> {
    fields.iter().filter(|field| field.is_returned).map(|field| field.name).collect()
}

/// The values of the parameter `sort`.
fn sorts(own: &'static [&'static str]) -> Vec<String> {
    sort_columns(own).flat_map(|column| [column.to_owned(), format!("-{column}")]).collect()
}

/// The key `example` with one example, or the key `examples` with several. Values match the example record.
fn example(resource: &Resource, parameter: &Parameter, values: &PlatformValues) -> (&'static str, Value) {
    let record = examples::record(resource);
    let own = [parameter.name.to_owned(), format!("{}_id", parameter.name)]
        .iter()
        .map(|name| record[name].clone())
        .find(|value| !examples::is_empty(value));
    match parameter.value_type {
        ParameterType::Fields(fields) => ("example", json!(&returned(fields)[..2])),
        ParameterType::RecordIds { resource } => ("example", json!([examples::id(resource)])),
        ParameterType::Sort(own) => {
            ("example", json!(sorts(own).get(4).map_or("-updated_at", String::as_str)))
        }
        ParameterType::Flag { .. } => ("example", json!(true)),
        ParameterType::BoundingBox { .. } => ("example", json!(box_around_record(resource, &record))),
        ParameterType::Ids { resource, several, .. } => {
            ("example", listed(own.unwrap_or_else(|| examples::id(resource)), several))
        }
        ParameterType::Enum { enumeration, several, .. } => {
            ("example", listed(own.unwrap_or_else(|| json!(enumeration.values().next())), several))
        }
        other => shared_example(other, values),
    }
}

/// A bounding box around the location of a record.
fn box_around_record(resource: &Resource, record: &Value) -> Option<String> {
    let point = &record[resource.point()?.name];
    let (longitude, latitude) = degrees(&point.as_str().map_or_else(|| point.to_string(), str::to_owned))?;
    let (west, south, east, north) = (longitude - 0.05, latitude - 0.05, longitude + 0.05, latitude + 0.05);
    Some(format!("{west:.3},{south:.3},{east:.3},{north:.3}"))
}

fn listed(value: Value, several: bool) -> Value {
    if several { json!([value]) } else { value }
}

/// The same for a parameter whose values do not depend on the resource.
fn shared_example(value_type: ParameterType, values: &PlatformValues) -> (&'static str, Value) {
    match value_type {
        ParameterType::Timestamps(_) => ("examples", timestamp_examples()),
        ParameterType::Days { .. } => ("examples", day_examples()),
        ParameterType::PageSize => ("example", json!(MAX_PAGE_SIZE)),
        ParameterType::PageNumber => ("example", json!(DEFAULT_PAGE_NUMBER)),
        ParameterType::Cursor => ("example", json!(CURSOR_START)),
        ParameterType::Search | ParameterType::Contains => ("example", json!("budget")),
        ParameterType::ChangesCursor => ("example", json!(examples::CURSOR)),
        ParameterType::Changes => ("example", json!(DEFAULT_CHANGES)),
        ParameterType::Seconds => ("example", json!(30)),
        ParameterType::Resources => ("example", json!(["ideas", "comments"])),
        ParameterType::Format => ("example", json!(Format::PAGE.name())),
        ParameterType::ByteOrderMark => ("example", json!(true)),
        ParameterType::Delimiter => ("example", json!(Delimiter::default().name())),
        ParameterType::ResumeAfter => ("example", json!(format!("2024-12-31T10:00:00.000Z,{RESUMED_ID}"))),
        _ => ("example", json!(values.locales.first().map_or("nl-BE", String::as_str))),
    }
}

fn timestamp_examples() -> Value {
    json!({
        "since": { "summary": "Since 31 December 2020", "value": "2020-31-12," },
        "day": { "summary": "31 December 2024", "value": "2024-31-12" },
        "range": { "summary": "The last week of 2024", "value": "2024-25-12,2024-31-12" },
        "until": { "summary": "Until the end of 2024", "value": ",2024-31-12" },
        "timestamps": {
            "summary": "Two hours on 31 December 2024",
            "value": "2024-12-31T08:00:00Z,2024-12-31T10:00:00Z",
        },
    })
}

fn day_examples() -> Value {
    json!({
        "since": { "summary": "Since 31 December 2020", "value": "2020-12-31," },
        "day": { "summary": "31 December 2024", "value": "2024-12-31" },
        "range": { "summary": "The last week of 2024", "value": "2024-12-25,2024-12-31" },
        "until": { "summary": "Until the end of 2024", "value": ",2024-12-31" },
    })
}
