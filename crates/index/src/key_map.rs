//! A map from the keys of a table's rows to their locations in the index.

use std::sync::Arc;

use hashbrown::HashMap;

use super::row_set::MAX_ROWS;

/// The number of consecutive keys in a page.
const PAGE: usize = 256;
const ABSENT: u32 = u32::MAX;
/// The maximum number of chunks that an index makes before it must be rebuilt.
pub const MAX_CHUNKS: usize = (ABSENT as usize) / MAX_ROWS;

/// Where a row is: the id of its chunk and its offset there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location {
    /// The id of the chunk, less than [`MAX_CHUNKS`].
    pub chunk: u32,
    /// The offset in the chunk.
    pub row: u16,
}

/// Maps keys to locations. Consecutive keys need little more than 4 bytes each; an isolated key needs a page of 256. A
/// copy shares the pages that do not change.
#[derive(Debug, Default, Clone)]
pub struct KeyMap {
    pages: HashMap<i64, Arc<[u32; PAGE]>>,
}

impl KeyMap {
    /// The location of a key.
    pub fn get(&self, key: i64) -> Option<Location> {
        let (page, slot) = split(key);
        self.pages
            .get(&page)
            .map(|locations| locations[slot])
            .filter(|location| *location != ABSENT)
            .map(unpacked)
    }

    /// Sets the location of a key.
    pub fn set(&mut self, key: i64, location: Location) {
        let (page, slot) = split(key);
        let page = self.pages.entry(page).or_insert_with(|| Arc::new([ABSENT; PAGE]));
        let packed = packed(location);
        if page[slot] != packed {
            Arc::make_mut(page)[slot] = packed;
        }
    }

    /// Removes a key.
    pub fn remove(&mut self, key: i64) {
        let (page, slot) = split(key);
        if let Some(locations) = self.pages.get_mut(&page) {
            Arc::make_mut(locations)[slot] = ABSENT;
            if locations.iter().all(|location| *location == ABSENT) {
                self.pages.remove(&page);
            }
        }
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.pages.capacity() * (size_of::<i64>() + size_of::<Arc<[u32; PAGE]>>() + 1)
            + self.pages.len() * size_of::<[u32; PAGE]>()
    }
}

fn packed(location: Location) -> u32 {
    let rows = u32::try_from(MAX_ROWS).unwrap_or(u32::MAX);
    location.chunk.saturating_mul(rows).saturating_add(location.row.into())
}

fn unpacked(packed: u32) -> Location {
    let rows = u32::try_from(MAX_ROWS).unwrap_or(u32::MAX);
    Location { chunk: packed / rows, row: u16::try_from(packed % rows).unwrap_or(u16::MAX) }
}

fn split(key: i64) -> (i64, usize) {
    let page = i64::try_from(PAGE).unwrap_or(i64::MAX);
    (key.div_euclid(page), usize::try_from(key.rem_euclid(page)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    fn location(number: u32) -> Location {
        Location { chunk: number * 1000, row: u16::try_from(number).unwrap() }
    }

    proptest! {
        #[test]
        fn it_behaves_like_a_hash_map(steps in proptest::collection::vec((-600_i64..600, proptest::option::of(0_u32..9)), 0..400)) {
            let (mut map, mut model) = (KeyMap::default(), HashMap::new());
            for (key, number) in steps {
                if let Some(number) = number {
                    map.set(key, location(number));
                    model.insert(key, location(number));
                } else {
                    map.remove(key);
                    model.remove(&key);
                }
            }
            for key in -610..610 {
                prop_assert_eq!(map.get(key), model.get(&key).copied());
            }
            prop_assert!(map.pages.len() <= model.len());
        }
    }

    #[test]
    fn a_copy_does_not_change_with_the_original() {
        let mut map = KeyMap::default();
        map.set(1, location(1));
        let copy = map.clone();
        map.set(1, location(2));
        map.remove(1);
        assert_eq!(copy.get(1), Some(location(1)));
    }

    #[test]
    fn memory_depends_on_the_number_of_keys_not_on_their_values() {
        let mut map = KeyMap::default();
        (0..1000).for_each(|n| map.set(n * 1_000_000_000, location(7)));
        assert!(map.bytes() < 1000 * 1200, "{} bytes", map.bytes());
    }
}
