#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use folkmoot_api::problem_table::{self as table, PROBLEMS, ProblemKind};
use folkmoot_api::usage::resource_of;
use folkmoot_model::resource::{FieldType, Members};
use folkmoot_model::resources::RESOURCES;
use jsonschema::Draft;

use super::*;

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi.json");

fn plans() -> ResourcePlans {
    ResourcePlans::build().unwrap()
}

/// Calls `visit` with every value of the document and its JSON pointer.
fn walk(value: &Value, pointer: &str, visit: &mut impl FnMut(&str, &Value)) {
    visit(pointer, value);
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                walk(member, &format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")), visit);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                walk(item, &format!("{pointer}/{index}"), visit);
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
        committed == text(&plans(), &PlatformValues::default()),
        "openapi.json is not current; run `folkmoot openapi > openapi.json`"
    );
}

#[test]
fn references_to_records_name_a_resource() {
    let (document, mut references) = (document(&plans()), 0);
    walk(&document["components"]["schemas"], "", &mut |pointer, value| {
        let Some(plural) = value.get("x-references").and_then(Value::as_str) else { return };
        references += 1;
        assert!(document["paths"].get(format!("/api/v2/{plural}")).is_some(), "{pointer}: {plural}");
    });
    assert!(references > 30, "only {references} references were found");
}

#[test]
fn every_reference_resolves() {
    let document = document(&plans());
    walk(&document, "", &mut |pointer, value| {
        if let Some(target) = value.get("$ref").and_then(Value::as_str) {
            assert!(document.pointer(target.trim_start_matches('#')).is_some(), "{pointer}: {target}");
        }
    });
}

#[test]
fn every_operation_has_texts_a_tag_a_unique_id_and_responses() {
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
        let requirements = operation["security"].as_array().unwrap();
        assert_eq!(requirements.is_empty(), name == "post /api/v2/authenticate", "{name}");
        let scopes =
            document.pointer("/components/securitySchemes/oauth2/flows/clientCredentials/scopes").unwrap();
        for permission in
            requirements.iter().flat_map(|scheme| scheme["oauth2"].as_array().into_iter().flatten())
        {
            assert!(scopes.get(permission.as_str().unwrap()).is_some(), "{name}: {permission}");
        }
    }
}

#[test]
fn the_document_has_exactly_the_operations_of_each_resource() {
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
fn every_tag_has_exactly_one_theme() {
    let document = document(&plans());
    let groups = document["x-tagGroups"].as_array().unwrap();
    let grouped: Vec<_> = groups.iter().flat_map(|group| group["tags"].as_array().unwrap()).collect();
    assert_eq!(grouped[0], "Authentication");
    let tags = document["tags"].as_array().unwrap();
    assert_eq!(grouped.len(), tags.len());
    for tag in tags {
        assert!(grouped.contains(&&tag["name"]), "{tag} has no theme");
    }
}

#[test]
fn members_of_every_object_in_a_record_are_described() {
    for resource in RESOURCES {
        let fields = resource.fields.iter().filter(|field| field.is_returned);
        for field in fields.filter(|field| matches!(field.kind, FieldType::Object | FieldType::Objects)) {
            assert_ne!(field.members, Members::Any, "{}.{}", resource.names.plural, field.name);
        }
    }
}

#[test]
fn every_property_has_a_description_and_valid_examples() {
    let document = document(&plans());
    walk(&document["components"]["schemas"], "", &mut |pointer, value| {
        let Some(properties) = value.get("properties").and_then(Value::as_object) else { return };
        let has_own_schema =
            |property: &Value| ["$ref", "oneOf"].iter().all(|key| property.get(key).is_none());
        for (name, property) in properties.iter().filter(|(_, property)| has_own_schema(property)) {
            assert!(property["description"].is_string(), "{pointer}/{name} has no description");
            for example in property.get("examples").and_then(Value::as_array).into_iter().flatten() {
                let options =
                    jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true);
                let mut definition = property.clone();
                if definition.to_string().contains("\"$ref\"") {
                    definition["components"] = document["components"].clone();
                }
                let validator = options.build(&definition).unwrap();
                assert!(validator.is_valid(example), "{pointer}/{name}: {example} does not match the schema");
            }
        }
    });
}

