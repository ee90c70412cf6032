//! Timestamps in the format of the API: RFC 3339, UTC, three fraction digits.

use jiff::civil::{Date, DateTime};
use jiff::fmt::temporal::DateTimePrinter;
use jiff::{SignedDuration, Timestamp};

const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);
const MILLISECONDS: DateTimePrinter = DateTimePrinter::new().precision(Some(3));

/// Appends a timestamp in milliseconds since 1970, in the form `2025-03-18T08:15:30.250Z`.
pub fn push_timestamp(out: &mut Vec<u8>, milliseconds: i64) {
    // Printing fails only if the writer does, and a vector never does.
    if let Ok(timestamp) = Timestamp::from_millisecond(milliseconds) {
        let _ = MILLISECONDS.print_timestamp(&timestamp, out);
    } else {
        // The timestamps of jiff end 26 hours before its calendar does.
        let utc = EPOCH.saturating_add(SignedDuration::from_millis(milliseconds));
        let _ = MILLISECONDS.print_datetime(&utc, &mut *out);
        out.push(b'Z');
    }
}

/// A timestamp in milliseconds since 1970, in the form `2025-03-18T08:15:30.250Z`.
pub fn timestamp(milliseconds: i64) -> String {
    let mut out = Vec::with_capacity(24);
    push_timestamp(&mut out, milliseconds);
    String::from_utf8_lossy(&out).into_owned()
}

/// Days since 1970.
pub fn days(date: Date) -> i64 {
    date.duration_since(EPOCH.date()).as_hours() / 24
}

/// The date that is this number of days after 1970; `None` outside of the years -9999 to 9999.
pub fn date(days: i64) -> Option<Date> {
    EPOCH.date().checked_add(SignedDuration::from_secs(days.checked_mul(86_400)?)).ok()
}

/// The number of milliseconds of a day in UTC.
pub const MILLISECONDS_OF_DAY: i64 = 86_400_000;

/// The beginning of the day in UTC that contains a timestamp, both in milliseconds since 1970.
pub fn cut_to_day(timestamp: i64) -> i64 {
    timestamp.div_euclid(MILLISECONDS_OF_DAY) * MILLISECONDS_OF_DAY
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn timestamps_have_three_fraction_digits_up_to_the_end_of_the_calendar() {
        for (milliseconds, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (1_742_285_730_250, "2025-03-18T08:15:30.250Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(timestamp(milliseconds), expected);
        }
    }

    proptest! {
        #[test]
        fn timestamps_are_parsed_as_they_were_written(milliseconds in -62_135_596_800_000_i64..253_402_200_000_000) {
            let parsed: Timestamp = timestamp(milliseconds).parse().unwrap();
            prop_assert_eq!(parsed.as_millisecond(), milliseconds);
        }

        #[test]
        fn dates_survive_a_round_trip(days_since_1970 in -700_000_i64..2_900_000) {
            prop_assert_eq!(date(days_since_1970).map(days), Some(days_since_1970));
        }
    }
}
