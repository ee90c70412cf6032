//! A request whose response is validated against the `OpenAPI` document.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use reqwest::Method;
use reqwest::blocking::{Body, RequestBuilder};
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::response::Response;

/// A request that has not been sent.
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

    /// Adds a header.
    pub fn header(self, name: &str, value: &str) -> Self {
        self.with(|request| request.header(name, value))
    }

    /// Adds a token.
    pub fn bearer_auth(self, token: &str) -> Self {
        self.with(|request| request.bearer_auth(token))
    }

    /// Sets the body.
    pub fn body(self, body: impl Into<Body>) -> Self {
        self.with(|request| request.body(body))
    }

    /// Sets a JSON body.
    pub fn json(self, body: &Value) -> Self {
        self.with(|request| request.json(body))
    }

    /// Sets a body of form parameters.
    pub fn form(self, parameters: &[(&str, &str)]) -> Self {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(parameters).finish();
        self.header("content-type", "application/x-www-form-urlencoded").body(body)
    }

    /// Sets a timeout.
    pub fn timeout(self, time: Duration) -> Self {
        self.with(|request| request.timeout(time))
    }

    /// Sends the request. Fails if the server returns no response.
    #[track_caller]
    pub fn send(self) -> Response {
        let path = self.path.clone();
        self.try_send().unwrap_or_else(|error| panic!("no response from {path}: {error:?}"))
    }

    /// Sends the request and returns the body as bytes, without decoding or validation.
    #[track_caller]
    pub fn send_bytes(self) -> BytesResponse {
        let response = self.builder.send().unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        BytesResponse { status, headers, bytes: response.bytes().unwrap().to_vec() }
    }

    /// Sends the request; an error if the server returns no response.
    #[track_caller]
    pub fn try_send(self) -> reqwest::Result<Response> {
        let response = self.builder.send()?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Ok(Response::new(&self.method, &self.path, status, headers, response.text()?))
    }

    fn with(mut self, change: impl FnOnce(RequestBuilder) -> RequestBuilder) -> Self {
        self.builder = change(self.builder);
        self
    }
}

/// A response with a body of bytes.
#[derive(Debug)]
pub struct BytesResponse {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub bytes: Vec<u8>,
}

impl BytesResponse {
    /// The value of a header; empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}
