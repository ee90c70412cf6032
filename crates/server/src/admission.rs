//! Which request is served next while more arrive than the processors can serve.
//!
//! Requests run while they have a turn, and clients get turns in equal parts. A request without a token that was verified
//! before belongs to its network address: a client must not get further parts with tokens that it made up.

use std::net::IpAddr;
use std::num::NonZero;
use std::sync::Arc;

use folkmoot_authentication::tokens::Tokens;
use folkmoot_runtime::fair::{Flow, Limits, Turns};
use http::HeaderMap;

use super::caller;
use super::client_address::client_address;
use crate::settings::{Network, Settings};

/// Requests of operators, which are cheap and must not wait: an orchestrator restarts a server that does not respond.
const EXEMPT_PREFIX: &str = "/health/";

/// Admits requests.
pub struct Admission {
    turns: Arc<Turns>,
    stream_turns: Arc<Turns>,
    tokens: Arc<Tokens>,
    trusted_proxies: Vec<Network>,
}

impl Admission {
    /// Admits as many requests at the same time as there are processors.
    pub fn new(settings: &Settings, tokens: &Arc<Tokens>) -> Arc<Self> {
        Arc::new(Self {
            turns: Turns::of_tasks(processors(), limits(settings)),
            // The number of streams has limits of its own.
            stream_turns: Turns::new(processors(), Limits { per_flow: usize::MAX, total: usize::MAX }),
            tokens: Arc::clone(tokens),
            trusted_proxies: settings.trusted_proxies.clone(),
        })
    }

    /// The turns of requests.
    pub fn turns(&self) -> &Arc<Turns> {
        &self.turns
    }

    /// The turns of the threads of streams, for each batch of records.
    pub fn stream_turns(&self) -> &Arc<Turns> {
        &self.stream_turns
    }

    /// The flow that a request belongs to; `None` if it needs no turn.
    pub fn flow(&self, peer: IpAddr, path: &str, headers: &HeaderMap) -> Option<Flow> {
        if path.starts_with(EXEMPT_PREFIX) {
            return None;
        }
        let client = caller::token(headers).ok().and_then(|token| self.tokens.verified_client(token));
        Some(match client {
            Some(client) => Flow::Client(client.as_u128()),
            None => Flow::of_address(client_address(peer, headers, &self.trusted_proxies)),
        })
    }
}

/// How many requests may wait for a turn.
fn limits(settings: &Settings) -> Limits {
    let number = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
    Limits {
        per_flow: number(settings.maximum_queued_requests_per_client),
        total: number(settings.maximum_queued_requests),
    }
}

/// The number of processors.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(2, NonZero::get)
}
