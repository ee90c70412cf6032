//! Records already written as JSON, kept up to a number of bytes.

use std::hash::BuildHasher as _;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use bytes::Bytes;
use folkmoot_store::clients::Holder;
use quick_cache::sync::Cache;
use quick_cache::{DefaultHashBuilder, Weighter};

/// What a kept record is found by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeptRow {
    /// The resource's table.
    pub resource: &'static str,
    /// The version of all answers of the resource.
    pub epoch: u32,
    /// The version of the view that the record was written for.
    pub view: u64,
    /// The chosen locale's place among the platform's.
    pub locale: usize,
    /// The client that the URLs in the record are issued to; `None` if the record is the same for all.
    pub holder: Option<Holder>,
    /// The row's key.
    pub key: i64,
    /// The row's last change.
    pub version: i64,
}

/// A bounded cache of records. A record is kept when it is asked for a second time, so that a crawl through
/// millions of records neither pays for keeping them nor drives out what many ask for.
#[derive(Debug)]
pub struct KeptRows {
    cache: Cache<KeptRow, Bytes, ByteWeight>,
    seen: Seen,
}

/// Which records were asked for lately: a bit for each hash. Two records with one bit only mean that one is kept
/// early. As many are remembered as the cache could hold: what comes again later than that would have gone meanwhile.
#[derive(Debug)]
struct Seen {
    bits: Box<[AtomicU64]>,
    most: usize,
    count: AtomicUsize,
    hasher: DefaultHashBuilder,
}

/// How many bytes a record has, about.
const USUAL: u64 = 2048;
/// How many bits there are for each record that is remembered, so that few share one.
const BITS: usize = 16;

#[derive(Debug, Clone)]
struct ByteWeight;

/// What an entry costs beside its JSON.
const OVERHEAD: u64 = 128;

impl Weighter<KeptRow, Bytes> for ByteWeight {
    fn weight(&self, _: &KeptRow, json: &Bytes) -> u64 {
        json.len() as u64 + OVERHEAD
    }
}

impl KeptRows {
    /// A cache of at most so many bytes.
    pub fn new(bytes: u64) -> Self {
        let expected = usize::try_from(bytes / USUAL).unwrap_or(usize::MAX).max(16);
        Self { cache: Cache::with_weighter(expected, bytes, ByteWeight), seen: Seen::new(expected) }
    }

    /// The record, where it is kept.
    pub fn get(&self, row: &KeptRow) -> Option<Bytes> {
        self.cache.get(row)
    }

    /// Keeps a record that was asked for before.
    pub fn keep(&self, row: KeptRow, json: &Bytes) {
        if self.seen.before(&row) {
            // The record is part of a page's buffer, which must not be held for its sake.
            self.cache.insert(row, Bytes::copy_from_slice(json));
        }
    }

    /// The bytes held.
    pub fn bytes(&self) -> u64 {
        self.cache.weight()
    }
}

impl Seen {
    fn new(most: usize) -> Self {
        let bits = (0..(most * BITS).div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Self { bits, most, count: AtomicUsize::new(0), hasher: DefaultHashBuilder::default() }
    }

    /// Whether it was asked for before; it is remembered from now on.
    fn before(&self, row: &KeptRow) -> bool {
        let bits = self.bits.len() as u64 * 64;
        let place = usize::try_from(self.hasher.hash_one(row) % bits).unwrap_or(0);
        let bit = 1 << (place % 64);
        if self.bits[place / 64].fetch_or(bit, Ordering::Relaxed) & bit != 0 {
            return true;
        }
        if self.count.fetch_add(1, Ordering::Relaxed) > self.most {
            self.count.store(0, Ordering::Relaxed);
            self.bits.iter().for_each(|bits| bits.store(0, Ordering::Relaxed));
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_kept_when_it_is_asked_for_again() {
        let rows = KeptRows::new(1_000_000);
        let row =
            KeptRow { resource: "ideas", epoch: 0, view: 0, locale: 0, holder: None, key: 7, version: 0 };
        rows.keep(row, &Bytes::from_static(b"{}"));
        assert_eq!(rows.get(&row), None);
        rows.keep(row, &Bytes::from_static(b"{}"));
        assert_eq!(rows.get(&row).as_deref(), Some(b"{}".as_slice()));
    }
}
