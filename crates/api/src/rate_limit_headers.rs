//! The headers that show what is left of a client's quota of requests (draft-ietf-httpapi-ratelimit-headers).

use folkmoot_authentication::request_limit::{RemainingRequests, WINDOW_SECONDS};
use http::{HeaderMap, HeaderName, HeaderValue};

const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// Adds the headers to a response. A search has a quota of its own beside that of all requests.
pub fn add(headers: &mut HeaderMap, requests: RemainingRequests, searches: Option<RemainingRequests>) {
    let quotas = [("requests", Some(requests)), ("searches", searches)];
    let quotas = || quotas.iter().filter_map(|(name, state)| Some((name, (*state)?)));
    let policies = quotas().map(|(name, state)| format!("\"{name}\";q={};w={WINDOW_SECONDS}", state.quota));
    let limits = quotas()
        .map(|(name, state)| format!("\"{name}\";r={};t={}", state.remaining, state.complete_in_seconds()));
    for (name, value) in [(RATE_LIMIT_POLICY, join(policies)), (RATE_LIMIT, join(limits))] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    }
}

fn join(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}
