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

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use serde_json::{Map, Value, json};

use self::operations::Paths;

/// The document as JSON.
pub fn document() -> Value {
    let resources = by_name();
    let tags: Vec<_> = [authentication::tag()]
        .into_iter()
        .chain(resources.iter().map(|it| json!({ "name": naming::tag(it), "description": it.doc })))
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
        "paths": Value::from(paths(&resources)),
        "components": components(),
    })
}

/// The document as text, with a newline at its end.
pub fn text() -> String {
    format!("{:#}\n", document())
}

/// The resources sorted by name, as readers look for them. `RESOURCES` is sorted by dependencies.
fn by_name() -> Vec<&'static Resource> {
    let mut resources = RESOURCES.to_vec();
    resources.sort_by_key(|resource| resource.names.plural);
    resources
}

fn paths(resources: &[&Resource]) -> Paths {
    let mut paths = Paths::default();
    authentication::add(&mut paths);
    for resource in resources {
        reads::add(&mut paths, resource);
    }
    reads::add_nested(&mut paths);
    files::add(&mut paths);
    paths
}

fn components() -> Value {
    let mut schemas: Map<_, _> =
        [schemas::components(), problems::schemas(), authentication::schemas(), files::schemas()]
            .into_iter()
            .flatten()
            .collect();
    schemas.sort_keys();
    json!({
        "securitySchemes": authentication::security_schemes(),
        "parameters": parameters::components(),
        "headers": responses::header_components(),
        "responses": problems::responses(),
        "examples": problems::example_components(),
        "schemas": schemas,
    })
}

#[cfg(test)]
mod tests;
