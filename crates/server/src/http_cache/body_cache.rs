//! A cache of compressed bodies, with a bounded size in bytes.

use bytes::Bytes;
use http::HeaderValue;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::coding::Coding;
use super::tag::Tag;

/// The approximate size of a compressed page, in bytes.
const AVERAGE_BODY_BYTES: u64 = 8192;
/// The memory that an entry needs beside its body, in bytes.
const ENTRY_OVERHEAD_BYTES: u64 = 128;

/// Compressed bodies by the tag of their content, so that a hot page is compressed once per change. Bodies that a crawl
/// reads once are evicted first.
#[derive(Debug)]
pub struct BodyCache(Cache<(Tag, Coding), CachedBody, BodyWeight>);

/// A compressed body with the header that depends on its records.
#[derive(Debug, Clone)]
pub struct CachedBody {
    /// The body.
    pub body: Bytes,
    /// The header that names withheld fields, if some are.
    pub withheld: Option<HeaderValue>,
}

#[derive(Debug, Clone)]
struct BodyWeight;

impl Weighter<(Tag, Coding), CachedBody> for BodyWeight {
    fn weight(&self, _: &(Tag, Coding), cached: &CachedBody) -> u64 {
        cached.body.len() as u64 + ENTRY_OVERHEAD_BYTES
    }
}

impl BodyCache {
    /// A cache with a maximum size in bytes.
    pub fn new(max_bytes: u64) -> Self {
        let estimated = usize::try_from(max_bytes / AVERAGE_BODY_BYTES).unwrap_or(usize::MAX).max(16);
        Self(Cache::with_weighter(estimated, max_bytes, BodyWeight))
    }

    /// The body with this content in a coding, if it is cached.
    pub fn get(&self, tag: Tag, coding: Coding) -> Option<CachedBody> {
        self.0.get(&(tag, coding))
    }

    /// Caches a body.
    pub fn insert(&self, tag: Tag, coding: Coding, body: &Bytes, withheld: Option<HeaderValue>) {
        // A copy without spare capacity.
        let body = Bytes::copy_from_slice(body);
        self.0.insert((tag, coding), CachedBody { body, withheld });
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.weight()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_bodies_stay_within_the_maximum_size() {
        let cache = BodyCache::new(100_000);
        let body = Bytes::from(vec![0; 5_000]);
        for number in 0..200 {
            cache.insert(Tag::numbered(number), Coding::Gzip, &body, None);
        }
        assert!((50_000..=100_000).contains(&cache.bytes()), "{}", cache.bytes());
    }

    #[test]
    fn a_cache_of_size_0_is_empty() {
        let cache = BodyCache::new(0);
        cache.insert(Tag::numbered(1), Coding::Gzip, &Bytes::from_static(b"body"), None);
        assert!(cache.get(Tag::numbered(1), Coding::Gzip).is_none());
    }
}
