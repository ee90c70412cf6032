//! A request of a test, whose answer is held against the `OpenAPI` document.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::time::Duration;

use reqwest::Method;
use reqwest::blocking::{Body, RequestBuilder};
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::answer::Answer;

/// A request on its way.
#[derive(Debug)]
#[must_use = "a request that is not sent does nothing"]
pub struct Request {
    method: Method,
    path: String,
    builder: RequestBuilder,
}

impl Request {
    pub(super) fn new(method: Method, path: &str, builder: RequestBuilder) -> Self {
        Self { method, path: path.to_owned(), builder }
    }

    /// With a header more.
    pub fn header(self, name: &str, value: &str) -> Self {
        self.with(|request| request.header(name, value))
    }

    /// With a token.
    pub fn bearer_auth(self, token: &str) -> Self {
        self.with(|request| request.bearer_auth(token))
    }

    /// With a body.
    pub fn body(self, body: impl Into<Body>) -> Self {
        self.with(|request| request.body(body))
    }

    /// With a JSON body.
    pub fn json(self, body: &Value) -> Self {
        self.with(|request| request.json(body))
    }

    /// With more time than others.
    pub fn timeout(self, time: Duration) -> Self {
        self.with(|request| request.timeout(time))
    }

    /// The answer.
    #[track_caller]
    pub fn send(self) -> Answer {
        let path = self.path.clone();
        self.try_send().unwrap_or_else(|error| panic!("{path} is not answered: {error:?}"))
    }

    /// The response with its bytes as they were sent.
    #[track_caller]
    pub fn send_bytes(self) -> BytesAnswer {
        let response = self.builder.send().unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        BytesAnswer { status, headers, bytes: response.bytes().unwrap().to_vec() }
    }

    /// The answer, where the server lives to give it.
    #[track_caller]
    pub fn try_send(self) -> reqwest::Result<Answer> {
        let response = self.builder.send()?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Ok(Answer::new(&self.method, &self.path, status, headers, response.text()?))
    }

    fn with(mut self, change: impl FnOnce(RequestBuilder) -> RequestBuilder) -> Self {
        self.builder = change(self.builder);
        self
    }
}

/// A response whose body need not be text.
#[derive(Debug)]
pub struct BytesAnswer {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub bytes: Vec<u8>,
}

impl BytesAnswer {
    /// A header, blank if there is none.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}
