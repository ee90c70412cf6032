//! Attempts to send events of one endpoint.

use std::time::Instant;

use folkmoot_store::webhooks::{Endpoint, WaitingEvent};
use jiff::Timestamp;
use uuid::Uuid;

use super::DelivererState;
use super::access::Access;
use crate::body::BodyWriter;
use crate::secrets::signatures;
use crate::sender::{Reply, Sender, SignedRequest};

/// An attempt that is to be made.
pub struct Attempt {
    endpoint: Uuid,
    waiting: WaitingEvent,
    /// When it begins.
    at: i64,
    /// The request, or why there is none.
    request: Result<SignedRequest, String>,
}

/// An attempt that was made.
#[derive(Debug)]
pub struct Attempted {
    /// The endpoint.
    pub endpoint: Uuid,
    /// The event.
    pub waiting: WaitingEvent,
    /// When it began and ended.
    pub at: i64,
    /// When it ended.
    pub ended_at: i64,
    /// How long it took, in milliseconds.
    pub duration: i64,
    /// Its result.
    pub reply: Reply,
}

/// Prepares the request of an attempt with what its client sees now.
pub fn prepare(
    state: &DelivererState,
    access: &Access,
    endpoint: &Endpoint,
    waiting: WaitingEvent,
    now: i64,
) -> Attempt {
    let request = || {
        let keys = state.keys.signing_keys(endpoint, now).map_err(|error| error.to_string())?;
        let writer = BodyWriter {
            api_url: &state.api_url,
            cursors: &state.changes.cursors,
            client: access.client,
            binding: access.binding,
        };
        let body = writer.write(&waiting.event).map_err(|_| "the event could not be written".to_owned())?;
        let timestamp = now.div_euclid(1_000);
        let (url, id) = (endpoint.url.clone(), waiting.id.clone());
        Ok(SignedRequest { url, signatures: signatures(&keys, &id, timestamp, &body), id, timestamp, body })
    };
    let request = request();
    Attempt { endpoint: endpoint.id, waiting, at: now, request }
}

impl Attempt {
    /// Makes the attempt.
    pub async fn make(self, sender: &Sender, clock: fn() -> Timestamp) -> Attempted {
        let Self { endpoint, waiting, at, request } = self;
        let started = Instant::now();
        if waiting.attempts == 0 {
            let delay = u32::try_from(at - waiting.event.at).unwrap_or(0);
            metrics::histogram!("folkmoot_webhook_delay_seconds").record(f64::from(delay) / 1_000.0);
        }
        let reply = match request {
            Ok(request) => sender.send(request).await,
            Err(error) => Reply { error: Some(error), ..Reply::default() },
        };
        let duration = i64::try_from(started.elapsed().as_millis()).unwrap_or(i64::MAX);
        let result = if reply.error.is_none() { "succeeded" } else { "failed" };
        metrics::counter!("folkmoot_webhook_attempts_total", "result" => result).increment(1);
        Attempted { endpoint, waiting, at, ended_at: clock().as_millisecond(), duration, reply }
    }
}
