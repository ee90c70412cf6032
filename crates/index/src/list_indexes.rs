//! The list indexes of all resources: which records a page contains and how many pages there are, without a query to
//! the database.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use folkmoot_model::resource::{Resource, Source};
use folkmoot_model::resources::all_resources;
use folkmoot_store::{Store, StoreError};
use quick_cache::sync::Cache;

use super::list_index::{IndexSize, ListIndex};
use super::matches::{MatchesCache, listed_page};
use super::query::Query;
use super::row::PageRows;
use super::search::{SearchCache, matching_page};
use super::snapshot::{Counts, Snapshot};

/// The maximum memory of all cached counts, in bytes.
const COUNTS_BYTES: u64 = 64_000_000;
/// The expected number of cached counts.
const COUNTS: usize = 10_000;
/// The memory that cached counts need beside the counts, in bytes.
const COUNTS_OVERHEAD_BYTES: u64 = 256;

/// The list indexes of all resources.
#[derive(Debug)]
pub struct ListIndexes {
    indexes: HashMap<&'static str, ListIndex>,
    counts: Cache<CountsKey, Arc<Counts>, CountsWeight>,
    searches: SearchCache,
    matches: MatchesCache,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct CountsKey {
    resource: &'static str,
    query: Query,
}

#[derive(Debug, Clone)]
struct CountsWeight;

impl quick_cache::Weighter<CountsKey, Arc<Counts>> for CountsWeight {
    fn weight(&self, _: &CountsKey, counts: &Arc<Counts>) -> u64 {
        counts.bytes() as u64 + COUNTS_OVERHEAD_BYTES
    }
}

impl ListIndexes {
    /// Builds all indexes, two at a time, from states of the database that are not older than the change `since`.
    pub fn build(store: &Store, since: i64) -> Result<Self, StoreError> {
        let sized = all_resources()
            .map(|resource| Ok((store.records().scan(since, |scan| scan.greatest_key(resource))?, resource)));
        let mut resources = sized.collect::<Result<Vec<_>, StoreError>>()?;
        resources.sort_by_key(|(rows, _)| std::cmp::Reverse(*rows));
        let next = AtomicUsize::new(0);
        let worker = || {
            let mut built = Vec::new();
            while let Some((_, resource)) = resources.get(next.fetch_add(1, Ordering::Relaxed)) {
                built.push((resource.names.plural, ListIndex::build(store, resource, since)?));
            }
            Ok::<_, StoreError>(built)
        };
        let (first, second) = std::thread::scope(|scope| {
            let second = scope.spawn(worker);
            let first = worker();
            (first, second.join())
        });
        let mut indexes: HashMap<_, _> = first?.into_iter().collect();
        indexes.extend(second.map_err(|_| StoreError::Value("building a list index panicked".to_owned()))??);
        let counts = Cache::with_weighter(COUNTS, COUNTS_BYTES, CountsWeight);
        Ok(Self { indexes, counts, searches: SearchCache::new(), matches: MatchesCache::new() })
    }

    /// The n-th page of the records that a query selects; page numbers start at 1.
    pub fn page(&self, resource: &'static Resource, query: &Query, number: usize, size: usize) -> PageRows {
        let snapshot = self.get(resource).current();
        let counts = self.counts(resource, &snapshot, query);
        snapshot.page(query, &counts, first_row(number, size), size)
    }

    /// The n-th page of the records that a query selects and that contain all words, best match first, then newest;
    /// page numbers start at 1. The second value is whether index and search have read the same changes.
    pub async fn search(
        self: &Arc<Self>,
        resource: &'static Resource,
        query: &Query,
        words: &str,
        (number, size): (usize, usize),
        store: &Arc<Store>,
    ) -> Result<(PageRows, bool), StoreError> {
        let sequence = self.get(resource).current().sequence;
        let matches = self.searches.find(resource, words, sequence, store).await?;
        let (indexes, query) = (Arc::clone(self), query.clone());
        // Ranking many records takes too long for an async worker.
        let rank = move |_: &Store| {
            let snapshot = indexes.get(resource).current();
            let page = matching_page(&snapshot, &query, &matches, first_row(number, size), size);
            Ok((page, snapshot.sequence == matches.sequence))
        };
        store.run_ranking(rank).await
    }

    /// The n-th page of the records that a query selects and that contain all words of a text, in the order of the list;
    /// page numbers start at 1. The second value is whether index and search have read the same changes.
    pub async fn matching(
        self: &Arc<Self>,
        resource: &'static Resource,
        query: &Query,
        text: &str,
        (number, size): (usize, usize),
        store: &Arc<Store>,
    ) -> Result<(PageRows, bool), StoreError> {
        let sequence = self.get(resource).current().sequence;
        let matches = self.matches.find(resource, text, sequence, store).await?;
        let (indexes, query) = (Arc::clone(self), query.clone());
        // Testing every record takes too long for an async worker.
        let select = move |_: &Store| {
            let snapshot = indexes.get(resource).current();
            let page = listed_page(&snapshot, &query, &matches.keys, first_row(number, size), size);
            Ok((page, snapshot.sequence == matches.sequence))
        };
        store.run_ranking(select).await
    }

    /// The index of a resource.
    pub fn get(&self, resource: &Resource) -> &ListIndex {
        &self.indexes[resource.names.plural]
    }

    /// The size of each index, by the name of the resource.
    pub fn sizes(&self) -> impl Iterator<Item = (&'static str, IndexSize)> + '_ {
        self.indexes.iter().map(|(name, index)| (*name, index.size()))
    }

    /// Invalidates every cached record that contains a download URL.
    pub fn invalidate_download_urls(&self) {
        let has_url = |resource: &&'static Resource| {
            resource.fields.iter().any(|field| matches!(field.source, Source::DownloadUrl))
        };
        all_resources().filter(has_url).for_each(|resource| self.get(resource).invalidate_records());
    }

    /// The counts of a query in this snapshot.
    fn counts(&self, resource: &'static Resource, snapshot: &Snapshot, query: &Query) -> Arc<Counts> {
        if *query == Query::default() {
            return snapshot.count_all();
        }
        let key = CountsKey { resource: resource.names.plural, query: query.clone() };
        match self.counts.get(&key) {
            Some(counts) if counts.are_of(snapshot) => counts,
            earlier => {
                let counts = Arc::new(snapshot.count(query, earlier.as_deref()));
                self.counts.insert(key, Arc::clone(&counts));
                counts
            }
        }
    }
}

/// The position of a page's first row in the list.
fn first_row(page_number: usize, page_size: usize) -> usize {
    (page_number - 1).saturating_mul(page_size)
}
