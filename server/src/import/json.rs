//! JSON texts: their strings, their members, and their one compact form.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The text of a JSON string; none where the JSON is of another type.
pub fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        serde_json::from_str(raw).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inner))
    }
}

/// The members of an object in their order, doubles included.
#[derive(Debug)]
pub struct Members<'a>(pub Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut members = Vec::new();
        while let Some(Key(key)) = map.next_key()? {
            members.push((key, map.next_value()?));
        }
        Ok(Members(members))
    }
}

/// A key, borrowed where it has no escapes.
#[derive(Debug)]
pub struct Key<'a>(pub Cow<'a, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(KeyVisitor)
    }
}

struct KeyVisitor;

impl<'de> Visitor<'de> for KeyVisitor {
    type Value = Key<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Self::Value, E> {
        Ok(Key(Cow::Borrowed(key)))
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(Key(Cow::Owned(key.to_owned())))
    }
}

/// Good JSON without blanks, its numbers untouched, its strings escaped in one way; none where a string holds half of
/// a surrogate pair.
pub fn compact(raw: &str) -> Option<String> {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(start) = rest.find('"') {
        push_without_blanks(&mut out, &rest[..start]);
        let end = start + string_length(&rest[start..])?;
        let literal = &rest[start..end];
        if literal.contains('\\') {
            let text: String = serde_json::from_str(literal).ok()?;
            out.push_str(&serde_json::to_string(&text).ok()?);
        } else {
            out.push_str(literal);
        }
        rest = &rest[end..];
    }
    push_without_blanks(&mut out, rest);
    Some(out)
}

fn push_without_blanks(out: &mut String, json: &str) {
    out.extend(json.chars().filter(|character| !character.is_ascii_whitespace()));
}

/// How many bytes the string literal at the beginning has, quotes included.
fn string_length(json: &str) -> Option<usize> {
    let mut escaped = false;
    json.bytes()
        .enumerate()
        .skip(1)
        .find(|(_, byte)| {
            let closes = *byte == b'"' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            closes
        })
        .map(|(place, _)| place + 1)
}
