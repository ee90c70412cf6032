//! Streams as tests read them: lines of NDJSON, cells of CSV, and bodies in chunks.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::Value;
use serde_json::value::RawValue;

/// The records on a page, as the response contains them.
pub fn records_on_page(text: &str, key: &str) -> Vec<String> {
    let page: serde_json::Map<String, Value> = serde_json::from_str(text).unwrap();
    assert!(page.contains_key(key), "{text}");
    let members: std::collections::BTreeMap<String, Box<RawValue>> = serde_json::from_str(text).unwrap();
    let records: Vec<Box<RawValue>> = serde_json::from_str(members[key].get()).unwrap();
    records.iter().map(|record| record.get().to_owned()).collect()
}

/// The rows of a CSV file (RFC 4180), after its byte order mark.
pub fn rows(text: &str) -> Vec<Vec<String>> {
    let text = text.strip_prefix('\u{feff}').expect("a byte order mark");
    assert!(text.ends_with("\r\n"), "the last row has no line break");
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut letters = text.chars().peekable();
    let mut is_quoted = false;
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted && letters.peek() == Some(&'\n') => {
                letters.next();
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            letter => cell.push(letter),
        }
    }
    assert!(!is_quoted, "an open quotation mark");
    rows
}

/// The cell of a value.
pub fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\'']) => format!("'{text}"),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The header row and the rows of records.
pub fn expected_rows(records: &[Value]) -> Vec<Vec<String>> {
    let members = |record: &Value| record.as_object().unwrap().clone();
    let header = records.first().map(|record| members(record).keys().cloned().collect());
    let rows = records.iter().map(|record| members(record).values().map(cell).collect());
    header.into_iter().chain(rows).collect()
}

/// The decoded body of a response in chunks (RFC 9112, section 7.1), and whether it is complete.
pub fn body_of_chunks(response: &str) -> (String, bool) {
    let (head, mut rest) = response.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200 ") && head.to_lowercase().contains("transfer-encoding: chunked"));
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            return (body, true);
        }
        let Some(chunk) = after.get(..size) else { break };
        body.push_str(chunk);
        rest = after.get(size + 2..).unwrap_or_default();
    }
    (body, false)
}
