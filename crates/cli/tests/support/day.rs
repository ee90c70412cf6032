//! Tests whose figures are those of one day.

#![allow(dead_code, reason = "each test uses a part")]

use std::time::Duration;

use jiff::{Timestamp, Unit};

/// How long such a test takes at most.
const TIME: Duration = Duration::from_mins(1);

/// Waits until a day (UTC) that ends too early has ended, so that the test runs within one day.
pub fn begin_within_a_day() {
    let now = Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC);
    let end = now.tomorrow().unwrap().start_of_day().unwrap();
    let seconds = now.until((Unit::Second, &end)).unwrap().get_seconds();
    let left = Duration::from_secs(seconds.unsigned_abs());
    if left < TIME {
        std::thread::sleep(left + Duration::from_secs(1));
    }
}
