//! Records as comma-separated values (RFC 4180): UTF-8 with a byte order mark, CRLF, one header row.
//!
//! Null is an empty cell and an empty text is `""`. Nested values are JSON. Text that a spreadsheet would run as a formula
//! is prefixed with an apostrophe; numbers, such as -5, are not, because they cannot contain a formula and programs read
//! them as numbers. Text that starts with an apostrophe is prefixed with another, so that the text can be restored.

use memchr::{memchr, memchr3};

use crate::StoreError;

/// The media type (RFC 7111).
pub const MEDIA_TYPE: &str = "text/csv; charset=utf-8; header=present";

/// The byte order mark, by which spreadsheets recognise UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What separates the cells of a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Delimiter {
    /// `,`
    #[default]
    Comma,
    /// `;`
    Semicolon,
    /// A tab.
    Tab,
}

impl Delimiter {
    /// Every delimiter, the default first.
    pub const ALL: [Self; 3] = [Self::Comma, Self::Semicolon, Self::Tab];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Comma => "comma",
            Self::Semicolon => "semicolon",
            Self::Tab => "tab",
        }
    }

    /// What it is, as a phrase.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Comma => "A comma",
            Self::Semicolon => "A semicolon",
            Self::Tab => "A tab",
        }
    }

    const fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
        }
    }
}

/// A variant of CSV.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    /// What separates the cells of a row.
    pub delimiter: Delimiter,
    /// Whether the text begins with a byte order mark.
    pub has_byte_order_mark: bool,
}

impl Default for Dialect {
    fn default() -> Self {
        Self { delimiter: Delimiter::default(), has_byte_order_mark: true }
    }
}

impl Dialect {
    /// Appends the header row, after the byte order mark if there is one.
    pub fn push_header<'a>(self, out: &mut Vec<u8>, names: impl IntoIterator<Item = &'a str>) {
        if self.has_byte_order_mark {
            out.extend_from_slice(BYTE_ORDER_MARK);
        }
        for (position, name) in names.into_iter().enumerate() {
            if position > 0 {
                out.push(self.delimiter.byte());
            }
            out.extend_from_slice(name.as_bytes());
        }
        out.extend_from_slice(b"\r\n");
    }

    /// Appends a record, given by the JSON of its values.
    pub fn push_record<'a>(
        self,
        out: &mut Vec<u8>,
        values: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<(), StoreError> {
        let delimiter = self.delimiter.byte();
        for (position, value) in values.into_iter().enumerate() {
            if position > 0 {
                out.push(delimiter);
            }
            push_cell(out, value, delimiter)?;
        }
        out.extend_from_slice(b"\r\n");
        Ok(())
    }
}

/// Appends a value, given as JSON, as one cell.
fn push_cell(out: &mut Vec<u8>, value: &[u8], delimiter: u8) -> Result<(), StoreError> {
    match value {
        b"null" => {}
        [b'"', text @ .., b'"'] if memchr(b'\\', text).is_none() => push_text(out, text, delimiter),
        [b'"', ..] => {
            let text: String =
                serde_json::from_slice(value).map_err(|error| StoreError::Value(error.to_string()))?;
            push_text(out, text.as_bytes(), delimiter);
        }
        [b'{' | b'[', ..] => push_quoted(out, b"", value),
        number_or_boolean => out.extend_from_slice(number_or_boolean),
    }
    Ok(())
}

fn push_text(out: &mut Vec<u8>, text: &[u8], delimiter: u8) {
    let guard: &[u8] = if must_be_guarded(text) { b"'" } else { b"" };
    let must_be_quoted =
        text.is_empty() || memchr3(b'"', delimiter, b'\n', text).is_some() || memchr(b'\r', text).is_some();
    if must_be_quoted {
        push_quoted(out, guard, text);
    } else {
        out.extend_from_slice(guard);
        out.extend_from_slice(text);
    }
}

/// Whether a text needs an apostrophe in front: a spreadsheet may run it as a formula, or its own apostrophe would look like one that
/// was added.
pub fn must_be_guarded(text: &[u8]) -> bool {
    matches!(text, [b'=' | b'+' | b'-' | b'@' | b'\'' | b'\t' | b'\r', ..])
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
        record_in(Dialect::default(), values)
    }

    fn record_in(dialect: Dialect, values: &[&str]) -> String {
        let mut out = Vec::new();
        dialect.push_record(&mut out, values.iter().map(|value| value.as_bytes())).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_header_starts_with_a_byte_order_mark() {
        let mut out = Vec::new();
        Dialect::default().push_header(&mut out, ["id", "title"]);
        assert_eq!(out, "\u{feff}id,title\r\n".as_bytes());
    }

    #[test]
    fn only_the_delimiter_must_be_quoted() {
        let values = [r#""a,b""#, r#""a;b""#, r#""a\tb""#];
        for (delimiter, expected) in
            [(Delimiter::Semicolon, "a,b;\"a;b\";a\tb\r\n"), (Delimiter::Tab, "a,b\ta;b\t\"a\tb\"\r\n")]
        {
            let dialect = Dialect { delimiter, has_byte_order_mark: false };
            assert_eq!(record_in(dialect, &values), expected);
            let mut header = Vec::new();
            dialect.push_header(&mut header, ["id"]);
            assert_eq!(header, b"id\r\n");
        }
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
        assert_eq!(record(&[r#""'a""#, r#""'=1""#, r#""a'b""#]), "''a,''=1,a'b\r\n");
        assert_eq!(record(&[r#""=A1,B1""#, r#""1=1""#]), "\"'=A1,B1\",1=1\r\n");
    }

    #[test]
    fn a_negative_number_stays_a_number() {
        assert_eq!(record(&["-5", "-0.5"]), "-5,-0.5\r\n");
    }
}
