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

/// How many lists and objects of valid JSON are inside each other at most.
pub fn depth(raw: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in raw.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 24, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::vec((any::<String>(), inner), 0..6)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn compact_json_is_what_serde_writes(value in any_json()) {
            let pretty = serde_json::to_string_pretty(&value).unwrap();
            prop_assert_eq!(compact(&pretty), Some(value.to_string()));
        }

        #[test]
        fn strings_are_what_serde_reads(text in any::<String>()) {
            let json = serde_json::to_string(&text).unwrap();
            let read = string(&json);
            prop_assert_eq!(read.as_deref(), Some(text.as_str()));
        }
    }

    #[test]
    fn the_depth_is_that_of_brackets_outside_strings() {
        for (json, expected) in
            [("5", 0), ("{}", 1), (r#"[{"a":[1]},{"b":{}}]"#, 3), (r#"{"[[[":"{{\"[[\\"}"#, 1)]
        {
            assert_eq!(depth(json), expected, "{json}");
        }
        assert_eq!(depth(&"[".repeat(200_000)), 200_000);
    }

    #[test]
    fn numbers_stay_and_escapes_get_one_form() {
        let json = "{ \"a\" : [1.10, -0.0E+7,\t\"\\u00e9 \\/ \\\" \"] }";
        assert_eq!(compact(json).as_deref(), Some("{\"a\":[1.10,-0.0E+7,\"é / \\\" \"]}"));
        assert_eq!(compact(r#""\ud800""#), None);
        assert_eq!(string("5"), None);
    }
}
