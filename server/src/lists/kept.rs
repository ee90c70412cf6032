//! Records already written as JSON, kept up to a number of bytes.

use bytes::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

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
    /// The row's key.
    pub key: i64,
    /// The row's last change.
    pub version: i64,
}

/// A bounded cache of records.
#[derive(Debug)]
pub struct KeptRows {
    cache: Cache<KeptRow, Bytes, ByteWeight>,
}

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
        let expected = usize::try_from(bytes / 1024).unwrap_or(usize::MAX).max(16);
        Self { cache: Cache::with_weighter(expected, bytes, ByteWeight) }
    }

    /// The record, where it is kept.
    pub fn get(&self, row: &KeptRow) -> Option<Bytes> {
        self.cache.get(row)
    }

    /// Keeps a record.
    pub fn insert(&self, row: KeptRow, json: Bytes) {
        self.cache.insert(row, json);
    }

    /// The bytes held.
    pub fn bytes(&self) -> u64 {
        self.cache.weight()
    }
}
