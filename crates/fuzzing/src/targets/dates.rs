//! Filters of timestamps and of days, compared with a naive reader of the same grammar.
//!
//! An input is the value of a filter. The server returns the range as it understood it, in the header `Applied-Filters`.

use axum::body::Body;
use http::Request;

use super::Target;
use crate::platform::{API, api};

pub const TARGET: Target = Target {
    name: "dates",
    run,
    dictionary: &[
        "2024-31-12",
        "2024-12-31",
        "2024-02-29",
        "2023-29-02",
        "T23:59:60Z",
        "T00:00:00",
        ".999999999Z",
        "+02:00",
        "-23:59",
        "9999-",
        "0001-",
        "0000-",
        ",",
        "t",
        "z",
    ],
    max_bytes: 100,
};

fn run(input: &[u8]) {
    let Ok(value) = std::str::from_utf8(input) else { return };
    if value.trim().is_empty() || value.contains(['\0', char::REPLACEMENT_CHARACTER]) {
        return;
    }
    check("ideas", "created_at", value, naive_timestamps(value.trim()));
    check("phases", "start_at", value, naive_days(value.trim()));
}

fn check(list: &str, filter: &str, value: &str, expected: Option<String>) {
    let encoded: String = form_urlencoded::byte_serialize(value.as_bytes()).collect();
    let mut request = Request::new(Body::empty());
    *request.uri_mut() = format!("{API}/{list}?page_size=1&{filter}={encoded}").parse().unwrap();
    *request.headers_mut() = api().headers(0);
    let response = api().send(request);
    response.assert_documented();
    let applied = (response.status == 200).then(|| response.header("applied-filters").to_owned());
    let expected = expected.map(|range| format!("{filter}={range}"));
    assert_eq!(applied, expected, "{filter}={value:?}: status {}", response.status);
    if response.status != 200 {
        assert_eq!(response.status, 400, "{value:?}");
    }
}

const DAY: i128 = 86_400_000_000_000;
const MILLISECOND: i128 = 1_000_000;

/// The first and the last nanosecond since 1970 of a bound.
type Bound = (i128, i128);

/// The range of a filter of timestamps, as half-open text; `None` if the value is invalid.
fn naive_timestamps(value: &str) -> Option<String> {
    let (from, until) = range(value, |part| exact(part).or_else(|| day(part, true)))?;
    if from.zip(until).is_some_and(|(from, until)| from.0 > until.1) {
        return None;
    }
    // The year 9999 is the last one. A later time has the text of its last millisecond.
    let last = days_before(10_000, 1, 1) * (DAY / MILLISECOND) - 1;
    let from = from.map(|(first, _)| (first + MILLISECOND - 1).div_euclid(MILLISECOND).min(last));
    let until = until.map(|(_, last)| last.div_euclid(MILLISECOND) + 1);
    Some(format!("{}..{}", from.map(timestamp).unwrap_or_default(), end(until, DAY / MILLISECOND, timestamp)))
}

/// The range of a filter of days.
fn naive_days(value: &str) -> Option<String> {
    let day_of =
        |part: &str| day(part, false).or_else(|| exact(part)).map(|(first, _)| first.div_euclid(DAY));
    let (from, until) = range(value, day_of)?;
    if from.zip(until).is_some_and(|(from, until)| from > until) {
        return None;
    }
    let text = |days: i128| timestamp(days * DAY / MILLISECOND)[..10].to_owned();
    Some(format!("{}..{}", from.map(text).unwrap_or_default(), end(until.map(|day| day + 1), 1, text)))
}

/// An end, which is blank after the year 9999.
fn end(end: Option<i128>, units_a_day: i128, text: impl Fn(i128) -> String) -> String {
    let limit = days_before(10_000, 1, 1) * units_a_day;
    end.filter(|end| *end < limit).map(text).unwrap_or_default()
}

fn range<T: Copy>(value: &str, bound: impl Fn(&str) -> Option<T>) -> Option<(Option<T>, Option<T>)> {
    let parts: Vec<&str> = value.split(',').map(str::trim).collect();
    let optional = |part: &str| if part.is_empty() { Some(None) } else { bound(part).map(Some) };
    match parts[..] {
        [one] => optional(one).map(|bound| (bound, bound)),
        ["", ""] => None,
        [first, last] => Some((optional(first)?, optional(last)?)),
        _ => None,
    }
}

