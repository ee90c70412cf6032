//! A cache of records in their JSON form, with a bounded size in bytes.

use bytes::Bytes;
use folkmoot_store::encode::{EncodedRecord, Representation};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::second_hit::SecondHitFilter;

/// The approximate size of a record, in bytes.
const AVERAGE_RECORD_BYTES: u64 = 2048;
/// The memory that an entry needs beside its JSON, in bytes.
const ENTRY_OVERHEAD_BYTES: u64 = 128;

/// Identifies a cached record. A change of anything that its JSON depends on changes the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RecordKey {
    /// The resource's table.
    pub resource: &'static str,
    /// The cache epoch of the resource, which increases when all its cached records become invalid.
    pub epoch: u32,
    /// What its JSON depends on beside the row.
    pub representation: Representation,
    /// The row's key.
    pub key: i64,
    /// The row's last change.
    pub version: i64,
}

impl RecordKey {
    /// Whether the records of the other key replace the records of this one, which nobody can request any
    /// more.
    pub fn is_replaced_by(&self, other: &Self) -> bool {
        self.resource == other.resource
            && (self.epoch, self.representation.platform) != (other.epoch, other.representation.platform)
    }
}

/// A bounded cache of records. A record is cached at its second read: a client that reads millions of records
/// once neither pays for caching them nor evicts records that are read often.
#[derive(Debug)]
pub struct RecordCache {
    cache: Cache<RecordKey, EncodedRecord, RecordWeight>,
    second_hit: SecondHitFilter,
}

#[derive(Debug, Clone)]
struct RecordWeight;

impl Weighter<RecordKey, EncodedRecord> for RecordWeight {
    fn weight(&self, _: &RecordKey, record: &EncodedRecord) -> u64 {
        record.json.len() as u64 + ENTRY_OVERHEAD_BYTES
    }
}

impl RecordCache {
    /// A cache with a maximum size in bytes.
    pub fn new(max_bytes: u64) -> Self {
        let capacity = usize::try_from(max_bytes / AVERAGE_RECORD_BYTES).unwrap_or(usize::MAX).max(16);
        Self {
            cache: Cache::with_weighter(capacity, max_bytes, RecordWeight),
            second_hit: SecondHitFilter::new(capacity),
        }
    }

    /// The record, if it is cached.
    pub fn get(&self, key: &RecordKey) -> Option<EncodedRecord> {
        self.cache.get(key)
    }

    /// Caches a record that was read from the database, if this is not its first read.
    pub fn insert(&self, key: RecordKey, record: &EncodedRecord) {
        if self.second_hit.contains_or_insert(&key) {
            // A copy, because the record is a slice of a buffer with a whole page of records.
            let json = Bytes::copy_from_slice(&record.json);
            self.cache.insert(key, EncodedRecord { json, ..*record });
        }
    }

    /// The number of reads that found a record, and the number of reads that found none.
    pub fn reads(&self) -> (u64, u64) {
        (self.cache.hits(), self.cache.misses())
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        self.cache.weight()
    }
}

#[cfg(test)]
mod tests {
    use folkmoot_model::access::AccessLevel;
    use uuid::Uuid;

    use super::*;

    const REPRESENTATION: Representation = Representation {
        platform: [0; 32],
        locale: 0,
        level: AccessLevel::Pseudonymous,
        settings: [0; 32],
        pseudonyms_of: Some(Uuid::from_u128(1)),
        downloads: None,
    };
    const KEY: RecordKey =
        RecordKey { resource: "ideas", epoch: 0, representation: REPRESENTATION, key: 7, version: 0 };

    #[test]
    fn a_record_is_cached_at_its_second_read() {
        let cache = RecordCache::new(1_000_000);
        let record = EncodedRecord { json: Bytes::from_static(b"{}"), withholds_votes: true };
        cache.insert(KEY, &record);
        assert_eq!(cache.get(&KEY), None);
        cache.insert(KEY, &record);
        assert_eq!(cache.get(&KEY), Some(record));
    }

    #[test]
    fn a_record_of_one_level_or_client_is_not_found_at_another() {
        let cache = RecordCache::new(1_000_000);
        let record = EncodedRecord { json: Bytes::from_static(b"{}"), withholds_votes: false };
        cache.insert(KEY, &record);
        cache.insert(KEY, &record);
        let others = [
            Representation { level: AccessLevel::Public, ..REPRESENTATION },
            Representation { pseudonyms_of: Some(Uuid::from_u128(2)), ..REPRESENTATION },
            Representation { pseudonyms_of: None, ..REPRESENTATION },
            Representation { settings: [1; 32], ..REPRESENTATION },
        ];
        for representation in others {
            assert_eq!(cache.get(&RecordKey { representation, ..KEY }), None);
        }
    }
}
