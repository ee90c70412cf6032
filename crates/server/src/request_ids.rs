//! The ids of requests, by which clients and operators find a request in the log.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::Request;
use http::HeaderName;

/// The header with the id.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The `X-Request-Id` of the client if it has 8 to 64 letters, digits and hyphens, otherwise a new one.
/// `SetRequestIdLayer` of tower-http would copy any value into the log.
pub fn request_id(request: &Request) -> String {
    let sent = request.headers().get(REQUEST_ID).and_then(|value| value.to_str().ok());
    let is_valid = |id: &&str| {
        (8..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    sent.filter(is_valid).map_or_else(new_request_id, str::to_owned)
}

/// A new request id: a random prefix of this process and a sequence number.
pub fn new_request_id() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    static PROCESS: LazyLock<u64> = LazyLock::new(|| uuid::Uuid::new_v4().as_u64_pair().0);
    format!("{:016x}-{:x}", *PROCESS, COUNT.fetch_add(1, Ordering::Relaxed))
}
