#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use folkmoot_model::resources::RESOURCES;
use jsonschema::Draft;

use super::*;
use crate::problem_table::PROBLEMS;

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi.json");

fn plans() -> ResourcePlans {
    ResourcePlans::build().unwrap()
}

/// Calls `visit` with every value of the document and its place.
fn walk(value: &Value, place: &str, visit: &mut impl FnMut(&str, &Value)) {
    visit(place, value);
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                walk(member, &format!("{place}/{}", key.replace('~', "~0").replace('/', "~1")), visit);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                walk(item, &format!("{place}/{index}"), visit);
            }
        }
        _ => {}
    }
}

/// The operations, each with its method and path.
fn operations(document: &Value) -> impl Iterator<Item = (String, &Value)> {
    document["paths"].as_object().unwrap().iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(move |(method, operation)| (format!("{method} {path}"), operation))
    })
}

#[test]
fn the_committed_document_is_current() {
    let committed = std::fs::read_to_string(COMMITTED).unwrap_or_default();
    assert!(
        committed == text(&plans()),
        "openapi.json is not current: `folkmoot openapi > openapi.json` makes it so"
    );
}

#[test]
fn every_reference_leads_somewhere() {
    let document = document(&plans());
    walk(&document, "", &mut |place, value| {
        if let Some(target) = value.get("$ref").and_then(Value::as_str) {
            assert!(document.pointer(target.trim_start_matches('#')).is_some(), "{place}: {target}");
        }
    });
}

#[test]
fn every_operation_says_what_it_does_answers_and_needs() {
    let document = document(&plans());
    assert_eq!(document["security"], json!([{ "token": [] }]));
    let tags: Vec<_> = document["tags"].as_array().unwrap().iter().map(|tag| &tag["name"]).collect();
    let mut ids = BTreeSet::new();
    for (name, operation) in operations(&document) {
        for key in ["summary", "description"] {
            assert!(!operation[key].as_str().unwrap().is_empty(), "{name} has no {key}");
        }
        assert!(tags.contains(&&operation["tags"][0]), "{name} has no tag");
        assert!(ids.insert(operation["operationId"].as_str().unwrap()), "{name} has the id of another");
        let responses = operation["responses"].as_object().unwrap();
        assert!(["200", "201", "204"].iter().any(|status| responses.contains_key(*status)), "{name}");
        assert!(responses.contains_key("401"), "{name}");
        assert_eq!(operation.get("security").is_some(), name == "post /api/v2/authenticate", "{name}");
    }
}

#[test]
fn every_call_of_every_resource_is_an_operation() {
    let document = document(&plans());
    let has = |path: String| document["paths"][path].get("get").is_some();
    for resource in RESOURCES {
        let plural = resource.names.plural;
        assert_eq!(has(format!("/api/v2/{plural}")), resource.calls.list, "{plural}");
        assert_eq!(has(format!("/api/v2/{plural}/{{id}}")), resource.calls.item, "{plural}");
        assert_eq!(has(format!("/api/v2/{plural}/deleted")), resource.calls.deleted, "{plural}");
    }
    assert!(has("/api/v2/projects/{project_id}/phases".to_owned()));
}

#[test]
fn every_property_is_described_with_examples_that_fit() {
    walk(&document(&plans())["components"]["schemas"], "", &mut |place, value| {
        let Some(properties) = value.get("properties").and_then(Value::as_object) else { return };
        for (name, property) in properties.iter().filter(|(_, property)| property.get("$ref").is_none()) {
            assert!(property["description"].is_string(), "{place}/{name} has no description");
            for example in property.get("examples").and_then(Value::as_array).into_iter().flatten() {
                let options =
                    jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true);
                let validator = options.build(property).unwrap();
                assert!(validator.is_valid(example), "{place}/{name}: {example} is no example of it");
            }
        }
    });
}

