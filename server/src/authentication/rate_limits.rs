//! How many failed authentications are heard from a client and from an address before it has to wait.

use std::hash::{BuildHasher, Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use quick_cache::sync::Cache;

/// How long failures count together.
const WINDOW_MILLISECONDS: i64 = 60_000;

/// How many clients, and how many addresses, are counted at once. Past that, those seen least are forgotten: an
/// attacker with so many addresses cannot be counted, but must not fill the memory either.
const COUNTED: usize = 50_000;

/// The caller has to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyFailures {
    /// How many seconds, from 1 to 60.
    pub retry_after_seconds: u64,
}

/// The failed authentications of the last minute.
pub struct Failures {
    clients: Counters,
    addresses: Counters,
}

impl Failures {
    /// Counts nothing yet. The limits are failures a minute.
    pub fn new(client_limit: u64, address_limit: u64) -> Self {
        Self { clients: Counters::new(client_limit), addresses: Counters::new(address_limit) }
    }

    /// Whether an authentication may be tried. The client's id is as it was sent, whatever it is.
    pub fn check(&self, client: &str, address: IpAddr, now: Timestamp) -> Result<(), TooManyFailures> {
        let wait = self.clients.wait(client, now).max(self.addresses.wait(network(address), now));
        wait.map_or(Ok(()), |seconds| Err(TooManyFailures { retry_after_seconds: seconds.get() }))
    }

    /// Counts a failure.
    pub fn failed(&self, client: &str, address: IpAddr, now: Timestamp) {
        self.clients.count(client, now);
        self.addresses.count(network(address), now);
    }

    /// Takes back what was counted for an address when a client failed that was only not known yet.
    pub fn take_back(&self, address: IpAddr) {
        self.addresses.take_back(network(address));
    }

    /// Forgets a client's failures, now that it has shown its secret. Its address keeps its own: else an attacker with
    /// one good client could go on guessing for ever.
    pub fn succeeded(&self, client: &str) {
        self.clients.forget(client);
    }
}

/// What counts as one address: an IPv6 address stands for its /64, all of which one person commonly has.
fn network(address: IpAddr) -> u128 {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits() >> 64 << 64,
    }
}

/// The failures of one client or address since the first of them.
#[derive(Default)]
struct Count {
    since_milliseconds: i64,
    failures: u64,
}

impl Count {
    /// How much of the window is left; nothing once it is over, or if the clock was set back before it.
    fn left(&self, now: Timestamp) -> i64 {
        let age = now.as_millisecond().saturating_sub(self.since_milliseconds);
        if age < 0 { 0 } else { WINDOW_MILLISECONDS.saturating_sub(age).max(0) }
    }
}

/// A bounded table of counts. Keys are hashed with a key that nobody knows, so that none can be made to collide.
struct Counters {
    limit: u64,
    hasher: RandomState,
    counts: Cache<u64, Arc<Mutex<Count>>>,
}

impl Counters {
    fn new(limit: u64) -> Self {
        Self { limit, hasher: RandomState::new(), counts: Cache::new(COUNTED) }
    }

    /// How many seconds have to pass before another try; none if it may come now.
    fn wait(&self, key: impl Hash, now: Timestamp) -> Option<NonZeroU64> {
        let count = self.counts.get(&self.hasher.hash_one(key))?;
        let count = count.lock().unwrap_or_else(PoisonError::into_inner);
        if count.failures < self.limit {
            return None;
        }
        NonZeroU64::new(u64::try_from(count.left(now)).unwrap_or(0).div_ceil(1000))
    }

    fn count(&self, key: impl Hash, now: Timestamp) {
        let key = self.hasher.hash_one(key);
        let Ok(count) =
            self.counts.get_or_insert_with(&key, || Ok::<_, std::convert::Infallible>(Arc::default()));
        let mut count = count.lock().unwrap_or_else(PoisonError::into_inner);
        if count.left(now) == 0 {
            *count = Count { since_milliseconds: now.as_millisecond(), failures: 0 };
        }
        count.failures = count.failures.saturating_add(1);
    }

    fn take_back(&self, key: impl Hash) {
        if let Some(count) = self.counts.get(&self.hasher.hash_one(key)) {
            let mut count = count.lock().unwrap_or_else(PoisonError::into_inner);
            count.failures = count.failures.saturating_sub(1);
        }
    }

