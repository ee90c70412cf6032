//! The responses of operations that succeed, and the headers of all responses.

use serde_json::{Map, Value, json};

use super::{examples, naming};

/// The headers of a response: `X-Request-Id` and `names`.
pub fn headers(names: &[&str]) -> Value {
    let all = ["X-Request-Id"].iter().chain(names);
    Value::Object(all.map(|name| ((*name).to_owned(), naming::component("headers", name))).collect())
}

/// A response with a JSON body of the schema.
pub fn json(doc: &str, names: &[&str], schema: &str, example: &Value) -> Value {
    json!({
        "description": doc,
        "headers": headers(names),
        "content": {
            "application/json": { "schema": naming::component("schemas", schema), "example": example },
        },
    })
}

/// A response without a body.
pub fn empty(doc: &str) -> Value {
    json!({ "description": doc, "headers": headers(&[]) })
}

/// The headers, for the components of the document.
pub fn header_components() -> Map<String, Value> {
    let header = |name: &str, doc: &str, schema: Value, example: Value| {
        (name.to_owned(), json!({ "description": doc, "schema": schema, "example": example }))
    };
    let text = || json!({ "type": "string" });
    Map::from_iter([
        header(
            "X-Request-Id",
            "Id of the request. Quote it when you contact support, who can find the request in the log by it.",
            text(),
            json!(examples::REQUEST_ID),
        ),
        header(
            "Applied-Filters",
            "The filters as the server interpreted them. Dates are written out as half-open ranges of timestamps, so \
             that a swapped day and month is easy to spot.",
            text(),
            json!("created_at=2024-12-31T00:00:00.000Z..2025-01-01T00:00:00.000Z"),
        ),
        header(
            "Retry-After",
            "Number of seconds to wait before the next attempt.",
            json!({ "type": "integer", "minimum": 0 }),
            json!(30),
        ),
        header("WWW-Authenticate", "Authentication scheme to use.", text(), json!("Bearer")),
    ])
}
