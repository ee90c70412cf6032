//! Remembers requested keys, so that a cache stores only data that is requested a second time.

use std::hash::{BuildHasher as _, Hash};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use quick_cache::DefaultHashBuilder;

/// The bits of the filter per remembered key; so many that few keys share one.
const BITS_PER_KEY: usize = 16;

/// Remembers which keys were requested recently, with one bit per hash. If two keys share a bit, the second
/// of them seems to have been requested before. The filter is reset after as many keys as the cache can
/// contain: by then, the cache would have evicted the entry.
#[derive(Debug)]
pub struct SecondHitFilter {
    bits: Box<[AtomicU64]>,
    capacity: usize,
    count: AtomicUsize,
    hasher: DefaultHashBuilder,
}

impl SecondHitFilter {
    /// The filter of a cache that contains about this many entries.
    pub fn new(capacity: usize) -> Self {
        let words = (capacity * BITS_PER_KEY).div_ceil(64);
        Self {
            bits: (0..words).map(|_| AtomicU64::new(0)).collect(),
            capacity,
            count: AtomicUsize::new(0),
            hasher: DefaultHashBuilder::default(),
        }
    }

    /// Whether the key was inserted before; inserts it if not.
    pub fn contains_or_insert(&self, key: &impl Hash) -> bool {
        let bits = self.bits.len() as u64 * 64;
        let position = usize::try_from(self.hasher.hash_one(key) % bits).unwrap_or(0);
        let bit = 1 << (position % 64);
        if self.bits[position / 64].fetch_or(bit, Ordering::Relaxed) & bit != 0 {
            return true;
        }
        if self.count.fetch_add(1, Ordering::Relaxed) > self.capacity {
            self.count.store(0, Ordering::Relaxed);
            self.bits.iter().for_each(|bits| bits.store(0, Ordering::Relaxed));
        }
        false
    }
}
