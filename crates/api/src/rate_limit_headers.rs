//! The headers that show what is left of a client's quota of requests (draft-ietf-httpapi-ratelimit-headers).

use folkmoot_authentication::request_limit::{RemainingRequests, WINDOW_SECONDS};
use http::{HeaderMap, HeaderName, HeaderValue};

const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// Adds the headers to a response. A search has a quota of its own beside that of all requests.
pub fn add(headers: &mut HeaderMap, requests: RemainingRequests, searches: Option<RemainingRequests>) {
    let (mut policies, mut limits) = (String::with_capacity(64), String::with_capacity(64));
    for (name, state) in [("requests", Some(requests)), ("searches", searches)] {
        let Some(state) = state else { continue };
        let separator = if policies.is_empty() { "" } else { ", " };
        let quota = state.quota.to_string();
        policies.extend([separator, "\"", name, "\";q=", &quota, ";w=", &WINDOW_SECONDS.to_string()]);
        let (remaining, seconds) = (state.remaining.to_string(), state.complete_in_seconds().to_string());
        limits.extend([separator, "\"", name, "\";r=", &remaining, ";t=", &seconds]);
    }
    for (name, value) in [(RATE_LIMIT_POLICY, policies), (RATE_LIMIT, limits)] {
        if let Ok(value) = HeaderValue::try_from(value) {
            headers.insert(name, value);
        }
    }
}
