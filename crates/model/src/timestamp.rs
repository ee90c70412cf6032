//! Timestamps in the format of the API: RFC 3339, UTC, three fraction digits.

const DAY: i64 = 86_400_000;

/// Appends a timestamp in milliseconds since 1970, in the form `2025-03-18T08:15:30.250Z`.
///
/// The calendar is computed here because this runs for every timestamp of every response. A test compares it
/// with that of jiff.
pub fn push_timestamp(out: &mut Vec<u8>, milliseconds: i64) {
    let (year, month, day) = civil(milliseconds.div_euclid(DAY));
    let rest = milliseconds.rem_euclid(DAY);
    let mut text = *b"0000-00-00T00:00:00.000Z";
    write_digits(&mut text[..4], year);
    write_digits(&mut text[5..7], month);
    write_digits(&mut text[8..10], day);
    write_digits(&mut text[11..13], rest / 3_600_000);
    write_digits(&mut text[14..16], rest / 60_000 % 60);
    write_digits(&mut text[17..19], rest / 1000 % 60);
    write_digits(&mut text[20..23], rest % 1000);
    out.extend_from_slice(&text);
}

/// A timestamp in milliseconds since 1970, in the form `2025-03-18T08:15:30.250Z`.
pub fn timestamp(milliseconds: i64) -> String {
    let mut out = Vec::with_capacity(24);
    push_timestamp(&mut out, milliseconds);
    String::from_utf8_lossy(&out).into_owned()
}

/// The year, month and day of a number of days since 1970. This is Howard Hinnant's algorithm `civil_from_days`.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// The number of days from 1970-01-01 to a date. This is Howard Hinnant's algorithm `days_from_civil`.
pub fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month_from_march = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

fn write_digits(digits: &mut [u8], value: i64) {
    let mut rest = u32::try_from(value).unwrap_or(0);
    for digit in digits.iter_mut().rev() {
        *digit = b"0123456789"[(rest % 10) as usize];
        rest /= 10;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn timestamps_equal_those_of_jiff(milliseconds in -62_135_596_800_000_i64..253_402_300_799_999) {
            let expected = jiff::Timestamp::from_millisecond(milliseconds).unwrap();
            prop_assert_eq!(timestamp(milliseconds), format!("{expected:.3}"));
        }
    }
}
