//! The examples of the `OpenAPI` document are responses of the demo platform.

use std::sync::LazyLock;

use folkmoot_api::plan::ResourcePlans;
use folkmoot_model::resource::Resource;
use folkmoot_model::resources::{FILES, RESOURCES};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Caller, Data};

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| folkmoot_openapi::document(&ResourcePlans::build().unwrap()));

/// The demo platform that `make run` serves.
fn demo() -> (Data, Caller) {
    let data = Data::new();
    assert!(data.run(&["demo"]).status.success());
    let caller = data.serve();
    (data, caller)
}

/// The example of a response or, without a status, of a request body.
fn example(method: &str, path: &str, status: Option<&str>) -> Value {
    let operation = &DOCUMENT["paths"][format!("/api/v2{path}")][method];
    let body = status.map_or(&operation["requestBody"], |status| &operation["responses"][status]);
    body["content"]["application/json"]["example"].clone()
}

/// The record of the example of a list.
fn record(resource: &Resource) -> Value {
    let list = example("get", &format!("/{}", resource.names.plural), Some("200"));
    list[resource.names.list_key][0].clone()
}

/// A file without the members that differ in every response.
fn without(file: &Value, members: &[&str]) -> Value {
    let mut file = file.clone();
    for member in [members, &["url"]].concat() {
        assert!(!file[member].is_null(), "the file has no {member}");
        file[member] = Value::Null;
    }
    file
}

/// The record with a fixed download URL if it is a file.
fn comparable(resource: &Resource, record: &Value) -> Value {
    if resource.names.plural == "files" { without(record, &[]) } else { record.clone() }
}

#[test]
fn every_example_record_is_a_record_of_the_demo_platform() {
    let (_data, caller) = demo();
    for resource in RESOURCES {
        let (plural, expected) = (resource.names.plural, record(resource));
        let found = if resource.calls.item {
            let path = format!("/{plural}/{}", expected["id"].as_str().unwrap());
            assert_eq!(
                example("get", &format!("/{plural}/{{id}}"), Some("200"))[resource.names.item_key],
                expected
            );
            caller.get(&path).ok()[resource.names.item_key].clone()
        } else {
            let ids = resource.fields.iter().filter(|field| field.name.ends_with("_id"));
            let filters: Vec<_> = resource.filters.iter().map(|filter| filter.name).collect();
            let query: Vec<_> = ids
                .filter(|field| filters.contains(&field.name))
                .map(|field| format!("{}={}", field.name, expected[field.name].as_str().unwrap()))
                .collect();
            caller.crawl(&format!("/{plural}?{}", query.join("&")), resource.names.list_key, 24)[0].clone()
        };
        assert_eq!(
            comparable(resource, &found),
            comparable(resource, &expected),
            "change the record of {plural} in openapi/examples.json"
        );
    }
}

#[test]
fn every_example_tombstone_is_a_tombstone_of_the_demo_platform() {
    let (_data, caller) = demo();
    for resource in RESOURCES.iter().filter(|resource| resource.calls.deleted) {
        let path = format!("/{}/deleted", resource.names.plural);
        let expected = &example("get", &path, Some("200"))["deleted_items"][0];
        let found = caller.crawl(&path, "deleted_items", 24);
        assert!(
            found.contains(expected),
            "change the tombstone of {path} in openapi/examples.json: {found:?}"
        );
    }
}

#[test]
fn the_example_requests_about_files_return_the_example_responses() {
    let (_data, caller) = demo();
    let send = |method: Method, path: &str, body: &Value| {
        caller.send(method, path, serde_json::to_vec(body).unwrap()).json()
    };
    let upload = example("post", "/files", None);
    let uploaded = send(Method::POST, "/files", &upload);
    let expected = example("post", "/files", Some("201"));
    let changing = ["id", "created_at", "updated_at"];
    assert_eq!(without(&uploaded["file"], &changing), without(&expected["file"], &changing));

    let mut without_project = upload;
    without_project["file"].as_object_mut().unwrap().shift_remove("project_id");
    let errors = send(Method::POST, "/files", &without_project);
    assert_eq!(errors, example("post", "/files", Some("422")));

    let id = record(FILES)["id"].clone();
    for (method, name) in [(Method::PATCH, "patch"), (Method::PUT, "put")] {
        let change = example(name, "/files/{id}", None);
        let changed = send(method, &format!("/files/{}", id.as_str().unwrap()), &change);
        let expected = example(name, "/files/{id}", Some("200"));
        assert_eq!(without(&changed["file"], &["updated_at"]), without(&expected["file"], &["updated_at"]));
    }
    let content = json!({ "file": { "content": "" } });
    let errors = send(Method::PATCH, &format!("/files/{}", id.as_str().unwrap()), &content);
    assert_eq!(errors, example("patch", "/files/{id}", Some("422")));
}

#[test]
fn the_example_requests_for_research_succeed() {
    let (_data, caller) = demo();
    let paths = DOCUMENT["paths"].as_object().unwrap().iter();
    let files = paths.filter(|(path, _)| path.contains("/pabulib") || path.contains("/polis/"));
    let mut count = 0;
    for (path, item) in files {
        let parameters = item["get"]["parameters"].as_array().unwrap();
        let values = |location: &'static str| {
            let here = parameters.iter().filter(move |it| it["in"] == location && it["required"] == true);
            here.map(|it| (it["name"].as_str().unwrap(), it["example"].as_str().unwrap()))
        };
        let query: Vec<_> = values("query").map(|(name, value)| format!("{name}={value}")).collect();
        let (_, id) = values("path").next().unwrap();
        let path = path.trim_start_matches("/api/v2").replace("{id}", id);
        let response = caller.get(&format!("{path}?{}", query.join("&")));
        assert_eq!(response.status, 200, "{path}: {}", response.text);
        count += 1;
    }
    assert_eq!(count, 6);
}

#[test]
fn the_example_of_every_filter_finds_records() {
    let (_data, caller) = demo();
    for resource in RESOURCES {
        let path = format!("/{}", resource.names.plural);
        let parameters = DOCUMENT["paths"][format!("/api/v2{path}")]["get"]["parameters"].as_array().unwrap();
        for parameter in parameters {
            let parameter = match parameter["$ref"].as_str() {
                Some(target) => DOCUMENT.pointer(&target[1..]).unwrap(),
                None => parameter,
            };
            if ["resume_after", "bom", "delimiter"].iter().any(|name| parameter["name"] == *name) {
                // Of streams only.
                continue;
            }
            let named = parameter["examples"].as_object().into_iter().flatten().next();
            let example = named.map_or(&parameter["example"], |(_, example)| &example["value"]);
            let example = example.get(0).unwrap_or(example);
            let value = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
            let query = format!("{path}?{}={value}", parameter["name"].as_str().unwrap());
            let found = caller.get(&query).ok()[resource.names.list_key].as_array().unwrap().len();
            assert!(found > 0, "{query} returns nothing");
        }
    }
}
