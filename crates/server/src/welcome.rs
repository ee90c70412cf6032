//! The page at `/` of a server without a portal, and the `OpenAPI` document.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use bytes::Bytes;
use folkmoot_api::plan::ResourcePlans;
use folkmoot_api::problem::Problem;
use folkmoot_authentication::platform_cache::PlatformCache;
use folkmoot_codings::precompressed::{Precompressed, compressed_variants};
use folkmoot_openapi::PlatformValues;
use folkmoot_settings::Settings;
use http::{HeaderMap, StatusCode, header};
use serde_json::Value;
use tokio::sync::Mutex;

/// The best quality that takes less than a tenth of a second.
const BROTLI_QUALITY: i32 = 9;

/// The page contains its style sheet, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// `/`
pub fn page() -> impl IntoResponse {
    ([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(include_str!("welcome.html")))
}

/// What the `OpenAPI` document is made of.
pub struct DocumentState {
    /// The calls of each resource.
    pub plans: Arc<ResourcePlans>,
    /// Platform and clients in memory.
    pub platform: Arc<PlatformCache>,
    /// The settings at the start.
    pub settings: Arc<Settings>,
}

impl DocumentState {
    /// The document as it is for every platform.
    pub fn without_locales(&self) -> Value {
        folkmoot_openapi::document_of(&self.plans, &PlatformValues::new(&self.settings, Vec::new()))
    }
}

/// The document, and the version of the platform whose locales it contains.
type CachedDocument = (Option<u64>, Arc<Precompressed>);

/// `GET /api/v2/openapi.json`
pub async fn openapi(
    State(state): State<Arc<DocumentState>>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    static CACHE: Mutex<Option<CachedDocument>> = Mutex::const_new(None);
    let platform = state.platform.platform();
    let version = platform.as_ref().map(|view| view.version);
    let mut cache = CACHE.lock().await;
    let cached =
        cache.as_ref().filter(|(cached, _)| *cached == version).map(|(_, document)| Arc::clone(document));
    let document = if let Some(document) = cached {
        document
    } else {
        let locales = platform.map(|view| view.platform.locales.clone()).unwrap_or_default();
        let values = PlatformValues::new(&state.settings, locales);
        let compress = move || compressed_document(&state.plans, &values);
        let document = Arc::new(tokio::task::spawn_blocking(compress).await.map_err(Problem::internal)?);
        *cache = Some((version, Arc::clone(&document)));
        document
    };
    drop(cache);
    Ok(document.response(StatusCode::OK, &headers))
}

/// The document with its compressed variants. Compressing it for each request would take too long.
fn compressed_document(plans: &ResourcePlans, values: &PlatformValues) -> Precompressed {
    let plain = Bytes::from(folkmoot_openapi::text(plans, values));
    let compressed = compressed_variants(&plain, BROTLI_QUALITY);
    Precompressed::new(plain.clone(), compressed, "application/json; charset=utf-8", "no-cache")
}
