//! The end of votes: the server compares its clock with the day and the time that the platform has stored.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use folkmoot_import::day;
use folkmoot_store::platform_clock::ClockReading;
use folkmoot_store::{Store, StoreError};
use jiff::Timestamp;

/// How often the server checks for votes that have ended.
pub const INTERVAL: Duration = Duration::from_secs(1);
/// How often the time is recorded, in milliseconds.
const RECORD_INTERVAL: i64 = 60_000;

/// What the last comparison found.
#[derive(Debug, Default)]
pub struct VoteSchedule {
    last: Mutex<Option<ClockReading>>,
}

impl VoteSchedule {
    /// Writes the end of votes to the change feed when a day begins, takes back a day that is ahead, and records the time.
    pub async fn update(&self, store: &Arc<Store>, time_zone: Option<&str>, now: Timestamp) {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let checked = last.as_ref().map(ClockReading::day);
        let begin = move |store: &Store| day::begin(store, now, checked);
        match store.run_maintenance(begin).await {
            Ok((clock, is_changed)) => {
                if is_changed {
                    tracing::info!(today = %clock.day(), before = %clock.stored_day, "updated the state of votes");
                }
                report(&clock, last.as_ref(), time_zone);
                record(&clock, store).await;
                *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(clock);
            }
            Err(error) => tracing::warn!(%error, "failed to update the state of votes; will retry"),
        }
    }
}

/// Logs what an administrator must mend, once.
fn report(clock: &ClockReading, last: Option<&ClockReading>, setting: Option<&str>) {
    metrics::gauge!("folkmoot_clock_believed").set(f64::from(u8::from(clock.is_believed)));
    if !clock.is_believed && last.is_none_or(|last| last.is_believed) {
        tracing::error!(
            "the clock is more than two days ahead of the newest time that the platform recorded; no vote ends until \
             `folkmoot access confirm-clock` confirms it"
        );
    }
    if last.is_none_or(|last| last.time_zone != clock.time_zone)
        && let Err(error) = clock.require_time_zone(setting)
    {
        tracing::error!(%error, "continuing with the time zone of the platform");
    }
}

/// Records the time, so that a clock that is far ahead of it is noticed.
async fn record(clock: &ClockReading, store: &Arc<Store>) {
    let now = clock.now;
    if !clock.is_believed || now < clock.recorded + RECORD_INTERVAL {
        return;
    }
    match store.run_maintenance(move |store: &Store| store.clock().record(now)).await {
        Ok(()) => {}
        // It records the time itself.
        Err(StoreError::Busy) => tracing::debug!("an import delays recording the time"),
        Err(error) => tracing::warn!(%error, "failed to record the time; will retry"),
    }
}
