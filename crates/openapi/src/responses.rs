//! The responses of operations that succeed, and the headers of all responses.

use folkmoot_api::naming;
use serde_json::{Map, Value, json};

use super::examples;

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

/// The headers of every successful response to a request with a token.
pub const RATE_LIMIT: [&str; 2] = ["RateLimit", "RateLimit-Policy"];

/// The response to a conditional request if the client has the current content.
pub fn not_modified() -> Value {
    let headers = headers(&["ETag", "Cache-Control", "Vary", RATE_LIMIT[0], RATE_LIMIT[1]]);
    json!({ "description": "The content has not changed since the response with the `ETag` in `If-None-Match`.", "headers": headers })
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
            "Total-Count",
            "Number of records of a list as NDJSON or CSV.",
            json!({ "type": "integer", "minimum": 0 }),
            json!(1250),
        ),
        header(
            "Content-Disposition",
            "Name of the file in which a browser stores the response.",
            text(),
            json!("attachment; filename=\"ideas-2024-12-31.csv\""),
        ),
        header(
            "Retry-After",
            "Number of seconds to wait before the next attempt.",
            json!({ "type": "integer", "minimum": 0 }),
            json!(30),
        ),
        header("WWW-Authenticate", "Authentication scheme to use.", text(), json!("Bearer")),
        header(
            "ETag",
            "Identifies the content of the response. Send it as `If-None-Match` with the next request for the same URL: \
             if the content has not changed, the response is 304 without a body.",
            text(),
            json!("\"9a3f0c51d2e84b7796a1f3c05d7e2b48\""),
        ),
        header(
            "Last-Modified",
            "The `updated_at` of the record, as an HTTP date. Counters and texts of other records can change later.",
            text(),
            json!("Tue, 31 Dec 2024 10:00:00 GMT"),
        ),
        header(
            "Cache-Control",
            "The client may store the response, but must send a conditional request before it uses it again. With a publishable key, \
             everybody may use it for a minute: `public, max-age=60`.",
            text(),
            json!("private, no-cache"),
        ),
        header(
            "Vary",
            "Headers of the request that the response depends on.",
            text(),
            json!("authorization, accept, accept-encoding"),
        ),
        header(
            "Link",
            "URLs of the first, previous, next and last page (RFC 8288), as far as they exist. With the parameter `cursor`: of \
             the start of the walk and of its next page.",
            text(),
            json!(
                "<https://platform.example/api/v2/ideas?page_number=1>; rel=\"first\", <https://platform.example/api/v2/ideas?page_number=2>; rel=\"next\", <https://platform.example/api/v2/ideas?page_number=9>; rel=\"last\""
            ),
        ),
        header(
            "Withheld",
            "Names of the fields that are null in some records because a vote is running. Absent if there are none. Clients \
             of the access level `full` see all values.",
            text(),
            json!("baskets_count, votes_count"),
        ),
        header(
            "RateLimit",
            "What is left of the client's quota: `r` requests now, the complete quota in `t` seconds.",
            text(),
            json!("\"requests\";r=5999990;t=1"),
        ),
        header(
            "RateLimit-Policy",
            "The client's quota: `q` requests in `w` seconds.",
            text(),
            json!("\"requests\";q=6000000;w=60"),
        ),
    ])
}
