//! Values of import files, by the type of their field: what is stored has the meaning of what was read.
//!
//! An input is a JSON value, which is read as a value of every field of every resource.

use std::sync::LazyLock;

use folkmoot_database::value::Value;
use folkmoot_import::json::compact;
use folkmoot_import::timestamps;
use folkmoot_import::values::{Mismatch, parse};
use folkmoot_model::resource::{Field, FieldType};
use folkmoot_model::resources::all_resources;
use serde_json::Value as Json;

use super::Target;

pub const TARGET: Target = Target {
    name: "import_values",
    run,
    dictionary: &[
        "\"POINT (4.35 50.85)\"",
        "\"SRID=4326;point z(+.5 5e1 1.)\"",
        "\"POINT EMPTY\"",
        "{\"type\":\"Point\",\"coordinates\":[4.35,50.85]}",
        "{\"en\":\"a\"}",
        "{\"nl-BE\":\"b\"}",
        "\"2025-03-18T08:15:30.250Z\"",
        "\"2025-03-18\"",
        "[{\"fallback\":\"https://example.org/a.png\"}]",
        "\\u0000",
        "\\ud800",
        "null",
        "-9223372036854775808",
        "9223372036854775808",
        "1e3",
        "-0",
        "true",
        "\"",
        "\\",
        " ",
        "\t",
    ],
    max_bytes: 2_000,
};

/// One field of each type.
static FIELDS: LazyLock<Vec<&'static Field>> = LazyLock::new(|| {
    let mut fields: Vec<&'static Field> = Vec::new();
    for field in all_resources().flat_map(|resource| resource.fields) {
        let is_like = |other: &&Field| {
            (other.kind, other.nullable, other.object_values)
                == (field.kind, field.nullable, field.object_values)
        };
        if !fields.iter().any(is_like) {
            fields.push(field);
        }
    }
    fields
});

fn run(input: &[u8]) {
    let Ok(raw) = std::str::from_utf8(input).map(str::trim) else { return };
    // Readers of values get valid JSON.
    let Ok(value) = serde_json::from_str::<Json>(raw) else {
        let _ = (timestamps::timestamp(raw), timestamps::is_date(raw));
        return;
    };
    match compact(raw) {
        Ok(text) => assert_eq!(serde_json::from_str::<Json>(&text).unwrap(), value),
        // Of a name that an object has twice, `value` has the last value only.
        Err(_) => assert!(contains_nul(&value) || raw.contains("\\u0000"), "{raw}"),
    }
    for field in FIELDS.iter() {
        match parse(field, raw, &[], &mut |_| {}) {
            Ok(stored) => check(field, &value, &stored),
            Err(Mismatch { expected, .. }) => assert!(!expected.is_empty()),
        }
    }
}

fn check(field: &Field, value: &Json, stored: &Value) {
    match (stored, field.kind) {
        (Value::Null, FieldType::Point) => assert!(field.nullable),
        (Value::Null, _) => assert!(field.nullable && value.is_null()),
        (Value::Integer(number), FieldType::Boolean) => assert_eq!(value.as_bool(), Some(*number == 1)),
        (Value::Integer(number), FieldType::Integer(minimum)) => {
            // This reader does not accept -0 as an integer.
            let is_zero = value.as_f64() == Some(0.0) && value.as_u64().is_none();
            assert_eq!(if is_zero { Some(0) } else { value.as_i64() }, Some(*number));
            assert!(*number >= minimum);
        }
        (Value::Integer(number), FieldType::Timestamp) => {
            let written = folkmoot_model::timestamp::timestamp(*number);
            assert_eq!(timestamps::timestamp(&written), Some(*number), "{written}");
            assert_eq!(naive_timestamp(value.as_str().unwrap()), Some(*number), "{value}");
        }
        (Value::Uuid(id), _) => {
            let text = value.as_str().unwrap();
            assert_eq!(uuid::Uuid::from_bytes(*id).to_string(), text.to_ascii_lowercase());
        }
        (
            Value::Text(text),
            FieldType::GeoPoint
            | FieldType::Object
            | FieldType::Objects
            | FieldType::Localised
            | FieldType::Multiloc(_),
        ) => {
            assert_eq!(serde_json::from_str::<Json>(text).unwrap(), *value);
            assert!(!contains_nul(value), "{value}");
        }
        (Value::Text(text), FieldType::Point) => {
            // What is stored is a point in the stored form already.
            assert_eq!(
                parse(field, &Json::from(text.as_str()).to_string(), &[], &mut |_| {}),
                Ok(stored.clone())
            );
            let value = value.as_str().unwrap();
            let numbers = |text: &str| {
                let numbers = text.split_once('(').unwrap().1.trim_end().trim_end_matches(')');
                let numbers = numbers.split_ascii_whitespace().take(2);
                numbers.map(|number| number.parse::<f64>().unwrap()).collect::<Vec<_>>()
            };
            assert_eq!(numbers(text), numbers(value));
        }
        (Value::Text(text), _) => {
            assert_eq!(value.as_str(), Some(text.as_str()));
            assert!(!text.contains('\0'));
        }
        (stored, kind) => panic!("a value of type {kind:?} is stored as {stored:?}"),
    }
}

fn contains_nul(value: &Json) -> bool {
    match value {
        Json::String(text) => text.contains('\0'),
        Json::Array(values) => values.iter().any(contains_nul),
        Json::Object(members) => members.iter().any(|(key, value)| key.contains('\0') || contains_nul(value)),
        _ => false,
    }
}

/// Milliseconds since 1970 by the calendar: the reader of the program computes them in another way.
fn naive_timestamp(text: &str) -> Option<i64> {
    let number = |range: std::ops::Range<usize>| text.get(range)?.parse::<i64>().ok();
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
    let rest = &text[19..];
    let digits = rest.strip_prefix('.').map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    let fraction: String = rest.chars().skip(1).take(digits.min(3)).collect();
    let milliseconds = format!("{fraction:0<3}").parse::<i64>().ok()?;
    let zone = &rest[if digits > 0 { digits + 1 } else { 0 }..];
    let minutes = if zone.eq_ignore_ascii_case("z") {
        0
    } else {
        let sign = if zone.starts_with('-') { -1 } else { 1 };
        sign * (zone.get(1..3)?.parse::<i64>().ok()? * 60 + zone.get(4..6)?.parse::<i64>().ok()?)
    };
    // Howard Hinnant's `days_from_civil`.
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let year_of_era = shifted - era * 400;
    let day_of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    let days = era * 146_097 + day_of_era - 719_468;
    let seconds = days * 86_400 + hour * 3600 + (minute - minutes) * 60 + second.min(59);
    Some(seconds * 1000 + milliseconds)
}
