//! The fields of a record that a request asks for, cut from the record's JSON.

/// Selects fields by their position in a record. All records of a resource have the same fields in the same order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Projection {
    /// For each field of the record, up to the last selected one, whether it is selected.
    selected: Vec<bool>,
}

impl Projection {
    /// A projection on the selected fields.
    pub fn new(selected: &[bool]) -> Self {
        let length = selected.iter().rposition(|is_selected| *is_selected).map_or(0, |last| last + 1);
        Self { selected: selected[..length].to_vec() }
    }

    /// Whether the field at this position is selected.
    pub fn selects(&self, position: usize) -> bool {
        self.selected.get(position).copied().unwrap_or(false)
    }

    /// Appends the selected fields of a record to `body`; without a projection, the complete record. The record is
    /// compact JSON, as the server writes it.
    pub fn write(projection: Option<&Self>, record: &[u8], body: &mut Vec<u8>) {
        let Some(projection) = projection else {
            body.extend_from_slice(record);
            return;
        };
        body.push(b'{');
        let mut is_first = true;
        let mut rest = record.get(1..).unwrap_or_default();
        for is_selected in &projection.selected {
            let (member, after) = rest.split_at(member_length(rest));
            if *is_selected {
                if !is_first {
                    body.push(b',');
                }
                is_first = false;
                body.extend_from_slice(member);
            }
            // The comma or the closing brace.
            rest = after.get(1..).unwrap_or_default();
        }
        body.push(b'}');
    }
}

/// The length of the first member of an object, which ends at a comma or a brace outside of strings and nested values.
fn member_length(json: &[u8]) -> usize {
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    for (position, byte) in json.iter().enumerate() {
        if in_string {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b',' | b'}' if depth == 0 => return position,
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    json.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    use super::*;

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            r#"[a-z"\\\\{}\[\],:é\n]{0,12}"#.prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 20, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                proptest::collection::btree_map(r#"[a-z"\\\\{},]{0,4}"#, inner, 0..4)
                    .prop_map(|members| json!(members)),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_projection_has_exactly_the_selected_fields(members in proptest::collection::vec((value(), any::<bool>()), 1..8)) {
            let named = |(position, (value, _)): (usize, &(Value, bool))| (format!("field_{position}"), value.clone());
            let record: Map<String, Value> = members.iter().enumerate().map(named).collect();
            let is_selected: Vec<bool> = members.iter().map(|(_, is_selected)| *is_selected).collect();
            let expected: Map<String, Value> =
                members.iter().enumerate().filter(|(_, (_, is_selected))| *is_selected).map(named).collect();
            let mut body = Vec::new();
            let record = serde_json::to_vec(&record).unwrap();
            Projection::write(Some(&Projection::new(&is_selected)), &record, &mut body);
            prop_assert_eq!(String::from_utf8(body).unwrap(), serde_json::to_string(&expected).unwrap());
        }
    }
}
