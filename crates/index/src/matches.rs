//! Pages of records that contain words: the word index finds the records, the list index filters, counts and orders them.

use std::sync::Arc;

use folkmoot_model::resource::Resource;
use folkmoot_store::search::Matches;
use folkmoot_store::words::KeySet;
use folkmoot_store::{Store, StoreError};
use quick_cache::sync::Cache;

use super::chunk::Chunk;
use super::page_range::{PageRange, sorted_page};
use super::query::{Query, Sort, SortBy};
use super::row::PageRows;
use super::row_set::RowSet;
use super::snapshot::{Position, Snapshot};

/// The expected number of cached matches. A set of a million keys needs an eighth of a megabyte.
const CACHED_MATCHES: usize = 1000;
/// The memory that cached matches need beside the set of keys and the text, in bytes.
const OVERHEAD_BYTES: usize = 128;

/// The matches of recent searches, for the next page of the same search.
#[derive(Debug)]
pub struct MatchesCache(Cache<MatchesKey, Arc<Matches>, MatchesWeight>);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct MatchesKey {
    resource: &'static str,
    text: String,
}

#[derive(Debug, Clone)]
struct MatchesWeight;

impl quick_cache::Weighter<MatchesKey, Arc<Matches>> for MatchesWeight {
    fn weight(&self, key: &MatchesKey, matches: &Arc<Matches>) -> u64 {
        (matches.keys.bytes() + key.text.len() + OVERHEAD_BYTES) as u64
    }
}

impl MatchesCache {
    /// A cache with a maximum size in bytes.
    pub fn new(max_bytes: u64) -> Self {
        Self(Cache::with_weighter(CACHED_MATCHES, max_bytes, MatchesWeight))
    }

    /// The memory of all cached matches, in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.weight()
    }

    /// Reads the word index, unless the same search was made since the change `sequence`, the newest of the resource.
    pub async fn find(
        &self,
        resource: &'static Resource,
        text: &str,
        sequence: i64,
        store: &Arc<Store>,
    ) -> Result<Arc<Matches>, StoreError> {
        let key = MatchesKey { resource: resource.names.plural, text: text.to_owned() };
        if let Some(matches) = self.0.get(&key).filter(|matches| matches.sequence == sequence) {
            return Ok(matches);
        }
        let matches = Arc::new(store.search().matches(resource, text).await?);
        self.0.insert(key, Arc::clone(&matches));
        Ok(matches)
    }
}

/// A page of the records that the query selects and whose keys are in the set.
pub fn listed_page(
    snapshot: &Snapshot,
    query: &Query<u32>,
    sort: Sort,
    keys: &KeySet,
    page: PageRange,
) -> PageRows {
    if keys.is_empty() {
        return snapshot.no_page();
    }
    if sort.by != SortBy::Timestamp {
        return sorted_page(snapshot, positions_of(snapshot, query, keys), sort, page);
    }
    let counts: Vec<usize> = snapshot.chunks.iter().map(|chunk| select(chunk, query, keys).len()).collect();
    let total = counts.iter().sum();
    let part = page.within(total, sort, |is_before| {
        let until = |chunk: usize| counts[..=chunk].iter().sum();
        snapshot.count_before(is_before, until, |chunk| select(chunk, query, keys))
    });
    let first = if sort.is_ascending { total - part.end } else { part.start };
    let mut rows = Vec::with_capacity(part.len());
    let mut skipped = first;
    for (chunk, count) in snapshot.chunks.iter().zip(&counts).rev() {
        if rows.len() == part.len() {
            break;
        }
        if *count > skipped {
            let selected = select(chunk, query, keys);
            rows.extend(
                selected.newest(skipped).take(part.len() - rows.len()).map(|row| chunk.page_row(row)),
            );
        }
        skipped = skipped.saturating_sub(*count);
    }
    if sort.is_ascending {
        rows.reverse();
    }
    snapshot.page_of(rows, (part, total), |key| snapshot.order_key(key, sort.by))
}

/// The positions of the records that the query selects and whose keys are in the set.
pub fn positions_of(snapshot: &Snapshot, query: &Query<u32>, keys: &KeySet) -> Vec<Position> {
    let in_chunk = |(number, chunk): (usize, &Arc<Chunk>)| -> Vec<Position> {
        select(chunk, query, keys).iter().map(|row| (number, row)).collect()
    };
    snapshot.chunks.iter().enumerate().flat_map(in_chunk).collect()
}

fn select(chunk: &Chunk, query: &Query<u32>, keys: &KeySet) -> RowSet {
    let mut selected = chunk.select(query);
    selected.retain(|row| keys.contains(chunk.key(row)));
    selected
}
