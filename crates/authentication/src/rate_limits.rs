//! Rate limits of sign-in: failed attempts per network address, tokens per client.

use std::convert::Infallible;
use std::hash::{Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use folkmoot_runtime::reloadable::Reloadable;
use governor::clock::{Clock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed, StateStore};
use governor::{Quota, RateLimiter};
use quick_cache::UnitWeighter;
use quick_cache::sync::{Cache, DefaultLifecycle};
use uuid::Uuid;

/// Maximum number of keys that one limit tracks. Beyond that, the keys used least are evicted, so that an attack from
/// very many addresses cannot exhaust memory.
const MAX_KEYS: usize = 50_000;

/// The request must be repeated later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimited {
    /// In how many seconds; at least 1.
    pub retry_after_seconds: u64,
}

/// The limits, as configured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Failed attempts per network address: the burst, and how many are replenished in a minute.
    pub failures_per_minute: u64,
    /// Tokens per client that are replenished in a minute.
    pub tokens_per_minute: u64,
    /// Tokens that a client may get at once.
    pub token_burst: u64,
}

impl Limits {
    fn failures(self) -> Quota {
        Quota::per_minute(limit(self.failures_per_minute))
    }

    fn tokens(self) -> Quota {
        Quota::per_minute(limit(self.tokens_per_minute)).allow_burst(limit(self.token_burst))
    }
}

/// Counts failed and successful sign-ins in memory.
pub struct RateLimits<C: Clock = MonotonicClock> {
    failures: Limit<u128, C>,
    tokens: Limit<Uuid, C>,
}

impl RateLimits {
    /// Limits that follow the system's monotonic clock.
    pub fn new(limits: Limits) -> Self {
        Self::with_clock(limits, &MonotonicClock)
    }
}

impl<C: Clock + Clone> RateLimits<C> {
    fn with_clock(limits: Limits, clock: &C) -> Self {
        Self {
            failures: Limit::new(limits.failures(), clock.clone()),
            tokens: Limit::new(limits.tokens(), clock.clone()),
        }
    }

    /// Applies other limits, and resets the counters of limits that changed.
    pub fn reload(&self, limits: Limits) {
        self.failures.reload(limits.failures());
        self.tokens.reload(limits.tokens());
    }

    /// Refuses an address that has no failure left, whatever it sends. Otherwise a correct guess would be recognisable.
    pub fn check_address(&self, address: IpAddr) -> Result<(), RateLimited> {
        self.failures.apply(network(address), Mode::Peek)
    }

    /// Counts a failed attempt of an address; an error if it had none left.
    pub fn count_failure(&self, address: IpAddr) -> Result<(), RateLimited> {
        self.failures.apply(network(address), Mode::Count)
    }

    /// Counts a token of a client; an error if it has had too many.
    pub fn count_token(&self, client: Uuid) -> Result<(), RateLimited> {
        self.tokens.apply(client, Mode::Count)
    }
}

/// The network that is counted as one address: an IPv4 address, or the /64 of an IPv6 address, which one subscriber
/// commonly has.
fn network(address: IpAddr) -> u128 {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits() >> 64 << 64,
    }
}

pub(crate) fn limit(value: u64) -> NonZeroU32 {
    u32::try_from(value)
        .ok()
        .map_or(NonZeroU32::MAX, |value| NonZeroU32::new(value).unwrap_or(NonZeroU32::MIN))
}

/// Whether a check changes the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    Peek,
    Count,
}

struct Limit<K: Eq + Hash + Clone, C: Clock> {
    clock: C,
    current: Reloadable<Limiter<K, C>>,
}

struct Limiter<K: Eq + Hash + Clone, C: Clock> {
    quota: Quota,
    limiter: RateLimiter<(K, Mode), States<K>, C, NoOpMiddleware<C::Instant>>,
}

impl<K: Eq + Hash + Clone, C: Clock + Clone> Limiter<K, C> {
    fn new(quota: Quota, clock: &C) -> Self {
        Self { quota, limiter: RateLimiter::new(quota, States::default(), clock.clone()) }
    }
}

impl<K: Eq + Hash + Clone, C: Clock + Clone> Limit<K, C> {
    fn new(quota: Quota, clock: C) -> Self {
        Self { current: Reloadable::new(Limiter::new(quota, &clock)), clock }
    }

    fn reload(&self, quota: Quota) {
        if self.current.get().quota != quota {
            self.current.replace(Limiter::new(quota, &self.clock));
        }
    }

    fn apply(&self, key: K, mode: Mode) -> Result<(), RateLimited> {
        self.current.get().limiter.check_key(&(key, mode)).map_err(|refusal| {
            let wait = refusal.wait_time_from(self.clock.now());
            RateLimited { retry_after_seconds: whole_seconds(wait).max(1) }
        })
    }
}

pub(crate) fn whole_seconds(duration: Duration) -> u64 {
    duration.as_secs() + u64::from(duration.subsec_nanos() > 0)
}

/// The state of each key, up to [`MAX_KEYS`]. Keys are hashed with a random seed, so that attackers cannot cause collisions.
pub(crate) struct States<K> {
    cache: Cache<K, Arc<InMemoryState>, UnitWeighter, RandomState>,
}

impl<K: Eq + Hash + Clone> Default for States<K> {
    fn default() -> Self {
        let lifecycle = DefaultLifecycle::default();
        let cache = Cache::with(MAX_KEYS, MAX_KEYS as u64, UnitWeighter, RandomState::new(), lifecycle);
        Self { cache }
    }
}

impl<K: Eq + Hash + Clone> StateStore for States<K> {
    type Key = (K, Mode);

