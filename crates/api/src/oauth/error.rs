//! The errors of the token endpoint (RFC 6749, section 5.2).

use axum::response::{IntoResponse, Response};
use http::{HeaderName, HeaderValue, StatusCode, header};
use serde_json::json;

use crate::media_types::JSON;
use crate::problem::Problem;

/// How a client authenticates at the token endpoint.
const CHALLENGE: HeaderValue = HeaderValue::from_static(r#"Basic realm="API clients", charset="UTF-8""#);

/// Headers of responses with tokens and of errors (RFC 6749, section 5.1).
pub const NOT_CACHED: [(HeaderName, HeaderValue); 2] = [
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (header::PRAGMA, HeaderValue::from_static("no-cache")),
];

/// A parameter is missing, repeated or malformed, or credentials are sent in two ways.
const INVALID_REQUEST: &str = "invalid_request";
/// The client ID or the client secret is wrong or missing.
pub const INVALID_CLIENT: &str = "invalid_client";
/// The grant type is not `client_credentials`.
pub const UNSUPPORTED_GRANT_TYPE: &str = "unsupported_grant_type";
/// A requested scope value is unknown or exceeds what the client may do.
pub const INVALID_SCOPE: &str = "invalid_scope";

/// An error in the form of RFC 6749.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OAuthError {
    code: &'static str,
    description: String,
}

impl OAuthError {
    /// An error with an explanation in ASCII, without quotation marks and backslashes.
    pub fn new(code: &'static str, description: impl Into<String>) -> Self {
        Self { code, description: description.into() }
    }

    /// The request is malformed.
    pub fn invalid_request(description: &str) -> Self {
        Self::new(INVALID_REQUEST, description)
    }
}

impl IntoResponse for OAuthError {
    fn into_response(self) -> Response {
        let Self { code, description } = self;
        let body = json!({ "error": code, "error_description": description }).to_string();
        let status = if code == INVALID_CLIENT { StatusCode::UNAUTHORIZED } else { StatusCode::BAD_REQUEST };
        let mut response = (status, NOT_CACHED, [(header::CONTENT_TYPE, JSON)], body).into_response();
        if code == INVALID_CLIENT {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, CHALLENGE);
        }
        response
    }
}

/// Why the token endpoint refuses a request.
#[derive(Debug)]
pub enum Refusal {
    /// An error that RFC 6749 has a code for.
    OAuth(OAuthError),
    /// Any other error.
    Problem(Problem),
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Self::OAuth(error) => error.into_response(),
            Self::Problem(problem) => problem.into_response(),
        }
    }
}

impl From<OAuthError> for Refusal {
    fn from(error: OAuthError) -> Self {
        Self::OAuth(error)
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}