/// Every example of the document beside its schema: the example's place, the schema's place and the value.
fn examples(document: &Value) -> Vec<(String, String, Value)> {
    let mut found = Vec::new();
    walk(document, "", &mut |place, value| {
        let own = |key: &str| value.get(key).map(|example| (format!("{place}/{key}"), example.clone()));
        // Of parameters, headers and media types, whose schema stands beside the example.
        if value.get("schema").is_some() {
            let named = value.get("examples").and_then(Value::as_object).into_iter().flatten();
            let named = named.map(|(name, example)| {
                let referred = example["$ref"].as_str().and_then(|place| document.pointer(&place[1..]));
                (format!("{place}/examples/{name}"), referred.unwrap_or(example)["value"].clone())
            });
            let all = own("example").into_iter().chain(named);
            found.extend(all.map(|(place_of, example)| (place_of, format!("{place}/schema"), example)));
        } else if place.contains("/schemas/") || place.ends_with("/schema") {
            let listed = value.get("examples").and_then(Value::as_array).into_iter().flatten();
            found.extend(
                listed.map(|example| (format!("{place}/examples"), place.to_owned(), example.clone())),
            );
        }
    });
    found
}

#[test]
fn every_example_fits_its_schema_and_its_format() {
    let document = document(&plans());
    let examples = examples(&document);
    assert!(examples.len() > 350, "only {} examples were found", examples.len());
    let mut validators = std::collections::HashMap::new();
    for (place, schema, example) in &examples {
        let definition = document.pointer(schema).unwrap();
        let validator = validators.entry(definition.to_string()).or_insert_with(|| {
            let mut definition = definition.clone();
            definition["components"] = document["components"].clone();
            let options = jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true);
            options.build(&definition).unwrap()
        });
        let faults: Vec<_> = validator.iter_errors(example).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{place}: {example}: {}", faults.join("; "));
    }
}

#[test]
fn no_example_is_a_placeholder_and_addresses_of_people_are_addresses() {
    let email =
        jsonschema::options().should_validate_formats(true).build(&json!({ "format": "email" })).unwrap();
    let mut addresses = 0;
    let mut check = |place: &str, value: &Value| {
        let Some(text) = value.as_str() else { return };
        let placeholder = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        assert!(placeholder.is_none_or(|name| name.contains('"')), "{place}: {text} is a placeholder");
        if ["/email", "/reply_to"].iter().any(|field| place.ends_with(field)) {
            assert!(email.is_valid(value), "{place}: {text} is not an email address");
            addresses += 1;
        }
    };
    for (place, schema, example) in examples(&document(&plans())) {
        let field = schema.rsplit('/').next().unwrap_or_default();
        walk(&example, &format!("{place}/{field}"), &mut check);
    }
    assert!(addresses >= 6, "{addresses} email addresses were found");
}

#[test]
fn every_example_of_a_field_is_json() {
    for resource in RESOURCES {
        for field in resource.fields.iter().filter(|field| !field.example.is_empty()) {
            assert!(serde_json::from_str::<Value>(field.example).is_ok(), "{}", field.name);
        }
    }
}

#[test]
fn every_enumerated_value_has_a_meaning_of_one_line() {
    let document = document(&plans());
    let mut enumerations = 0;
    walk(&document, "", &mut |place, value| {
        let Some(values) = value.get("enum").and_then(Value::as_array) else { return };
        enumerations += 1;
        let values: Vec<_> = values.iter().filter_map(Value::as_str).collect();
        let meanings = value["x-enum-descriptions"].as_object().unwrap_or_else(|| panic!("{place}"));
        assert_eq!(meanings.keys().collect::<Vec<_>>(), values, "{place}");
        for (name, meaning) in meanings {
            let meaning = meaning.as_str().unwrap();
            assert!(!meaning.is_empty() && !meaning.contains('\n'), "{place}: {name}: '{meaning}'");
            assert!(!meaning.ends_with('.'), "{place}: {name}: '{meaning}' is a phrase, not a sentence");
        }
    });
    assert!(enumerations >= 20, "only {enumerations} enumerations were found");
}

#[test]
fn every_problem_is_an_example_of_an_answer() {
    let document = document(&plans());
    let responses = document["components"]["responses"].to_string();
    for kind in PROBLEMS {
        assert!(responses.contains(&format!("#/components/examples/{}\"", kind.code)), "{}", kind.code);
    }
}
