//! The fields of a record that a request asks for, cut from the record's JSON.

use super::record_values::length;

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
            let (member, after) = rest.split_at(length(rest));
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value};

    use super::super::random_values::value;
    use super::*;

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
