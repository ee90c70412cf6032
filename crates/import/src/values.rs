//! Checking one JSON value by the kind of its field.

use std::borrow::Cow;

use folkmoot_model::resource::{Field, Kind, ObjectValues};
use folkmoot_store::value::Value;
use serde_json::value::RawValue;
use uuid::Uuid;

use super::json::{Members, compact, depth, string};
use super::moments::{date, timestamp};
use super::places::{geo_point, point};

/// What is wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// What should stand there.
    pub expected: Cow<'static, str>,
    /// What stands there.
    pub found: String,
}

impl Wrong {
    /// Something else was expected than this JSON text.
    pub fn new(expected: impl Into<Cow<'static, str>>, found: &str) -> Self {
        Self { expected: expected.into(), found: shortened(found) }
    }
}

/// How much of a value an error shows.
const SHOWN: usize = 60;

/// The beginning of a text that may be long.
pub fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

/// Checks a value given for a field; a localised field's is the whole map.
pub fn check(field: &Field, raw: &str) -> Result<Value, Wrong> {
    if raw == "null" && field.nullable {
        return Ok(Value::Null);
    }
    let wrong = || Wrong::new(expected(field.kind), raw);
    let text = || string(raw).filter(|text| !text.contains('\0'));
    match field.kind {
        Kind::Id | Kind::Reference(_) | Kind::Reactable(_) | Kind::ForeignId => {
            uuid(raw).map(Value::Uuid).ok_or_else(wrong)
        }
        Kind::Text | Kind::Address => {
            text().map(|text| Value::Text(text.into_owned())).ok_or_else(|| text_wrong(raw))
        }
        Kind::OneOf(values) => text()
            .filter(|text| values.find(text).is_some())
            .map(|text| Value::Text(text.into_owned()))
            .ok_or_else(wrong),
        Kind::Integer(minimum) => {
            raw.parse().ok().filter(|number| *number >= minimum).map(Value::Integer).ok_or_else(wrong)
        }
        Kind::Boolean => {
            raw.parse().ok().map(|truth: bool| Value::Integer(i64::from(truth))).ok_or_else(wrong)
        }
        Kind::Timestamp => text().and_then(|text| timestamp(&text)).map(Value::Integer).ok_or_else(wrong),
        Kind::Date => {
            text().filter(|text| date(text)).map(|text| Value::Text(text.into_owned())).ok_or_else(wrong)
        }
        Kind::Point => text().and_then(|text| point(&text)).map(Value::Text).ok_or_else(wrong),
        Kind::GeoPoint | Kind::Object | Kind::Objects if depth(raw) > DEEPEST => Err(Wrong {
            expected: format!("JSON nested at most {DEEPEST} levels deep").into(),
            found: format!("{} levels", depth(raw)),
        }),
        Kind::GeoPoint => json(geo_point(raw), raw, wrong),
        Kind::Object => json(raw.starts_with('{'), raw, wrong),
        Kind::Objects => match json(is_list_of_objects(raw), raw, wrong) {
            Ok(_) if field.object_values == ObjectValues::Urls => {
                urls(raw).map_or_else(|| json(true, raw, wrong), Err)
            }
            checked => checked,
        },
        Kind::Localised | Kind::Multiloc(_) => multiloc(raw),
    }
}

/// What a field of this kind takes, in words.
pub fn expected(kind: Kind) -> Cow<'static, str> {
    match kind {
        Kind::Id | Kind::Reference(_) | Kind::Reactable(_) | Kind::ForeignId => "a UUID".into(),
        Kind::Text => "text".into(),
        Kind::Address => "a URL".into(),
        Kind::OneOf(values) => format!("one of {}", values.values().collect::<Vec<_>>().join(", ")).into(),
        Kind::Integer(minimum) => format!("an integer of at least {minimum}").into(),
        Kind::Boolean => "true or false".into(),
        Kind::Timestamp => "a timestamp such as 2025-03-18T08:15:30.250Z".into(),
        Kind::Date => "a date such as 2025-03-18".into(),
        Kind::Localised | Kind::Multiloc(_) => "a map of locale codes to texts".into(),
        Kind::Point => "a point such as POINT (4.35 50.85), longitude first".into(),
        Kind::GeoPoint => "a GeoJSON Point".into(),
        Kind::Object => "an object".into(),
        Kind::Objects => "a list of objects".into(),
    }
}

