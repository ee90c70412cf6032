//! The protocol: versions, the list of tools, and where requests may come from.

use reqwest::Method;
use serde_json::{Value, json};

use super::assistant::{Assistant, token};
use crate::support::fixture::Platform;
use crate::support::{Data, Response, Server};

const NAMES: [&str; 8] = [
    "search_docs",
    "read_page",
    "describe_operation",
    "what_is_here",
    "list_records",
    "get_record",
    "count_records",
    "changes_since",
];

fn list(server: &Server, headers: &[(&str, &str)]) -> Response {
    let message = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/list" });
    let request = server.request(Method::POST, "/mcp").json(&message);
    let request = request.header("accept", "application/json, text/event-stream");
    headers.iter().fold(request, |request, (name, value)| request.header(name, value)).send()
}

#[test]
fn tools_are_listed_for_everybody_in_one_order_and_read_only() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&[]);
    let nobody = Assistant { server: &server, token: None };
    let tools = nobody.tools();
    assert_eq!(tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect::<Vec<_>>(), NAMES);
    assert_eq!(Assistant::new(&server, &token(&data, &[])).tools(), tools);
    for tool in &tools {
        let name = tool["name"].as_str().unwrap();
        assert_eq!(
            (&tool["annotations"]["readOnlyHint"], &tool["annotations"]["destructiveHint"]),
            (&json!(true), &json!(false)),
            "{name}"
        );
        assert!(tool["title"].as_str().unwrap().len() > 5, "{name}");
        let description = tool["description"].as_str().unwrap();
        let (_, example) = description.split_once("Example: ").unwrap();
        let example: Value = serde_json::from_str(example).unwrap();
        for side in ["inputSchema", "outputSchema"] {
            assert_eq!(tool[side]["type"], "object", "{name}");
            jsonschema::draft202012::new(&tool[side]).unwrap();
        }
        assert!(jsonschema::is_valid(&tool["inputSchema"], &example), "{name}: {example}");
    }
    // An assistant reads the list whenever it begins.
    assert!(json!(tools).to_string().len() < 65_000);
}

#[test]
fn both_versions_are_served_without_a_session() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&[]);
    let initialize = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } });
    let earlier = Assistant { server: &server, token: None }.send("initialize", &initialize);
    let result = &earlier.json()["result"];
    assert_eq!(result["protocolVersion"], "2025-11-25");
    assert_eq!(result["capabilities"], json!({ "tools": {} }));
    assert!(result["instructions"].as_str().unwrap().contains("what_is_here"));

    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let message =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": { "_meta": meta } });
    let request = server.request(Method::POST, "/mcp").json(&message);
    let request = request.header("accept", "application/json, text/event-stream");
    let discovered =
        request.header("mcp-protocol-version", "2026-07-28").header("mcp-method", "server/discover").send();
    assert_eq!(discovered.header("mcp-session-id"), "");
    let versions = &discovered.json()["result"]["supportedVersions"];
    assert!(versions.as_array().unwrap().contains(&json!("2026-07-28")), "{versions}");
    assert_eq!(server.request(Method::GET, "/mcp").send().problem(), "method-not-allowed");
}

#[test]
fn host_and_origin_are_checked() {
    let data = Data::with(&Platform::empty());
    let settings = ["--public-url", "https://data.city.example", "--portal-url", "https://docs.city.example"];
    let server = data.serve_with(&[&settings[..], &["--cors-origins", "https://tool.example"]].concat());
    let from = |origin| list(&server, &[("origin", origin)]);
    for origin in ["https://data.city.example", "https://docs.city.example", "https://tool.example"] {
        let response = from(origin);
        assert_eq!((response.status, response.header("access-control-allow-origin")), (200, origin));
    }
    for origin in
        ["https://other.example", "http://data.city.example", "https://data.city.example:8443", "null"]
    {
        let response = from(origin);
        assert_eq!(response.problem(), "origin-not-allowed", "{origin}");
        assert_eq!(response.header("access-control-allow-origin"), "", "{origin}");
    }
    for (host, status) in
        [("data.city.example", 200), ("localhost:1234", 200), ("127.0.0.1", 200), ("evil.example", 403)]
    {
        assert_eq!(list(&server, &[("host", host)]).status, status, "{host}");
    }
    drop(server);
    let plain = data.serve_with(&[]);
    assert_eq!(list(&plain, &[("origin", &plain.url)]).problem(), "origin-not-allowed");
}

#[test]
fn what_is_no_message_of_the_protocol_is_a_problem() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&[]);
    let post = |media_type, accept, body: String| {
        let request = server.request(Method::POST, "/mcp").header("content-type", media_type);
        request.header("accept", accept).body(body).send()
    };
    let both = "application/json, text/event-stream";
    let cases = [
        (post("application/json", "text/html", "{}".to_owned()), "not-acceptable"),
        (post("text/plain", both, "{}".to_owned()), "unsupported-media-type"),
        (post("application/json", both, "[".repeat(300_000)), "body-too-large"),
    ];
    for (response, code) in cases {
        assert_eq!(response.problem(), code);
    }
    let broken = post("application/json", both, "{\"jsonrpc\":".to_owned());
    assert!((400..500).contains(&broken.status), "{}", broken.text);
    let unknown = Assistant { server: &server, token: None };
    assert_eq!(unknown.send("tools/call", &json!({ "name": "drop_tables" })).json()["error"]["code"], -32602);
}

#[test]
fn a_setting_switches_everything_off() {
    let data = Data::with(&Platform::empty());
    let server = data.serve_with(&["--mcp", "off"]);
    assert_eq!(list(&server, &[]).problem(), "route-not-found");
    let metadata = server.request(Method::GET, "/.well-known/oauth-protected-resource/mcp").send();
    assert_eq!(metadata.problem(), "route-not-found");
    let authorization = server.request(Method::GET, "/.well-known/oauth-authorization-server").send().ok();
    assert_eq!(authorization["protected_resources"].as_array().unwrap().len(), 1);
}
