//! JSON responses.

use axum::response::{IntoResponse, Response};
use folkmoot_api::media_types::JSON;
use folkmoot_api::problem::Problem;
use http::header;
use serde::Serialize;

/// A response with a JSON body.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_string(&self.0) {
            Ok(body) => ([(header::CONTENT_TYPE, JSON)], body).into_response(),
            Err(error) => Problem::internal(error).into_response(),
        }
    }
}
