//! An answer, read whole.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should stop")]

use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::openapi;

/// An answer, which is as the `OpenAPI` document says.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub text: String,
}

impl Answer {
    /// What was answered to `method` at `path`; it must be as documented.
    #[track_caller]
    pub fn new(method: &Method, path: &str, status: u16, headers: HeaderMap, text: String) -> Self {
        assert!(headers.contains_key("x-request-id"), "an answer without X-Request-Id");
        let answer = Self { status, headers, text };
        openapi::assert_answer_documented(method.as_str(), path, &answer);
        answer
    }

    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    /// The body of a good answer.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/json; charset=utf-8");
        self.json()
    }

    /// The code of a problem, whose form is checked.
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

    /// A header, blank where it is not there.
    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}
