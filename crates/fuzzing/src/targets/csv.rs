//! Records as CSV, read again with a naive reader of RFC 4180.
//!
//! An input is a JSON list of values, which are the cells of one row.

use folkmoot_store::formats::csv::Dialect;
use serde_json::Value;
use serde_json::value::RawValue;

use super::Target;

pub const TARGET: Target = Target {
    name: "csv",
    run,
    dictionary: &[
        "[", "]", ",", "\"", "\"\"", "\\\"", "\\n", "\\r", "\\t", "=1+1", "@", "-5", "+", "null", "true",
        "{}", "\\u0000",
    ],
    max_bytes: 2_000,
};

fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let Ok(raw) = serde_json::from_str::<Vec<&RawValue>>(text) else { return };
    let Ok(values) = serde_json::from_str::<Vec<Value>>(text) else { return };
    if raw.is_empty() {
        return;
    }
    let mut row = Vec::new();
    Dialect::default().push_record(&mut row, raw.iter().map(|value| value.get().as_bytes())).unwrap();
    let row = String::from_utf8(row).unwrap();
    let cells = naive(&row).expect("a row of RFC 4180");
    assert_eq!(cells.len(), values.len(), "{row:?}");
    for ((cell, is_quoted), (value, raw)) in cells.iter().zip(values.iter().zip(&raw)) {
        match value {
            Value::Null => assert_eq!((cell.as_str(), *is_quoted), ("", false)),
            Value::String(text) => {
                let is_formula = text.starts_with(['=', '+', '-', '@', '\'', '\t', '\r']);
                let expected = if is_formula { format!("'{text}") } else { text.clone() };
                assert_eq!(*cell, expected);
                assert!(!cell.is_empty() || *is_quoted, "an empty text looks like null");
            }
            _ => assert_eq!(cell, raw.get()),
        }
    }
}

/// The cells of one row, and whether each is quoted.
fn naive(row: &str) -> Option<Vec<(String, bool)>> {
    let mut rest = row.strip_suffix("\r\n")?;
    let mut cells = Vec::new();
    loop {
        let (cell, after) = if let Some(mut quoted) = rest.strip_prefix('"') {
            let mut cell = String::new();
            loop {
                let (text, after) = quoted.split_once('"')?;
                cell.push_str(text);
                match after.strip_prefix('"') {
                    Some(after) => {
                        cell.push('"');
                        quoted = after;
                    }
                    None => break ((cell, true), after),
                }
            }
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            let cell = &rest[..end];
            if cell.contains(['"', '\r', '\n']) {
                return None;
            }
            ((cell.to_owned(), false), &rest[end..])
        };
        cells.push(cell);
        match after.strip_prefix(',') {
            Some(after) => rest = after,
            None => return after.is_empty().then_some(cells),
        }
    }
}
