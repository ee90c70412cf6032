//! When the next backup may be tried.

use std::sync::{Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

/// How long the server waits after a failed backup before it tries again.
const RETRY_INTERVAL: SignedDuration = SignedDuration::from_mins(10);

/// When the next backup may be tried, after one that failed.
#[derive(Debug, Default)]
pub struct BackupSchedule {
    retry_at: Mutex<Option<Timestamp>>,
}

impl BackupSchedule {
    /// Whether a backup may be tried at this time.
    pub fn may_try(&self, now: Timestamp) -> bool {
        let retry_at = *self.retry_at.lock().unwrap_or_else(PoisonError::into_inner);
        retry_at.is_none_or(|time| now >= time)
    }

    /// Notes whether a backup that was tried at this time failed.
    pub fn note(&self, now: Timestamp, has_failed: bool) {
        let retry_at = has_failed.then(|| now.saturating_add(RETRY_INTERVAL).unwrap_or(now));
        *self.retry_at.lock().unwrap_or_else(PoisonError::into_inner) = retry_at;
    }
}
