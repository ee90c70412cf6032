//! Limits of single kinds of requests: searches of a client, and requests of a network address without a valid token.
//!
//! Each is one value that can be replaced, so that changed settings can apply to a running server.

use std::net::IpAddr;

use folkmoot_authentication::rate_limits::Limits;
use folkmoot_authentication::request_limit::{RemainingRequests, RequestLimit};
use folkmoot_runtime::fair::Flow;
use folkmoot_settings::Settings;
use folkmoot_telemetry::Refusal;
use uuid::Uuid;

use super::problem::Problem;

/// The limits of sign-in in the settings.
pub fn sign_in_limits(settings: &Settings) -> Limits {
    Limits {
        failures_per_minute: settings.address_failures_per_minute,
        tokens_per_minute: settings.client_tokens_per_minute,
        token_burst: settings.client_token_burst,
    }
}

/// The limits, and what was counted.
pub struct ClientLimits {
    searches: Option<RequestLimit>,
    rejected_tokens: Option<RequestLimit>,
    publishable_keys: Option<RequestLimit>,
}

impl ClientLimits {
    /// The limits of the settings.
    pub fn new(settings: &Settings) -> Self {
        Self {
            searches: RequestLimit::new(settings.client_searches_per_minute),
            rejected_tokens: RequestLimit::new(settings.address_invalid_tokens_per_minute),
            publishable_keys: RequestLimit::new(settings.publishable_key_requests_per_minute),
        }
    }

    /// Whether settings have other limits than earlier ones.
    pub fn differ(settings: &Settings, earlier: &Settings) -> bool {
        settings.client_searches_per_minute != earlier.client_searches_per_minute
            || settings.address_invalid_tokens_per_minute != earlier.address_invalid_tokens_per_minute
            || settings.publishable_key_requests_per_minute != earlier.publishable_key_requests_per_minute
    }

    /// Counts a search of a client; `None` if searches are not limited. The error has what is left of the quota, which is
    /// nothing.
    pub fn count_search(
        &self,
        client: Uuid,
    ) -> Result<Option<RemainingRequests>, (Problem, RemainingRequests)> {
        count(self.searches.as_ref(), client, Refusal::Searches, "searches")
    }

    /// Counts a request of a visitor with a publishable key, like [`Self::count_search`].
    pub fn count_visitor(
        &self,
        visitor: Uuid,
    ) -> Result<Option<RemainingRequests>, (Problem, RemainingRequests)> {
        let requests = "requests with this publishable key from this network address";
        count(self.publishable_keys.as_ref(), visitor, Refusal::Requests, requests)
    }

    /// Counts a request for what is public without a token. Fails if its network address has none left.
    pub fn count_anonymous(&self, address: IpAddr) -> Result<(), Problem> {
        let Some(network) = network(address) else { return Ok(()) };
        let requests = "requests without a token from this network address";
        let id = Uuid::from_u128(network);
        let counted = count(self.publishable_keys.as_ref(), id, Refusal::AddressRequests, requests);
        counted.map(drop).map_err(|(problem, _)| problem)
    }

    /// The problem to return in place of a rejected token: the same, unless the address has sent too many. Requests with a
    /// valid token are not counted, so that nobody can exclude the clients that share their address.
    pub fn count_rejected_token(&self, address: IpAddr, problem: Problem) -> Problem {
        let Some(limit) = &self.rejected_tokens else { return problem };
        let Some(network) = network(address) else { return problem };
        match limit.count(Uuid::from_u128(network)) {
            Ok(_) => problem,
            Err(limited) => {
                let requests = "requests without a valid token from this network address";
                Problem::too_many(Refusal::AddressRequests, requests, limited.retry_after_seconds)
            }
        }
    }
}

/// Counts a request under an id. The error has what is left of its quota, which is nothing.
fn count(
    limit: Option<&RequestLimit>,
    id: Uuid,
    refusal: Refusal,
    requests: &str,
) -> Result<Option<RemainingRequests>, (Problem, RemainingRequests)> {
    let Some(limit) = limit else { return Ok(None) };
    limit.count(id).map(Some).map_err(|limited| {
        (Problem::too_many(refusal, requests, limited.retry_after_seconds), limit.remaining(0))
    })
}

/// What a network address is counted under: itself, or the /64 network of an address of IPv6.
pub fn network(address: IpAddr) -> Option<u128> {
    match Flow::of_address(address) {
        Flow::Address(network) | Flow::Client(network) => Some(network),
        Flow::Server => None,
    }
}
