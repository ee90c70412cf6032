//! Pages and other files with the provider's values, rendered when they are first requested.

use std::sync::Arc;

use axum::response::Response;
use bytes::Bytes;
use folkmoot_codings::precompressed::{Precompressed, compressed_variants};
use folkmoot_portal::content_security_policy;
use folkmoot_portal::media_type;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::{ASSET_POLICY, with_security_headers};

/// Maximum bytes of rendered files in memory, and the estimated size of one, which only sizes the cache's tables.
const CAPACITY_BYTES: u64 = 48 << 20;
const ESTIMATED_FILE_BYTES: u64 = 64 << 10;

/// A rendered file.
pub struct Rendered {
    content: Precompressed,
    /// The Content-Security-Policy.
    policy: HeaderValue,
    size: u64,
}

/// A file under the URLs of the portal and the API.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RenderedKey {
    /// The path of the file.
    pub path: String,
    /// The URL of the portal.
    pub portal_url: String,
    /// The URL of the API.
    pub api_url: String,
    /// Whether the URLs were taken from a request.
    pub depends_on_host: bool,
}

/// Rendered files. Requests with many different hosts replace each other's files.
pub type RenderedCache = Cache<RenderedKey, Arc<Rendered>, RenderedWeight>;

/// The weight of a rendered file in the cache.
#[derive(Clone)]
pub struct RenderedWeight;

impl Weighter<RenderedKey, Arc<Rendered>> for RenderedWeight {
    fn weight(&self, _: &RenderedKey, rendered: &Arc<Rendered>) -> u64 {
        rendered.size
    }
}

/// An empty cache.
pub fn cache() -> RenderedCache {
    let estimated_files = usize::try_from(CAPACITY_BYTES / ESTIMATED_FILE_BYTES).unwrap_or(usize::MAX);
    Cache::with_weighter(estimated_files, CAPACITY_BYTES, RenderedWeight)
}

impl Rendered {
    /// Prepares the response with a file. One that depends on the host of the request is compressed less, because any client
    /// can request it under any host.
    pub fn new(plain: Bytes, key: &RenderedKey) -> Self {
        let media_type = media_type(&key.path);
        let policy =
            media_type.starts_with("text/html").then(|| content_security_policy(&plain, &key.api_url));
        let quality = if key.depends_on_host { 7 } else { 9 };
        let variants = compressed_variants(&plain, quality);
        let size = plain.len() + variants.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
        let vary = if key.depends_on_host { "accept-encoding, host" } else { "accept-encoding" };
        Self {
            content: Precompressed::new(plain, variants, media_type, "no-cache").varying_by(vary),
            policy: policy
                .and_then(|policy| HeaderValue::from_str(&policy).ok())
                .unwrap_or(HeaderValue::from_static(ASSET_POLICY)),
            size: size as u64,
        }
    }

    /// The response to a request with these headers.
    pub fn response(&self, status: StatusCode, headers: &HeaderMap) -> Response {
        let mut response = self.content.response(status, headers);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        with_security_headers(response)
    }
}
