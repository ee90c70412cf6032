//! Media types of responses.

use http::HeaderValue;

/// The media type of every response with records.
pub const JSON: HeaderValue = HeaderValue::from_static("application/json; charset=utf-8");
