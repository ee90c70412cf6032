//! The patterns of parameters whose values have a syntax of their own.
//!
//! They use only what ECMA 262, PCRE, Python and RE2 have in common. What a pattern cannot express, such as the length of a
//! month or the order of two dates, is in the description of the parameter.

const YEAR: &str = "[0-9]{4}";
const MONTH: &str = "(0[1-9]|1[0-2])";
const DAY: &str = "(0[1-9]|[12][0-9]|3[01])";
const HOUR: &str = "([01][0-9]|2[0-3])";
const MINUTE: &str = "[0-5][0-9]";
/// RFC 3339 permits leap seconds.
const SECOND: &str = "([0-5][0-9]|60)";

/// A date with the day before the month or a timestamp, or a range of them.
pub fn timestamp_range() -> String {
    range(&format!("{YEAR}-{DAY}-{MONTH}"))
}

/// A date with the month before the day or a timestamp, or a range of them.
pub fn day_range() -> String {
    range(&format!("{YEAR}-{MONTH}-{DAY}"))
}

/// The edges of a bounding box in degrees: longitude, latitude, longitude, latitude.
pub fn bounding_box() -> String {
    let longitude = r"-?(180(\.0+)?|(1[0-7][0-9]|[0-9]{1,2})(\.[0-9]+)?)";
    let latitude = r"-?(90(\.0+)?|[0-8]?[0-9](\.[0-9]+)?)";
    format!("^{longitude},{latitude},{longitude},{latitude}$")
}

/// `a`, `a,`, `a,b` or `,b`, where both are dates in the form `date` or timestamps.
fn range(date: &str) -> String {
    let bound = format!("({date}|{})", timestamp());
    format!("^({bound}(,{bound}?)?|,{bound})$")
}

/// A timestamp according to RFC 3339.
fn timestamp() -> String {
    let offset = format!("([Zz]|[+-]{HOUR}:{MINUTE})");
    format!(r"{YEAR}-{MONTH}-{DAY}[Tt]{HOUR}:{MINUTE}:{SECOND}(\.[0-9]{{1,9}})?{offset}")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::sync::LazyLock;

    use jsonschema::Validator;
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use folkmoot_api::parameters::{dates, values};

    fn compiled(pattern: &str) -> Validator {
        jsonschema::validator_for(&json!({ "pattern": pattern })).unwrap()
    }

    static TIMESTAMPS: LazyLock<Validator> = LazyLock::new(|| compiled(&timestamp_range()));
    static DAYS: LazyLock<Validator> = LazyLock::new(|| compiled(&day_range()));

    /// Whether the pattern and the server accept the value of a filter for timestamps.
    fn timestamps(value: &str) -> (bool, bool) {
        (TIMESTAMPS.is_valid(&json!(value)), dates::timestamps("created_at", value).is_ok())
    }

    /// The same for a filter for days.
    fn days(value: &str) -> (bool, bool) {
        (DAYS.is_valid(&json!(value)), dates::days("start_at", value).is_ok())
    }

    #[test]
    fn a_pattern_accepts_every_form_that_the_server_accepts() {
        let timestamp = "2024-12-31T10:00:00Z";
        for (day_first, month_first) in [
            ("2024-31-12", "2024-12-31"),
            ("2024-31-12,", "2024-12-31,"),
            (",2024-31-12", ",2024-12-31"),
            ("2024-25-12,2024-31-12", "2024-12-25,2024-12-31"),
            ("2024-31-12,2024-12-31T23:59:60.5+02:00", "2024-12-31,2025-12-31t23:59:59.123456789-23:59"),
            (timestamp, timestamp),
        ] {
            assert_eq!(timestamps(day_first), (true, true), "{day_first}");
            assert_eq!(days(month_first), (true, true), "{month_first}");
        }
        for (day_first, month_first) in [
            ("2024-12-31", "2024-31-12"),
            (",", ","),
            ("2024-31-12,,", "2024-12-31,,"),
            ("2024-1-1", "2024-1-1"),
            ("2024-31-12T10:00:00Z", "2024-31-12T10:00:00Z"),
            ("2024-12-31T10:00:00", "2024-12-31T10:00:00+0200"),
            ("2024-12-31T24:00:00Z", "2024-12-31T10:00Z"),
        ] {
            assert_eq!(timestamps(day_first), (false, false), "{day_first}");
            assert_eq!(days(month_first), (false, false), "{month_first}");
        }
        // The calendar is beyond a pattern.
        assert_eq!((timestamps("2024-31-02"), days("2024-12-31,2024-12-30")), ((true, false), (true, false)));
    }

    #[test]
    fn a_bounding_box_has_four_decimal_numbers_within_their_limits() {
        let pattern = compiled(&bounding_box());
        let accepted = |value: &str| {
            (pattern.is_valid(&json!(value)), values::bounding_box("bbox", value, false).is_ok())
        };
        for value in ["4.25,50.79,4.48,50.92", "-180,-90,180,90", "180.0,9,-1.5,89.99", "0,0,0,0"] {
            assert_eq!(accepted(value), (true, true), "{value}");
        }
        for value in [
            "1,2,3",
            "1,2,3,4,5",
            "181,0,0,0",
            "0,-90.1,0,0",
            "1e1,0,0,0",
            "inf,0,0,0",
            "5.,0,0,0",
            ".5,0,0,0",
            "0x1,0,0,0",
        ] {
            assert_eq!(accepted(value), (false, false), "{value}");
        }
        assert_eq!(accepted("0,1,0,0"), (true, false));
    }

    proptest! {
        #[test]
        fn the_server_accepts_nothing_that_a_pattern_rejects(
            value in "(20[0-9]{2}-[0-3][0-9]-[0-3][0-9](T[0-2][0-9]:[0-6][0-9]:[0-6][0-9](\\.[0-9]{0,10})?([Zz]|[+-][0-2][0-9]:?[0-9]{0,2})?)?,?){1,2}"
        ) {
            for (pattern, server) in [timestamps(&value), days(&value)] {
                prop_assert!(pattern || !server, "{}", value);
            }
        }
    }
}
