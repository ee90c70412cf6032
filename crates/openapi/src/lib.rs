//! The `OpenAPI` document, generated from the resources, the parameters and the problem table.
//!
//! It is a crate of its own, because no endpoint depends on how it is documented.

mod access;
mod authentication;
mod changes;
mod examples;
mod exports;
pub mod features;
mod files;
mod operations;
mod parameters;
mod patterns;
mod platform;
mod platform_values;
mod problems;
mod reads;
mod research;
mod responses;
mod schemas;
mod webhooks;

use folkmoot_api::naming;
use folkmoot_api::plan::{ResourcePlan, ResourcePlans};
use folkmoot_model::resources::THEMES;
use serde_json::{Map, Value, json};

use self::operations::Paths;
pub use self::platform_values::PlatformValues;
pub use self::problems::example as problem_example;

/// The licence of the software, and with it of the API, as an SPDX expression.
const LICENSE: &str = env!("CARGO_PKG_LICENSE");

/// The document as JSON, with the default settings and without the values of a platform.
pub fn document(plans: &ResourcePlans) -> Value {
    document_of(plans, &PlatformValues::default())
}

/// The document of a platform as JSON.
pub fn document_of(plans: &ResourcePlans, values: &PlatformValues) -> Value {
    let sorted = by_name(plans);
    let tags: Vec<_> =
        [authentication::tag(), platform::tag(), changes::tag(), webhooks::tag(), exports::tag()]
            .into_iter()
            .chain(
                sorted.iter().map(
                    |plan| json!({ "name": naming::tag(plan.resource), "description": plan.resource.doc }),
                ),
            )
            .collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": format!("{} API", values.product),
            "version": "2",
            "summary": "The public API of a civic participation platform.",
            "description": include_str!("introduction.md"),
            "contact": values.contact(),
            "license": { "name": LICENSE, "identifier": LICENSE },
        },
        "servers": [{ "url": "/", "description": "The platform that serves this document." }],
        "security": [{ authentication::SCHEME: [] }],
        "tags": tags,
        "x-tagGroups": tag_groups(),
        "paths": Value::from(paths(plans, &sorted, values)),
        "webhooks": webhooks::requests(),
        "components": components(plans, values),
    })
}

/// The document of a platform as text, with a newline at its end.
pub fn text(plans: &ResourcePlans, values: &PlatformValues) -> String {
    format!("{:#}\n", document_of(plans, values))
}

/// The resources sorted by name, as readers look for them. `RESOURCES` is sorted by dependencies.
fn by_name(plans: &ResourcePlans) -> Vec<&ResourcePlan> {
    let mut sorted: Vec<&ResourcePlan> = plans.all().map(AsRef::as_ref).collect();
    sorted.sort_by_key(|plan| plan.resource.names.plural);
    sorted
}

/// The tags by theme, in the order in which the reference shows them.
fn tag_groups() -> Value {
    let basics = json!({ "name": "Basics", "tags": [authentication::TAG, platform::TAG, changes::TAG, webhooks::TAG, exports::TAG] });
    let themes = THEMES.iter().map(|theme| {
        let tags: Vec<_> = theme.resources.iter().map(|resource| naming::tag(resource)).collect();
        json!({ "name": theme.title, "tags": tags })
    });
    std::iter::once(basics).chain(themes).collect()
}

fn paths(plans: &ResourcePlans, sorted: &[&ResourcePlan], values: &PlatformValues) -> Paths {
    let mut paths = Paths::default();
    authentication::add(&mut paths);
    changes::add(&mut paths, values);
    platform::add(&mut paths);
    exports::add(&mut paths);
    for plan in sorted {
        reads::add(&mut paths, plan, values);
    }
    for plan in plans.all() {
        reads::add_nested(&mut paths, plan, values);
    }
    research::add(&mut paths, values);
    files::add(&mut paths, values);
    paths
}

fn components(plans: &ResourcePlans, values: &PlatformValues) -> Value {
    let mut schemas: Map<_, _> = [
        schemas::components(),
        problems::schemas(),
        authentication::schemas(),
        files::schemas(values),
        changes::schemas(),
        platform::schemas(),
        exports::schemas(),
        webhooks::schemas(),
    ]
    .into_iter()
    .flatten()
    .collect();
    schemas.sort_keys();
    let mut parameters = parameters::components(plans, values);
    parameters.extend(webhooks::parameters());
    json!({
        "securitySchemes": authentication::security_schemes(),
        "parameters": parameters,
        "headers": responses::header_components(),
        "responses": problems::responses(),
        "examples": problems::example_components(),
        "schemas": schemas,
    })
}

#[cfg(test)]
mod tests;
