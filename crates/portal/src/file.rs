//! A file of the portal.

use std::ops::Range;

use bytes::Bytes;

use super::archive::{self, ArchivedText};
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
    /// Its texts with provider values, if it is an archive.
    pub(super) archive: Option<Vec<ArchivedText>>,
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
        match &self.archive {
            None => self.part(0..self.content.len(), values).into(),
            // It was read when the portal was, and memory can be written.
            Some(texts) => archive::write(texts, |range| self.part(range, values))
                .map_or_else(|_| self.content.clone(), Bytes::from),
        }
    }

    /// A part of the content with a provider's values.
    fn part(&self, range: Range<usize>, values: &Values) -> Vec<u8> {
        let mut rendered = Vec::with_capacity(range.len() + 1024);
        let mut position = range.start;
        let mut encoded = String::new();
        for slot in self.slots.iter().filter(|slot| range.contains(&slot.start)) {
            encoded.clear();
            slot.encoding.write(values.get(slot.key), &mut encoded);
            rendered.extend_from_slice(self.content.get(position..slot.start).unwrap_or_default());
            rendered.extend_from_slice(encoded.as_bytes());
            position = slot.start + slot.length;
        }
        rendered.extend_from_slice(self.content.get(position..range.end).unwrap_or_default());
        rendered
    }
}