/// A day: year, day and month, or year, month and day.
fn day(text: &str, day_before_month: bool) -> Option<Bound> {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, middle, last] = parts[..] else { return None };
    let (month, day) = if day_before_month { (last, middle) } else { (middle, last) };
    let (year, month, day) = (digits(year, 4)?, digits(month, 2)?, digits(day, 2)?);
    let start = days_before(year, month, day) * DAY;
    (year > 0 && is_day(year, month, day)).then_some((start, start + DAY - 1))
}

/// A timestamp of RFC 3339 with at most nine digits of a second, in the years 1 to 9999 in UTC. A leap second counts as the
/// second before.
fn exact(text: &str) -> Option<Bound> {
    let text = text.replace(' ', "+").to_ascii_uppercase();
    let (date, time) = text.split_once('T')?;
    let parts: Vec<&str> = date.split('-').collect();
    let [year, month, day] = parts[..] else { return None };
    let (year, month, day) = (digits(year, 4)?, digits(month, 2)?, digits(day, 2)?);
    is_day(year, month, day).then_some(())?;
    let zone_start = time.find(['Z', '+', '-'])?;
    let (time, zone) = time.split_at(zone_start);
    let (time, fraction) =
        time.split_once('.').map_or((time, None), |(time, fraction)| (time, Some(fraction)));
    let parts: Vec<&str> = time.split(':').collect();
    let [hour, minute, second] = parts[..] else { return None };
    let (hour, minute, second) = (digits(hour, 2)?, digits(minute, 2)?, digits(second, 2)?);
    (hour < 24 && minute < 60 && second <= 60).then_some(())?;
    let nanoseconds = match fraction {
        None => 0,
        Some(fraction) if (1..=9).contains(&fraction.len()) => {
            digits(fraction, fraction.len())? * 10_i128.pow(9 - u32::try_from(fraction.len()).ok()?)
        }
        Some(_) => return None,
    };
    let offset = match zone.split_at(1) {
        ("Z", "") => 0,
        ("Z", _) => return None,
        (sign, offset) => {
            let (hours, minutes) = offset.split_once(':')?;
            let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
            (hours < 24 && minutes < 60).then_some(())?;
            (hours * 60 + minutes) * if sign == "-" { -60 } else { 60 }
        }
    };
    let seconds = (hour * 60 + minute) * 60 + second.min(59) - offset;
    let timestamp = days_before(year, month, day) * DAY + seconds * 1_000_000_000 + nanoseconds;
    let years = days_before(1, 1, 1) * DAY..days_before(10_000, 1, 1) * DAY;
    years.contains(&timestamp).then_some((timestamp, timestamp))
}

fn digits(text: &str, length: usize) -> Option<i128> {
    let is_number = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

fn is_day(year: i128, month: i128, day: i128) -> bool {
    (1..=12).contains(&month) && (1..=month_length(year, month)).contains(&day)
}

fn month_length(year: i128, month: i128) -> i128 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The days from 1970 to a date.
fn days_before(year: i128, month: i128, day: i128) -> i128 {
    let leap_days = |year: i128| year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let years = (year - 1970) * 365 + leap_days(year - 1) - leap_days(1969);
    let months: i128 = (1..month).map(|month| month_length(year, month)).sum();
    years + months + day - 1
}

/// Milliseconds since 1970 as text.
fn timestamp(milliseconds: i128) -> String {
    let days = milliseconds.div_euclid(DAY / MILLISECOND);
    let mut year = 1970 + days.div_euclid(365) - 10;
    while days_before(year, 1, 1) > days {
        year -= 1;
    }
    while days_before(year + 1, 1, 1) <= days {
        year += 1;
    }
    let mut month = 1;
    while month < 12 && days_before(year, month + 1, 1) <= days {
        month += 1;
    }
    let day = days - days_before(year, month, 1) + 1;
    let rest = milliseconds.rem_euclid(DAY / MILLISECOND);
    let (seconds, milliseconds) = (rest / 1000, rest % 1000);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{milliseconds:03}Z",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}
