//! Which request is served next while more arrive than the processors can serve.
//!
//! Requests wait for a permit, which clients get in turn. A request without a token that was verified before belongs to its
//! network address: a client must not have further turns with tokens that it made up.

use std::net::IpAddr;
use std::num::NonZero;
use std::sync::Arc;

use folkmoot_api::bearer_token;
use folkmoot_api::client_address::client_address;
use folkmoot_authentication::tokens::Tokens;
use folkmoot_runtime::fair::{FairSemaphore, Flow, Full, Limits, Permit};
use folkmoot_settings::{Network, Settings};
use http::HeaderMap;

/// Requests of operators, which are cheap and must not wait: an orchestrator restarts a server that does not respond.
const EXEMPT_PREFIX: &str = "/health/";

/// Admits requests.
pub struct Admission {
    permits: Arc<FairSemaphore>,
    tokens: Arc<Tokens>,
    trusted_proxies: Vec<Network>,
}

impl Admission {
    /// Admits as many requests at the same time as there are processors.
    pub fn new(settings: &Settings, tokens: &Arc<Tokens>) -> Arc<Self> {
        Arc::new(Self {
            permits: FairSemaphore::new(processors(), limits(settings)),
            tokens: Arc::clone(tokens),
            trusted_proxies: settings.trusted_proxies.clone(),
        })
    }

    /// Waits until a request of this flow may begin.
    pub async fn permit(&self, flow: Flow) -> Result<Permit, Full> {
        let permit = self.permits.acquire(flow).await?;
        // Requests that have arrived meanwhile are read first. Otherwise a worker would serve each request when it has read it, and
        // hundreds would wait unread on their connections, in the order of arrival, instead of in the queue.
        tokio::task::yield_now().await;
        Ok(permit)
    }

    /// The flow that a request belongs to; `None` if it needs no permit.
    pub fn flow(&self, peer: IpAddr, path: &str, headers: &HeaderMap) -> Option<Flow> {
        if path.starts_with(EXEMPT_PREFIX) {
            return None;
        }
        let client = bearer_token::token(headers).ok().and_then(|token| self.tokens.verified_client(token));
        Some(match client {
            Some(client) => Flow::Client(client.as_u128()),
            None => Flow::of_address(client_address(peer, headers, &self.trusted_proxies)),
        })
    }
}

/// How many requests may wait for a permit.
fn limits(settings: &Settings) -> Limits {
    let number = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
    Limits {
        per_flow: number(settings.maximum_queued_requests_per_client),
        total: number(settings.maximum_queued_requests),
    }
}

/// The number of processors.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(2, NonZero::get)
}
