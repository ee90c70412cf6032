//! The manifest of a built portal: where its files contain provider values.

use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;
use serde::Deserialize;

use super::PortalError;
use super::encoding::Encoding;
use super::provider::Key;

/// The path of the manifest in the build.
pub const PATH: &str = "/provider-values.json";

/// A provider value in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Slot {
    /// Its first byte.
    pub start: usize,
    /// Its length in bytes.
    pub length: usize,
    /// Which value it is.
    pub key: Key,
    /// How it is written there.
    pub encoding: Encoding,
}

#[derive(Deserialize)]
struct Manifest {
    defaults: BTreeMap<Key, String>,
    files: HashMap<String, Vec<Slot>>,
}

/// The slots of every file that has some, by its path with a leading slash. Checks that the default values are at their
/// positions, so that a manifest of another build is noticed.
pub fn read(
    bytes: &[u8],
    contents: &HashMap<String, Bytes>,
) -> Result<HashMap<String, Vec<Slot>>, PortalError> {
    let manifest: Manifest =
        serde_json::from_slice(bytes).map_err(|error| PortalError::Manifest(format!("{PATH}: {error}")))?;
    let mut slots = HashMap::new();
    for (path, file_slots) in manifest.files {
        let path = format!("/{path}");
        let content =
            contents.get(&path).ok_or_else(|| PortalError::Manifest(format!("{path} is missing")))?;
        check(&path, content, &file_slots, &manifest.defaults)?;
        slots.insert(path, file_slots);
    }
    Ok(slots)
}

fn check(
    path: &str,
    content: &[u8],
    slots: &[Slot],
    defaults: &BTreeMap<Key, String>,
) -> Result<(), PortalError> {
    let mut end = 0;
    for slot in slots {
        let default = defaults.get(&slot.key).map(String::as_str).unwrap_or_default();
        let mut expected = String::new();
        slot.encoding.write(default, &mut expected);
        let found = slot.start.checked_add(slot.length).and_then(|stop| content.get(slot.start..stop));
        if slot.start < end || found != Some(expected.as_bytes()) {
            let position = slot.start;
            return Err(PortalError::Manifest(format!(
                "{path} does not contain {expected:?} at byte {position}"
            )));
        }
        end = slot.start + slot.length;
    }
    Ok(())
}
