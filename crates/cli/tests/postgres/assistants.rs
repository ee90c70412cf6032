//! Tools for assistants: no request depends on the server that responded to the one before.

use serde_json::{Value, json};

use crate::mcp::assistant::{Assistant, token};
use crate::support::Data;
use crate::support::fixture::Platform;
use crate::support::postgres::required_server;

#[test]
fn two_servers_respond_in_turn() {
    let data = Data::in_postgres(&required_server()).filled(&Platform::full(60, "2025-03-18T08:15:30.250Z"));
    let host = data.other_host(&required_server());
    let token = token(&data, &["--access", "pseudonymous"]);
    let servers = [data.serve_with(&[]), host.serve_with(&[])];
    let assistants = servers.each_ref().map(|server| Assistant::new(server, &token));
    for sort in ["-created_at", "-likes_count"] {
        let (expected, _) = assistants[0].walk(&json!({ "resource": "ideas", "sort": sort }));
        assert_eq!(expected.len(), 60);
        let mut arguments = json!({ "resource": "ideas", "sort": sort, "page_size": 7 });
        let mut records: Vec<Value> = Vec::new();
        for assistant in assistants.iter().cycle() {
            let mut result = assistant.ok("list_records", &arguments);
            records.extend(result["records"].as_array().unwrap().iter().cloned());
            arguments["cursor"] = result["next_cursor"].take();
            if arguments["cursor"].is_null() {
                break;
            }
        }
        assert_eq!(records, expected, "{sort}");
    }
    let start = assistants[0].ok("changes_since", &json!({}))["next"].take();
    assert_eq!(assistants[1].ok("changes_since", &json!({ "after": start }))["changes"], json!([]));
}
