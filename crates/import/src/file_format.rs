//! Files in another format than lines of JSON objects, recognised by how they begin, so that each is reported once and by name.

use folkmoot_files::text::{BYTE_ORDER_MARK, is_utf16};
use folkmoot_model::resources::all_resources;

/// The first bytes of formats, and their names.
const SIGNATURES: [(&[u8], &str); 5] = [
    (b"PK\x03\x04", "a ZIP archive, which may be a spreadsheet (.xlsx or .ods)"),
    (b"\xd0\xcf\x11\xe0", "a spreadsheet or another document (.xls or .doc)"),
    (b"\x1f\x8b", "a gzip file, whose name must end in .ndjson.gz"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3\0", "an SQLite database"),
];

/// What a file seems to be that begins with these bytes; `None` if it may be lines of JSON objects.
pub fn recognise(start: &[u8]) -> Option<&'static str> {
    if let Some((_, name)) = SIGNATURES.into_iter().find(|(signature, _)| start.starts_with(signature)) {
        return Some(name);
    }
    if is_utf16(start) {
        return Some("text in UTF-16; save it as UTF-8");
    }
    match start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start).trim_ascii_start() {
        [b'[', ..] => Some("a JSON array; write each of its objects on a line, without the brackets"),
        [b'<', ..] => Some("HTML or XML"),
        [b'{', members @ ..] if is_list(members) => Some(
            "a list as the API returns it; write each of its records on a line, or request format=ndjson",
        ),
        [b'{', b'\r' | b'\n', ..] => Some("a JSON object on several lines; write each object on one line"),
        text if is_header_row(text) => Some("CSV"),
        _ => None,
    }
}

/// Whether the members of a JSON object begin like a list as the API returns it.
fn is_list(members: &[u8]) -> bool {
    let key = members.trim_ascii_start().strip_prefix(b"\"").unwrap_or_default();
    let (key, rest) = key.split_at(key.iter().position(|byte| *byte == b'"').unwrap_or(key.len()));
    let value = rest.strip_prefix(b"\"").and_then(|rest| rest.trim_ascii_start().strip_prefix(b":"));
    value.is_some_and(|value| value.trim_ascii_start().starts_with(b"["))
        && all_resources().any(|resource| resource.names.list_key.as_bytes() == key)
}

/// Whether a text begins with a row of names.
fn is_header_row(text: &[u8]) -> bool {
    let row = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_delimiter = |byte: &u8| b",;\t".contains(byte);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-. \"\r".contains(byte);
    row.iter().any(is_delimiter) && row.iter().all(|byte| is_name(byte) || is_delimiter(byte))
}
