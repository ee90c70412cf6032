//! Errors about text that is not plain UTF-8, which name the encoding that it seems to have.

/// The byte order mark of UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Why bytes are not JSON, as a clause about them; `error` is what the parser found.
pub fn json_error(bytes: &[u8], error: &serde_json::Error) -> String {
    encoding_error(bytes).unwrap_or_else(|| error.to_string())
}

/// Why bytes are not UTF-8 text without a byte order mark, as a clause about them; `None` if they are.
pub fn encoding_error(bytes: &[u8]) -> Option<String> {
    if bytes.starts_with(BYTE_ORDER_MARK) {
        return Some("it begins with a byte order mark; use UTF-8 without one".to_owned());
    }
    if is_utf16(bytes) {
        return Some("it is in UTF-16; use UTF-8".to_owned());
    }
    let position = std::str::from_utf8(bytes).err()?.valid_up_to();
    let byte = bytes.get(position)?;
    Some(format!(
        "the byte 0x{byte:02X} is not UTF-8, but perhaps Latin-1 (ISO 8859-1) or Windows-1252; use UTF-8"
    ))
}

/// Whether bytes begin with the byte order mark of UTF-16, or with an ASCII character in UTF-16.
pub fn is_utf16(bytes: &[u8]) -> bool {
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [one, other, ..] => (*one == 0) != (*other == 0),
        _ => false,
    }
}
