//! The page at `/` while there is no portal, and the `OpenAPI` document.

use axum::response::{Html, IntoResponse};
use http::header;

use super::openapi;

/// `/`
pub fn page() -> Html<&'static str> {
    Html(include_str!("welcome.html"))
}

/// `GET /api/v2/openapi.json`
pub async fn openapi() -> impl IntoResponse {
    static TEXT: std::sync::LazyLock<String> = std::sync::LazyLock::new(openapi::text);
    ([(header::CONTENT_TYPE, "application/json; charset=utf-8")], TEXT.as_str())
}
