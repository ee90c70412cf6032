//! Pages of full-text searches: the database ranks the records, the index filters, counts and breaks ties.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use folkmoot_model::resource::Resource;
use folkmoot_store::search::Ranked;
use folkmoot_store::{Store, StoreError};
use quick_cache::sync::Cache;

use super::page_range::{PageRange, sorted_page};
use super::query::{Query, Sort};
use super::row::PageRows;
use super::snapshot::{Position, Snapshot};

/// The expected number of cached searches.
const CACHED_SEARCHES: usize = 200;
/// The memory that cached matches need beside the rows and the words, in bytes.
const OVERHEAD_BYTES: usize = 128;

/// The matches of recent searches, for the next page of the same search.
#[derive(Debug)]
pub struct SearchCache(Cache<SearchKey, Arc<Ranked>, MatchesWeight>);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct SearchKey {
    resource: &'static str,
    words: String,
}

#[derive(Debug, Clone)]
struct MatchesWeight;

impl quick_cache::Weighter<SearchKey, Arc<Ranked>> for MatchesWeight {
    fn weight(&self, key: &SearchKey, matches: &Arc<Ranked>) -> u64 {
        (size_of_val(&*matches.rows) + key.words.len() + OVERHEAD_BYTES) as u64
    }
}

impl SearchCache {
    /// A cache with a maximum size in bytes.
    pub fn new(max_bytes: u64) -> Self {
        Self(Cache::with_weighter(CACHED_SEARCHES, max_bytes, MatchesWeight))
    }

    /// The memory of all cached matches, in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.weight()
    }

    /// Searches the database, unless the same search was made since the change `sequence`, the newest of the resource.
    pub async fn find(
        &self,
        resource: &'static Resource,
        words: &str,
        sequence: i64,
        store: &Arc<Store>,
    ) -> Result<Arc<Ranked>, StoreError> {
        let key = SearchKey { resource: resource.names.plural, words: words.to_owned() };
        if let Some(matches) = self.0.get(&key).filter(|matches| matches.sequence == sequence) {
            return Ok(matches);
        }
        let matches = Arc::new(store.search().find(resource, words).await?);
        self.0.insert(key, Arc::clone(&matches));
        Ok(matches)
    }
}

/// The rank of a record (better is smaller), and its position.
type Match = (f64, Position);

/// The positions of the matches that the query selects too, best match first, then newest.
pub fn best_first(snapshot: &Snapshot, query: &Query<u32>, ranked: &[(i64, f64)]) -> Vec<Position> {
    let ranks: HashMap<i64, f64> = ranked.iter().copied().collect();
    let mut selected = select(snapshot, query, &ranks);
    let count = selected.len();
    best_matches(&mut selected, count).iter().map(|(_, position)| *position).collect()
}

/// A page of the matches that the query selects too: sorted, or best match first, then newest.
pub fn matching_page(
    snapshot: &Snapshot,
    query: &Query<u32>,
    sort: Option<Sort>,
    matches: &Ranked,
    page: PageRange,
) -> PageRows {
    let ranks: HashMap<i64, f64> = matches.rows.iter().copied().collect();
    let mut selected = select(snapshot, query, &ranks);
    if let Some(sort) = sort {
        let records = selected.into_iter().map(|(_, position)| position).collect();
        return sorted_page(snapshot, records, sort, page);
    }
    let total = selected.len();
    let part = page.numbered(total);
    let best = best_matches(&mut selected, part.end);
    let rows = best[part].iter().map(|(_, position)| snapshot.row(*position)).collect();
    PageRows { rows, total, ..snapshot.no_page() }
}

/// The ranked records that the query selects, in no order.
fn select(snapshot: &Snapshot, query: &Query<u32>, ranks: &HashMap<i64, f64>) -> Vec<Match> {
    if ranks.is_empty() {
        return Vec::new();
    }
    let rank = |position: Position| Some((*ranks.get(&snapshot.row(position).key)?, position));
    snapshot.select(query).filter_map(rank).collect()
}

/// The first `count` matches, best first, then newest. Only these are sorted, because the others are not shown.
fn best_matches(matches: &mut [Match], count: usize) -> &[Match] {
    let by_rank =
        |one: &Match, other: &Match| one.0.total_cmp(&other.0).then(Reverse(one.1).cmp(&Reverse(other.1)));
    let count = count.min(matches.len());
    if count < matches.len() {
        matches.select_nth_unstable_by(count, by_rank);
    }
    let best = &mut matches[..count];
    best.sort_unstable_by(by_rank);
    best
}
