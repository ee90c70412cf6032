//! A map from the keys of a table's rows to small numbers.

use std::collections::HashMap;

/// The number of consecutive keys in a page.
const PAGE: usize = 64;
const ABSENT: u32 = u32::MAX;

/// Maps keys to numbers below 2^32 - 1. Consecutive keys need little more than 4 bytes each; an isolated key needs a
/// page of 64 numbers.
#[derive(Debug, Default)]
pub struct KeyMap {
    pages: HashMap<i64, Box<[u32; PAGE]>>,
}

impl KeyMap {
    /// The number of a key.
    pub fn get(&self, key: i64) -> Option<u32> {
        let (page, slot) = split(key);
        self.pages.get(&page).map(|numbers| numbers[slot]).filter(|number| *number != ABSENT)
    }

    /// Sets the number of a key.
    pub fn set(&mut self, key: i64, number: u32) {
        let (page, slot) = split(key);
        self.pages.entry(page).or_insert_with(|| Box::new([ABSENT; PAGE]))[slot] = number;
    }

    /// Removes a key.
    pub fn remove(&mut self, key: i64) {
        let (page, slot) = split(key);
        if let Some(numbers) = self.pages.get_mut(&page) {
            numbers[slot] = ABSENT;
            if numbers.iter().all(|number| *number == ABSENT) {
                self.pages.remove(&page);
            }
        }
    }

    /// Applies a function to every number.
    pub fn map(&mut self, change: impl Fn(u32) -> u32) {
        for number in self.pages.values_mut().flat_map(|page| page.iter_mut()) {
            if *number != ABSENT {
                *number = change(*number);
            }
        }
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.pages.capacity() * (size_of::<i64>() + size_of::<Box<[u32; PAGE]>>() + 1)
            + self.pages.len() * size_of::<[u32; PAGE]>()
    }
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

    proptest! {
        #[test]
        fn it_behaves_like_a_hash_map(steps in proptest::collection::vec((-200_i64..200, proptest::option::of(0_u32..9)), 0..400)) {
            let (mut map, mut model) = (KeyMap::default(), HashMap::new());
            for (key, number) in steps {
                if let Some(number) = number {
                    map.set(key, number);
                    model.insert(key, number);
                } else {
                    map.remove(key);
                    model.remove(&key);
                }
            }
            for key in -210..210 {
                prop_assert_eq!(map.get(key), model.get(&key).copied());
            }
            prop_assert!(map.pages.len() <= model.len());
        }
    }

    #[test]
    fn memory_depends_on_the_number_of_keys_not_on_their_values() {
        let mut map = KeyMap::default();
        (0..1000).for_each(|n| map.set(n * 1_000_000_000, 7));
        assert!(map.bytes() < 1000 * 400, "{} bytes", map.bytes());
    }
}
