//! The registry of open connections, which selects the connections to close when there are too many.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use folkmoot_telemetry::Refusal;
use tokio::sync::watch;

use super::activity::Activity;
use super::limits::{Limits, counted_address};

/// Minimum time for which a connection must have waited before it is closed in favour of another. A request may be on its
/// way until then.
const MINIMUM_WAIT: Duration = Duration::from_secs(1);
/// Maximum connections closed together when there are too many in total, so that few new connections have to search for
/// connections to close.
const EVICTION_BATCH: usize = 32;

/// Why a connection is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// There are too many connections.
    Total,
    /// There are too many connections from its network address.
    Address,
}

impl Refused {
    /// The limit.
    pub fn refusal(self) -> Refusal {
        match self {
            Self::Total => Refusal::Connections,
            Self::Address => Refusal::AddressConnections,
        }
    }

    /// The reason in logs and metrics.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Total => "total",
            Self::Address => "address",
        }
    }
}

type AddressConnections = HashMap<u64, Arc<Activity>>;

#[derive(Debug, Default)]
struct Connected {
    next: u64,
    total: usize,
    by_address: HashMap<IpAddr, AddressConnections>,
}

/// All open connections.
#[derive(Debug)]
pub struct Registry {
    limits: watch::Receiver<Limits>,
    connected: Mutex<Connected>,
}

/// The registration of a connection, which counts until this is dropped.
#[derive(Debug)]
pub struct Registration {
    registry: Arc<Registry>,
    address: IpAddr,
    number: u64,
}

