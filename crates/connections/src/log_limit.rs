//! Rate limit of log lines for events that clients can cause thousands of times per second.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const INTERVAL: Duration = Duration::from_secs(10);

/// Counts events between log lines.
#[derive(Debug, Default)]
pub struct LogLimit {
    state: Mutex<(Option<Instant>, u64)>,
}

impl LogLimit {
    /// Counts an event. Returns the number of events since the last log line if it is time for another.
    pub fn count(&self, now: Instant) -> Option<u64> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, events) = &mut *state;
        *events += 1;
        if last.is_some_and(|last| now.duration_since(last) < INTERVAL) {
            return None;
        }
        *last = Some(now);
        Some(std::mem::take(events))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_states_the_number_of_events_since_the_last_one() {
        let limit = LogLimit::default();
        let (now, later) = (Instant::now(), Instant::now() + INTERVAL);
        assert_eq!([limit.count(now), limit.count(now), limit.count(now)], [Some(1), None, None]);
        assert_eq!([limit.count(later), limit.count(later)], [Some(3), None]);
    }
}
