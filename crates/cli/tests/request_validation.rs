//! Validation of requests: parameters, paths, methods, tokens and media types.

use folkmoot_model::resources::RESOURCES;
use reqwest::Method;
use serde_json::json;

use crate::support::Data;
use crate::support::fixture::{Platform, id};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

#[test]
fn an_unknown_enum_value_gets_the_allowed_values() {
    let data = Data::with(&Platform::empty());
    let caller = data.serve();
    let response = caller.get("/projects?publication_status=secret");
    let body = response.json();
    let keys: Vec<&String> = body.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "type",
            "title",
            "status",
            "detail",
            "parameter_name",
            "parameter_value",
            "allowed_values",
            "request_id"
        ]
    );
    assert_eq!(body["title"], "Invalid value for an enum parameter");
    assert_eq!(body["parameter_name"], "publication_status");
    assert_eq!(body["parameter_value"], "secret");
    assert_eq!(body["allowed_values"], json!(["draft", "published", "archived"]));
    for part in ["secret", "publication_status", "draft", "published", "archived"] {
        assert!(body["detail"].as_str().unwrap().contains(part));
    }
    for (path, allowed) in [
        ("/reactions?reactable_type=Idea", json!(["idea", "comment"])),
        ("/reactions?reactable_type=%20idea", json!(["idea", "comment"])),
        ("/ideas?type=surveys", json!(["idea", "survey"])),
        ("/project_folders?publication_status=x", json!(["draft", "published", "archived"])),
        ("/areas?locale=de", json!(["en", "nl-BE", "fr-BE"])),
        ("/areas?locale=n", json!(["en", "nl-BE", "fr-BE"])),
    ] {
        let response = caller.get(path);
        assert_eq!(response.problem(), "invalid-parameter-value-enum", "{path}");
        assert_eq!(response.json()["allowed_values"], allowed, "{path}");
    }
}

#[test]
fn an_unknown_parameter_gets_the_most_similar_known_one() {
    let data = Data::with(&Platform::empty());
    let caller = data.serve();
    for (path, nearest) in [
        ("/ideas?autor_id=x", "author_id"),
        ("/ideas?pagesize=3", "page_size"),
        ("/ideas?topic_id=x", "topic_ids"),
        ("/areas/deleted?created_at=2024-31-12", "deleted_at"),
    ] {
        let response = caller.get(path);
        assert_eq!(response.problem(), "unknown-parameter", "{path}");
        let detail = response.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains(&format!("'{nearest}'")) && detail.contains("page_number"), "{detail}");
    }
    assert_eq!(caller.get("/areas?author_id=x").problem(), "unknown-parameter");
    assert_eq!(caller.get(&format!("/areas/{}?page_size=1", id("areas", 0))).problem(), "unknown-parameter");
}

#[test]
fn every_path_accepts_a_trailing_slash_and_rejects_other_methods() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let caller = data.serve();
    for resource in RESOURCES {
        let plural = resource.names.plural;
        let mut paths = vec![format!("/{plural}")];
        if resource.has_id() {
            paths.extend([format!("/{plural}/{}", id(plural, 0)), format!("/{plural}/deleted")]);
        }
        for path in paths {
            let plain = caller.get(&path);
            assert_eq!(plain.status, 200, "{path}");
            assert_eq!(caller.get(&format!("{path}/")).text, plain.text, "{path}");
            let head = caller.call(&Method::HEAD, &path);
            assert_eq!((head.status, head.text.as_str()), (200, ""), "{path}");
            for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
                if plural == "files" {
                    continue;
                }
                let response = caller.call(&method, &path);
                assert_eq!(
                    (response.status, response.problem().as_str()),
                    (405, "method-not-allowed"),
                    "{method} {path}"
                );
                assert_eq!(response.header("allow"), "GET,HEAD", "{method} {path}");
            }
        }
    }
    assert_eq!(caller.call(&Method::GET, "/authenticate").problem(), "method-not-allowed");
    for unknown in ["/nothing", "/ideas/a/b/c", "//ideas", "/ideas//", "/idea_topics/deleted", ""] {
        let path = format!("/api/v2{unknown}");
        let response = caller.server.request(Method::GET, &path).bearer_auth(&caller.token).send();
        assert_eq!(response.problem(), "route-not-found", "{unknown}");
    }
}

