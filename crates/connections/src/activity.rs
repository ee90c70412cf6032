//! The activity of one connection, for its timeouts and the limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::limits::Timeouts;

/// The phase of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// It waits for the headers of a request.
    Headers,
    /// It waits for the next request.
    Idle,
    /// It serves a request.
    Busy,
}

/// Why a connection is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expired {
    /// The headers of a request took too long.
    Headers,
    /// The next request did not arrive.
    Idle,
    /// The client did not read the response.
    Write,
}

/// The state of one connection.
#[derive(Debug)]
pub struct Activity {
    accepted: Instant,
    /// Requests, request bodies and responses in progress.
    in_flight: AtomicUsize,
    /// Responses in progress.
    responses: AtomicUsize,
    /// Whether the end of a response may still be in a buffer.
    is_unflushed: AtomicBool,
    /// Whether part of a request's headers has arrived.
    has_headers: AtomicBool,
    /// Whether a request was served.
    has_served: AtomicBool,
    is_http2: AtomicBool,
    /// When the current phase began, in milliseconds since the connection was accepted.
    since: AtomicU64,
    /// When the client stopped reading, in milliseconds since the connection was accepted; 0 if it reads.
    blocked_since: AtomicU64,
    eviction: Notify,
    #[cfg(test)]
    pub passed: AtomicU64,
}

impl Activity {
    /// The activity of a new connection.
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            accepted: Instant::now(),
            in_flight: AtomicUsize::new(0),
            responses: AtomicUsize::new(0),
            is_unflushed: AtomicBool::new(false),
            has_headers: AtomicBool::new(false),
            has_served: AtomicBool::new(false),
            is_http2: AtomicBool::new(false),
            since: AtomicU64::new(0),
            blocked_since: AtomicU64::new(0),
            eviction: Notify::new(),
            #[cfg(test)]
            passed: AtomicU64::new(0),
        })
    }

    fn now(&self) -> u64 {
        let elapsed = self.accepted.elapsed();
        #[cfg(test)]
        let elapsed = elapsed + Duration::from_secs(self.passed.load(Relaxed));
        u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX)
    }

    /// The current phase.
    pub fn phase(&self) -> Phase {
        if self.in_flight.load(Relaxed) > 0 || self.is_unflushed.load(Relaxed) {
            Phase::Busy
        } else if self.is_http2.load(Relaxed) {
            // The frames of HTTP/2 do not show where the headers of a request begin. Their size is limited.
            Phase::Idle
        } else if self.has_headers.load(Relaxed) || !self.has_served.load(Relaxed) {
            Phase::Headers
        } else {
            Phase::Idle
        }
    }

    /// How long the connection has waited for a request; `None` while it serves one.
    pub fn waiting(&self) -> Option<Duration> {
        let since = self.since.load(Relaxed);
        (self.phase() != Phase::Busy).then(|| Duration::from_millis(self.now().saturating_sub(since)))
    }

    /// Returns the timeout that has passed, or the time until the next check.
    pub fn check(&self, timeouts: &Timeouts) -> Result<Duration, Expired> {
        let now = self.now();
        let left = |since: u64, timeout: Duration, expired| {
            let passed = Duration::from_millis(now.saturating_sub(since));
            timeout.checked_sub(passed).filter(|left| !left.is_zero()).ok_or(expired)
        };
        let blocked_since = self.blocked_since.load(Relaxed);
        if blocked_since > 0 {
            left(blocked_since, timeouts.write, Expired::Write)?;
        }
        let since = self.since.load(Relaxed);
        let left = match self.phase() {
            Phase::Busy if self.in_flight.load(Relaxed) == 0 => left(since, timeouts.write, Expired::Write)?,
            Phase::Busy => timeouts.headers,
            Phase::Headers => left(since, timeouts.headers, Expired::Headers)?,
            Phase::Idle => left(since, timeouts.idle, Expired::Idle)?,
        };
        // The phase may change before the next check, and the new phase may have a shorter timeout.
        Ok(left.min(timeouts.shortest() / 4).max(Duration::from_millis(10)))
    }

    /// Records that bytes have arrived. Returns whether they begin a request.
    pub fn received(&self) -> bool {
        if self.phase() == Phase::Busy || self.has_headers.swap(true, Relaxed) {
            return false;
        }
        if self.has_served.load(Relaxed) && !self.is_http2.load(Relaxed) {
            self.since.store(self.now(), Relaxed);
        }
        true
    }

    /// Records that the client uses HTTP/2.
    pub fn set_http2(&self) {
        self.is_http2.store(true, Relaxed);
    }

    /// Records a write. `is_blocked` states whether the client does not read.
    pub fn written(&self, is_blocked: bool) {
        if is_blocked {
            let _ = self.blocked_since.compare_exchange(0, self.now().max(1), Relaxed, Relaxed);
        } else if self.blocked_since.load(Relaxed) > 0 {
            self.blocked_since.store(0, Relaxed);
        }
    }

    /// Records that all written bytes were passed to the operating system.
    pub fn flushed(&self) {
        if self.is_unflushed.load(Relaxed) && self.responses.load(Relaxed) == 0 {
            self.since.store(self.now(), Relaxed);
            self.is_unflushed.store(false, Relaxed);
        }
    }

    /// Whether the bytes being written belong to the response to a request. Otherwise hyper generates them, because it cannot
    /// read the request.
    pub fn is_responding(&self) -> bool {
        self.is_http2.load(Relaxed) || self.responses.load(Relaxed) > 0 || self.is_unflushed.load(Relaxed)
    }

    /// Records the start of a request. The first guard is for its response, the second for its body.
    pub fn begin(self: &Arc<Self>) -> (ResponseGuard, InFlight) {
        self.has_served.store(true, Relaxed);
        self.has_headers.store(false, Relaxed);
        self.responses.fetch_add(1, Relaxed);
        (ResponseGuard(self.in_flight()), self.in_flight())
    }

    fn in_flight(self: &Arc<Self>) -> InFlight {
        self.in_flight.fetch_add(1, Relaxed);
        InFlight(Arc::clone(self))
    }

    /// Requests that the connection is closed in favour of another.
    pub fn evict(&self) {
        self.eviction.notify_one();
    }

    /// Waits until the connection is to be closed in favour of another.
    pub async fn evicted(&self) {
        self.eviction.notified().await;
    }
}

