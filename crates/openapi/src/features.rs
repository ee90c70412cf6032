//! The `OpenAPI` 3.0 document of the features of resources with points, which OGC API - Features requires.

use folkmoot_api::formats::GEOJSON;
use folkmoot_api::naming;
use folkmoot_api::plan::{ListPlan, ResourcePlan, ResourcePlans};
use serde_json::{Map, Value, json};

use super::parameters;

/// The document; `base` is the URL of the landing page.
pub fn document(plans: &ResourcePlans, base: &str) -> Value {
    let mut paths = Map::new();
    let mut add = |path: String, operation: Value| paths.insert(path, json!({ "get": operation }));
    for (path, id, summary) in [
        ("/", "getLandingPage", "Get the landing page"),
        ("/conformance", "getConformance", "Get what the service conforms to"),
        ("/collections", "listCollections", "List the collections"),
    ] {
        add(path.to_owned(), operation(id, summary, &[], "application/json"));
    }
    for (plan, features) in plans.all().filter_map(|plan| Some((plan, plan.features.as_ref()?))) {
        of_collection(plan, features, &mut add);
    }
    json!({
        "openapi": "3.0.3",
        "info": { "title": "Features", "version": "1.0.1" },
        "servers": [{ "url": base }],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "token": { "type": "http", "scheme": "bearer" },
                "publishableKey": { "type": "apiKey", "in": "query", "name": "key" },
            },
        },
    })
}

fn of_collection(
    plan: &ResourcePlan,
    features: &ListPlan,
    add: &mut impl FnMut(String, Value) -> Option<Value>,
) {
    let (plural, name) = (plan.resource.names.plural, naming::schema(plan.resource));
    let (collection, words) = (format!("/collections/{plural}"), naming::words(plural));
    let describe = operation(
        &format!("describe{name}"),
        &format!("Describe the collection of {words}"),
        &[],
        "application/json",
    );
    add(collection.clone(), describe);
    let secured = |mut operation: Value| {
        operation["security"] = json!([{ "token": [] }, { "publishableKey": [] }]);
        operation
    };
    let parameters = parameters::of_features(&features.parameters);
    let list = operation(
        &format!("list{name}Features"),
        &format!("List {words} with a point"),
        &parameters,
        GEOJSON,
    );
    add(format!("{collection}/items"), secured(list));
    let id = parameters::id(plan.resource);
    let one = naming::one(plan.resource.names.singular);
    let item = operation(&format!("get{name}Feature"), &format!("Get {one} with a point"), &[id], GEOJSON);
    add(format!("{collection}/items/{{id}}"), secured(item));
}

fn operation(id: &str, summary: &str, parameters: &[Value], media_type: &str) -> Value {
    json!({
        "operationId": id,
        "summary": summary,
        "parameters": parameters,
        "responses": {
            "200": { "description": summary, "content": { media_type: { "schema": { "type": "object" } } } },
            "default": {
                "description": "A problem (RFC 9457)",
                "content": { "application/problem+json": { "schema": { "type": "object" } } },
            },
        },
    })
}
