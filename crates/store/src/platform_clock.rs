//! The clock of the platform: its time zone, and the newest time that it believed. They decide which day it is, and so which
//! votes have ended. A process with a wrong clock or another time zone must not end a vote.

use folkmoot_database::Database;
use folkmoot_database::executor::Executor;
use folkmoot_model::resource::PLATFORM_DAY;
use folkmoot_model::timestamp::MILLISECONDS_OF_DAY;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::StoreError;
use super::changes::{self, Subject};
use super::platform::parse_time_zone;

/// How far a clock may be ahead of the newest recorded time, in milliseconds.
const MAX_LEAP: i64 = 2 * MILLISECONDS_OF_DAY;
/// How far the clocks of servers may differ, and how long a write may take until it is committed, in milliseconds.
const TOLERANCE: i64 = MILLISECONDS_OF_DAY / 24;

/// How the stored day must change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayChange {
    /// It is the current day.
    None,
    /// A day has begun.
    Forward,
    /// The stored day is ahead of the clock.
    Back,
}

/// The clock of a process, compared with what the platform has recorded. Timestamps are milliseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClockReading {
    /// The time that the clock shows.
    pub now: i64,
    /// The newest time that the platform believed.
    pub recorded: i64,
    /// Whether the platform believes the clock.
    pub is_believed: bool,
    /// The stored time zone, a name of the IANA time zone database.
    pub time_zone: Option<String>,
    /// The stored day.
    pub stored_day: Date,
    zone: TimeZone,
}

impl ClockReading {
    /// The current day of the platform. The day of the recorded time if the clock is not believed.
    pub fn day(&self) -> Date {
        self.day_after(0)
    }

    /// The day on which changes are released that a write defers now: the next one. In the last hour of a day, it is the one after:
    /// changes that are committed after the release of their day would be released alone.
    pub fn release_day(&self) -> Date {
        let day = self.day_after(TOLERANCE);
        day.tomorrow().unwrap_or(day)
    }

    /// How the stored day must change. A day that another server has begun is not ahead as long as clocks differ by less
    /// than an hour.
    pub fn day_change(&self) -> DayChange {
        if self.stored_day < self.day() {
            DayChange::Forward
        } else if self.stored_day > self.day_after(TOLERANCE) {
            DayChange::Back
        } else {
            DayChange::None
        }
    }

    /// Fails if the setting of a process differs from the stored time zone.
    pub fn require_time_zone(&self, setting: Option<&str>) -> Result<(), StoreError> {
        match (self.time_zone.as_deref(), setting) {
            (Some(stored), Some(given)) if stored != given => {
                Err(StoreError::TimeZone { stored: stored.to_owned(), given: given.to_owned() })
            }
            _ => Ok(()),
        }
    }

    fn day_after(&self, milliseconds: i64) -> Date {
        let time = if self.is_believed { self.now } else { self.recorded };
        let time = Timestamp::from_millisecond(time + milliseconds).unwrap_or(Timestamp::MAX);
        self.zone.to_datetime(time).date()
    }
}

/// Compares the clock of this process with what the platform has recorded. The only place that decides which day it is.
pub fn read(executor: &dyn Executor, now: i64) -> Result<ClockReading, StoreError> {
    let sql = format!("SELECT time_zone, believed_at, (SELECT day FROM {PLATFORM_DAY}) FROM platform_clock");
    let invalid = |what: &str| StoreError::Value(format!("{what} of the platform is not valid"));
    let reading = executor.one(&sql, &[], |row| {
        let time_zone = row.text(0)?.map(str::to_owned);
        let zone = match &time_zone {
            Some(name) => parse_time_zone(name).ok_or_else(|| invalid("the time zone"))?.1,
            None => TimeZone::UTC,
        };
        let stored_day = row.date(2)?.and_then(|day| day.parse().ok()).ok_or_else(|| invalid("the day"))?;
        let recorded = row.required_integer(1)?;
        let is_believed = now <= recorded.saturating_add(MAX_LEAP);
        Ok(ClockReading { now, recorded, is_believed, time_zone, stored_day, zone })
    })?;
    let mut reading = reading.ok_or_else(|| invalid("the clock"))?;
    if !reading.is_believed
        && let Some(server_time) = executor.dialect().server_time
    {
        reading.is_believed = executor.number(server_time, &[])?.abs_diff(now) <= TOLERANCE.unsigned_abs();
    }
    Ok(reading)
}

/// Compares the clock of this process like [`read`], and records its time if it is believed. The recorded time never goes back.
pub fn record(executor: &dyn Executor, now: i64) -> Result<ClockReading, StoreError> {
    let reading = read(executor, now)?;
    if reading.is_believed {
        let update = "UPDATE platform_clock SET believed_at = ?1 WHERE believed_at < ?1";
        executor.execute(update, &[now.into()])?;
    }
    Ok(reading)
}

/// Records the time of this process as the one to believe, also if it is earlier.
pub fn confirm(executor: &dyn Executor, now: i64) -> Result<(), StoreError> {
    executor.execute("UPDATE platform_clock SET believed_at = ?1", &[now.into()]).map(drop)
}

/// Operations on the clock of the platform.
#[derive(Debug, Clone, Copy)]
pub struct PlatformClock<'a> {
    pub(super) database: &'a Database,
}

impl PlatformClock<'_> {
    /// See [`read`].
    pub fn read(self, now: i64) -> Result<ClockReading, StoreError> {
        self.database.read_latest(|executor| read(executor, now))
    }

    /// See [`record`]. Does not wait for a long write.
    pub fn record(self, now: i64) -> Result<(), StoreError> {
        self.database.write_if_free(|transaction| record(transaction, now)).map(drop)
    }

    /// Fails if the setting of a process differs from the stored time zone. Stores the setting if no time zone is stored.
    pub fn adopt_time_zone(self, setting: Option<&str>, now: i64) -> Result<(), StoreError> {
        let Some(setting) = setting else { return Ok(()) };
        let stored = self.read(now)?;
        if stored.time_zone.is_some() {
            return stored.require_time_zone(Some(setting));
        }
        self.database.write(|transaction| {
            let update = "UPDATE platform_clock SET time_zone = ?1 WHERE time_zone IS NULL";
            if transaction.execute(update, &[setting.into()])? > 0 {
                changes::record_all(transaction, Subject::Platform)?;
            }
            read(transaction, now)?.require_time_zone(Some(setting))
        })
    }
}
