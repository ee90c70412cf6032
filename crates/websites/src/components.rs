//! `/components`: the files of the web components that the build embedded, for pages of every origin.

use std::collections::HashMap;
use std::sync::Arc;

use aws_lc_rs::digest::{SHA256, SHA384, digest};
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use folkmoot_api::path_id::PathId;
use folkmoot_api::problem::Problem;
use folkmoot_api::problem_table::ROUTE_NOT_FOUND;
use folkmoot_api::security_headers::PUBLIC_RESOURCE;
use folkmoot_codings::precompressed::Precompressed;
use folkmoot_portal::{EmbeddedFiles, media_type};
use folkmoot_store::{Store, StoreError};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde_json::json;

use super::WebsiteState;

/// The module that defines the elements.
const MODULE: &str = "folkmoot.js";
/// Where the URL and the integrity of the module are.
const MANIFEST: &str = "manifest.json";
/// The best quality for files that are compressed once after each start.
const BROTLI_QUALITY: i32 = 9;

const AN_HOUR: &str = "public, max-age=3600";
const FOREVER: &str = "public, max-age=31536000, immutable";
const REVALIDATED: &str = "no-cache";

/// The files of the web components, by their names.
pub struct Components {
    files: HashMap<String, Precompressed>,
    /// The URL of the module, whose content never changes.
    module_url: String,
}

impl Components {
    /// The embedded components, and the modules that earlier releases had; `None` if the program was built without them.
    pub fn open(embedded: EmbeddedFiles, store: &Store) -> Result<Option<Self>, StoreError> {
        let Some((_, module)) = embedded.iter().find(|(name, _)| *name == MODULE) else { return Ok(None) };
        let hash = hash(module);
        let module_url = format!("/components/{}", hashed(&hash));
        let integrity = format!("sha384-{}", BASE64_STANDARD.encode(digest(&SHA384, module)));
        let manifest = json!({ MODULE: { "url": module_url, "integrity": integrity } }).to_string();
        let mut files: HashMap<_, _> = embedded
            .iter()
            .map(|(name, content)| {
                ((*name).to_owned(), precompressed(name, Bytes::from_static(content), AN_HOUR))
            })
            .collect();
        let text = String::from_utf8_lossy(module);
        for (hash, content) in store.component_modules().keep(&hash, &text)? {
            // A website that names a module trusts its content.
            if self::hash(content.as_bytes()) == hash {
                files.insert(hashed(&hash), precompressed(MODULE, content.into(), FOREVER));
            }
        }
        files.insert(MANIFEST.to_owned(), precompressed(MANIFEST, manifest.into(), REVALIDATED));
        Ok(Some(Self { files, module_url }))
    }

    /// The URL of the module, whose content never changes.
    pub fn module_url(&self) -> &str {
        &self.module_url
    }
}

/// The hash in the name of a module.
fn hash(module: &[u8]) -> String {
    hex::encode(&digest(&SHA256, module).as_ref()[..8])
}

/// The name of a module whose content never changes.
fn hashed(hash: &str) -> String {
    format!("folkmoot-{hash}.js")
}

fn precompressed(name: &str, content: Bytes, caching: &'static str) -> Precompressed {
    Precompressed::new(content, [], media_type(name), caching).with_brotli(BROTLI_QUALITY)
}

/// `GET /components/{file}`
pub async fn file(
    State(state): State<Arc<WebsiteState>>,
    PathId(name): PathId,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let file = state.components.as_ref().and_then(|components| components.files.get(&name));
    let Some(file) = file else {
        let name: String = name.chars().take(100).collect();
        return Err(Problem::new(&ROUTE_NOT_FOUND, format!("The web components have no file '{name}'.")));
    };
    let mut response = file.response(StatusCode::OK, &headers).into_response();
    let (policy, everybody) = PUBLIC_RESOURCE;
    response.headers_mut().insert(policy, everybody);
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    Ok(response)
}
