//! The responses, which every website may read and every cache may store.

use axum::response::Response;
use folkmoot_api::security_headers::PUBLIC_RESOURCE;
use folkmoot_codings::precompressed::Precompressed;
use http::{HeaderMap, HeaderValue, StatusCode, header};

/// How long caches may use a response without asking. Who is hidden meanwhile remains in them as long.
pub const CACHE_CONTROL: &str = "public, max-age=60";

/// The response with a text that is made for each request.
pub fn text(body: Vec<u8>, media_type: &'static str, request: &HeaderMap) -> Response {
    let body = Precompressed::new(body.into(), [], media_type, CACHE_CONTROL);
    let mut response = body.response(StatusCode::OK, request);
    open_to_websites(response.headers_mut());
    response
}

/// Lets pages of every website read a response, which is the same for everybody.
pub fn open_to_websites(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    let (name, value) = PUBLIC_RESOURCE;
    headers.insert(name, value);
}
