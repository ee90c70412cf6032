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

#[cfg(test)]
mod tests {
    use jiff::ToSpan as _;
    use proptest::prelude::*;

    use super::*;

    fn any_date() -> impl Strategy<Value = Date> {
        (0_i64..=3_652_058).prop_map(|days| jiff::civil::date(1, 1, 1) + days.days())
    }

    proptest! {
        #[test]
        fn a_day_is_from_its_first_to_before_the_next_days_first_millisecond(date in any_date()) {
            let written = Order::DayBeforeMonth.write(date);
            let found = moments("created_at", &written).unwrap();
            prop_assert_eq!(found.from, Some(start_of(date)));
            prop_assert_eq!(found.until.unwrap() - found.from.unwrap(), 86_400_000);
        }

        #[test]
        fn a_range_holds_just_the_days_between(one in any_date(), other in any_date(), asked in any_date()) {
            let (first, last) = (one.min(other), one.max(other));
            let written = format!("{},{}", Order::DayBeforeMonth.write(first), Order::DayBeforeMonth.write(last));
            let found = moments("created_at", &written).unwrap();
            prop_assert_eq!(found.contain(start_of(asked)), (first..=last).contains(&asked));
            if first != last {
                let reversed = format!("{},{}", Order::DayBeforeMonth.write(last), Order::DayBeforeMonth.write(first));
                prop_assert!(moments("created_at", &reversed).is_err());
            }
        }

        #[test]
        fn a_slip_is_told_with_the_right_form(date in any_date()) {
            prop_assume!(date.day() > 12);
            let problem = moments("created_at", &date.to_string()).unwrap_err();
            let body = problem.body("", "");
            prop_assert!(body.contains(&Order::DayBeforeMonth.write(date)), "{}", body);
        }

        #[test]
        fn no_text_is_too_wild(text in any::<String>(), shaped in "[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]{0,12}[Zz+-]?[0-9:]{0,5})?,?") {
            for text in [text, shaped] {
                let _ = moments("created_at", &text);
                let _ = days("start_at", &text);
            }
        }
    }
}
