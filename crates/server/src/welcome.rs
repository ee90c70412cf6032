//! The page at `/` of a server without a portal, and the `OpenAPI` document.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};
use tokio::sync::OnceCell;

use super::openapi;
use super::plan::ResourcePlans;
use super::precompressed::{Precompressed, compressed_variants};
use super::problem::Problem;
use super::state::AppState;

/// The best quality that takes less than a tenth of a second.
const BROTLI_QUALITY: i32 = 9;

/// The page contains its style sheet, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// `/`
pub fn page() -> impl IntoResponse {
    ([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(include_str!("welcome.html")))
}

/// `GET /api/v2/openapi.json`
pub async fn openapi(State(state): State<Arc<AppState>>, headers: HeaderMap) -> Result<Response, Problem> {
    static DOCUMENT: OnceCell<Precompressed> = OnceCell::const_new();
    let compress = || tokio::task::spawn_blocking(move || compressed_document(&state.plans));
    let document = DOCUMENT.get_or_try_init(compress).await;
    Ok(document.map_err(Problem::internal)?.response(StatusCode::OK, &headers))
}

/// The document with its compressed variants. Compressing it for each request would take too long.
fn compressed_document(plans: &ResourcePlans) -> Precompressed {
    let plain = Bytes::from(openapi::text(plans));
    let compressed = compressed_variants(&plain, BROTLI_QUALITY);
    Precompressed::new(plain.clone(), compressed, "application/json; charset=utf-8", "no-cache")
}