impl Registry {
    /// A registry with these limits.
    pub fn new(limits: watch::Receiver<Limits>) -> Arc<Self> {
        Arc::new(Self { limits, connected: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, Connected> {
        self.connected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of open connections.
    pub fn count(&self) -> usize {
        self.lock().total
    }

    /// Registers a connection. If a limit is reached, closes the connection that has been waiting longest for its client. If
    /// none is waiting, returns the limit that was reached.
    pub fn admit(
        self: &Arc<Self>,
        address: IpAddr,
        is_exempt: bool,
        activity: &Arc<Activity>,
    ) -> Result<Registration, Refused> {
        let address = counted_address(address);
        let (maximum, maximum_per_address) = {
            let limits = self.limits.borrow();
            (limits.connections, limits.connections_per_address)
        };
        let mut connected = self.lock();
        let of_address = connected.by_address.get(&address).map_or(0, HashMap::len);
        if !is_exempt && of_address >= maximum_per_address {
            let longest = connected.by_address.get(&address).and_then(longest_waiting);
            connected.evict(address, longest.ok_or(Refused::Address)?);
        }
        if connected.total >= maximum && connected.evict_longest_waiting() == 0 {
            return Err(Refused::Total);
        }
        let number = connected.next;
        connected.next += 1;
        connected.total += 1;
        connected.by_address.entry(address).or_default().insert(number, Arc::clone(activity));
        Ok(Registration { registry: Arc::clone(self), address, number })
    }

    /// Closes connections that wait for their clients, to free file descriptors. Returns their number.
    pub fn evict(&self) -> usize {
        self.lock().evict_longest_waiting()
    }
}

/// The connection that has waited longest for its client, among those that may be closed.
fn longest_waiting(of_address: &AddressConnections) -> Option<u64> {
    let waiting = of_address.iter().filter_map(|(number, activity)| Some((evictable(activity)?, *number)));
    waiting.max_by_key(|(waiting, _)| *waiting).map(|(_, number)| number)
}

/// The time that a connection has waited; `None` if it must not be closed.
fn evictable(activity: &Activity) -> Option<Duration> {
    activity.waiting().filter(|waiting| *waiting >= MINIMUM_WAIT)
}

impl Connected {
    fn evict_longest_waiting(&mut self) -> usize {
        let all = self.by_address.iter();
        let waiting = all.flat_map(|(address, connections)| {
            connections
                .iter()
                .filter_map(|(number, activity)| Some((evictable(activity)?, *address, *number)))
        });
        let mut waiting: Vec<_> = waiting.collect();
        if waiting.len() > EVICTION_BATCH {
            waiting.select_nth_unstable_by(EVICTION_BATCH - 1, |one, other| other.0.cmp(&one.0));
            waiting.truncate(EVICTION_BATCH);
        }
        for (_, address, number) in &waiting {
            self.evict(*address, *number);
        }
        waiting.len()
    }

    fn evict(&mut self, address: IpAddr, number: u64) {
        if let Some(activity) = self.remove(address, number) {
            activity.evict();
        }
    }

    fn remove(&mut self, address: IpAddr, number: u64) -> Option<Arc<Activity>> {
        let of_address = self.by_address.get_mut(&address)?;
        let removed = of_address.remove(&number)?;
        if of_address.is_empty() {
            self.by_address.remove(&address);
        }
        self.total -= 1;
        Some(removed)
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        self.registry.lock().remove(self.address, self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registry(connections: usize, connections_per_address: usize) -> Arc<Registry> {
        let limits = Limits::of_connections(connections, connections_per_address);
        Registry::new(watch::channel(limits).1)
    }

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    type Admission = Result<(Registration, Arc<Activity>), Refused>;

    fn pass(admitted: &[Admission], seconds: u64) {
        admitted[0].as_ref().unwrap().1.passed.fetch_add(seconds, std::sync::atomic::Ordering::Relaxed);
    }

    /// Registers connections. Each counts until its registration is dropped.
    fn admit(registry: &Arc<Registry>, from: IpAddr, count: usize) -> Vec<Admission> {
        let admit = || {
            let activity = Activity::new();
            Ok((registry.admit(from, false, &activity)?, activity))
        };
        (0..count).map(|_| admit()).collect()
    }

    #[test]
    fn connections_count_until_they_are_closed() {
        let registry = registry(3, 2);
        let one = admit(&registry, address(1), 3);
        assert_eq!(one[2].as_ref().err(), Some(&Refused::Address));
        let two = admit(&registry, address(2), 2);
        assert_eq!(two[1].as_ref().err(), Some(&Refused::Total));
        drop(one);
        assert_eq!(registry.count(), 1);
        assert!(admit(&registry, address(1), 2).iter().all(Result::is_ok));
        drop(two);
        assert_eq!(registry.count(), 0);
        assert!(registry.lock().by_address.is_empty());
    }

    #[tokio::test]
    async fn a_new_connection_replaces_the_one_that_has_waited_longest() {
        let registry = registry(100, 2);
        let first = admit(&registry, address(1), 1);
        pass(&first, 2);
        let second = admit(&registry, address(1), 1);
        pass(&second, 1);
        let third = admit(&registry, address(1), 1);
        first[0].as_ref().unwrap().1.evicted().await;
        assert_eq!(registry.count(), 2);
        drop(first);
        assert_eq!(registry.count(), 2, "an evicted connection is not counted twice");
        assert!(third[0].is_ok());
        drop((second, third));
        assert_eq!(registry.count(), 0);
    }

    #[test]
    fn a_connection_in_use_is_not_replaced() {
        let registry = registry(1, 1);
        let used = admit(&registry, address(1), 1);
        let _request = used[0].as_ref().unwrap().1.begin();
        pass(&used, 3600);
        assert_eq!(admit(&registry, address(1), 1)[0].as_ref().err(), Some(&Refused::Address));
        assert_eq!(admit(&registry, address(2), 1)[0].as_ref().err(), Some(&Refused::Total));
    }

    #[test]
    fn trusted_proxies_are_exempt_from_the_limit_per_address() {
        let registry = registry(3, 1);
        let admit = || registry.admit(address(1), true, &Activity::new());
        let admitted: Vec<_> = (0..4).map(|_| admit()).collect();
        assert_eq!(admitted.iter().filter(|admitted| admitted.is_ok()).count(), 3);
    }
}
