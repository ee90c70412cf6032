//! Calls of tools.

use std::sync::LazyLock;

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Data, Response, Server};

/// The schemas of results by tool, from the first list of tools that this process has read.
static SCHEMAS: LazyLock<std::sync::Mutex<Vec<(String, Value)>>> = LazyLock::new(std::sync::Mutex::default);

/// An assistant with a token, or without one.
pub struct Assistant<'a> {
    pub server: &'a Server,
    pub token: Option<String>,
}

/// The result of a tool.
#[derive(Debug)]
pub struct Outcome {
    /// The structured content; null if the call failed.
    pub content: Value,
    /// The text, which is why the call failed.
    pub text: String,
}

/// Creates a client that assistants may use, and returns its token.
pub fn token(data: &Data, arguments: &[&str]) -> String {
    let (client, _) = data.client_with(&[&["--mcp"], arguments].concat());
    data.token(&client, 0)
}

impl<'a> Assistant<'a> {
    pub fn new(server: &'a Server, token: &str) -> Self {
        Self { server, token: Some(token.to_owned()) }
    }

    /// Sends a message of the protocol version 2025-11-25.
    pub fn send(&self, method: &str, parameters: &Value) -> Response {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": parameters });
        let request = self.server.request(Method::POST, "/mcp").json(&message);
        let request = request.header("accept", "application/json, text/event-stream");
        let request = request.header("mcp-protocol-version", "2025-11-25");
        match &self.token {
            Some(token) => request.bearer_auth(token).send(),
            None => request.send(),
        }
    }

    /// The response to the call of a tool.
    pub fn respond(&self, tool: &str, arguments: &Value) -> Response {
        self.send("tools/call", &json!({ "name": tool, "arguments": arguments }))
    }

    /// Calls a tool. Its result conforms to the schema of the tool, and is as short as it has to be.
    #[track_caller]
    pub fn call(&self, tool: &str, arguments: &Value) -> Outcome {
        let response = self.respond(tool, arguments);
        assert_eq!(response.status, 200, "{tool} {arguments}: {}", response.text);
        let mut result = response.json()["result"].take();
        let text = result["content"][0]["text"].as_str().unwrap().to_owned();
        let content = result["structuredContent"].take();
        assert_eq!(result["isError"], json!(content.is_null()), "{tool} {arguments}: {text}");
        if !content.is_null() {
            let schema = self.schema(tool);
            let faults: Vec<String> = schema.iter_errors(&content).map(|fault| fault.to_string()).collect();
            assert!(faults.is_empty(), "{tool} {arguments}: {faults:?} {content}");
            assert!(content.to_string().len() <= 50_000, "{tool} {arguments}");
        }
        Outcome { content, text }
    }

    /// The structured content of a result.
    #[track_caller]
    pub fn ok(&self, tool: &str, arguments: &Value) -> Value {
        let outcome = self.call(tool, arguments);
        assert!(!outcome.content.is_null(), "{tool} {arguments}: {}", outcome.text);
        outcome.content
    }

    /// Why a call fails.
    #[track_caller]
    pub fn failure(&self, tool: &str, arguments: &Value) -> String {
        let outcome = self.call(tool, arguments);
        assert!(outcome.content.is_null(), "{tool} {arguments}: {}", outcome.content);
        outcome.text
    }

    /// All records of a list, by its cursor, and the number of results.
    pub fn walk(&self, arguments: &Value) -> (Vec<Value>, usize) {
        let (mut arguments, mut records) = (arguments.clone(), Vec::new());
        for results in 1.. {
            let mut result = self.ok("list_records", &arguments);
            records.extend(result["records"].as_array().unwrap().iter().cloned());
            arguments["cursor"] = result["next_cursor"].take();
            if arguments["cursor"].is_null() {
                return (records, results);
            }
        }
        unreachable!()
    }

    pub fn tools(&self) -> Vec<Value> {
        self.send("tools/list", &json!({})).json()["result"]["tools"].as_array().unwrap().clone()
    }

    fn schema(&self, tool: &str) -> jsonschema::Validator {
        let mut schemas = SCHEMAS.lock().unwrap();
        if schemas.is_empty() {
            let name = |tool: &Value| tool["name"].as_str().unwrap().to_owned();
            schemas.extend(self.tools().iter().map(|tool| (name(tool), tool["outputSchema"].clone())));
        }
        let (_, schema) = schemas.iter().find(|(name, _)| name == tool).unwrap();
        jsonschema::draft202012::new(schema).unwrap()
    }
}
