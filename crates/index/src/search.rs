//! Pages of what a search found: the database ranks the records, the index filters, counts and breaks ties.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use folkmoot_model::resource::Resource;
use folkmoot_store::search::Ranked;
use folkmoot_store::{Store, StoreError};
use quick_cache::sync::Cache;

use super::chunk::Chunk;
use super::index::Index;
use super::{Lists, PageKeys};
use crate::query::Query;

/// How many found rows are kept for the next page of the same search.
const KEPT_ROWS: u64 = 4_000_000;

/// What a search found on one state of the database.
pub(super) type Found = Arc<Ranked>;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct SearchKey {
    resource: &'static str,
    sequence: i64,
    words: String,
}

#[derive(Debug, Clone)]
pub(super) struct RowWeight;

impl quick_cache::Weighter<SearchKey, Found> for RowWeight {
    fn weight(&self, key: &SearchKey, found: &Found) -> u64 {
        (found.rows.len() + key.words.len() / 16) as u64 + 16
    }
}

/// How well a record matches, its chunk and its offset there.
type Match = (f64, (usize, u16));

pub(super) fn cache() -> Cache<SearchKey, Found, RowWeight> {
    Cache::with_weighter(200, KEPT_ROWS, RowWeight)
}

impl Lists {
    /// The n-th page of the records that words are found in and the query selects too, best match first, then newest;
    /// and whether the index is of the same state as the search. `page` is its number and size.
    pub async fn search(
        self: &Arc<Self>,
        resource: &'static Resource,
        query: &Query,
        words: &str,
        page: (usize, usize),
        store: &Arc<Store>,
    ) -> Result<(PageKeys, bool), StoreError> {
        let found = self.find(resource, words, store).await?;
        let (lists, query) = (Arc::clone(self), query.clone());
        // Ranking many records takes too long for an async worker.
        store.run_ranking(move |_| Ok(lists.page_found(resource, &query, &found, page.0, page.1))).await
    }

    /// Looks for words, in the database unless it was asked the same since the last change.
    async fn find(
        &self,
        resource: &'static Resource,
        words: &str,
        store: &Arc<Store>,
    ) -> Result<Found, StoreError> {
        let key = |sequence| SearchKey { resource: resource.names.plural, sequence, words: words.to_owned() };
        if let Some(found) = self.found.get(&key(self.current(resource).sequence)) {
            return Ok(found);
        }
        let found = Arc::new(store.search().find(resource, words).await?);
        self.found.insert(key(found.sequence), Arc::clone(&found));
        Ok(found)
    }

    /// The n-th page of those found records that the query selects too, best first, then newest; and whether the
    /// index is of the same state as the search.
    fn page_found(
        &self,
        resource: &'static Resource,
        query: &Query,
        found: &Ranked,
        number: usize,
        size: usize,
    ) -> (PageKeys, bool) {
        let matches: HashMap<i64, f64> = found.rows.iter().copied().collect();
        let index = self.current(resource);
        let mut selected = index.found(query, &matches);
        let first = (number - 1).saturating_mul(size);
        let total = selected.len();
        let shown = ranked(&mut selected, first.saturating_add(size)).iter().skip(first);
        let page = PageKeys {
            rows: shown.map(|(_, (chunk, row))| index.row(*chunk, *row)).collect(),
            total,
            sequence: index.sequence,
            epoch: index.epoch,
        };
        (page, index.sequence == found.sequence)
    }
}

impl Index {
    /// How well each found record that the query selects matches, with its chunk and its offset there.
    fn found(&self, query: &Query, matches: &HashMap<i64, f64>) -> Vec<Match> {
        if matches.is_empty() {
            return Vec::new();
        }
        let in_chunk = |(number, chunk): (usize, &Arc<Chunk>)| {
            let selected = chunk.select(query);
            let ranked =
                selected.iter().filter_map(|row| Some((*matches.get(&chunk.key(row))?, (number, row))));
            ranked.collect::<Vec<_>>()
        };
        self.chunks.iter().enumerate().flat_map(in_chunk).collect()
    }
}

/// The first `count` matches, best first, then newest. Only they are sorted, because the others are not shown.
fn ranked(matches: &mut [Match], count: usize) -> &[Match] {
    let by_rank =
        |one: &Match, other: &Match| one.0.total_cmp(&other.0).then(Reverse(one.1).cmp(&Reverse(other.1)));
    let count = count.min(matches.len());
    if count < matches.len() {
        matches.select_nth_unstable_by(count, by_rank);
    }
    let shown = &mut matches[..count];
    shown.sort_unstable_by(by_rank);
    shown
}