    fn measure_and_replace<T, F, E>(&self, (key, mode): &Self::Key, decide: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        if *mode == Mode::Peek {
            let state = self.cache.get(key).unwrap_or_default();
            // An error leaves the state as it is.
            let peeked = state.measure_and_replace(&NotKeyed::NonKey, |arrival| match decide(arrival) {
                Ok((decision, _)) => Err::<(Infallible, Nanos), _>(Ok(decision)),
                Err(refusal) => Err(Err(refusal)),
            });
            return match peeked {
                Err(decision) => decision,
                Ok(never) => match never {},
            };
        }
        let Ok(state) = self.cache.get_or_insert_with(key, || Ok::<_, Infallible>(Arc::default()));
        state.measure_and_replace(&NotKeyed::NonKey, decide)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::net::Ipv6Addr;

    use governor::clock::FakeRelativeClock;

    use super::*;

    const LIMITS: Limits = Limits { failures_per_minute: 3, tokens_per_minute: 60, token_burst: 5 };

    fn limits() -> (RateLimits<FakeRelativeClock>, FakeRelativeClock) {
        let clock = FakeRelativeClock::default();
        clock.advance(Duration::from_secs(1));
        (RateLimits::with_clock(LIMITS, &clock), clock)
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn tracked_addresses(limits: RateLimits<FakeRelativeClock>) -> usize {
        let limiter = Arc::into_inner(limits.failures.current.into_inner()).unwrap().limiter;
        limiter.into_state_store().cache.len()
    }

    fn retry_after(seconds: u64) -> Result<(), RateLimited> {
        Err(RateLimited { retry_after_seconds: seconds })
    }

    #[test]
    fn an_address_is_refused_after_its_failures_until_one_is_replenished() {
        let (limits, clock) = limits();
        let from = address("192.0.2.1");
        for _ in 0..3 {
            assert_eq!(limits.check_address(from), Ok(()));
            assert_eq!(limits.count_failure(from), Ok(()));
        }
        assert_eq!(limits.check_address(from), retry_after(20));
        assert_eq!(limits.count_failure(from), retry_after(20));
        assert_eq!(limits.check_address(address("192.0.2.2")), Ok(()));
        clock.advance(Duration::from_millis(19_500));
        assert_eq!(limits.check_address(from), retry_after(1));
        clock.advance(Duration::from_millis(500));
        assert_eq!(limits.check_address(from), Ok(()));
        assert_eq!(limits.count_failure(from), Ok(()));
        assert_eq!(limits.check_address(from), retry_after(20));
    }

    #[test]
    fn a_check_counts_nothing() {
        let (limits, _) = limits();
        for _ in 0..100 {
            assert_eq!(limits.check_address(address("192.0.2.1")), Ok(()));
        }
        assert_eq!(tracked_addresses(limits), 0);
    }

    #[test]
    fn ipv6_is_counted_by_network_and_mapped_ipv4_as_ipv4() {
        let (limits, _) = limits();
        for _ in 0..3 {
            limits.count_failure(address("2001:db8:0:1::1")).unwrap();
            limits.count_failure(address("192.0.2.1")).unwrap();
        }
        assert!(limits.check_address(address("2001:db8:0:1:ffff::9")).is_err());
        assert!(limits.check_address(address("2001:db8:0:2::1")).is_ok());
        assert!(limits.check_address(address("::ffff:192.0.2.1")).is_err());
        assert!(limits.check_address(address("::ffff:192.0.2.2")).is_ok());
    }

    #[test]
    fn tokens_of_a_client_are_limited_after_a_burst() {
        let (limits, clock) = limits();
        let (client, other) = (Uuid::from_u128(1), Uuid::from_u128(2));
        for _ in 0..5 {
            assert_eq!(limits.count_token(client), Ok(()));
        }
        assert_eq!(limits.count_token(client), retry_after(1));
        assert_eq!(limits.count_token(other), Ok(()));
        clock.advance(Duration::from_secs(1));
        assert_eq!(limits.count_token(client), Ok(()));
        assert_eq!(limits.count_token(client), retry_after(1));
    }

    #[test]
    fn a_changed_limit_applies_at_once_and_the_other_still_counts() {
        let (limits, _) = limits();
        let (from, client) = (address("192.0.2.1"), Uuid::from_u128(1));
        for _ in 0..3 {
            limits.count_failure(from).unwrap();
        }
        limits.reload(Limits { token_burst: 1, ..LIMITS });
        assert!(
            limits.check_address(from).is_err(),
            "failures are forgotten although their limit is the same"
        );
        assert_eq!(limits.count_token(client), Ok(()));
        assert!(limits.count_token(client).is_err());
        limits.reload(Limits { failures_per_minute: 4, token_burst: 1, ..LIMITS });
        assert_eq!(limits.check_address(from), Ok(()));
        assert!(limits.count_token(client).is_err());
    }

    #[test]
    fn an_attack_from_everywhere_stays_within_bounds() {
        let (limits, _) = limits();
        for number in 0..200_000_u128 {
            limits.count_failure(Ipv6Addr::from(number << 64).into()).unwrap();
        }
        assert!(tracked_addresses(limits) <= MAX_KEYS);
    }

    #[test]
    fn concurrent_failures_are_all_counted() {
        let clock = FakeRelativeClock::default();
        let limits = RateLimits::with_clock(Limits { failures_per_minute: 400, ..LIMITS }, &clock);
        let failures = || (0..150).filter(|_| limits.count_failure(address("192.0.2.1")).is_ok()).count();
        let accepted: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(failures)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        assert_eq!(accepted, 400);
    }
}