/// A UUID as 36 characters between quotes.
pub fn uuid(raw: &str) -> Option<[u8; 16]> {
    let text = string(raw).filter(|text| text.len() == 36)?;
    Uuid::try_parse(&text).ok().map(Uuid::into_bytes)
}

/// A list of UUIDs.
pub fn uuids(raw: &str) -> Option<Vec<[u8; 16]>> {
    let list: Vec<&RawValue> = serde_json::from_str(raw).ok()?;
    list.into_iter().map(|item| uuid(item.get())).collect()
}

/// The text of a localised field in one locale, as the map that is stored.
pub fn localised(raw: &str, locale: &str) -> Result<Value, Wrong> {
    let text = string(raw).filter(|text| !text.contains('\0')).ok_or_else(|| text_wrong(raw))?;
    let map = serde_json::Map::from_iter([(locale.to_owned(), text.into_owned().into())]);
    Ok(Value::Text(serde_json::Value::Object(map).to_string()))
}

/// Whether a text is like `en`, `nl-BE` or `zh-Hant-TW`.
pub fn is_locale(code: &str) -> bool {
    let mut parts = code.split('-');
    let language = parts.next().unwrap_or_default();
    (2..=3).contains(&language.len())
        && language.bytes().all(|letter| letter.is_ascii_alphabetic())
        && parts.all(|part| !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_alphanumeric()))
}

fn multiloc(raw: &str) -> Result<Value, Wrong> {
    let expected = expected(Kind::Localised);
    let Ok(Members(members)) = serde_json::from_str(raw) else { return Err(Wrong::new(expected, raw)) };
    for (place, (locale, text)) in members.iter().enumerate() {
        if !is_locale(locale) {
            return Err(Wrong::new("locale codes such as en or nl-BE as keys", locale));
        }
        if members[..place].iter().any(|(earlier, _)| earlier == locale) {
            return Err(Wrong::new("each locale only once", &format!("{locale} twice")));
        }
        match string(text.get()) {
            None => return Err(Wrong::new(format!("text for {locale}"), text.get())),
            Some(text) if text.contains('\0') => return Err(Wrong::new(NO_NUL, raw)),
            Some(_) => {}
        }
    }
    json(true, raw, || Wrong::new(expected.clone(), raw))
}

/// How deep JSON may be nested.
const DEEPEST: usize = 64;

/// What is wrong with the first value of a list of objects that is not an absolute http or https URL.
fn urls(raw: &str) -> Option<Wrong> {
    let objects: Vec<Members<'_>> = serde_json::from_str(raw).ok()?;
    let mut values = objects.iter().flat_map(|Members(members)| members);
    values.find_map(|(variant, value)| {
        let is_url = string(value.get()).is_some_and(|url| is_url(&url));
        let expected = || format!("an absolute http or https URL as {}", shortened(variant));
        (!is_url).then(|| Wrong::new(expected(), value.get()))
    })
}

/// Whether a text is an absolute http or https URL.
fn is_url(text: &str) -> bool {
    let parsed = text.parse::<http::Uri>();
    parsed.is_ok_and(|url| {
        matches!(url.scheme_str(), Some("http" | "https")) && url.host().is_some_and(|host| !host.is_empty())
    })
}

const NO_NUL: &str = "text without NUL characters";

fn text_wrong(raw: &str) -> Wrong {
    let expected = if string(raw).is_some() { NO_NUL.into() } else { expected(Kind::Text) };
    Wrong::new(expected, raw)
}

fn is_list_of_objects(raw: &str) -> bool {
    serde_json::from_str::<Vec<&RawValue>>(raw)
        .is_ok_and(|items| items.iter().all(|item| item.get().starts_with('{')))
}

/// JSON as it is stored, where it is of the right form.
fn json(good: bool, raw: &str, wrong: impl Fn() -> Wrong) -> Result<Value, Wrong> {
    match compact(raw).filter(|_| good) {
        Some(text) if text.contains("\\u0000") => Err(Wrong::new(NO_NUL, raw)),
        Some(text) => Ok(Value::Text(text)),
        None => Err(wrong()),
    }
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
