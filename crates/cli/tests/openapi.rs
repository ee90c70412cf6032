//! The validation of responses against the `OpenAPI` document detects differences.

use std::sync::LazyLock;

use folkmoot_api::plan::ResourcePlans;
use folkmoot_api::problem_table::PROBLEMS;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::Data;
use crate::support::fixture::Platform;
use crate::support::openapi::{assert_documented, faults};

static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| folkmoot_openapi::document(&ResourcePlans::build().unwrap()));

/// The example of a response.
fn example(path: &str, method: &str, status: &str) -> Value {
    DOCUMENT["paths"][path][method]["responses"][status]["content"]["application/json"]["example"].clone()
}

#[test]
fn every_example_of_a_response_conforms_to_its_schema() {
    for (path, methods) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            for status in operation["responses"].as_object().unwrap().keys() {
                let body = example(path, method, status);
                if !body.is_null() {
                    assert_documented(method, path, status.parse().unwrap(), Some(&body));
                }
            }
        }
    }
}

#[test]
fn every_example_of_a_problem_conforms_to_its_schema() {
    for (method, path, status) in
        [("get", "/api/v2/ideas", 400), ("get", "/api/v2/ideas", 401), ("delete", "/api/v2/ideas", 405)]
    {
        let kinds: Vec<_> = PROBLEMS.iter().filter(|kind| kind.status == status).collect();
        assert!(!kinds.is_empty());
        for kind in kinds {
            assert_documented(method, path, status, Some(&folkmoot_openapi::problem_example(kind)["value"]));
        }
    }
}

#[test]
fn real_paths_match_their_templates() {
    let list = example("/api/v2/areas", "get", "200");
    let item = example("/api/v2/areas/{id}", "get", "200");
    let deleted = example("/api/v2/areas/deleted", "get", "200");
    assert_documented("GET", "/api/v2/areas/", 200, Some(&list));
    assert_documented("GET", "/api/v2/areas/0b6fdd5a-7b0f-4b43-9c79-6b0a6a5a4f7e", 200, Some(&item));
    assert_documented("GET", "/api/v2/areas/deleted/", 200, Some(&deleted));
    assert!(!faults("GET", "/api/v2/areas/deleted", 200, Some(&item)).is_empty());
}

#[test]
fn every_difference_is_detected() {
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 9] = [
        ("a field is missing", |body| drop(body["idea"].as_object_mut().unwrap().shift_remove("slug"))),
        ("a field too many", |body| body["idea"]["extra"] = json!(1)),
        ("null that is not allowed", |body| body["idea"]["title"] = Value::Null),
        ("two fraction digits", |body| body["idea"]["created_at"] = json!("2025-03-18T08:15:30.25Z")),
        ("an upper-case id", |body| body["idea"]["id"] = json!("8A5F0D52-6C0E-4F5B-9A53-1D6D4C1F2B7E")),
        ("a word that is not allowed", |body| body["idea"]["type"] = json!("poem")),
        ("text for a number", |body| body["idea"]["likes_count"] = json!("3")),
        ("keys in another order", |body| {
            let idea = body["idea"].as_object_mut().unwrap();
            let id = idea.shift_remove("id").unwrap();
            idea.insert("id".to_owned(), id);
        }),
        ("another root key", |body| *body = json!({ "post": body["idea"] })),
    ];
    for (difference, change) in changes {
        let mut body = example("/api/v2/ideas/{id}", "get", "200");
        change(&mut body);
        assert!(!faults("GET", "/api/v2/ideas/{id}", 200, Some(&body)).is_empty(), "{difference}");
    }
    assert!(!faults("GET", "/api/v2/ideas", 200, None).is_empty());
    assert!(!faults("GET", "/api/v2/ideas", 418, None).is_empty());
    assert!(!faults("DELETE", "/api/v2/files/{id}", 204, Some(&json!({}))).is_empty());
    assert_documented("DELETE", "/api/v2/files/{id}", 204, None);
}

#[test]
fn problems_must_match_the_problem_table() {
    let problem = json!({
        "type": "https://participate.example.org/guides/reference-problems#record-not-found",
        "title": "Record not found", "status": 404, "detail": "No idea has this id.", "request_id": "1",
    });
    assert_documented("GET", "/api/v2/ideas/{id}", 404, Some(&problem));
    for (key, value) in [
        ("type", json!("https://participate.example.org/guides/reference-problems#expired-token")),
        ("type", json!("https://participate.example.org/#record-not-found")),
        ("title", json!("Gone")),
        ("status", json!(400)),
    ] {
        let mut wrong = problem.clone();
        wrong[key] = value;
        assert!(!faults("GET", "/api/v2/ideas/{id}", 404, Some(&wrong)).is_empty(), "{wrong}");
    }
}

#[test]
fn a_server_returns_the_document_of_its_platform() {
    let mut platform = Platform::empty();
    let data = Data::with(&platform);
    let caller = data.serve();
    let served = || caller.server.request(Method::GET, "/api/v2/openapi.json").send().json();
    let locales = |document: &Value| document["components"]["parameters"]["Locale"]["schema"]["enum"].clone();
    assert_eq!(locales(&served()), json!(["en", "nl-BE", "fr-BE"]));
    let printed = data.run(&["openapi"]).stdout;
    assert_eq!(serde_json::from_slice::<Value>(&printed).unwrap(), served());
    let printed = data.run(&["openapi", "--without-platform"]).stdout;
    assert_eq!(serde_json::from_slice::<Value>(&printed).unwrap(), *DOCUMENT);

    platform.about["locales"] = json!(["fr-BE", "de", "en", "nl-BE"]);
    data.import(&platform);
    caller.server.wait_for_changes();
    assert_eq!(locales(&served()), json!(["fr-BE", "de", "en", "nl-BE"]));
}
