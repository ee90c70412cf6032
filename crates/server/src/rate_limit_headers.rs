//! The headers that show what is left of a client's quota of requests (draft-ietf-httpapi-ratelimit-headers).

use folkmoot_authentication::request_limit::{RemainingRequests, WINDOW_SECONDS};
use http::{HeaderMap, HeaderName, HeaderValue};

const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// Adds the headers to a response.
pub fn add(headers: &mut HeaderMap, state: RemainingRequests) {
    let RemainingRequests { quota, remaining } = state;
    let policy = format!("\"requests\";q={quota};w={WINDOW_SECONDS}");
    let limit = format!("\"requests\";r={remaining};t={}", state.complete_in_seconds());
    for (name, value) in [(RATE_LIMIT_POLICY, policy), (RATE_LIMIT, limit)] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    }
}
