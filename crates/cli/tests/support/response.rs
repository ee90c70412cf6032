//! A response, read completely.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::{admin, openapi};

/// A response that conforms to the `OpenAPI` document.
#[derive(Debug)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub text: String,
}

impl Response {
    /// The response to `method` at `path`. Fails if it does not conform to the `OpenAPI` document.
    #[track_caller]
    pub fn new(method: &Method, path: &str, status: u16, headers: HeaderMap, text: String) -> Self {
        assert!(headers.contains_key("x-request-id"), "a response without X-Request-Id");
        let response = Self { status, headers, text };
        openapi::assert_response_documented(method.as_str(), path, &response);
        if path.starts_with(admin::API) {
            admin::assert_documented(method.as_str(), path, &response);
        }
        response
    }

    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not valid JSON: {}", self.text))
    }

    /// The JSON body of a response 200. Fails for any other status.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/json; charset=utf-8");
        self.json()
    }

    /// The code of a problem document. Fails if the document is not well-formed.
    #[track_caller]
    pub fn problem(&self) -> String {
        let body = self.json();
        assert_eq!(self.header("content-type"), "application/problem+json; charset=utf-8", "{}", self.text);
        assert_eq!(body["status"], self.status);
        assert_eq!(body["request_id"], self.header("x-request-id"));
        assert!(body["title"].is_string() && body["detail"].is_string());
        let link = body["type"].as_str().unwrap();
        assert!(link.starts_with("http") && link.contains("/guides/reference-problems#"), "{link}");
        link.rsplit('#').next().unwrap().to_owned()
    }

    /// The value of a header; empty if it is missing.
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}
