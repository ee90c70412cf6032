//! The `Last-Modified` header of a record.

use http::HeaderValue;
use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimePrinter;
use serde::Deserialize;

/// The field of a record that the header shows.
#[derive(Deserialize)]
struct Shown {
    updated_at: Option<String>,
}

/// The `updated_at` that a record shows, as an HTTP date; `None` if it shows none.
pub fn last_modified(record: &[u8]) -> Option<HeaderValue> {
    let shown: Shown = serde_json::from_slice(record).ok()?;
    let updated_at: Timestamp = shown.updated_at?.parse().ok()?;
    http_date(updated_at)
}

/// A time as an HTTP date.
pub fn http_date(time: Timestamp) -> Option<HeaderValue> {
    let date = DateTimePrinter::new().timestamp_to_rfc9110_string(&time).ok()?;
    HeaderValue::from_str(&date).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_updated_at_of_the_record_itself_is_shown() {
        let record = br#"{"custom":{"updated_at":"2020-01-01T00:00:00.000Z"},"text":"\"updated_at\":\"x","updated_at":"2024-12-31T10:00:00.999Z"}"#;
        assert_eq!(last_modified(record).unwrap(), "Tue, 31 Dec 2024 10:00:00 GMT");
        assert_eq!(last_modified(br#"{"updated_at":null}"#), None);
        assert_eq!(last_modified(br#"{"id":"x"}"#), None);
    }
}
