//! JSON responses.

use axum::response::{IntoResponse, Response};
use http::header;
use serde_json::Value;

use crate::records::JSON;

/// A response with a JSON body.
#[derive(Debug)]
pub struct Json(pub Value);

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, JSON)], self.0.to_string()).into_response()
    }
}
