//! Rules of HTTP that apply to all requests, independently of their handlers.

use axum::body::HttpBody as _;
use axum::extract::Request;
use http::uri::Authority;
use http::{HeaderMap, HeaderValue, Method, Version, header};

use super::parameters;
use super::problem::Problem;
use super::problem_table::{MALFORMED_BODY, UNSUPPORTED_MEDIA_TYPE};
use super::server_urls::is_valid_authority;

/// Rejects an HTTP/1.1 request without a `Host` header or with several (RFC 9112, section 3.2), and any request with a malformed
/// host. The header may be empty, for a URL without a host.
pub fn require_host(request: &Request) -> Result<(), Problem> {
    let hosts = request.headers().get_all(header::HOST);
    let count = hosts.iter().count();
    let authority = request.uri().authority().map(Authority::as_str);
    let is_valid = |host: &HeaderValue| host.is_empty() || host.to_str().is_ok_and(is_valid_authority);
    let detail = if request.version() == Version::HTTP_11 && count != 1 {
        format!("An HTTP/1.1 request must have exactly one Host header; this one has {count}.")
    } else if !hosts.iter().all(is_valid) || !authority.is_none_or(is_valid_authority) {
        "The host must be a name or an address, an IPv6 address in brackets, with at most a port up to 65535 after a colon."
            .to_owned()
    } else {
        return Ok(());
    };
    Err(Problem::new(&MALFORMED_BODY, detail))
}

/// Rejects a compressed request body, because handlers do not decompress it.
pub fn refuse_encoded_body(request: &Request) -> Result<(), Problem> {
    if request.body().is_end_stream()
        || ![Method::POST, Method::PUT, Method::PATCH].contains(request.method())
    {
        return Ok(());
    }
    let Some(encoding) = encoding(request.headers()) else { return Ok(()) };
    let detail =
        format!("The encoding '{encoding}' of the body is not supported. Send it without Content-Encoding.");
    Err(Problem::new(&UNSUPPORTED_MEDIA_TYPE, detail))
}

/// The first encoding that changes a body. `chunked` does not count, because the connection decodes it.
fn encoding(headers: &HeaderMap) -> Option<String> {
    let content = headers.get_all(header::CONTENT_ENCODING).iter();
    let transfer = headers.get_all(header::TRANSFER_ENCODING).iter();
    content
        .chain(transfer)
        .flat_map(|value| value.to_str().unwrap_or("unknown").split(','))
        .map(|encoding| encoding.trim().to_ascii_lowercase())
        .find(|encoding| !["", "identity", "chunked"].contains(&encoding.as_str()))
}

/// Rejects every query parameter, for operations without parameters.
pub fn refuse_parameters(request: &Request) -> Result<(), Problem> {
    parameters::none(request.uri())
}
