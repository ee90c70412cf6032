//! Parameters with ranges of timestamps or days.
//!
//! Parameters for timestamps of records have the day before the month (`YYYY-DD-MM`), parameters for dates of phases the
//! month before the day.

use folkmoot_index::query::NumberRange;
use folkmoot_model::timestamp::{self, MILLISECONDS_OF_DAY, timestamp};
use jiff::Span;
use jiff::civil::{Date, Time, date};
use jiff::fmt::temporal::Pieces;

use super::super::problem::Problem;

/// The order of day and month in a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DateOrder {
    DayBeforeMonth,
    MonthBeforeDay,
}

impl DateOrder {
    fn pattern(self) -> &'static str {
        match self {
            Self::DayBeforeMonth => "YYYY-DD-MM",
            Self::MonthBeforeDay => "YYYY-MM-DD",
        }
    }

    fn other(self) -> Self {
        match self {
            Self::DayBeforeMonth => Self::MonthBeforeDay,
            Self::MonthBeforeDay => Self::DayBeforeMonth,
        }
    }

    fn parse(self, text: &str) -> Option<Date> {
        let bytes = text.as_bytes();
        let is_well_formed = bytes.len() == 10
            && bytes.iter().enumerate().all(|(position, byte)| match position {
                4 | 7 => *byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !is_well_formed {
            return None;
        }
        let number = |range| text.get(range).and_then(|digits: &str| digits.parse::<i8>().ok());
        let year = text[..4].parse::<i16>().ok().filter(|year| *year > 0)?;
        let (middle, last) = (number(5..7)?, number(8..10)?);
        let (month, day) = match self {
            Self::DayBeforeMonth => (last, middle),
            Self::MonthBeforeDay => (middle, last),
        };
        Date::new(year, month, day).ok()
    }

    fn format(self, date: Date) -> String {
        match self {
            Self::DayBeforeMonth => format!("{:04}-{:02}-{:02}", date.year(), date.day(), date.month()),
            Self::MonthBeforeDay => date.to_string(),
        }
    }
}

/// A bound of a range: a day, or an exact timestamp in nanoseconds since 1970.
///
/// jiff's `Timestamp` ends 26 hours before the end of the year 9999, so timestamps are computed here.
#[derive(Debug, Clone, Copy)]
enum Bound {
    Day(Date),
    Timestamp(i128),
}

const DAY_NANOSECONDS: i128 = 86_400_000_000_000;

impl Bound {
    /// The first nanosecond of the bound, since 1970.
    fn first(self) -> i128 {
        match self {
            Self::Day(day) => i128::from(start_of(day)) * 1_000_000,
            Self::Timestamp(nanoseconds) => nanoseconds,
        }
    }

    /// The last nanosecond of the bound, since 1970.
    fn last(self) -> i128 {
        match self {
            Self::Day(_) => self.first() + DAY_NANOSECONDS - 1,
            Self::Timestamp(nanoseconds) => nanoseconds,
        }
    }
}

/// Parses a parameter for timestamps: `created_at`, `updated_at` or `deleted_at`.
pub fn timestamps(name: &str, value: &str) -> Result<NumberRange, Problem> {
    let (from, until) = range(
        name,
        value,
        |part| {
            exact_timestamp(part)
                .map(Bound::Timestamp)
                .or_else(|| DateOrder::DayBeforeMonth.parse(part).map(Bound::Day))
        },
        DateOrder::DayBeforeMonth,
    )?;
    refuse_reversed(name, value, from.zip(until).is_some_and(|(from, until)| from.first() > until.last()))?;
    Ok(NumberRange { from: from.map(first_timestamp), until: until.and_then(timestamp_after) })
}

/// Parses a timestamp, or an interval `from/until` of which one end may be `..` or blank (RFC 3339; OGC API - Features 1.0.1, section
/// 7.15.4). A day `YYYY-MM-DD` is a timestamp, too.
pub fn interval(name: &str, value: &str) -> Result<NumberRange, Problem> {
    let expected = "a timestamp such as 2026-12-31T10:00:00Z, or an interval such as 2026-01-01T00:00:00Z/..";
    let invalid = || Problem::invalid_parameter(name, value, expected);
    let bound = |part: &str| {
        let day = || DateOrder::MonthBeforeDay.parse(part).map(Bound::Day);
        exact_timestamp(part).map(Bound::Timestamp).or_else(day).ok_or_else(invalid)
    };
    let end = |part: &str| if matches!(part, "" | "..") { Ok(None) } else { bound(part).map(Some) };
    let (from, until) = match value.split('/').collect::<Vec<_>>()[..] {
        [one] => (Some(bound(one)?), Some(bound(one)?)),
        [first, last] => (end(first)?, end(last)?),
        _ => return Err(invalid()),
    };
    refuse_reversed(name, value, from.zip(until).is_some_and(|(from, until)| from.first() > until.last()))?;
    Ok(NumberRange { from: from.map(first_timestamp), until: until.and_then(timestamp_after) })
}

/// Parses a parameter for days, `start_at` or `end_at` of phases: the first and the last day.
pub fn days(name: &str, value: &str) -> Result<(Option<Date>, Option<Date>), Problem> {
    let (from, until) = range(
        name,
        value,
        |part| {
            DateOrder::MonthBeforeDay.parse(part).or_else(|| day_of(exact_timestamp(part)?)).map(Bound::Day)
        },
        DateOrder::MonthBeforeDay,
    )?;
    let day = |bound| match bound {
        Bound::Day(day) => Some(day),
        Bound::Timestamp(nanoseconds) => day_of(nanoseconds),
    };
    let (from, until) = (from.and_then(day), until.and_then(day));
    refuse_reversed(name, value, from.zip(until).is_some_and(|(from, until)| from > until))?;
    Ok((from, until))
}

/// The range as the header `Applied-Filters` describes it: half-open.
pub fn describe(range: &NumberRange) -> String {
    let bound = |milliseconds: Option<i64>| milliseconds.map(timestamp).unwrap_or_default();
    format!("{}..{}", bound(range.from), bound(range.until))
}

/// The days as the header `Applied-Filters` describes them: half-open.
pub fn describe_days(first: Option<Date>, last: Option<Date>) -> String {
    let day = |date: Option<Date>| date.map(|date| date.to_string()).unwrap_or_default();
    format!("{}..{}", day(first), day(last.and_then(|last| last.tomorrow().ok())))
}

fn range(
    name: &str,
    value: &str,
    parse: impl Fn(&str) -> Option<Bound>,
    order: DateOrder,
) -> Result<(Option<Bound>, Option<Bound>), Problem> {
    let bound = |part: &str| match part.trim() {
        "" => Ok(None),
        part => parse(part).map(Some).ok_or_else(|| malformed(name, part, order)),
    };
    match value.split(',').collect::<Vec<_>>().as_slice() {
        [one] => bound(one).map(|bound| (bound, bound)),
        [first, last] if first.trim().is_empty() && last.trim().is_empty() => {
            Err(Problem::invalid_parameter(name, value, "at least one date before or after the comma"))
        }
        [first, last] => Ok((bound(first)?, bound(last)?)),
        parts => {
            let expected = format!("one date, or two separated by a comma, not {}", parts.len());
            Err(Problem::invalid_parameter(name, value, &expected))
        }
    }
}

fn malformed(name: &str, part: &str, order: DateOrder) -> Problem {
    let hint = order.other().parse(part).map_or_else(String::new, |date| {
        format!(
            ", and '{part}' is a date only in the order {}; for the same day, write {}",
            order.other().pattern(),
            order.format(date)
        )
    });
    let example = match order {
        DateOrder::DayBeforeMonth => "year, day, month: 2024-31-12 is 31 December 2024",
        DateOrder::MonthBeforeDay => "year, month, day",
    };
    let expected = format!(
        "a date in the form {} ({example}) or a timestamp such as 2024-12-31T10:00:00Z{hint}",
        order.pattern()
    );
    Problem::invalid_parameter(name, part, &expected)
}

fn refuse_reversed(name: &str, value: &str, is_reversed: bool) -> Result<(), Problem> {
    if is_reversed {
        return Err(Problem::invalid_parameter(name, value, "a range whose start is not after its end"));
    }
    Ok(())
}

/// The nanoseconds since 1970 of an RFC 3339 timestamp in the years 1 to 9999 (UTC). A `+` of its offset may be a space,
/// because a query string decodes it so.
fn exact_timestamp(text: &str) -> Option<i128> {
    let text = text.replace(' ', "+");
    let bytes = text.as_bytes();
    let marks = [(4, b'-'), (7, b'-'), (13, b':'), (16, b':')];
    let is_well_formed = bytes.len() >= 20
        && marks.iter().all(|(position, mark)| bytes[*position] == *mark)
        && matches!(bytes[10], b'T' | b't')
        && bytes[17..19].iter().all(u8::is_ascii_digit)
        && ends_as_rfc_3339(&bytes[19..]);
    let pieces = if is_well_formed { Pieces::parse(&text).ok()? } else { return None };
    let time = pieces.time()?.duration_since(Time::midnight()).as_nanos();
    let offset = i128::from(pieces.to_numeric_offset()?.seconds()) * 1_000_000_000;
    let nanoseconds = days_since_1970(pieces.date()) * DAY_NANOSECONDS + time - offset;
    day_of(nanoseconds).map(|_| nanoseconds)
}

/// Whether this is what follows the seconds of a timestamp in RFC 3339: the fraction, if any, and `Z` or `+hh:mm`. ISO 8601
/// has more forms.
fn ends_as_rfc_3339(text: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let offset = match text {
        [b'.', fraction @ ..] if digits(fraction) > 0 => &fraction[digits(fraction)..],
        _ => text,
    };
    match offset {
        [b'Z' | b'z'] => true,
        [b'+' | b'-', hours @ .., b':', tens, ones] => {
            let is_hour = matches!(hours, [b'0' | b'1', b'0'..=b'9'] | [b'2', b'0'..=b'3']);
            is_hour && matches!(tens, b'0'..=b'5') && ones.is_ascii_digit()
        }
        _ => false,
    }
}

/// The first stored timestamp that the bound includes; timestamps are stored in whole milliseconds.
fn first_timestamp(bound: Bound) -> i64 {
    match bound {
        Bound::Day(day) => start_of(day),
        Bound::Timestamp(nanoseconds) => {
            milliseconds(nanoseconds) + i64::from(nanoseconds.rem_euclid(1_000_000) != 0)
        }
    }
}

/// The first timestamp after the bound; `None` after the year 9999.
fn timestamp_after(bound: Bound) -> Option<i64> {
    let after = match bound {
        Bound::Day(day) => start_of(day) + MILLISECONDS_OF_DAY,
        Bound::Timestamp(nanoseconds) => milliseconds(nanoseconds) + 1,
    };
    (after < start_of(Date::MAX) + MILLISECONDS_OF_DAY).then_some(after)
}

/// Whole milliseconds, rounded down.
fn milliseconds(nanoseconds: i128) -> i64 {
    i64::try_from(nanoseconds.div_euclid(1_000_000)).unwrap_or(i64::MAX)
}

/// The day (UTC) of a timestamp in the years 1 to 9999.
fn day_of(nanoseconds: i128) -> Option<Date> {
    let days = i32::try_from(nanoseconds.div_euclid(DAY_NANOSECONDS)).ok()?;
    date(1970, 1, 1).checked_add(Span::new().try_days(days).ok()?).ok().filter(|day| day.year() > 0)
}

fn days_since_1970(day: Date) -> i128 {
    i128::from(timestamp::days(day))
}

fn start_of(day: Date) -> i64 {
    timestamp::days(day) * MILLISECONDS_OF_DAY
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan as _;
    use proptest::prelude::*;

    use super::*;

    fn any_date() -> impl Strategy<Value = Date> {
        (0_i64..=3_652_058).prop_map(|days| date(1, 1, 1) + days.days())
    }

    fn described(value: &str) -> String {
        describe(&timestamps("created_at", value).unwrap())
    }

    #[test]
    fn dates_at_the_limits_of_the_calendar_are_accepted() {
        for (value, expected) in [
            ("9999-31-12,", "9999-12-31T00:00:00.000Z.."),
            ("9999-31-12", "9999-12-31T00:00:00.000Z.."),
            (",9999-31-12", ".."),
            (",9999-30-12", "..9999-12-31T00:00:00.000Z"),
            ("9999-30-12,", "9999-12-30T00:00:00.000Z.."),
            ("0001-01-01,", "0001-01-01T00:00:00.000Z.."),
            (",0001-01-01", "..0001-01-02T00:00:00.000Z"),
            ("9999-12-31T23:59:59Z,", "9999-12-31T23:59:59.000Z.."),
            (",9999-12-31T23:59:59.998Z", "..9999-12-31T23:59:59.999Z"),
            (",9999-12-31T23:59:59.999999999Z", ".."),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z..0001-01-01T00:00:00.001Z"),
            ("2024-12-31T23:00:00-02:00,", "2025-01-01T01:00:00.000Z.."),
            ("2024-12-31T23:00:00.0001 02:00,", "2024-12-31T21:00:00.001Z.."),
        ] {
            assert_eq!(described(value), expected, "{value}");
        }
        for value in [
            "0000-01-01",
            "10000-01-01",
            "9999-12-31T23:59:59-01:00",
            "0001-01-01T00:00:00+01:00",
            "2024-12-31T24:00:00Z",
            "2024-12-31T10:00:00",
            "2024-12-31T10:00:00+02",
            "2024-12-31T10:00:00+0200",
            "2024-12-31T10:00:00+24:00",
            "2024-12-31T10:00:00+02:00:00",
            "2024-12-31T10:00:00.Z",
            "2024-12-31T10:00:00Z[UTC]",
            "9999-31-12,9999-30-12",
        ] {
            assert!(timestamps("created_at", value).is_err(), "{value}");
        }
        let last_day = days("start_at", "9999-12-31T23:59:59Z").unwrap();
        assert_eq!(last_day, (Some(Date::MAX), Some(Date::MAX)));
        assert_eq!(describe_days(last_day.0, last_day.1), "9999-12-31..");
    }

    proptest! {
        #[test]
        fn a_day_ends_before_the_first_millisecond_of_the_next(date in any_date()) {
            let written = DateOrder::DayBeforeMonth.format(date);
            let found = timestamps("created_at", &written).unwrap();
            prop_assert_eq!(found.from, Some(start_of(date)));
            let until = (date < Date::MAX).then(|| start_of(date) + MILLISECONDS_OF_DAY);
            prop_assert_eq!(found.until, until);
        }

        #[test]
        fn a_range_is_described_as_it_is_applied(first in any_date(), last in any_date()) {
            let (first, last) = (first.min(last), first.max(last));
            let written = format!("{},{}", DateOrder::DayBeforeMonth.format(first), DateOrder::DayBeforeMonth.format(last));
            let end = last.tomorrow().map_or_else(|_| String::new(), |end| format!("{end}T00:00:00.000Z"));
            prop_assert_eq!(described(&written), format!("{first}T00:00:00.000Z..{end}"));
        }

        #[test]
        fn a_range_contains_exactly_the_days_between(one in any_date(), other in any_date(), asked in any_date()) {
            let (first, last) = (one.min(other), one.max(other));
            let written = format!("{},{}", DateOrder::DayBeforeMonth.format(first), DateOrder::DayBeforeMonth.format(last));
            let found = timestamps("created_at", &written).unwrap();
            prop_assert_eq!(found.contains(start_of(asked)), (first..=last).contains(&asked));
            if first != last {
                let reversed = format!("{},{}", DateOrder::DayBeforeMonth.format(last), DateOrder::DayBeforeMonth.format(first));
                prop_assert!(timestamps("created_at", &reversed).is_err());
            }
        }

        #[test]
        fn a_date_with_day_and_month_swapped_is_refused_with_the_correct_form(date in any_date()) {
            prop_assume!(date.day() > 12);
            let problem = timestamps("created_at", &date.to_string()).unwrap_err();
            let body = problem.body("", "");
            prop_assert!(body.contains(&DateOrder::DayBeforeMonth.format(date)), "{}", body);
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in any::<String>(), shaped in "[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]{0,12}[Zz+-]?[0-9:]{0,5})?,?") {
            for text in [text, shaped] {
                let _ = timestamps("created_at", &text);
                let _ = days("start_at", &text);
            }
        }
    }
}
