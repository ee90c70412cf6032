//! Values as JSON, appended to the buffer of the response.

use folkmoot_model::timestamp::push_timestamp;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serializer as _;

use crate::StoreError;

/// Appends a UUID.
pub fn push_uuid(out: &mut Vec<u8>, id: [u8; 16]) {
    let mut buffer = [0; uuid::fmt::Hyphenated::LENGTH];
    out.push(b'"');
    out.extend_from_slice(uuid::Uuid::from_bytes(id).as_hyphenated().encode_lower(&mut buffer).as_bytes());
    out.push(b'"');
}

pub fn push_quoted_timestamp(out: &mut Vec<u8>, timestamp: i64) {
    out.push(b'"');
    push_timestamp(out, timestamp);
    out.push(b'"');
}

pub fn push_json(out: &mut Vec<u8>, value: &impl serde::Serialize) -> Result<bool, StoreError> {
    serde_json::to_writer(out, value).map_err(|error| StoreError::Value(error.to_string()))?;
    Ok(true)
}

/// The bytes of a path segment that are percent-encoded (RFC 3986, section 3.3), quotation marks and brackets among them, so that no
/// program that puts a URL in HTML or in a command changes it.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Appends the URL of a record's page. Returns `false` and appends nothing if the slug is empty.
pub fn push_url(out: &mut Vec<u8>, platform: &str, path: &str, slug: &str) -> Result<bool, StoreError> {
    if slug.is_empty() {
        return Ok(false);
    }
    let slug = utf8_percent_encode(slug, ENCODED);
    let mut serializer = serde_json::Serializer::new(out);
    let pushed = serializer.collect_str(&format_args!("{platform}{path}{slug}"));
    pushed.map(|()| true).map_err(|error| StoreError::Value(error.to_string()))
}

pub fn push_text(out: &mut Vec<u8>, text: &str) -> Result<bool, StoreError> {
    push_json(out, &text)
}
