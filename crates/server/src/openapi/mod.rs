//! The `OpenAPI` document, generated from the resources, the parameters and the problem table.

mod authentication;
mod examples;
mod files;
mod naming;
mod operations;
mod parameters;
mod problems;
mod reads;
mod responses;
mod schemas;

use folkmoot_model::resources::THEMES;
use serde_json::{Map, Value, json};

use self::operations::Paths;
use crate::plan::{ResourcePlan, ResourcePlans};

/// The document as JSON.
pub fn document(plans: &ResourcePlans) -> Value {
    let sorted = by_name(plans);
    let tags: Vec<_> = [authentication::tag()]
        .into_iter()
        .chain(
            sorted
                .iter()
                .map(|plan| json!({ "name": naming::tag(plan.resource), "description": plan.resource.doc })),
        )
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Folkmoot API",
            "version": "2",
            "summary": "The public API of a civic participation platform.",
            "description": include_str!("introduction.md"),
            "license": { "name": "Apache License 2.0", "identifier": "Apache-2.0" },
        },
        "servers": [{ "url": "/", "description": "The platform that serves this document." }],
        "security": [{ authentication::SCHEME: [] }],
        "tags": tags,
        "x-tagGroups": tag_groups(),
        "paths": Value::from(paths(plans, &sorted)),
        "components": components(plans),
    })
}

/// The document as text, with a newline at its end.
pub fn text(plans: &ResourcePlans) -> String {
    format!("{:#}\n", document(plans))
}

/// The resources sorted by name, as readers look for them. `RESOURCES` is sorted by dependencies.
fn by_name(plans: &ResourcePlans) -> Vec<&ResourcePlan> {
    let mut sorted: Vec<&ResourcePlan> = plans.all().map(AsRef::as_ref).collect();
    sorted.sort_by_key(|plan| plan.resource.names.plural);
    sorted
}

/// The tags by theme, in the order in which the reference shows them.
fn tag_groups() -> Value {
    let authentication = json!({ "name": authentication::TAG, "tags": [authentication::TAG] });
    let themes = THEMES.iter().map(|theme| {
        let tags: Vec<_> = theme.resources.iter().map(|resource| naming::tag(resource)).collect();
        json!({ "name": theme.title, "tags": tags })
    });
    [authentication].into_iter().chain(themes).collect()
}

fn paths(plans: &ResourcePlans, sorted: &[&ResourcePlan]) -> Paths {
    let mut paths = Paths::default();
    authentication::add(&mut paths);
    for plan in sorted {
        reads::add(&mut paths, plan);
    }
    for plan in plans.all() {
        reads::add_nested(&mut paths, plan);
    }
    files::add(&mut paths);
    paths
}

fn components(plans: &ResourcePlans) -> Value {
    let mut schemas: Map<_, _> =
        [schemas::components(), problems::schemas(), authentication::schemas(), files::schemas()]
            .into_iter()
            .flatten()
            .collect();
    schemas.sort_keys();
    json!({
        "securitySchemes": authentication::security_schemes(),
        "parameters": parameters::components(plans),
        "headers": responses::header_components(),
        "responses": problems::responses(),
        "examples": problems::example_components(),
        "schemas": schemas,
    })
}

#[cfg(test)]
mod tests;