    fn forget(&self, key: impl Hash) {
        self.counts.remove(&self.hasher.hash_one(key));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::net::Ipv6Addr;

    use proptest::prelude::*;

    use super::*;

    const START: i64 = 1_790_000_000_000;

    fn at(milliseconds: i64) -> Timestamp {
        Timestamp::from_millisecond(START + milliseconds).unwrap()
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn wait(seconds: u64) -> Result<(), TooManyFailures> {
        Err(TooManyFailures { retry_after_seconds: seconds })
    }

    #[test]
    fn a_client_waits_after_its_limit_until_the_minute_is_over() {
        let failures = Failures::new(3, 100);
        for n in 0..3 {
            let from = address(&format!("192.0.2.{n}"));
            assert_eq!(failures.check("a", from, at(n * 1000)), Ok(()));
            failures.failed("a", from, at(n * 1000));
        }
        let elsewhere = address("198.51.100.1");
        assert_eq!(failures.check("a", elsewhere, at(2000)), wait(58));
        assert_eq!(failures.check("b", elsewhere, at(2000)), Ok(()));
        assert_eq!(failures.check("a", elsewhere, at(59_999)), wait(1));
        assert_eq!(failures.check("a", elsewhere, at(60_000)), Ok(()));
    }

    #[test]
    fn an_address_waits_whatever_the_client() {
        let failures = Failures::new(100, 3);
        let from = address("192.0.2.1");
        for client in ["a", "b", "not an id at all"] {
            failures.failed(client, from, at(0));
        }
        assert_eq!(failures.check("d", from, at(500)), wait(60));
        assert_eq!(failures.check("d", address("::ffff:192.0.2.1"), at(500)), wait(60));
        assert_eq!(failures.check("a", address("192.0.2.2"), at(500)), Ok(()));
    }

    #[test]
    fn an_address_does_not_wait_for_what_was_taken_back() {
        let failures = Failures::new(100, 2);
        let from = address("192.0.2.1");
        for client in ["a", "b", "c"] {
            failures.failed(client, from, at(0));
            failures.take_back(from);
            failures.succeeded(client);
        }
        assert_eq!(failures.check("d", from, at(0)), Ok(()));
        failures.failed("d", from, at(0));
        failures.failed("d", from, at(0));
        assert_eq!(failures.check("a", from, at(0)), wait(60));
    }

    #[test]
    fn an_ipv6_address_stands_for_its_64() {
        let failures = Failures::new(100, 1);
        failures.failed("a", address("2001:db8:0:1::1"), at(0));
        assert_eq!(failures.check("b", address("2001:db8:0:1:ffff::9"), at(0)), wait(60));
        assert_eq!(failures.check("b", address("2001:db8:0:2::1"), at(0)), Ok(()));
    }

    #[test]
    fn success_clears_the_client_and_not_the_address() {
        let failures = Failures::new(1, 2);
        let from = address("192.0.2.1");
        failures.failed("a", from, at(0));
        failures.succeeded("a");
        assert_eq!(failures.check("a", from, at(0)), Ok(()));
        failures.failed("b", from, at(0));
        failures.succeeded("b");
        assert_eq!(failures.check("b", from, at(0)), wait(60));
    }

    #[test]
    fn a_clock_set_back_lets_nobody_wait_for_long() {
        let failures = Failures::new(1, 100);
        failures.failed("a", address("192.0.2.1"), at(3_600_000));
        assert_eq!(failures.check("a", address("192.0.2.1"), at(0)), Ok(()));
    }

    #[test]
    fn an_attack_from_everywhere_stays_within_bounds() {
        let failures = Failures::new(10, 60);
        for n in 0..200_000_u32 {
            let from = Ipv6Addr::from(u128::from(n) << 64);
            failures.failed(&n.to_string(), from.into(), at(0));
        }
        assert!(failures.clients.counts.len() <= COUNTED);
        assert!(failures.addresses.counts.len() <= COUNTED);
    }

    #[test]
    fn failures_at_the_same_time_are_all_counted() {
        let failures = Failures::new(1000, 400);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| (0..100).for_each(|_| failures.failed("a", address("192.0.2.1"), at(0))));
            }
        });
        assert_eq!(failures.check("b", address("192.0.2.1"), at(0)), wait(60));
    }

    proptest! {
        #[test]
        fn waiting_as_long_as_told_is_always_enough(
            times in prop::collection::vec(0..200_000_i64, 1..40),
            limit in 1..5_u64,
            client in ".*",
        ) {
            let failures = Failures::new(limit, 1000);
            let from = address("192.0.2.1");
            let mut times = times;
            times.sort_unstable();
            for time in times {
                match failures.check(&client, from, at(time)) {
                    Ok(()) => failures.failed(&client, from, at(time)),
                    Err(TooManyFailures { retry_after_seconds }) => {
                        prop_assert!((1..=60).contains(&retry_after_seconds));
                        let later = time + i64::try_from(retry_after_seconds).unwrap() * 1000;
                        prop_assert_eq!(failures.check(&client, from, at(later)), Ok(()));
                    }
                }
            }
        }
    }
}
