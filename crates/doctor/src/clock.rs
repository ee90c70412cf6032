//! The clock of the machine.

use std::fs;
use std::time::SystemTime;

use folkmoot_store::inspection::Inspection;
use folkmoot_store::platform_clock::DayChange;
use jiff::{SignedDuration, Timestamp};

use crate::{Report, Setup, database};

const CLOCK: &str = "clock";
const PLATFORM_CLOCK: &str = "platform-clock";
const DAY: &str = "day";
const TIME_ZONE: &str = "time-zone";
const REMEDY: &str = "synchronise the clock, for example with `timedatectl set-ntp true`; tokens, votes and schedules depend on it";
/// How far files may be ahead of the clock.
const TOLERANCE: SignedDuration = SignedDuration::from_secs(60);
/// No clock that is right shows an earlier time.
const BUILT_AFTER: i64 = 1_763_000_000;

/// Compares the clock with the times of files in the data folder, which were written with the same clock earlier.
pub fn check(setup: &Setup<'_>, report: &mut Report) {
    let now = setup.now;
    if now.as_second() < BUILT_AFTER {
        return report.problem(CLOCK, format!("the clock shows {now:.0}, which is in the past"), REMEDY);
    }
    let newest = newest_file(setup).and_then(|time| Timestamp::try_from(time).ok());
    match newest.map(|newest| newest.duration_since(now)).filter(|ahead| *ahead > TOLERANCE) {
        None => report.ok(CLOCK, format!("{now:.0}, not before the newest file of the data folder")),
        Some(ahead) => report.problem(
            CLOCK,
            format!(
                "the clock shows {now:.0}, but a file of the data folder was written {} s later",
                ahead.as_secs()
            ),
            REMEDY,
        ),
    }
}

fn newest_file(setup: &Setup<'_>) -> Option<SystemTime> {
    let entries = fs::read_dir(&setup.settings.data).ok()?;
    entries.flatten().filter_map(|entry| entry.metadata().ok()?.modified().ok()).max()
}

/// Compares the clock with that of the database server, at the time of the check.
pub fn compare(report: &mut Report, check: &'static str, server: i64, asked_at: Timestamp) {
    let difference = Timestamp::now().as_millisecond() - server;
    // The response took some of the time.
    let elapsed = Timestamp::now().as_millisecond() - asked_at.as_millisecond();
    let seconds = (difference.abs() - elapsed.abs()).max(0) / 1000;
    if seconds < 2 {
        return report.ok(check, "the clocks of this machine and of the database server agree");
    }
    let found = format!("the clocks of this machine and of the database server differ by {seconds} s");
    report.warning(check, found, REMEDY);
}

/// Compares the clock and the time zone with those of the platform, on which the end of votes depends.
pub fn check_platform(setup: &Setup<'_>, database: &Inspection, report: &mut Report) {
    let clock = match database.clock(setup.now.as_millisecond()) {
        Ok(clock) => clock,
        Err(error) => return report.problem(PLATFORM_CLOCK, error.to_string(), database::remedy(&error)),
    };
    let recorded = Timestamp::from_millisecond(clock.recorded).unwrap_or(Timestamp::MAX);
    if clock.is_believed {
        report.ok(PLATFORM_CLOCK, format!("the platform last recorded the time {recorded:.0}"));
    } else {
        let found = format!(
            "the clock is more than two days ahead of {recorded:.0}, the newest time that the platform recorded, so no vote ends"
        );
        report.problem(PLATFORM_CLOCK, found, "if the clock is right, run `folkmoot access confirm-clock`");
    }
    let (stored, day) = (clock.stored_day, clock.day());
    match clock.day_change() {
        DayChange::None => report.ok(DAY, stored.to_string()),
        DayChange::Forward => report.warning(
            DAY,
            format!("the stored day {stored} is before {day}; votes that have ended since are still secret"),
            "start the server, or import the data again",
        ),
        DayChange::Back => report.problem(
            DAY,
            format!("the stored day {stored} is after {day}; votes that have not ended may be visible"),
            "start the server, or import the data again: both take the day back",
        ),
    }
    match clock.require_time_zone(setup.settings.time_zone.as_deref()) {
        Ok(()) => report.ok(TIME_ZONE, clock.time_zone.as_deref().unwrap_or("UTC")),
        Err(error) => report.problem(TIME_ZONE, error.to_string(), "remove the setting `time-zone`"),
    }
}
