//! Sets of keys of records.

use super::block::{BITMAP_WORDS, Bitmap, add_to, block_of, offset_of};
use crate::StoreError;

/// A set of keys: a bitmap for each block of keys that contains some.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeySet {
    /// The block of the first bitmap.
    first: i64,
    bitmaps: Vec<Option<Box<Bitmap>>>,
}

impl KeySet {
    /// Whether the set contains the key.
    pub fn contains(&self, key: i64) -> bool {
        let offset = usize::from(offset_of(key));
        self.bitmap(block_of(key)).is_some_and(|bitmap| bitmap[offset / 64] >> (offset % 64) & 1 == 1)
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.bitmaps.is_empty()
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.bitmaps
            .iter()
            .flatten()
            .flat_map(|bitmap| bitmap.iter())
            .map(|bits| bits.count_ones() as usize)
            .sum()
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        let bitmaps = self.bitmaps.iter().flatten().count();
        size_of::<Self>()
            + self.bitmaps.capacity() * size_of::<Option<Box<Bitmap>>>()
            + bitmaps * size_of::<Bitmap>()
    }

    /// The first and the last block that contain keys; `None` if the set is empty.
    pub(super) fn blocks(&self) -> Option<(i64, i64)> {
        let count = i64::try_from(self.bitmaps.len()).unwrap_or(i64::MAX);
        (count > 0).then(|| (self.first, self.first + count - 1))
    }

    /// Adds encoded keys of a block.
    pub(super) fn add(&mut self, block: i64, keys: &[u8]) -> Result<(), StoreError> {
        if self.bitmaps.is_empty() {
            self.first = block;
        }
        let before = usize::try_from(self.first - block).unwrap_or(0);
        if before > 0 {
            self.bitmaps.splice(0..0, std::iter::repeat_with(|| None).take(before));
            self.first = block;
        }
        let position = usize::try_from(block - self.first).unwrap_or(0);
        if position >= self.bitmaps.len() {
            self.bitmaps.resize_with(position + 1, || None);
        }
        add_to(self.bitmaps[position].get_or_insert_with(|| Box::new([0; BITMAP_WORDS])), keys)
    }

    /// Removes every key that is not in the other set.
    pub(super) fn intersect(&mut self, other: &Self) {
        for (block, bitmap) in (self.first..).zip(&mut self.bitmaps) {
            let Some(bits) = bitmap else { continue };
            match other.bitmap(block) {
                Some(other) => bits.iter_mut().zip(other).for_each(|(bits, other)| *bits &= other),
                None => *bitmap = None,
            }
            if bitmap.as_ref().is_some_and(|bits| bits.iter().all(|bits| *bits == 0)) {
                *bitmap = None;
            }
        }
        let end = self.bitmaps.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        self.bitmaps.truncate(end);
        let start = self.bitmaps.iter().position(Option::is_some).unwrap_or(0);
        self.bitmaps.drain(..start);
        self.first += i64::try_from(start).unwrap_or(0);
    }

    fn bitmap(&self, block: i64) -> Option<&Bitmap> {
        self.bitmaps.get(usize::try_from(block - self.first).ok()?)?.as_deref()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::super::block::encode;
    use super::*;

    fn set(keys: &BTreeSet<i64>) -> KeySet {
        let mut set = KeySet::default();
        for key in keys.iter().rev() {
            set.add(block_of(*key), &encode(&[offset_of(*key)])).unwrap();
        }
        set
    }

    proptest! {
        #[test]
        fn it_behaves_like_a_set(
            one in proptest::collection::btree_set(0_i64..50_000, 0..300),
            other in proptest::collection::btree_set(0_i64..50_000, 0..300),
        ) {
            let mut found = set(&one);
            prop_assert_eq!(found.len(), one.len());
            found.intersect(&set(&other));
            let both: BTreeSet<i64> = one.intersection(&other).copied().collect();
            prop_assert_eq!(found.len(), both.len());
            prop_assert_eq!(found.is_empty(), both.is_empty());
            prop_assert!((-9000..60_000).all(|key| found.contains(key) == both.contains(&key)));
            let blocks = both.first().zip(both.last()).map(|(first, last)| (block_of(*first), block_of(*last)));
            prop_assert_eq!(found.blocks(), blocks);
        }
    }
}
