//! How long a result may be.

use serde_json::{Map, Value, json};

/// The maximum size of the structured content of a result, in bytes.
pub const MAX_RESULT: usize = 50_000;
/// What of it is left for everything that is not a record.
const OVERHEAD: usize = 2_000;
/// How a text ends that was shortened.
const SHORTENED: &str = " … [shortened: read this record with the API]";

/// How many of a page's records to ask for instead, if these are too long for a result; `None` if they are not, or if it is one record,
/// which is shortened.
pub fn fitting(records: &[Map<String, Value>], size: usize) -> Option<usize> {
    let lengths = records.iter().map(|record| json!(record).to_string().len() + 1);
    let total: usize = lengths.clone().sum();
    if total <= MAX_RESULT - OVERHEAD || records.len() < 2 {
        return None;
    }
    let mut left = MAX_RESULT - OVERHEAD;
    let first = lengths.take_while(|length| left.checked_sub(*length).inspect(|rest| left = *rest).is_some());
    Some(first.count().clamp(1, size - 1))
}

/// Shortens the texts of a record that alone is too long for a result.
pub fn shorten(record: &mut Map<String, Value>) {
    for length in [1_000, 100, 10] {
        if json!(record).to_string().len() > MAX_RESULT - OVERHEAD {
            for value in record.values_mut() {
                shorten_texts(value, length);
            }
        }
    }
}

/// Shortens texts to a number of characters, and lists and objects to a tenth as many values.
fn shorten_texts(value: &mut Value, length: usize) {
    match value {
        Value::String(text) => {
            if text.len() > length + SHORTENED.len()
                && let Some((end, _)) = text.char_indices().nth(length)
            {
                text.truncate(end);
                text.push_str(SHORTENED);
            }
        }
        Value::Array(values) => {
            values.truncate(length / 10);
            for value in values {
                shorten_texts(value, length);
            }
        }
        Value::Object(members) => {
            let kept: Vec<String> = members.keys().take(length / 10).cloned().collect();
            members.retain(|name, _| kept.contains(name));
            for value in members.values_mut() {
                shorten_texts(value, length);
            }
        }
        _ => {}
    }
}
