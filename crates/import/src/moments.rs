//! Reading moments and days.

use folkmoot_model::timestamp::days;
use jiff::civil::Date;

const MINUTE: i64 = 60_000;
const DAY: i64 = 86_400_000;
/// The moments that four digits of a year can tell, in milliseconds since 1970.
const TELLABLE: std::ops::RangeInclusive<i64> = -62_167_219_200_000..=253_402_300_799_999;

/// An RFC 3339 moment with any offset, in milliseconds since 1970; finer fractions are cut off.
pub fn timestamp(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let (day, time) = (day(bytes.get(..10)?)?, bytes.get(11..19)?);
    let separated = matches!(bytes[10], b'T' | b't' | b' ') && time[2] == b':' && time[5] == b':';
    let (hour, minute, second) = (digits(&time[..2])?, digits(&time[3..5])?, digits(&time[6..8])?);
    // A leap second counts as the second before it.
    if !separated || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let (thousandths, zone) = fraction(&bytes[19..])?;
    let moment = day * DAY + hour * 60 * MINUTE + minute * MINUTE + second.min(59) * 1000 + thousandths;
    Some(moment - offset(zone)? * MINUTE).filter(|moment| TELLABLE.contains(moment))
}

/// Whether a text is a day, `YYYY-MM-DD`.
pub fn date(text: &str) -> bool {
    day(text.as_bytes()).is_some()
}

/// The days since 1970.
fn day(text: &[u8]) -> Option<i64> {
    if text.len() != 10 || text[4] != b'-' || text[7] != b'-' {
        return None;
    }
    let (year, month, day) = (digits(&text[..4])?, digits(&text[5..7])?, digits(&text[8..])?);
    let date = Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?);
    date.ok().map(days)
}

/// The thousandths that a fraction begins with, and what follows it.
fn fraction(text: &[u8]) -> Option<(i64, &[u8])> {
    let Some(fraction) = text.strip_prefix(b".") else { return Some((0, text)) };
    let length = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = fraction.split_at(length);
    let digit = |place: usize| digits.get(place).map_or(0, |digit| i64::from(digit - b'0'));
    (length > 0).then(|| (digit(0) * 100 + digit(1) * 10 + digit(2), rest))
}

/// The minutes that a zone is ahead of UTC.
fn offset(zone: &[u8]) -> Option<i64> {
    let (sign, zone) = match zone {
        b"Z" | b"z" => return Some(0),
        [b'+', zone @ ..] => (1, zone),
        [b'-', zone @ ..] => (-1, zone),
        _ => return None,
    };
    if zone.len() != 5 || zone[2] != b':' {
        return None;
    }
    let (hours, minutes) = (digits(&zone[..2])?, digits(&zone[3..])?);
    (hours <= 23 && minutes <= 59).then_some(sign * (hours * 60 + minutes))
}

fn digits(text: &[u8]) -> Option<i64> {
    text.iter()
        .try_fold(0, |number, digit| digit.is_ascii_digit().then(|| number * 10 + i64::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn moments_are_read_as_jiff_reads_them(
            milliseconds in TELLABLE,
            hours in -23_i8..=23,
            minutes in 0_i32..60,
            digits in 0_usize..=9,
        ) {
            let seconds = i32::from(hours) * 3600 + i32::from(hours.signum()) * minutes * 60;
            let zone = jiff::tz::Offset::from_seconds(seconds).unwrap();
            let moment = jiff::Timestamp::from_millisecond(milliseconds).unwrap();
            let local = zone.to_datetime(moment);
            prop_assume!((0..=9999).contains(&local.year()));
            let sign = if seconds < 0 { '-' } else { '+' };
            let fraction = format!("{:09}", local.subsec_nanosecond());
            let fraction = if digits == 0 { String::new() } else { format!(".{}", &fraction[..digits]) };
            let text = format!(
                "{}{fraction}{sign}{:02}:{:02}",
                local.strftime("%Y-%m-%dT%H:%M:%S"), seconds.abs() / 3600, seconds.abs() / 60 % 60
            );
            let cut = [1000, 100, 10, 1][digits.min(3)];
            prop_assert_eq!(timestamp(&text), Some(milliseconds.div_euclid(cut) * cut), "{}", text);
        }

        #[test]
        fn days_are_those_of_the_calendar(year in 0_i16..=9999, month in 0_i8..=13, day in 0_i8..=32) {
            let known = jiff::civil::Date::new(year, month, day).is_ok();
            prop_assert_eq!(date(&format!("{year:04}-{month:02}-{day:02}")), known);
        }

        #[test]
        fn no_text_stops_the_reading(text in ".{0,40}") {
            let _ = (timestamp(&text), date(&text));
        }
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        for text in [
            "2025-03-18",
            "2025-03-18T08:15:30",
            "2025-03-18T08:15Z",
            "2025-03-18T24:00:00Z",
            "2025-03-18T08:15:61Z",
            "2025-03-18T08:15:30.Z",
            "2025-03-18T08:15:30+0100",
            "2025-03-18T08:15:30+24:00",
            "2025-3-18T08:15:30Z",
            "0000-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-00:01",
            "2025-03-18T08:15:30Z ",
            "é025-03-18T08:15:30Z",
        ] {
            assert_eq!(timestamp(text), None, "{text}");
        }
        assert_eq!(timestamp("2016-12-31t23:59:60z"), timestamp("2016-12-31T23:59:59Z"));
        assert_eq!(timestamp("2025-03-18 08:15:30.2509Z"), timestamp("2025-03-18T08:15:30.250Z"));
    }
}