/// A guard of a request, which is in progress until this is dropped.
#[derive(Debug)]
pub struct InFlight(Arc<Activity>);

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.since.store(self.0.now(), Relaxed);
        self.0.in_flight.fetch_sub(1, Relaxed);
    }
}

/// A guard of a response, which is in progress until this is dropped.
#[derive(Debug)]
pub struct ResponseGuard(InFlight);

impl Drop for ResponseGuard {
    fn drop(&mut self) {
        let activity = &self.0.0;
        activity.is_unflushed.store(true, Relaxed);
        activity.responses.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMEOUTS: Timeouts = Timeouts {
        headers: Duration::from_secs(10),
        idle: Duration::from_mins(1),
        write: Duration::from_secs(30),
    };

    fn pass(activity: &Activity, seconds: u64) {
        activity.passed.fetch_add(seconds, Relaxed);
    }

    #[test]
    fn the_first_request_must_arrive_within_the_header_timeout() {
        let activity = Activity::new();
        pass(&activity, 9);
        assert!(activity.received());
        assert!(activity.check(&TIMEOUTS).is_ok());
        pass(&activity, 1);
        assert_eq!(activity.check(&TIMEOUTS), Err(Expired::Headers));
    }

    #[test]
    fn requests_in_progress_and_idle_connections_have_other_timeouts() {
        let activity = Activity::new();
        let (response, body) = activity.begin();
        pass(&activity, 1000);
        assert!(activity.check(&TIMEOUTS).is_ok());
        drop((response, body));
        assert_eq!(activity.phase(), Phase::Busy, "the end of the response is not flushed");
        activity.flushed();
        assert_eq!(activity.phase(), Phase::Idle);
        pass(&activity, 59);
        assert!(activity.waiting() >= Some(Duration::from_secs(59)));
        assert!(activity.check(&TIMEOUTS).is_ok());
        assert!(activity.received());
        assert!(!activity.received(), "the second part of the same headers");
        pass(&activity, 9);
        assert!(activity.check(&TIMEOUTS).is_ok());
        pass(&activity, 1);
        assert_eq!(activity.check(&TIMEOUTS), Err(Expired::Headers));
    }

    #[test]
    fn an_idle_connection_is_closed() {
        let activity = Activity::new();
        drop(activity.begin());
        activity.flushed();
        pass(&activity, 60);
        assert_eq!(activity.check(&TIMEOUTS), Err(Expired::Idle));
    }

    #[test]
    fn the_next_check_is_in_time_for_the_shortest_timeout_of_any_phase() {
        let timeouts = Timeouts { headers: Duration::from_mins(5), idle: Duration::from_secs(1), ..TIMEOUTS };
        let activity = Activity::new();
        let is_in_time = || activity.check(&timeouts).is_ok_and(|left| left <= timeouts.idle);
        assert!(is_in_time());
        let _request = activity.begin();
        assert!(is_in_time());
    }

    #[test]
    fn only_clients_that_stop_reading_are_disconnected() {
        let activity = Activity::new();
        let _request = activity.begin();
        pass(&activity, 1);
        activity.written(true);
        pass(&activity, 20);
        activity.written(true);
        assert!(activity.check(&TIMEOUTS).is_ok());
        activity.written(false);
        pass(&activity, 20);
        assert!(activity.check(&TIMEOUTS).is_ok());
        activity.written(true);
        pass(&activity, 30);
        assert_eq!(activity.check(&TIMEOUTS), Err(Expired::Write));
    }
}
