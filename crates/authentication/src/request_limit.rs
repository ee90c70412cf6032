//! The rate limit of requests with a token, per client.

use std::time::Duration;

use governor::clock::{Clock, MonotonicClock};
use governor::middleware::StateInformationMiddleware;
use governor::{Quota, RateLimiter};
use uuid::Uuid;

use super::rate_limits::{Mode, RateLimited, States, limit, whole_seconds};

/// The time in seconds in which a used quota is replenished.
pub const WINDOW_SECONDS: u64 = 60;

/// Counts the requests of each client in memory. A client may use its quota in a burst; it is replenished evenly.
pub struct RequestLimit<C: Clock = MonotonicClock> {
    per_minute: u32,
    limiter: RateLimiter<(Uuid, Mode), States<Uuid>, C, StateInformationMiddleware>,
}

/// What is left of a client's quota.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemainingRequests {
    /// The complete quota.
    pub quota: u32,
    /// The number of requests that the client may send now.
    pub remaining: u32,
}

impl RemainingRequests {
    /// In how many seconds the quota is complete again, if the client sends no request until then.
    pub fn complete_in_seconds(self) -> u64 {
        let used = u64::from(self.quota - self.remaining.min(self.quota));
        (used * WINDOW_SECONDS).div_ceil(u64::from(self.quota.max(1)))
    }
}

impl RequestLimit {
    /// A limit that follows the system's monotonic clock; `None` if the number of requests per minute is 0.
    pub fn new(per_minute: u64) -> Option<Self> {
        (per_minute > 0).then(|| Self::with_clock(per_minute, &MonotonicClock))
    }
}

impl<C: Clock + Clone> RequestLimit<C> {
    fn with_clock(per_minute: u64, clock: &C) -> Self {
        let quota = Quota::per_minute(limit(per_minute));
        let limiter = RateLimiter::new(quota, States::default(), clock.clone());
        Self { per_minute: limit(per_minute).get(), limiter }
    }

    /// Counts a request of a client; an error if it has no request left.
    pub fn count(&self, client: Uuid) -> Result<RemainingRequests, RateLimited> {
        match self.limiter.check_key(&(client, Mode::Count)) {
            Ok(state) => Ok(self.remaining(state.remaining_burst_capacity())),
            Err(refusal) => {
                let wait: Duration = refusal.wait_time_from(self.limiter.clock().now());
                Err(RateLimited { retry_after_seconds: whole_seconds(wait).max(1) })
            }
        }
    }

    /// The state of a client that has this number of requests left.
    pub fn remaining(&self, remaining: u32) -> RemainingRequests {
        RemainingRequests { quota: self.per_minute, remaining }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use governor::clock::FakeRelativeClock;

    use super::*;

    #[test]
    fn a_client_uses_its_quota_in_a_burst_and_gets_it_back_evenly() {
        let clock = FakeRelativeClock::default();
        clock.advance(Duration::from_secs(1));
        let limit = RequestLimit::with_clock(6, &clock);
        let (client, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        for remaining in (0..6).rev() {
            let state = limit.count(client).unwrap();
            assert_eq!(state, RemainingRequests { quota: 6, remaining });
            assert_eq!(state.complete_in_seconds(), u64::from(6 - remaining) * 10);
        }
        assert_eq!(limit.count(client), Err(RateLimited { retry_after_seconds: 10 }));
        assert_eq!(limit.count(other).unwrap().remaining, 5);
        clock.advance(Duration::from_millis(9_500));
        assert_eq!(limit.count(client), Err(RateLimited { retry_after_seconds: 1 }));
        clock.advance(Duration::from_millis(500));
        assert_eq!(limit.count(client).unwrap().remaining, 0);
        clock.advance(Duration::from_mins(10));
        assert_eq!(limit.count(client).unwrap().remaining, 5);
    }

    #[test]
    fn without_a_number_of_requests_there_is_no_limit() {
        assert!(RequestLimit::new(0).is_none());
        assert!(RequestLimit::new(1).is_some());
    }
}
