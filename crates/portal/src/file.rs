//! A file of the portal.

use bytes::Bytes;

use super::manifest::Slot;
use super::provider::Values;

/// A file of the portal, with its compressed variants.
#[derive(Debug, Clone)]
pub struct File {
    /// The content under the default provider.
    pub content: Bytes,
    /// The compressed content by encoding, best first. Blank for templates, because it contains the default values.
    pub compressed: Vec<(&'static str, Bytes)>,
    /// The provider values in it, by position.
    pub(super) slots: Vec<Slot>,
}

impl File {
    /// Whether the file contains provider values.
    pub fn is_template(&self) -> bool {
        !self.slots.is_empty()
    }

    /// The content with a provider's values.
    pub fn rendered(&self, values: &Values) -> Bytes {
        if !self.is_template() {
            return self.content.clone();
        }
        let mut rendered = Vec::with_capacity(self.content.len() + 1024);
        let mut position = 0;
        let mut encoded = String::new();
        for slot in &self.slots {
            encoded.clear();
            slot.encoding.write(values.get(slot.key), &mut encoded);
            rendered.extend_from_slice(self.content.get(position..slot.start).unwrap_or_default());
            rendered.extend_from_slice(encoded.as_bytes());
            position = slot.start + slot.length;
        }
        rendered.extend_from_slice(self.content.get(position..).unwrap_or_default());
        rendered.into()
    }
}
