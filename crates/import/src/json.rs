//! JSON texts: strings, members of objects, and the compact form in which JSON is stored.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The text of a JSON string; `None` if the JSON is of another type.
pub fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        serde_json::from_str(raw).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inner))
    }
}

/// The members of an object in their order, duplicate keys included.
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

/// A key, borrowed if it has no escapes.
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

/// How many levels lists and objects of valid JSON are nested.
pub fn depth(raw: &str) -> usize {
    let (mut depth, mut max_depth) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in raw.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                max_depth = max_depth.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    max_depth
}

/// The expected form of strings and keys in JSON: PostgreSQL cannot store others.
pub const NO_NUL: &str = "text without NUL characters";
/// The expected form of strings and keys in JSON: UTF-8 cannot express others.
pub const NO_SURROGATE: &str = "text without unpaired surrogates";

/// Valid JSON without whitespace, its numbers unchanged, its strings with minimal escapes; [`NO_NUL`] or [`NO_SURROGATE`] if
/// a string cannot be stored.
pub fn compact(raw: &str) -> Result<String, &'static str> {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(start) = rest.find('"') {
        push_without_whitespace(&mut out, &rest[..start]);
        let end = start + string_length(&rest[start..]);
        let literal = &rest[start..end];
        if literal.contains('\\') {
            let text: String = serde_json::from_str(literal).map_err(|_| NO_SURROGATE)?;
            if text.contains('\0') {
                return Err(NO_NUL);
            }
            out.push_str(&serde_json::Value::String(text).to_string());
        } else {
            out.push_str(literal);
        }
        rest = &rest[end..];
    }
    push_without_whitespace(&mut out, rest);
    Ok(out)
}

fn push_without_whitespace(out: &mut String, json: &str) {
    out.extend(json.chars().filter(|character| !character.is_ascii_whitespace()));
}

/// The number of bytes of the string literal at the beginning, quotes included.
fn string_length(json: &str) -> usize {
    let mut escaped = false;
    let end = json.bytes().skip(1).position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    });
    end.map_or(json.len(), |position| position + 2)
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

    fn contains_nul(value: &Value) -> bool {
        match value {
            Value::String(text) => text.contains('\0'),
            Value::Array(values) => values.iter().any(contains_nul),
            Value::Object(members) => {
                members.iter().any(|(key, value)| key.contains('\0') || contains_nul(value))
            }
            _ => false,
        }
    }

    proptest! {
        #[test]
        fn compact_json_equals_what_serde_writes(value in any_json()) {
            let pretty = serde_json::to_string_pretty(&value).unwrap();
            let expected = if contains_nul(&value) { Err(NO_NUL) } else { Ok(value.to_string()) };
            prop_assert_eq!(compact(&pretty), expected);
        }

        #[test]
        fn strings_equal_those_that_serde_reads(text in any::<String>()) {
            let json = serde_json::to_string(&text).unwrap();
            let read = string(&json);
            prop_assert_eq!(read.as_deref(), Some(text.as_str()));
        }
    }

    #[test]
    fn depth_ignores_brackets_in_strings() {
        for (json, expected) in
            [("5", 0), ("{}", 1), (r#"[{"a":[1]},{"b":{}}]"#, 3), (r#"{"[[[":"{{\"[[\\"}"#, 1)]
        {
            assert_eq!(depth(json), expected, "{json}");
        }
        assert_eq!(depth(&"[".repeat(200_000)), 200_000);
    }

    #[test]
    fn compact_json_retains_numbers_and_normalizes_escapes() {
        let json = "{ \"a\" : [1.10, -0.0E+7,\t\"\\u00e9 \\/ \\\" \"] }";
        assert_eq!(compact(json).as_deref(), Ok("{\"a\":[1.10,-0.0E+7,\"é / \\\" \"]}"));
        assert_eq!(compact(r#"{"\\u0000":"\\\\u0000"}"#).as_deref(), Ok(r#"{"\\u0000":"\\\\u0000"}"#));
        for (json, expected) in
            [(r#""\ud800""#, NO_SURROGATE), (r#"["\u0000"]"#, NO_NUL), (r#"{"\\\u0000":1}"#, NO_NUL)]
        {
            assert_eq!(compact(json), Err(expected));
        }
        assert_eq!(string("5"), None);
    }
}
