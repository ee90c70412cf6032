//! A cache of bodies, with a bounded size in bytes.

use std::sync::Arc;

use bytes::Bytes;
use folkmoot_index::SecondHitFilter;
use http::HeaderValue;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::page_head::{PageHead, RequestOfPage};
use super::tag::Tag;
use folkmoot_codings::{Coding, PreferredCodings};

/// The approximate size of a body, in bytes.
const AVERAGE_BODY_BYTES: u64 = 8192;
/// The memory that an entry needs beside its body, in bytes.
const ENTRY_OVERHEAD_BYTES: u64 = 128;

/// Bodies by the tag of their content and their coding; `None` for uncompressed ones. A compressed body is cached at once,
/// so that a page is compressed once per change; those that a crawl reads once are evicted first. An uncompressed body is
/// cached at its second request, because it is larger and costs less to make; so is a body that can be joined from records
/// that are deflated already.
#[derive(Debug)]
pub struct BodyCache {
    bodies: Cache<(Tag, Option<Coding>), CachedBody, BodyWeight>,
    second_hit: SecondHitFilter,
}

/// A body with the header that depends on its records.
#[derive(Debug, Clone)]
pub struct CachedBody {
    /// The body.
    pub body: Bytes,
    /// The header that names withheld fields, if some are.
    pub withheld: Option<HeaderValue>,
    /// The request that the body was made for, with the head of its page.
    pub page: Option<Arc<(RequestOfPage, PageHead)>>,
}

#[derive(Debug, Clone)]
struct BodyWeight;

impl Weighter<(Tag, Option<Coding>), CachedBody> for BodyWeight {
    fn weight(&self, _: &(Tag, Option<Coding>), cached: &CachedBody) -> u64 {
        let head = cached.page.as_ref().map_or(0, |page| page.1.bytes());
        (cached.body.len() + head) as u64 + ENTRY_OVERHEAD_BYTES
    }
}

impl BodyCache {
    /// A cache with a maximum size in bytes.
    pub fn new(max_bytes: u64) -> Self {
        let estimated = usize::try_from(max_bytes / AVERAGE_BODY_BYTES).unwrap_or(usize::MAX).max(16);
        Self {
            bodies: Cache::with_weighter(estimated, max_bytes, BodyWeight),
            second_hit: SecondHitFilter::new(estimated),
        }
    }

    /// The smallest body with this content in one of the codings, or uncompressed if there are none, if one is cached.
    pub fn smallest(&self, tag: Tag, codings: PreferredCodings) -> Option<(Option<Coding>, CachedBody)> {
        let coding = self.smallest_coding(tag, codings);
        Some((coding, self.bodies.get(&(tag, coding))?))
    }

    /// The same, if it was made for an equal request. A read that finds none is not counted.
    pub fn smallest_of(
        &self,
        tag: Tag,
        codings: PreferredCodings,
        request: &RequestOfPage,
    ) -> Option<(Option<Coding>, CachedBody)> {
        let coding = self.smallest_coding(tag, codings);
        let cached = self.bodies.peek(&(tag, coding))?;
        if cached.page.as_ref().is_none_or(|page| page.0 != *request) {
            return None;
        }
        Some((coding, self.bodies.get(&(tag, coding))?))
    }

    fn smallest_coding(&self, tag: Tag, codings: PreferredCodings) -> Option<Coding> {
        let size = |coding| self.bodies.peek(&(tag, coding)).map_or(usize::MAX, |cached| cached.body.len());
        codings.iter().map(Some).min_by_key(|coding| size(*coding)).flatten()
    }

    /// Whether a body with this content was requested before, and can be cached.
    pub fn is_requested_again(&self, tag: Tag) -> bool {
        self.bodies.capacity() > 0 && self.second_hit.contains_or_insert(&tag)
    }

    /// Caches a body, which should have no spare capacity. An uncompressed one must be passed twice.
    pub fn insert(&self, tag: Tag, coding: Option<Coding>, cached: CachedBody) {
        if coding.is_some() || self.second_hit.contains_or_insert(&tag) {
            self.bodies.insert((tag, coding), cached);
        }
    }

    /// The number of reads that found a body, and of those that found none.
    pub fn reads(&self) -> (u64, u64) {
        (self.bodies.hits(), self.bodies.misses())
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bodies.weight()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use http::header;

    use super::*;

    fn cached(body: impl Into<Bytes>) -> CachedBody {
        CachedBody { body: body.into(), withheld: None, page: None }
    }

    fn preferred(accepted: &str) -> PreferredCodings {
        PreferredCodings::new(&[(header::ACCEPT_ENCODING, accepted.parse().unwrap())].into_iter().collect())
    }

    #[test]
    fn cached_bodies_stay_within_the_maximum_size() {
        let cache = BodyCache::new(100_000);
        for number in 0..200 {
            cache.insert(Tag::numbered(number), Some(Coding::Gzip), cached(vec![0; 5_000]));
        }
        assert!((50_000..=100_000).contains(&cache.bytes()), "{}", cache.bytes());
    }

    #[test]
    fn a_cache_of_size_0_is_empty() {
        let cache = BodyCache::new(0);
        cache.insert(Tag::numbered(1), Some(Coding::Gzip), cached("body"));
        assert!(cache.smallest(Tag::numbered(1), preferred("gzip")).is_none());
    }

    #[test]
    fn the_smallest_of_the_bodies_that_a_client_may_get_is_chosen() {
        let cache = BodyCache::new(100_000);
        for (coding, length) in [(Coding::Zstd, 30), (Coding::Gzip, 20), (Coding::Brotli, 10)] {
            cache.insert(Tag::numbered(1), Some(coding), cached(vec![0; length]));
        }
        for (accepted, expected) in [
            ("zstd", Some(Coding::Zstd)),
            ("zstd, gzip", Some(Coding::Gzip)),
            ("gzip, br, zstd", Some(Coding::Brotli)),
            ("identity", None),
        ] {
            let found = cache.smallest(Tag::numbered(1), preferred(accepted));
            assert_eq!(found.and_then(|(coding, _)| coding), expected, "{accepted}");
        }
    }

    #[test]
    fn a_second_request_is_recognised_unless_nothing_is_cached() {
        let cache = BodyCache::new(100_000);
        assert!(!cache.is_requested_again(Tag::numbered(1)));
        assert!(cache.is_requested_again(Tag::numbered(1)));
        let none = BodyCache::new(0);
        assert!(!none.is_requested_again(Tag::numbered(1)));
        assert!(!none.is_requested_again(Tag::numbered(1)));
    }

    #[test]
    fn an_uncompressed_body_is_cached_at_its_second_request() {
        let cache = BodyCache::new(100_000);
        cache.insert(Tag::numbered(1), None, cached("body"));
        assert!(cache.smallest(Tag::numbered(1), preferred("")).is_none());
        cache.insert(Tag::numbered(1), None, cached("body"));
        assert_eq!(cache.smallest(Tag::numbered(1), preferred("")).unwrap().1.body, "body");
        assert!(cache.smallest(Tag::numbered(1), preferred("zstd")).is_none());
    }
}
