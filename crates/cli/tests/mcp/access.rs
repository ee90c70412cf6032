//! Who may call which tool.

use serde_json::{Value, json};

use super::assistant::{Assistant, token};
use crate::support::Data;
use crate::support::fixture::{Platform, id};

const AT: &str = "2025-03-18T08:15:30.250Z";

/// A call of every tool that reads data.
fn data_calls() -> [(&'static str, Value); 5] {
    [
        ("what_is_here", json!({})),
        ("list_records", json!({ "resource": "ideas" })),
        ("get_record", json!({ "resource": "ideas", "id": id("ideas", 0) })),
        ("count_records", json!({ "resource": "ideas", "by": "type" })),
        ("changes_since", json!({})),
    ]
}

#[test]
fn data_needs_a_token_of_a_client_for_assistants() {
    let data = Data::with(&Platform::full(3, AT));
    let server = data.serve_with(&[]);
    let (other, _) = data.client_with(&["--access", "full"]);
    let (_, key) = data.publishable_client("https://www.city.example", &[]);
    let (revoked, _) = data.client_with(&["--access", "full", "--mcp"]);
    assert!(data.run(&["clients", "revoke", &revoked]).status.success());
    server.wait_for_changes();
    let cases = [
        (None, 401, "missing-token"),
        (Some("nonsense".to_owned()), 401, "invalid-token"),
        (Some(data.expired_token(&other)), 401, "expired-token"),
        (Some(data.token(&revoked, 0)), 401, "revoked-client"),
        (Some(data.token(&other, 0)), 403, "insufficient-access"),
        (Some(key), 403, "insufficient-access"),
    ];
    for (token, status, code) in cases {
        let assistant = Assistant { server: &server, token };
        for (tool, arguments) in data_calls() {
            let response = assistant.respond(tool, &arguments);
            assert_eq!((response.status, response.problem()), (status, code.to_owned()), "{tool}");
            if status == 401 {
                let metadata = format!("{}/.well-known/oauth-protected-resource/mcp", server.url);
                assert!(response.header("www-authenticate").contains(&metadata), "{tool}");
            }
        }
        // The documentation is for everybody.
        assert_eq!(
            assistant.ok("describe_operation", &json!({ "operation": "listIdeas" }))["path"],
            "/api/v2/ideas"
        );
    }
    let assistant = Assistant::new(&server, &token(&data, &["--access", "full"]));
    for (tool, arguments) in data_calls() {
        assistant.ok(tool, &arguments);
    }
}

#[test]
fn an_administrator_permits_and_forbids_assistants_within_a_second() {
    let data = Data::with(&Platform::full(3, AT));
    let server = data.serve_with(&[]);
    let (client, _) = data.client_with(&["--access", "public"]);
    let assistant = Assistant::new(&server, &data.token(&client, 0));
    for (state, status) in [("on", 200), ("off", 403)] {
        assert!(data.run(&["clients", "update", &client, "--mcp", state]).status.success());
        server.wait_for_changes();
        assert_eq!(assistant.respond("what_is_here", &json!({})).status, status, "{state}");
    }
    let (key, _) = data.publishable_client("https://www.city.example", &[]);
    let refused = data.run(&["clients", "update", &key, "--mcp", "on"]);
    assert!(refused.status.code() == Some(1), "{refused:?}");
    let both = ["clients", "create", "x", "--publishable", "--origins", "https://www.city.example", "--mcp"];
    assert_eq!(data.run(&both).status.code(), Some(2));
}

#[test]
fn what_the_client_may_not_read_is_refused_in_words() {
    let data = Data::with(&Platform::full(3, AT));
    let server = data.serve_with(&[]);
    let assistant =
        Assistant::new(&server, &token(&data, &["--access", "anonymous", "--resources", "ideas"]));
    for (tool, arguments, reason) in [
        ("list_records", json!({ "resource": "comments" }), "insufficient-access"),
        ("get_record", json!({ "resource": "comments", "id": id("comments", 0) }), "insufficient-access"),
        ("count_records", json!({ "resource": "comments" }), "insufficient-access"),
        // Counting by projects needs their ids.
        ("count_records", json!({ "resource": "ideas", "by": "project_id" }), "insufficient-access"),
        ("list_records", json!({ "resource": "ideas", "author_id": id("users", 0) }), "insufficient-access"),
        ("get_record", json!({ "resource": "ideas", "id": id("ideas", 99) }), "record-not-found"),
        ("get_record", json!({ "resource": "ideas", "id": "../users" }), "not the id of a record"),
        ("list_records", json!({ "resource": "deleted" }), "'deleted' is not a resource"),
        ("list_records", json!({ "resource": "ideas", "key": "fmp_x" }), "'key' is not an argument"),
        ("list_records", json!({ "resource": "ideas", "format": "csv" }), "'format' is not an argument"),
        ("list_records", json!({ "resource": "ideas", "type": { "a": 1 } }), "must be a text"),
        ("list_records", json!({ "resource": "ideas", "page_size": 0 }), "positive integer"),
        ("list_records", json!({}), "'resource' is missing"),
        ("changes_since", json!({ "after": "nonsense" }), "invalid-parameter-value"),
        ("read_page", json!({ "path": "/api/v2/ideas" }), "does not exist"),
        ("read_page", json!({ "path": "/../../etc/passwd" }), "not the path of a page"),
    ] {
        let failure = assistant.failure(tool, &arguments);
        assert!(failure.contains(reason), "{tool} {arguments}: {failure}");
    }
    assert!(data.run(&["access", "off"]).status.success());
    server.wait_for_changes();
    assert!(assistant.failure("what_is_here", &json!({})).contains("public-api-disabled"));
}
