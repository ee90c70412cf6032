//! Measuring delays.

#![allow(dead_code, reason = "each test uses a part")]

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::eventually;

/// The time since an event.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch {
    started: Instant,
}

impl Stopwatch {
    /// Starts measuring.
    pub fn start() -> Self {
        Self { started: Instant::now() }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// Delays of several kinds, each measured repeatedly. A busy machine that pauses a process makes one delay long; a slow
/// server makes all of them long. So the shortest delay of each kind counts.
#[derive(Debug, Default)]
pub struct Delays {
    kinds: Mutex<BTreeMap<String, Vec<Duration>>>,
}

impl Delays {
    /// Waits until the condition holds, and adds the time since `since` to this kind.
    #[track_caller]
    pub fn measure(&self, kind: &str, since: Stopwatch, condition: impl FnMut() -> bool) {
        eventually(kind, condition);
        let elapsed = since.elapsed();
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        kinds.entry(kind.to_owned()).or_default().push(elapsed);
    }

    /// Fails unless each kind was measured, and took no longer than the limit at least once.
    #[track_caller]
    pub fn assert_within(&self, limit: Duration) {
        let kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        assert!(!kinds.is_empty(), "nothing was measured");
        for (kind, delays) in &*kinds {
            assert!(delays.iter().min() <= Some(&limit), "{kind}: {delays:?}, expected at most {limit:?}");
        }
    }
}
