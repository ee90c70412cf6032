//! Values as JSON, appended to the buffer of the response.

use folkmoot_model::timestamp::push_timestamp;
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

pub fn push_url(out: &mut Vec<u8>, platform: &str, path: &str, slug: &str) -> Result<bool, StoreError> {
    let mut serializer = serde_json::Serializer::new(out);
    let pushed = serializer.collect_str(&format_args!("{platform}{path}{slug}"));
    pushed.map(|()| true).map_err(|error| StoreError::Value(error.to_string()))
}

pub fn push_text(out: &mut Vec<u8>, text: &str) -> Result<bool, StoreError> {
    push_json(out, &text)
}
