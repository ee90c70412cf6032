//! Ends the process if the async runtime stalls: a server that never responds is worse than one that is restarted.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

/// Maximum time in which the runtime may run no ready task.
pub const LIMIT: Duration = Duration::from_secs(10);
/// The exit code of a process that the watchdog ends: `EX_SOFTWARE` of `sysexits.h`.
pub const EXIT_CODE: i32 = 70;

/// Number of ticks of the runtime, and of checks by the watchdog, within the limit.
const TICKS: u32 = 20;
/// Maximum time for writing the last log line.
const LOG_TIMEOUT: Duration = Duration::from_secs(1);

/// Watches a runtime from a thread of its own until the process exits, and ends the process if the runtime has not
/// ticked for `limit`.
pub fn start(runtime: &Handle, limit: Duration) -> io::Result<()> {
    watch(runtime, limit, move || {
        // Whatever stalled the runtime may hold the lock of the log as well.
        let (logged, is_logged) = channel();
        std::thread::spawn(move || {
            tracing::error!(
                limit_seconds = limit.as_secs_f64(),
                "async runtime stalled; ending the process so that it is restarted"
            );
            let _ = logged.send(());
        });
        let _ = is_logged.recv_timeout(LOG_TIMEOUT);
        std::process::exit(EXIT_CODE);
    })
}

/// Calls `stalled` once if a runtime has not ticked for `limit`.
fn watch(runtime: &Handle, limit: Duration, stalled: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let interval = limit / TICKS;
    let ticks = Arc::new(AtomicU64::new(0));
    let ticking = Arc::clone(&ticks);
    runtime.spawn(async move {
        loop {
            ticking.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(interval).await;
        }
    });
    let check = move || {
        let mut stall = Stall::default();
        loop {
            let started = Instant::now();
            std::thread::sleep(interval);
            if stall.after(started.elapsed(), interval, ticks.load(Ordering::Relaxed)) >= limit {
                return stalled();
            }
        }
    };
    std::thread::Builder::new().name("watchdog".to_owned()).spawn(check).map(drop)
}

/// How long a runtime has not ticked while the watchdog itself was running.
#[derive(Debug, Default)]
struct Stall {
    ticks: u64,
    duration: Duration,
}

impl Stall {
    /// The duration of the stall after a sleep of the watchdog. A sleep that took far too long means that the whole
    /// process was stopped, as by SIGSTOP or a suspended machine: then the runtime gets the full limit again.
    fn after(&mut self, slept: Duration, interval: Duration, ticks: u64) -> Duration {
        let process_ran = slept < interval * 3;
        let ticked = std::mem::replace(&mut self.ticks, ticks) != ticks;
        self.duration = if ticked || !process_ran { Duration::ZERO } else { self.duration + slept };
        self.duration
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn only_time_in_which_the_process_ran_counts() {
        let mut stall = Stall::default();
        assert_eq!(stall.after(SECOND, SECOND, 1), Duration::ZERO);
        assert_eq!(stall.after(SECOND, SECOND, 1), SECOND);
        assert_eq!(stall.after(SECOND * 2, SECOND, 1), SECOND * 3);
        // Stopped for an hour.
        assert_eq!(stall.after(SECOND * 3600, SECOND, 1), Duration::ZERO);
        assert_eq!(stall.after(SECOND, SECOND, 1), SECOND);
        assert_eq!(stall.after(SECOND, SECOND, 2), Duration::ZERO);
    }
}
