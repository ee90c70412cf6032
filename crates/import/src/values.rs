//! Parsing one JSON value by the type of its field.

use std::borrow::Cow;

use folkmoot_database::value::Value;
use folkmoot_model::resource::{Field, FieldType, ObjectValues};
use folkmoot_store::platform::spelled;
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::geometry::{is_geo_point, point};
use crate::json::{Members, NO_NUL, NO_SURROGATE, compact, depth, string};
use crate::timestamps::{is_date, timestamp};

/// Why a value is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The expected value.
    pub expected: Cow<'static, str>,
    /// The value that was found.
    pub found: String,
    /// Whether `found` quotes the file, so that it may contain values of people.
    pub is_quoted: bool,
}

impl Mismatch {
    /// An error at this JSON text, of which the beginning is shown.
    pub fn new(expected: impl Into<Cow<'static, str>>, found: &str) -> Self {
        Self { expected: expected.into(), found: shortened(found), is_quoted: true }
    }

    /// An error whose description contains no text of a file, apart from ids.
    pub fn described(expected: impl Into<Cow<'static, str>>, found: impl Into<String>) -> Self {
        Self { expected: expected.into(), found: found.into(), is_quoted: false }
    }
}

/// The number of characters of a value that an error shows.
const SHOWN: usize = 60;
/// The greatest integer: sums of thousands of them are integers of 64 bits, and programs that read JSON numbers as floating-point
/// numbers read it exactly.
const MAX_INTEGER: i64 = 1_000_000_000_000_000;

/// The beginning of a text, with an ellipsis if it is cut.
pub fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// Parses a value of a field. The value of a localised field is the map of all locales; locales of the
/// platform are spelled as in `locales`.
///
/// Calls `other` with each other locale.
pub fn parse(
    field: &Field,
    raw: &str,
    locales: &[String],
    other: &mut dyn FnMut(&str),
) -> Result<Value, Mismatch> {
    if raw == "null" && field.nullable {
        return Ok(Value::Null);
    }
    let mismatch = || Mismatch::new(expected(field.kind), raw);
    let text = || string(raw).filter(|text| !text.contains('\0'));
    match field.kind {
        FieldType::Id | FieldType::Reference(_) | FieldType::Reactable(_) | FieldType::ForeignId(_) => {
            uuid(raw).map(Value::Uuid).ok_or_else(mismatch)
        }
        FieldType::Text | FieldType::Url => {
            text().map(|text| Value::Text(text.into_owned())).ok_or_else(|| text_error(raw))
        }
        FieldType::OneOf(values) => text()
            .filter(|text| values.find(text).is_some())
            .map(|text| Value::Text(text.into_owned()))
            .ok_or_else(mismatch),
        FieldType::Integer(minimum) => {
            let number = raw.parse().ok().filter(|number| *number >= minimum).ok_or_else(mismatch)?;
            if number > MAX_INTEGER {
                return Err(Mismatch::new(format!("an integer of at most {MAX_INTEGER}"), raw));
            }
            Ok(Value::Integer(number))
        }
        FieldType::Boolean => {
            raw.parse().ok().map(|value: bool| Value::Integer(i64::from(value))).ok_or_else(mismatch)
        }
        FieldType::Timestamp => {
            text().and_then(|text| timestamp(&text)).map(Value::Integer).ok_or_else(mismatch)
        }
        FieldType::Date => text()
            .filter(|text| is_date(text))
            .map(|text| Value::Text(text.into_owned()))
            .ok_or_else(mismatch),
        FieldType::Point => text()
            .and_then(|text| point(&text))
            .filter(|point| field.nullable || *point != Value::Null)
            .ok_or_else(mismatch),
        FieldType::GeoPoint | FieldType::Object | FieldType::Objects if depth(raw) > MAX_DEPTH => {
            let expected = format!("JSON nested at most {MAX_DEPTH} levels deep");
            Err(Mismatch::described(expected, format!("{} levels", depth(raw))))
        }
        FieldType::GeoPoint => json(is_geo_point(raw), raw, mismatch),
        FieldType::Object => json(raw.starts_with('{'), raw, mismatch),
        FieldType::Objects => match json(is_list_of_objects(raw), raw, mismatch) {
            Ok(_) if field.object_values == ObjectValues::Urls => {
                invalid_url(raw).map_or_else(|| json(true, raw, mismatch), Err)
            }
            checked => checked,
        },
        FieldType::Localised | FieldType::Multiloc(_) => multiloc(raw, locales, other),
    }
}

/// The values that a field of this type takes, in words.
pub fn expected(kind: FieldType) -> Cow<'static, str> {
    match kind {
        FieldType::Id | FieldType::Reference(_) | FieldType::Reactable(_) | FieldType::ForeignId(_) => {
            "a UUID".into()
        }
        FieldType::Text => "text".into(),
        FieldType::Url => "a URL".into(),
        FieldType::OneOf(values) => {
            format!("one of {}", values.values().collect::<Vec<_>>().join(", ")).into()
        }
        FieldType::Integer(minimum) => format!("an integer of at least {minimum}").into(),
        FieldType::Boolean => "true or false".into(),
        FieldType::Timestamp => "a timestamp such as 2025-03-18T08:15:30.250Z".into(),
        FieldType::Date => "a date such as 2025-03-18".into(),
        FieldType::Localised | FieldType::Multiloc(_) => "a map of locale codes to texts".into(),
        FieldType::Point => "a point such as POINT (4.35 50.85), longitude first".into(),
        FieldType::GeoPoint => "a GeoJSON Point".into(),
        FieldType::Object => "an object".into(),
        FieldType::Objects => "a list of objects".into(),
    }
}

