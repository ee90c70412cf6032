//! Ranges of moments and of days, as parameters give them.
//!
//! Dates of records are written with the day before the month (`YYYY-DD-MM`), dates of phases are not.

use jiff::civil::Date;
use jiff::{Span, Timestamp, tz::TimeZone};

use super::super::problem::Problem;
use crate::lists::query::Moments;
use crate::store::moment::timestamp;

/// What the two orders of day and month are called in messages, and how they are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    DayBeforeMonth,
    MonthBeforeDay,
}

impl Order {
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

    fn read(self, text: &str) -> Option<Date> {
        let bytes = text.as_bytes();
        let shaped = bytes.len() == 10
            && bytes.iter().enumerate().all(|(at, byte)| match at {
                4 | 7 => *byte == b'-',
                _ => byte.is_ascii_digit(),
            });
        if !shaped {
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

    fn write(self, date: Date) -> String {
        match self {
            Self::DayBeforeMonth => format!("{:04}-{:02}-{:02}", date.year(), date.day(), date.month()),
            Self::MonthBeforeDay => date.to_string(),
        }
    }
}

/// One end of a range: a day, or an exact moment.
#[derive(Debug, Clone, Copy)]
enum Bound {
    Day(Date),
    Moment(Timestamp),
}

impl Bound {
    /// The first nanosecond of the bound, since 1970.
    fn first(self) -> i128 {
        match self {
            Self::Day(day) => i128::from(start_of(day)) * 1_000_000,
            Self::Moment(moment) => moment.as_nanosecond(),
        }
    }

    /// The last nanosecond of the bound, since 1970.
    fn last(self) -> i128 {
        match self {
            Self::Day(_) => self.first() + 86_400_000_000_000 - 1,
            Self::Moment(moment) => moment.as_nanosecond(),
        }
    }
}

/// The moments that a date parameter (`created_at`, `updated_at`, `deleted_at`) asks for.
pub fn moments(name: &str, value: &str) -> Result<Moments, Problem> {
    let (from, until) = range(
        name,
        value,
        |part| {
            exact_moment(part).map(Bound::Moment).or_else(|| Order::DayBeforeMonth.read(part).map(Bound::Day))
        },
        Order::DayBeforeMonth,
    )?;
    reversed(name, value, from.zip(until).is_some_and(|(from, until)| from.first() > until.last()))?;
    Ok(Moments { from: from.map(first_moment), until: until.and_then(moment_after) })
}

/// The first and the last day that a parameter of phases (`start_at`, `end_at`) asks for.
pub fn days(name: &str, value: &str) -> Result<(Option<Date>, Option<Date>), Problem> {
    let (from, until) = range(
        name,
        value,
        |part| {
            let day = |moment: Timestamp| moment.to_zoned(TimeZone::UTC).date();
            Order::MonthBeforeDay.read(part).or_else(|| exact_moment(part).map(day)).map(Bound::Day)
        },
        Order::MonthBeforeDay,
    )?;
    let day = |bound| match bound {
        Bound::Day(day) => day,
        Bound::Moment(moment) => moment.to_zoned(TimeZone::UTC).date(),
    };
    let (from, until) = (from.map(day), until.map(day));
    reversed(name, value, from.zip(until).is_some_and(|(from, until)| from > until))?;
    Ok((from, until))
}

/// The moments as the header `Applied-Filters` tells them: half-open.
pub fn describe(moments: &Moments) -> String {
    let end = |moment: Option<i64>| moment.map(timestamp).unwrap_or_default();
    format!("{}..{}", end(moments.from), end(moments.until))
}

/// The days as the header `Applied-Filters` tells them: half-open.
pub fn describe_days(first: Option<Date>, last: Option<Date>) -> String {
    let day = |date: Option<Date>| date.map(|date| date.to_string()).unwrap_or_default();
    format!("{}..{}", day(first), day(last.and_then(|last| last.tomorrow().ok())))
}

fn range(
    name: &str,
    value: &str,
    read: impl Fn(&str) -> Option<Bound>,
    order: Order,
) -> Result<(Option<Bound>, Option<Bound>), Problem> {
    let bound = |part: &str| match part.trim() {
        "" => Ok(None),
        part => read(part).map(Some).ok_or_else(|| misread(name, part, order)),
    };
    match value.split(',').collect::<Vec<_>>().as_slice() {
        [one] => bound(one).map(|bound| (bound, bound)),
        [first, last] if first.trim().is_empty() && last.trim().is_empty() => {
            Err(Problem::invalid_parameter(name, value, "at least one date beside the comma"))
        }
        [first, last] => Ok((bound(first)?, bound(last)?)),
        parts => {
            let expected = format!("one date, or two separated by a comma; {} were given", parts.len());
            Err(Problem::invalid_parameter(name, value, &expected))
        }
    }
}

fn misread(name: &str, part: &str, order: Order) -> Problem {
    let slip = order.other().read(part).map_or_else(String::new, |date| {
        format!(
            ", and '{part}' is only a date in the order {}: for the same day write {}",
            order.other().pattern(),
            order.write(date)
        )
    });
    let example = match order {
        Order::DayBeforeMonth => "the year, then the day, then the month: 2024-31-12 is New Year's Eve",
        Order::MonthBeforeDay => "the year, then the month, then the day",
    };
    let expected = format!(
        "a date of the form {} ({example}), or a timestamp such as 2024-12-31T10:00:00Z{slip}",
        order.pattern()
    );
    Problem::invalid_parameter(name, part, &expected)
}

fn reversed(name: &str, value: &str, reversed: bool) -> Result<(), Problem> {
    if reversed {
        return Err(Problem::invalid_parameter(
            name,
            value,
            "a range whose first date is not after its second",
        ));
    }
    Ok(())
}

/// An RFC 3339 timestamp; a `+` of its offset may have become a space on its way through a query string.
fn exact_moment(text: &str) -> Option<Timestamp> {
    let text = text.replace(' ', "+");
    let bytes = text.as_bytes();
    let marks = [(4, b'-'), (7, b'-'), (13, b':'), (16, b':')];
    let shaped = bytes.len() >= 20
        && marks.iter().all(|(at, mark)| bytes[*at] == *mark)
        && matches!(bytes[10], b'T' | b't')
        && bytes[17..19].iter().all(u8::is_ascii_digit)
        && !text.contains('[');
    if shaped { text.parse().ok() } else { None }
}

/// The first stored moment that the bound includes; moments are stored in whole milliseconds.
fn first_moment(bound: Bound) -> i64 {
    match bound {
        Bound::Day(day) => start_of(day),
        Bound::Moment(moment) => {
            let (milliseconds, rest) = in_milliseconds(moment);
            milliseconds + i64::from(rest)
        }
    }
}

/// The first moment that the bound no longer includes; none past the end of the calendar.
fn moment_after(bound: Bound) -> Option<i64> {
    match bound {
        Bound::Day(day) => day.checked_add(Span::new().days(1)).ok().map(start_of),
        Bound::Moment(moment) => Some(in_milliseconds(moment).0 + 1),
    }
}

/// Whole milliseconds since 1970, rounded down, and whether there is more.
fn in_milliseconds(moment: Timestamp) -> (i64, bool) {
    let nanoseconds = moment.as_nanosecond();
    let milliseconds = i64::try_from(nanoseconds.div_euclid(1_000_000)).unwrap_or(i64::MAX);
    (milliseconds, nanoseconds.rem_euclid(1_000_000) != 0)
}

fn start_of(day: Date) -> i64 {
    day.to_zoned(TimeZone::UTC).map_or(i64::MAX, |moment| moment.timestamp().as_millisecond())
}
