//! The page at `/` while there is no portal, and the `OpenAPI` document.

use std::io::Write as _;
use std::sync::Arc;

use axum::extract::State;
use axum::response::{Html, Response};
use brotli::enc::BrotliEncoderParams;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderMap, StatusCode};
use tokio::sync::OnceCell;

use super::openapi;
use super::plan::ResourcePlans;
use super::precompressed::Precompressed;
use super::problem::Problem;
use super::state::AppState;

/// `/`
pub fn page() -> Html<&'static str> {
    Html(include_str!("welcome.html"))
}

/// `GET /api/v2/openapi.json`
pub async fn openapi(State(state): State<Arc<AppState>>, headers: HeaderMap) -> Result<Response, Problem> {
    static DOCUMENT: OnceCell<Precompressed> = OnceCell::const_new();
    let compress = || tokio::task::spawn_blocking(move || compressed_document(&state.plans));
    let document = DOCUMENT.get_or_try_init(compress).await;
    Ok(document.map_err(Problem::internal)?.response(StatusCode::OK, &headers))
}

/// The document with its compressed variants, which take too long to make for each request.
fn compressed_document(plans: &ResourcePlans) -> Precompressed {
    let plain = Bytes::from(openapi::text(plans));
    let compressed = [("br", brotli(&plain)), ("gzip", gzip(&plain))];
    let compressed =
        compressed.into_iter().filter_map(|(encoding, bytes)| Some((encoding, bytes.ok()?.into())));
    Precompressed::new(plain.clone(), compressed, "application/json; charset=utf-8", "no-cache")
}

fn brotli(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut compressed = Vec::new();
    let parameters = BrotliEncoderParams { quality: 9, ..BrotliEncoderParams::default() };
    brotli::BrotliCompress(&mut &*plain, &mut compressed, &parameters)?;
    Ok(compressed)
}

fn gzip(plain: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain)?;
    encoder.finish()
}