/// A UUID of 36 characters between quotes.
pub fn uuid(raw: &str) -> Option<[u8; 16]> {
    let text = string(raw).filter(|text| text.len() == 36)?;
    Uuid::try_parse(&text).ok().map(Uuid::into_bytes)
}

/// A list of UUIDs.
pub fn uuids(raw: &str) -> Option<Vec<[u8; 16]>> {
    let list: Vec<&RawValue> = serde_json::from_str(raw).ok()?;
    list.into_iter().map(|item| uuid(item.get())).collect()
}

/// A localised text in one locale, as the map that is stored.
pub fn localised(raw: &str, locale: &str) -> Result<Value, Mismatch> {
    let text = string(raw).filter(|text| !text.contains('\0')).ok_or_else(|| text_error(raw))?;
    let map = serde_json::Map::from_iter([(locale.to_owned(), text.into_owned().into())]);
    Ok(Value::Text(serde_json::Value::Object(map).to_string()))
}

/// Whether a text is a locale code such as `en`, `nl-BE` or `zh-Hant-TW`.
pub fn is_locale(code: &str) -> bool {
    let mut parts = code.split('-');
    let language = parts.next().unwrap_or_default();
    (2..=3).contains(&language.len())
        && language.bytes().all(|letter| letter.is_ascii_alphabetic())
        && parts.all(|part| !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_alphanumeric()))
}

fn multiloc(raw: &str, locales: &[String], other: &mut dyn FnMut(&str)) -> Result<Value, Mismatch> {
    let expected = expected(FieldType::Localised);
    let Ok(Members(members)) = serde_json::from_str(raw) else { return Err(Mismatch::new(expected, raw)) };
    for (position, (locale, text)) in members.iter().enumerate() {
        if !is_locale(locale) {
            return Err(Mismatch::new("locale codes such as en or nl-BE as keys", locale));
        }
        if members[..position].iter().any(|(earlier, _)| earlier.eq_ignore_ascii_case(locale)) {
            return Err(Mismatch::new("each locale only once", &format!("{locale} twice")));
        }
        if !text.get().starts_with('"') {
            return Err(Mismatch::new(format!("text for {locale}"), text.get()));
        }
    }
    let mut is_spelled = true;
    for (locale, _) in &members {
        match spelled(locales, locale) {
            Some(spelling) => is_spelled &= spelling == *locale,
            None => other(locale),
        }
    }
    if is_spelled {
        return json(true, raw, || Mismatch::new(expected.clone(), raw));
    }
    let texts = members.iter().map(|(locale, text)| {
        let text = compact(text.get()).map_err(|expected| Mismatch::new(expected, raw))?;
        Ok(format!("\"{}\":{text}", spelled(locales, locale).unwrap_or(locale)))
    });
    Ok(Value::Text(format!("{{{}}}", texts.collect::<Result<Vec<_>, _>>()?.join(","))))
}

/// How many levels JSON may be nested.
const MAX_DEPTH: usize = 64;

/// The error of the first value in a list of objects that is not an absolute http or https URL.
fn invalid_url(raw: &str) -> Option<Mismatch> {
    let objects: Vec<Members<'_>> = serde_json::from_str(raw).ok()?;
    let mut values = objects.iter().flat_map(|Members(members)| members);
    values.find_map(|(variant, value)| {
        let is_url = string(value.get()).is_some_and(|url| is_url(&url));
        let expected = || format!("an absolute http or https URL as {}", shortened(variant));
        (!is_url).then(|| Mismatch::new(expected(), value.get()))
    })
}

/// Whether a text is an absolute http or https URL.
fn is_url(text: &str) -> bool {
    let parsed = text.parse::<http::Uri>();
    parsed.is_ok_and(|url| {
        matches!(url.scheme_str(), Some("http" | "https")) && url.host().is_some_and(|host| !host.is_empty())
    })
}

fn text_error(raw: &str) -> Mismatch {
    let expected = match string(raw) {
        Some(_) => NO_NUL.into(),
        None if raw.starts_with('"') => NO_SURROGATE.into(),
        None => expected(FieldType::Text),
    };
    Mismatch::new(expected, raw)
}

fn is_list_of_objects(raw: &str) -> bool {
    serde_json::from_str::<Vec<&RawValue>>(raw)
        .is_ok_and(|items| items.iter().all(|item| item.get().starts_with('{')))
}

/// JSON as it is stored, if it `is_valid` for its field.
fn json(is_valid: bool, raw: &str, mismatch: impl Fn() -> Mismatch) -> Result<Value, Mismatch> {
    if !is_valid {
        return Err(mismatch());
    }
    compact(raw).map(Value::Text).map_err(|expected| Mismatch::new(expected, raw))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn locale_codes_are_letters_and_subtags(code in "[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}", other in "[a-z]{4,9}|[a-z]|[a-z]{2}-|[a-z]{2}_[A-Z]{2}|-[a-z]{2}|") {
            prop_assert!(is_locale(&code), "{}", code);
            prop_assert!(!is_locale(&other), "{}", other);
        }

        #[test]
        fn ids_are_read_in_any_case(number in any::<u128>()) {
            let id = Uuid::from_u128(number);
            let text = format!("\"{id}\"");
            prop_assert_eq!(uuid(&text), Some(id.into_bytes()));
            prop_assert_eq!(uuid(&text.to_uppercase()), Some(id.into_bytes()));
            let simple = format!("\"{}\"", id.simple());
            prop_assert_eq!(uuid(&simple), None);
        }
    }
}