/// Every example of the document: the JSON pointer of the example, that of its schema, and the value.
fn examples(document: &Value) -> Vec<(String, String, Value)> {
    let mut found = Vec::new();
    walk(document, "", &mut |pointer, value| {
        let own = |key: &str| value.get(key).map(|example| (format!("{pointer}/{key}"), example.clone()));
        // Parameters, headers and media types have the example and its schema as siblings.
        if value.get("schema").is_some() {
            let named = value.get("examples").and_then(Value::as_object).into_iter().flatten();
            let named = named.map(|(name, example)| {
                let referred = example["$ref"].as_str().and_then(|target| document.pointer(&target[1..]));
                (format!("{pointer}/examples/{name}"), referred.unwrap_or(example)["value"].clone())
            });
            let all = own("example").into_iter().chain(named);
            found.extend(all.map(|(at, example)| (at, format!("{pointer}/schema"), example)));
        } else if pointer.contains("/schemas/") || pointer.ends_with("/schema") {
            let listed = value.get("examples").and_then(Value::as_array).into_iter().flatten();
            found.extend(
                listed.map(|example| (format!("{pointer}/examples"), pointer.to_owned(), example.clone())),
            );
        }
    });
    found
}

#[test]
fn every_example_matches_its_schema_and_its_format() {
    let document = document(&plans());
    let examples = examples(&document);
    assert!(examples.len() > 350, "only {} examples were found", examples.len());
    let mut validators = std::collections::HashMap::new();
    for (pointer, schema, example) in &examples {
        let definition = document.pointer(schema).unwrap();
        let validator = validators.entry(definition.to_string()).or_insert_with(|| {
            let mut definition = definition.clone();
            definition["components"] = document["components"].clone();
            let options = jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true);
            options.build(&definition).unwrap()
        });
        let errors: Vec<_> = validator.iter_errors(example).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{pointer}: {example}: {}", errors.join("; "));
    }
}

#[test]
fn no_example_is_a_placeholder_and_email_addresses_are_valid() {
    let email =
        jsonschema::options().should_validate_formats(true).build(&json!({ "format": "email" })).unwrap();
    let mut addresses = 0;
    let mut check = |pointer: &str, value: &Value| {
        let Some(text) = value.as_str() else { return };
        let placeholder = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        assert!(placeholder.is_none_or(|name| name.contains('"')), "{pointer}: {text} is a placeholder");
        if ["/email", "/reply_to"].iter().any(|field| pointer.ends_with(field)) {
            assert!(email.is_valid(value), "{pointer}: {text} is not an email address");
            addresses += 1;
        }
    };
    for (pointer, schema, example) in examples(&document(&plans())) {
        let field = schema.rsplit('/').next().unwrap_or_default();
        walk(&example, &format!("{pointer}/{field}"), &mut check);
    }
    assert!(addresses >= 6, "{addresses} email addresses were found");
}

#[test]
fn a_field_declares_an_example_exactly_if_the_example_record_has_no_value() {
    for resource in RESOURCES {
        let (plural, record) = (resource.names.plural, examples::record(resource));
        for field in resource.fields.iter().filter(|field| field.is_returned) {
            let name = field.name;
            let is_reference = matches!(field.kind, FieldType::Reference(_));
            let is_needed = examples::is_empty(&record[name]) && !is_reference;
            assert_eq!(!field.example.is_empty(), is_needed, "{plural}.{name}");
            let value = examples::value(resource, field);
            assert!(!examples::is_empty(&value), "{plural}.{name} has no example");
        }
    }
}

#[test]
fn every_enumerated_value_has_a_one_line_description() {
    let document = document(&plans());
    let mut enumerations = 0;
    walk(&document, "", &mut |pointer, value| {
        let Some(values) = value.get("enum").and_then(Value::as_array) else { return };
        let parameter = pointer.split_once("/schema").and_then(|(parameter, _)| document.pointer(parameter));
        // The schemas of records describe the fields that these name.
        if parameter.is_some_and(|parameter| ["fields", "sort"].iter().any(|name| parameter["name"] == *name))
        {
            return;
        }
        enumerations += 1;
        let values: Vec<_> = values.iter().filter_map(Value::as_str).collect();
        let meanings = value["x-enum-descriptions"].as_object().unwrap_or_else(|| panic!("{pointer}"));
        assert_eq!(meanings.keys().collect::<Vec<_>>(), values, "{pointer}");
        for (name, meaning) in meanings {
            let meaning = meaning.as_str().unwrap();
            assert!(!meaning.is_empty() && !meaning.contains('\n'), "{pointer}: {name}: '{meaning}'");
            assert!(!meaning.ends_with('.'), "{pointer}: {name}: '{meaning}' is a phrase, not a sentence");
        }
    });
    assert!(enumerations >= 20, "only {enumerations} enumerations were found");
}

/// Problems of URLs and methods that no operation of the document has, and of the admin API, which has its own document.
const WITHOUT_OPERATION: [&ProblemKind; 12] = [
    &table::ROUTE_NOT_FOUND,
    &table::METHOD_NOT_ALLOWED,
    &table::INVALID_SIGNATURE,
    &table::RANGE_NOT_SATISFIABLE,
    &table::ADMIN_SIGN_IN_REQUIRED,
    &table::ADMINISTRATOR_REQUIRED,
    &table::INVALID_CSRF_TOKEN,
    &table::CROSS_SITE_REQUEST,
    &table::IMPORT_RUNNING,
    &table::EXPORT_RUNNING,
    &table::EDIT_CONFLICT,
    &table::INVALID_PARAMETERS,
];

