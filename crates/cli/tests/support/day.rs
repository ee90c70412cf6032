//! Days: tests whose figures are those of one day, and the end of a day.

#![allow(dead_code, reason = "each test uses a part")]

use std::time::Duration;

use jiff::{Timestamp, Unit};

use super::{Data, eventually};

/// How long such a test takes at most.
const TIME: Duration = Duration::from_mins(1);

/// Waits until a day (UTC) that ends too early has ended, so that the test runs within one day.
pub fn begin_within_a_day() {
    let now = Timestamp::now().to_zoned_datetime(jiff::tz::TimeZone::UTC);
    let end = now.tomorrow().unwrap().start_of_day().unwrap();
    let seconds = now.until((Unit::Second, &end)).unwrap().get_seconds();
    let left = Duration::from_secs(seconds.unsigned_abs());
    if left < TIME {
        std::thread::sleep(left + Duration::from_secs(1));
    }
}

/// Ends the day, so that a running server releases the changes that readers below the level full get on the next day.
#[track_caller]
pub fn end_day(data: &Data) {
    let are_released = || data.table("SELECT COUNT(*) FROM deferred_changes")[0][0].as_deref() == Some("0");
    if !are_released() {
        data.change_database("UPDATE deferred_changes SET released_on = '2020-01-01'");
        eventually("the deferred changes are not released", are_released);
    }
}
