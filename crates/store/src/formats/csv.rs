//! Records as comma-separated values (RFC 4180): UTF-8 with a byte order mark, CRLF, one header row.
//!
//! Null is an empty cell and an empty text is `""`. Nested values are JSON. Text that a spreadsheet would run as a formula
//! is prefixed with an apostrophe; numbers, such as -5, are not, because they cannot contain a formula and programs read
//! them as numbers.

use memchr::{memchr, memchr3};

use crate::StoreError;

/// The media type (RFC 7111).
pub const MEDIA_TYPE: &str = "text/csv; charset=utf-8; header=present";

/// The byte order mark, by which spreadsheets recognise UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Appends the byte order mark and the header row.
pub fn push_header<'a>(out: &mut Vec<u8>, names: impl IntoIterator<Item = &'a str>) {
    out.extend_from_slice(BYTE_ORDER_MARK);
    for (position, name) in names.into_iter().enumerate() {
        if position > 0 {
            out.push(b',');
        }
        out.extend_from_slice(name.as_bytes());
    }
    out.extend_from_slice(b"\r\n");
}

/// Appends a record, given by the JSON of its values.
pub fn push_record<'a>(
    out: &mut Vec<u8>,
    values: impl IntoIterator<Item = &'a [u8]>,
) -> Result<(), StoreError> {
    for (position, value) in values.into_iter().enumerate() {
        if position > 0 {
            out.push(b',');
        }
        push_cell(out, value)?;
    }
    out.extend_from_slice(b"\r\n");
    Ok(())
}

/// Appends a value, given as JSON, as one cell.
fn push_cell(out: &mut Vec<u8>, value: &[u8]) -> Result<(), StoreError> {
    match value {
        b"null" => {}
        [b'"', text @ .., b'"'] if memchr(b'\\', text).is_none() => push_text(out, text),
        [b'"', ..] => {
            let text: String =
                serde_json::from_slice(value).map_err(|error| StoreError::Value(error.to_string()))?;
            push_text(out, text.as_bytes());
        }
        [b'{' | b'[', ..] => push_quoted(out, b"", value),
        number_or_boolean => out.extend_from_slice(number_or_boolean),
    }
    Ok(())
}

fn push_text(out: &mut Vec<u8>, text: &[u8]) {
    let guard: &[u8] = if is_formula(text) { b"'" } else { b"" };
    let must_be_quoted =
        text.is_empty() || memchr3(b'"', b',', b'\n', text).is_some() || memchr(b'\r', text).is_some();
    if must_be_quoted {
        push_quoted(out, guard, text);
    } else {
        out.extend_from_slice(guard);
        out.extend_from_slice(text);
    }
}

/// Whether a spreadsheet may run a text as a formula.
fn is_formula(text: &[u8]) -> bool {
    matches!(text, [b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r', ..])
}

/// Appends text in quotation marks, with those that it contains doubled.
fn push_quoted(out: &mut Vec<u8>, guard: &[u8], text: &[u8]) {
    out.push(b'"');
    out.extend_from_slice(guard);
    for (position, part) in text.split(|byte| *byte == b'"').enumerate() {
        if position > 0 {
            out.extend_from_slice(b"\"\"");
        }
        out.extend_from_slice(part);
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(values: &[&str]) -> String {
        let mut out = Vec::new();
        push_record(&mut out, values.iter().map(|value| value.as_bytes())).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_header_starts_with_a_byte_order_mark() {
        let mut out = Vec::new();
        push_header(&mut out, ["id", "title"]);
        assert_eq!(out, "\u{feff}id,title\r\n".as_bytes());
    }

    #[test]
    fn cells_are_quoted_only_if_needed() {
        assert_eq!(record(&[r#""plain""#, "5", "true", "null"]), "plain,5,true,\r\n");
        assert_eq!(record(&[r#""a,b""#, r#""say \"hi\"""#]), "\"a,b\",\"say \"\"hi\"\"\"\r\n");
        assert_eq!(record(&[r#""one\ntwo""#, r#""one\rtwo""#]), "\"one\ntwo\",\"one\rtwo\"\r\n");
        assert_eq!(record(&[r#""caf\u00e9""#, r#""back\\slash""#]), "café,back\\slash\r\n");
    }

    #[test]
    fn an_empty_text_differs_from_null() {
        assert_eq!(record(&[r#""""#, "null"]), "\"\",\r\n");
    }

    #[test]
    fn nested_values_are_json() {
        assert_eq!(record(&[r#"{"en":"a, \"b\""}"#]), "\"{\"\"en\"\":\"\"a, \\\"\"b\\\"\"\"\"}\"\r\n");
        assert_eq!(record(&["[]"]), "\"[]\"\r\n");
    }

    #[test]
    fn text_that_may_be_a_formula_is_prefixed() {
        assert_eq!(record(&[r#""=1+1""#, r#""+1""#, r#""-1""#, r#""@a""#]), "'=1+1,'+1,'-1,'@a\r\n");
        assert_eq!(record(&[r#""\tx""#, r#""\rx""#]), "'\tx,\"'\rx\"\r\n");
        assert_eq!(record(&[r#""=A1,B1""#, r#""1=1""#]), "\"'=A1,B1\",1=1\r\n");
    }

    #[test]
    fn a_negative_number_stays_a_number() {
        assert_eq!(record(&["-5", "-0.5"]), "-5,-0.5\r\n");
    }
}
