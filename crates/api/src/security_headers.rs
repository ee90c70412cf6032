//! The headers that make browsers handle responses safely.

use axum::response::Response;
use http::{HeaderName, HeaderValue, header};

const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
/// A year.
const STRICT_TRANSPORT_SECURITY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// The headers of every response that has none of its own: nothing in it runs or is loaded, it is not framed, and pages of
/// other sites cannot embed it. `Cross-Origin-Resource-Policy` does not affect requests with CORS.
/// Nothing uses sensors or devices, and no page shares a browsing context group with pages of other sites.
pub const DEFAULTS: [(HeaderName, HeaderValue); 7] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static(
            "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
        ),
    ),
];

/// The headers of the portal and of downloads, which other sites may embed.
pub const PUBLIC_RESOURCE: (HeaderName, HeaderValue) =
    (CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));

/// Marks a response of the portal, which has the headers that its files need.
#[derive(Debug, Clone, Copy)]
pub struct OwnPolicy;

/// Adds the headers that a response does not have. `api_url` is the URL under which the client reaches this server.
pub fn add(response: &mut Response, api_url: &str) {
    let has_own_policy = response.extensions_mut().remove::<OwnPolicy>().is_some();
    let headers = response.headers_mut();
    for (name, value) in DEFAULTS {
        let is_policy = name == header::CONTENT_SECURITY_POLICY || name == header::X_FRAME_OPTIONS;
        if !(is_policy && has_own_policy) {
            headers.entry(name).or_insert(value);
        }
    }
    if let Some((name, value)) = transport_security(api_url) {
        headers.insert(name, value);
    }
}

/// The header that makes browsers use TLS only; `None` if the server is reached without TLS.
pub fn transport_security(api_url: &str) -> Option<(HeaderName, HeaderValue)> {
    api_url.starts_with("https://").then_some((header::STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT_SECURITY))
}
