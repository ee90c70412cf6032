//! The values of an encoded record, as slices of its JSON.

use folkmoot_model::resource::Resource;
use memchr::memchr2;

use crate::StoreError;

/// Splits encoded records of one resource into their values, in the declared order of the fields.
#[derive(Debug)]
pub struct RecordValues {
    /// `{"id":` or `,"title":`, of each field that responses contain.
    prefixes: Vec<Vec<u8>>,
}

impl RecordValues {
    /// For records with all fields of the resource that responses contain.
    pub fn new(resource: &Resource) -> Self {
        let fields = resource.fields.iter().filter(|field| field.is_returned);
        let opening = |position| if position == 0 { '{' } else { ',' };
        let prefix = fields
            .enumerate()
            .map(|(position, field)| format!("{}\"{}\":", opening(position), field.name).into_bytes());
        Self { prefixes: prefix.collect() }
    }

    /// Replaces `values` by the raw JSON of each value of a record.
    pub fn split<'a>(&self, record: &'a [u8], values: &mut Vec<&'a [u8]>) -> Result<(), StoreError> {
        values.clear();
        let mut rest = record;
        for prefix in &self.prefixes {
            let unexpected = || StoreError::Value("an encoded record lacks a field".to_owned());
            rest = rest.strip_prefix(prefix.as_slice()).ok_or_else(unexpected)?;
            let (value, after) = rest.split_at(length(rest));
            values.push(value.trim_ascii());
            rest = after;
        }
        Ok(())
    }
}

/// The length of the value, or of the name and the value, at the beginning: up to the comma or the bracket after it.
pub(super) fn length(json: &[u8]) -> usize {
    let (mut depth, mut position) = (0_usize, 0);
    while let Some(byte) = json.get(position) {
        match byte {
            b'"' => position += string_length(&json[position..]),
            b',' | b'}' | b']' if depth == 0 => return position,
            b'{' | b'[' => {
                depth += 1;
                position += 1;
            }
            b'}' | b']' => {
                depth -= 1;
                position += 1;
            }
            _ => position += 1,
        }
    }
    position
}

/// The length of a string with its quotation marks.
fn string_length(json: &[u8]) -> usize {
    let mut position = 1;
    while let Some(found) = json.get(position..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        position += found;
        if json[position] == b'"' {
            return position + 1;
        }
        // The escaped character is part of the string, whatever it is.
        position += 2;
    }
    json.len()
}

#[cfg(test)]
mod tests {
    use folkmoot_model::resources::all_resources;
    use proptest::prelude::*;
    use serde_json::{Map, Value};

    use super::super::random_values::value;
    use super::*;

    proptest! {
        #[test]
        fn the_values_are_those_of_the_parsed_record(
            stored in proptest::collection::vec(value(), 64),
            is_spaced: bool,
        ) {
            for resource in all_resources() {
                let names = resource.fields.iter().filter(|field| field.is_returned).map(|field| field.name);
                let record: Map<String, Value> =
                    names.zip(&stored).map(|(name, value)| (name.to_owned(), value.clone())).collect();
                let json = |value: &Value| {
                    if is_spaced { serde_json::to_string_pretty(value).unwrap() } else { value.to_string() }
                };
                let members: Vec<String> =
                    record.iter().map(|(name, value)| format!("\"{name}\":{}", json(value))).collect();
                let text = format!("{{{}}}", members.join(","));
                let mut values = Vec::new();
                RecordValues::new(resource).split(text.as_bytes(), &mut values).unwrap();
                let parsed: Vec<Value> = values.iter().map(|value| serde_json::from_slice(value).unwrap()).collect();
                prop_assert_eq!(parsed, record.values().cloned().collect::<Vec<_>>());
            }
        }
    }
}
