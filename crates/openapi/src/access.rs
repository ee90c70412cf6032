//! What access levels see of fields, in the schemas of records.

use folkmoot_model::access::{AccessLevel, Treatment, can_be_withheld, sees_records, treatment};
use folkmoot_model::resource::{Field, Resource};
use serde_json::{Map, Value, json};

use super::schemas::make_nullable;

/// Adds to the schema of a field what the declarations state about people and access levels: null, if a level withholds the
/// value; `x-personal-data`; and `x-access`, what each level below `full` that sees records of the resource sees of the
/// field, unless all of them see it completely.
pub fn add(schema: &mut Value, resource: &Resource, field: &Field) {
    if AccessLevel::ALL.iter().any(|level| can_be_withheld(*level, resource, field)) {
        make_nullable(schema);
    }
    if field.is_personal() {
        schema["x-personal-data"] = json!(true);
    }
    let levels = AccessLevel::ALL.into_iter().filter(|level| *level < AccessLevel::Full);
    let levels: Vec<_> = levels
        .filter(|level| sees_records(*level, resource))
        .map(|level| (level, name(resource, treatment(level, resource, field))))
        .collect();
    if levels.iter().any(|(_, name)| *name != Treatment::Shown.name()) {
        let levels: Map<_, _> =
            levels.into_iter().map(|(level, name)| (level.name().to_owned(), json!(name))).collect();
        schema["x-access"] = Value::Object(levels);
    }
}

/// The name of a treatment. Timestamps of some resources are truncated in some records only.
fn name(resource: &Resource, treatment: Treatment) -> &'static str {
    match treatment {
        Treatment::TruncatedToDay if resource.timestamps_cut_where != Some("TRUE") => {
            "truncated-to-day-in-some-records"
        }
        Treatment::Withheld(_, Some(_)) => Treatment::Shown.name(),
        _ => treatment.name(),
    }
}
