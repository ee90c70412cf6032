//! Time as a program on a busy machine has it.

#![allow(dead_code, reason = "each test uses a part")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const TICK: Duration = Duration::from_millis(10);

/// Counts short naps instead of asking the clock, so that time in which the machine does not come to run us, and
/// neither the server, is not held against the server.
pub struct Stopwatch {
    ticks: Arc<AtomicU64>,
}

impl Stopwatch {
    /// Starts to count.
    pub fn start() -> Self {
        let ticks = Arc::new(AtomicU64::new(0));
        let counted = Arc::downgrade(&ticks);
        std::thread::spawn(move || {
            while let Some(ticks) = counted.upgrade() {
                ticks.fetch_add(1, Ordering::Relaxed);
                drop(ticks);
                std::thread::sleep(TICK);
            }
        });
        Self { ticks }
    }

    /// The time that was counted.
    pub fn elapsed(&self) -> Duration {
        TICK * u32::try_from(self.ticks.load(Ordering::Relaxed)).unwrap_or(u32::MAX)
    }
}
