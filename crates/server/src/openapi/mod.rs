//! The `OpenAPI` document, made from the resources, the parameters and the problems.

mod answers;
mod authentication;
mod examples;
mod files;
mod naming;
mod operations;
mod parameters;
mod problems;
mod reads;
mod schemas;

use serde_json::{Map, Value, json};

use self::operations::Paths;
use crate::plan::{ResourcePlan, ResourcePlans};

/// The document.
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
        "paths": Value::from(paths(plans, &sorted)),
        "components": components(plans),
    })
}

/// The document as text, with a newline at its end.
pub fn text(plans: &ResourcePlans) -> String {
    format!("{:#}\n", document(plans))
}

/// The resources in alphabetical order; elsewhere their order is that of their dependencies.
fn by_name(plans: &ResourcePlans) -> Vec<&ResourcePlan> {
    let mut sorted: Vec<&ResourcePlan> = plans.all().map(AsRef::as_ref).collect();
    sorted.sort_by_key(|plan| plan.resource.names.plural);
    sorted
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
        "headers": answers::header_components(),
        "responses": problems::responses(),
        "examples": problems::example_components(),
        "schemas": schemas,
    })
}

#[cfg(test)]
mod tests;