#[test]
fn spaces_around_commas_are_ignored_in_every_list_of_values() {
    let data = Data::with(&Platform::full(2, CREATED_AT));
    let caller = data.serve();
    let document: serde_json::Value = serde_json::from_slice(&data.run(&["openapi"]).stdout).unwrap();
    let mut names = std::collections::BTreeSet::new();
    for (path, calls) in document["paths"].as_object().unwrap().iter().filter(|(path, _)| !path.contains('{'))
    {
        for parameter in calls["get"]["parameters"].as_array().into_iter().flatten() {
            if parameter["schema"]["type"] != "array" {
                continue;
            }
            let name = parameter["name"].as_str().unwrap();
            let words = &parameter["schema"]["items"]["enum"];
            let [one, other] = match words.as_array() {
                Some(words) => [0, 1].map(|position| words[position].as_str().unwrap().to_owned()),
                None if name == "resources" => ["ideas", "comments"].map(str::to_owned),
                None => [0, 1].map(|number| id("any", number)),
            };
            let path = path.trim_start_matches("/api/v2");
            let plain = caller.get(&format!("{path}?{name}={one},{other}"));
            let spaced = caller.get(&format!("{path}?{name}=%20{one}%20,%20{other}"));
            assert_eq!(spaced.status, 200, "{path} {name}: {}", spaced.text);
            let filters = |response: &crate::support::Response| response.header("applied-filters").to_owned();
            assert_eq!(filters(&spaced), filters(&plain), "{path} {name}");
            names.insert(name.to_owned());
        }
    }
    let expected =
        ["area_ids", "category", "fields", "ids", "project_id", "resources", "topic_ids", "uploader"];
    assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn missing_records_get_404() {
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let caller = data.serve();
    for resource in RESOURCES.iter().filter(|resource| resource.calls.item) {
        let plural = resource.names.plural;
        for missing in
            [id("none", 0).as_str(), "5", "deletedd", "%00", "x'; --", "%F0%9F%8C%B3", "%C3%28", "not-a-uuid"]
        {
            let response = caller.get(&format!("/{plural}/{missing}"));
            assert_eq!(
                (response.status, response.problem().as_str()),
                (404, "record-not-found"),
                "/{plural}/{missing}"
            );
        }
        let upper = id(plural, 0).to_uppercase();
        assert_eq!(caller.get(&format!("/{plural}/{upper}")).status, 200);
    }
    assert_eq!(caller.get(&format!("/projects/{}/phases", id("none", 0))).problem(), "record-not-found");
    assert_eq!(caller.get("/projects/x/phases").problem(), "record-not-found");
    assert_eq!(caller.get(&format!("/projects/{}/phases", id("projects", 0))).status, 200);
}

#[test]
fn every_operation_without_a_token_gets_401() {
    let data = Data::with(&Platform::empty());
    let caller = data.serve();
    let document: serde_json::Value = serde_json::from_slice(&data.run(&["openapi"]).stdout).unwrap();
    let mut public = Vec::new();
    for (path, calls) in document["paths"].as_object().unwrap() {
        let path = path.replace("{id}", &id("x", 0)).replace("{project_id}", &id("x", 0));
        for method in calls
            .as_object()
            .unwrap()
            .keys()
            .filter(|key| Method::from_bytes(key.to_uppercase().as_bytes()).is_ok())
        {
            if !["get", "post", "put", "patch", "delete"].contains(&method.as_str()) {
                continue;
            }
            let request =
                caller.server.request(Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(), &path);
            let response = request.header("content-type", "application/json").body("{}").send();
            if response.status == 401 {
                assert_eq!(response.problem(), "missing-token", "{method} {path}");
            } else {
                public.push(path.clone());
            }
        }
    }
    assert_eq!(public, ["/api/v2/authenticate"]);
}

#[test]
fn the_accept_header_is_respected() {
    let data = Data::with(&Platform::empty());
    let caller = data.serve();
    let with = |accept: &str| {
        let request = caller.server.request(Method::GET, "/api/v2/areas").bearer_auth(&caller.token);
        request.header("accept", accept).send()
    };
    for acceptable in [
        "*/*",
        "application/json",
        "application/*;q=0.5",
        "text/html, application/json;q=0.1",
        "APPLICATION/JSON",
    ] {
        assert_eq!(with(acceptable).status, 200, "{acceptable}");
    }
    for unacceptable in ["text/html", "application/xml", "application/json;q=0", "image/*"] {
        assert_eq!(with(unacceptable).problem(), "not-acceptable", "{unacceptable}");
    }
}
