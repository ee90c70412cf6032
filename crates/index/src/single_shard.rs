//! Caches of few large entries.

use std::hash::Hash;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

/// The expected number of entries. From 64 on, `quick_cache` divides a cache into shards, each with its part of the maximum size,
/// and an entry that exceeds it is not cached.
const EXPECTED_ENTRIES: usize = 32;

/// A cache with a maximum size in bytes that is not divided into shards, so that one entry can use all of it, such as the keys of
/// millions of records.
pub fn single_shard_cache<K: Eq + Hash, V: Clone, W: Weighter<K, V> + Clone>(
    max_bytes: u64,
    weighter: W,
) -> Cache<K, V, W> {
    Cache::with_weighter(EXPECTED_ENTRIES, max_bytes, weighter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone)]
    struct Length;

    impl Weighter<u8, Vec<u8>> for Length {
        fn weight(&self, _: &u8, value: &Vec<u8>) -> u64 {
            value.len() as u64
        }
    }

    #[test]
    fn one_entry_can_use_most_of_the_cache() {
        let cache = single_shard_cache(1_000_000, Length);
        cache.insert(1, vec![0; 900_000]);
        assert!(cache.get(&1).is_some());
        cache.insert(2, vec![0; 900_000]);
        assert!(cache.weight() <= 1_000_000);
    }
}