#[test]
fn every_problem_that_an_operation_can_return_is_an_example_of_a_response() {
    let document = document(&plans());
    let responses = document["components"]["responses"].to_string();
    for kind in PROBLEMS {
        let is_example = responses.contains(&format!("#/components/examples/{}\"", kind.code));
        assert_eq!(is_example, !WITHOUT_OPERATION.contains(kind), "{}", kind.code);
    }
}

#[test]
fn every_component_is_used() {
    let document = document(&plans());
    let text = document.to_string();
    for (kind, components) in document["components"].as_object().unwrap() {
        for name in components.as_object().unwrap().keys().filter(|_| kind != "securitySchemes") {
            assert!(text.contains(&format!("\"#/components/{kind}/{name}\"")), "{kind}/{name} is not used");
        }
    }
}

#[test]
fn the_parameter_format_has_the_formats_of_the_list() {
    let (document, mut lists) = (document(&plans()), 0);
    for (name, operation) in operations(&document) {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let mut shared = parameters.filter_map(|it| document.pointer(&it["$ref"].as_str()?[1..]));
        let Some(parameter) = shared.find(|it| it["name"] == "format") else { continue };
        lists += 1;
        let formats = parameter["schema"]["enum"].as_array().unwrap().len();
        let content = operation["responses"]["200"]["content"].as_object().unwrap();
        assert_eq!(formats, content.len(), "{name}");
        let has_points = content.contains_key(folkmoot_api::formats::GEOJSON);
        assert_eq!(parameter["schema"]["enum"].to_string().contains("geojson"), has_points, "{name}");
    }
    assert!(lists > 30);
}

#[test]
fn every_operation_documents_the_error_for_unknown_parameters() {
    let document = document(&plans());
    for (name, operation) in operations(&document) {
        let response = operation["responses"]["400"]["$ref"].as_str().unwrap();
        let examples =
            &document.pointer(&response[1..]).unwrap()["content"]["application/problem+json"]["examples"];
        assert!(examples.get("unknown-parameter").is_some(), "{name}");
        for status in ["403", "406", "413", "500", "503"] {
            assert!(operation["responses"][status].is_object(), "{name}: {status}");
        }
        let has_body = operation.get("requestBody").is_some();
        assert_eq!(operation["responses"]["415"].is_object(), has_body, "{name}");
        let has_id = name.contains('{');
        assert_eq!(operation["responses"]["404"].is_object(), has_id, "{name}");
    }
}

#[test]
fn the_document_of_a_platform_has_its_locales_and_its_provider() {
    let values = PlatformValues {
        product: "Forum".to_owned(),
        provider: "City of Ghent".to_owned(),
        provider_url: None,
        locales: vec!["nl-BE".to_owned(), "fr-BE".to_owned()],
    };
    let document = document_of(&plans(), &values);
    assert_eq!(document["info"]["title"], "Forum API");
    assert_eq!(document["info"]["contact"], json!({ "name": "City of Ghent" }));
    let locale = &document["components"]["parameters"]["Locale"];
    let schema = json!({ "type": "string", "enum": ["nl-BE", "fr-BE"], "default": "nl-BE" });
    assert_eq!((&locale["schema"], &locale["example"]), (&schema, &json!("nl-BE")));
    let body = &document["paths"]["/api/v2/files"]["post"]["requestBody"]["content"]["application/json"];
    let descriptions = &body["example"]["file"]["description_multiloc"];
    assert_eq!(descriptions.as_object().unwrap().keys().collect::<Vec<_>>(), ["nl-BE"]);
    let upload = &document["components"]["schemas"]["FileUpload"]["properties"]["file"]["properties"];
    assert_eq!(upload["description_multiloc"]["propertyNames"], json!({ "enum": ["nl-BE", "fr-BE"] }));
}

#[test]
fn every_operation_that_needs_a_token_is_counted_by_its_id() {
    let document = document(&plans());
    let operations = document["paths"].as_object().unwrap().values();
    let ids: BTreeSet<&str> = operations
        .flat_map(|path| path.as_object().unwrap().values())
        .filter(|operation| operation["security"].as_array().is_some_and(|list| !list.is_empty()))
        .map(|operation| operation["operationId"].as_str().unwrap())
        .collect();
    let unknown: Vec<_> = ids.iter().filter(|id| resource_of(id).is_none()).collect();
    assert!(!ids.is_empty() && unknown.is_empty(), "{unknown:?}");
}
