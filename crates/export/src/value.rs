//! Values of encoded records in the types of columns.

use std::borrow::Cow;

use folkmoot_model::timestamp::days;
use folkmoot_store::StoreError;
use jiff::Timestamp;
use jiff::civil::Date;
use memchr::memchr;

/// The JSON of null.
pub(super) const NULL: &[u8] = b"null";

/// The text of a JSON string; other JSON unchanged.
pub(super) fn text(json: &[u8]) -> Result<Cow<'_, [u8]>, StoreError> {
    match json {
        [b'"', text @ .., b'"'] if memchr(b'\\', text).is_none() => Ok(Cow::Borrowed(text)),
        [b'"', ..] => {
            let text: String = serde_json::from_slice(json).map_err(|error| invalid("text", &error))?;
            Ok(Cow::Owned(text.into_bytes()))
        }
        other => Ok(Cow::Borrowed(other)),
    }
}

/// An integer.
pub(super) fn integer(json: &[u8]) -> Result<i64, StoreError> {
    utf8(json)?.parse().map_err(|error| invalid("an integer", &error))
}

/// The microseconds since 1970 of a timestamp.
pub(super) fn microseconds(json: &[u8]) -> Result<i64, StoreError> {
    let text = text(json)?;
    if let Some(microseconds) = usual_microseconds(&text) {
        return Ok(microseconds);
    }
    let timestamp: Timestamp = utf8(&text)?.parse().map_err(|error| invalid("a timestamp", &error))?;
    Ok(timestamp.as_microsecond())
}

/// The days since 1970 of a date.
pub(super) fn day(json: &[u8]) -> Result<i32, StoreError> {
    let text = text(json)?;
    let date: Date = utf8(&text)?.parse().map_err(|error| invalid("a date", &error))?;
    i32::try_from(days(date)).map_err(|error| invalid("a date", &error))
}

/// The microseconds since 1970 of a timestamp in the form `2025-03-18T08:15:30.250Z`; `None` if it has another form.
fn usual_microseconds(text: &[u8]) -> Option<i64> {
    let [
        y0,
        y1,
        y2,
        y3,
        b'-',
        mo0,
        mo1,
        b'-',
        d0,
        d1,
        b'T',
        h0,
        h1,
        b':',
        mi0,
        mi1,
        b':',
        s0,
        s1,
        b'.',
        f0,
        f1,
        f2,
        b'Z',
    ] = *text
    else {
        return None;
    };
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0, |number: i64, digit| {
            digit.is_ascii_digit().then(|| number * 10 + i64::from(digit - b'0'))
        })
    };
    let year = i16::try_from(number(&[y0, y1, y2, y3])?).ok()?;
    let (month, day) = (number(&[mo0, mo1])?, number(&[d0, d1])?);
    let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    let seconds = number(&[h0, h1])? * 3600 + number(&[mi0, mi1])? * 60 + number(&[s0, s1])?;
    Some(((days(date) * 86_400 + seconds) * 1000 + number(&[f0, f1, f2])?) * 1000)
}

fn utf8(bytes: &[u8]) -> Result<&str, StoreError> {
    std::str::from_utf8(bytes).map_err(|error| invalid("UTF-8", &error))
}

fn invalid(expected: &str, error: &dyn std::error::Error) -> StoreError {
    StoreError::Value(format!("a value of a record is not {expected}: {error}"))
}

#[cfg(test)]
mod tests {
    use folkmoot_model::timestamp::timestamp;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn texts_are_unescaped() {
        assert_eq!(text(br#""plain""#).unwrap(), b"plain".as_slice());
        assert_eq!(text(br#""a \"b\" \u00e9""#).unwrap(), "a \"b\" é".as_bytes());
        assert_eq!(text(br#"{"a":1}"#).unwrap(), br#"{"a":1}"#.as_slice());
    }

    #[test]
    fn dates_are_days_since_1970() {
        assert_eq!(day(br#""1970-01-02""#).unwrap(), 1);
        assert_eq!(day(br#""1969-12-31""#).unwrap(), -1);
    }

    proptest! {
        #[test]
        fn timestamps_are_read_as_they_were_written(milliseconds in -62_135_596_800_000_i64..253_402_200_000_000) {
            let text = timestamp(milliseconds);
            prop_assert!(usual_microseconds(text.as_bytes()).is_some());
            let json = format!("\"{text}\"");
            prop_assert_eq!(microseconds(json.as_bytes()).unwrap(), milliseconds * 1000);
        }
    }
}
