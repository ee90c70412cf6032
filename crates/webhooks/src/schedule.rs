//! When attempts are made.

use std::time::Duration;

/// The waits after the attempts that fail, as in the [specification of Standard Webhooks](https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
const WAITS: [Duration; 9] = [
    Duration::from_secs(5),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(5),
    Duration::from_hours(10),
    Duration::from_hours(14),
    Duration::from_hours(20),
    Duration::from_hours(24),
];
/// The longest wait that a receiver can request.
const MAX_REQUESTED: Duration = Duration::from_hours(24);
/// After this time of failures an endpoint is paused.
pub const PAUSED_AFTER: Duration = Duration::from_hours(5 * 24);

/// The time of the next attempt after `attempts` that failed, the last of them at `now`; `None` if the event is given up. `requested` is
/// the wait that the receiver requested.
pub fn next_attempt(attempts: i64, now: i64, requested: Option<Duration>) -> Option<i64> {
    let wait = usize::try_from(attempts - 1).ok().and_then(|failed| WAITS.get(failed))?;
    let wait = (*wait).max(requested.unwrap_or_default().min(MAX_REQUESTED));
    Some(now.saturating_add(milliseconds(wait)))
}

/// A duration in milliseconds.
pub fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_ten_attempts_and_a_receiver_can_ask_for_longer_waits() {
        assert_eq!(next_attempt(1, 0, None), Some(5_000));
        assert_eq!(next_attempt(1, 0, Some(Duration::from_mins(1))), Some(60_000));
        assert_eq!(next_attempt(2, 0, Some(Duration::from_mins(1))), Some(300_000));
        assert_eq!(next_attempt(1, 0, Some(Duration::MAX)), Some(86_400_000));
        assert_eq!(next_attempt(9, 1, None), Some(86_400_001));
        assert_eq!(next_attempt(10, 0, None), None);
    }
}
