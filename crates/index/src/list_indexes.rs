//! The list indexes of all resources: which records a page contains and how many pages there are, without a query to
//! the database.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use folkmoot_model::resource::{Resource, Source};
use folkmoot_model::resources::all_resources;
use folkmoot_store::access::AccessView;
use folkmoot_store::audience::Audience;
use folkmoot_store::changes::Version;
use folkmoot_store::{Store, StoreError};
use hashbrown::HashMap;
use quick_cache::sync::Cache;

use super::dictionary::Dictionary;
use super::list_access::ListAccess;
use super::list_index::{IndexSize, ListIndex};
use super::matches::{MatchesCache, listed_page};
use super::page_range::{PageRange, sorted_page};
use super::pseudonymized_ids::{PseudonymOrderCache, PseudonymizedIds};
use super::query::{Condition, Query, Sort, SortBy};
use super::query_key::QueryKey;
use super::row::PageRows;
use super::search::{SearchCache, matching_page};
use super::selection::{Listing, Selection};
use super::snapshot::{Counts, Snapshot};
use super::sorted::SelectionCache;
use super::visible_query::{Found, RequestedQuery, VisibleQuery};

/// The number of caches of list queries.
const CACHES: usize = 5;
/// The expected number of cached counts.
const COUNTS: usize = 10_000;
/// The memory that cached counts need beside the counts, in bytes.
const COUNTS_OVERHEAD_BYTES: u64 = 256;

/// From this number of records on, a page that takes time in proportion to it is not made by an async worker.
const MANY_RECORDS: usize = 50_000;

/// The list indexes of all resources.
#[derive(Debug)]
pub struct ListIndexes {
    indexes: HashMap<&'static str, ListIndex>,
    counts: Cache<QueryKey, Arc<Counts>, CountsWeight>,
    searches: SearchCache,
    matches: MatchesCache,
    selections: SelectionCache,
    pseudonym_orders: PseudonymOrderCache,
    dictionary: Arc<Dictionary>,
    /// The change after which all indexes are exactly as the database was; `None` while that is unknown. Locked as long as
    /// changes are applied.
    newest: Mutex<Option<Version>>,
}

/// A resource with the snapshot of its list index.
pub(super) type ResourceSnapshot = (&'static Resource, Arc<Snapshot>);

#[derive(Debug, Clone)]
struct CountsWeight;

impl quick_cache::Weighter<QueryKey, Arc<Counts>> for CountsWeight {
    fn weight(&self, _: &QueryKey, counts: &Arc<Counts>) -> u64 {
        counts.bytes() as u64 + COUNTS_OVERHEAD_BYTES
    }
}

impl ListIndexes {
    /// Builds all indexes, two at a time, from states of the database that are not older than the change `since`. Their caches have
    /// at most `cache_bytes` in total.
    pub fn build(store: &Store, since: i64, cache_bytes: u64) -> Result<Self, StoreError> {
        let sized = all_resources()
            .map(|resource| Ok((store.records().scan(since, |scan| scan.greatest_key(resource))?, resource)));
        let mut resources = sized.collect::<Result<Vec<_>, StoreError>>()?;
        resources.sort_by_key(|(rows, _)| std::cmp::Reverse(*rows));
        let next = AtomicUsize::new(0);
        let dictionary = Arc::new(Dictionary::new());
        let worker = || {
            let mut built = Vec::new();
            while let Some((_, resource)) = resources.get(next.fetch_add(1, Ordering::Relaxed)) {
                built.push((resource.names.plural, ListIndex::build(store, resource, &dictionary, since)?));
            }
            Ok::<_, StoreError>(built)
        };
        let (first, second) = std::thread::scope(|scope| {
            let second = scope.spawn(worker);
            let first = worker();
            (first, second.join())
        });
        let mut indexes = first?;
        indexes.extend(second.map_err(|_| StoreError::Value("building a list index panicked".to_owned()))??);
        Ok(Self::new(indexes, dictionary, cache_bytes))
    }

    /// These indexes, by the name of the resource, with their dictionary. Their caches have at most `cache_bytes` in total.
    pub(super) fn new(
        indexes: impl IntoIterator<Item = (&'static str, ListIndex)>,
        dictionary: Arc<Dictionary>,
        cache_bytes: u64,
    ) -> Self {
        let indexes = indexes.into_iter().collect();
        let bytes = cache_bytes / CACHES as u64;
        let counts = Cache::with_weighter(COUNTS, bytes, CountsWeight);
        let (searches, matches) = (SearchCache::new(bytes), MatchesCache::new(bytes));
        let (selections, pseudonym_orders) = (SelectionCache::new(bytes), PseudonymOrderCache::new(bytes));
        let newest = Mutex::default();
        Self { indexes, counts, searches, matches, selections, pseudonym_orders, dictionary, newest }
    }

    /// Locks the newest change. The change feed holds the lock while it applies changes, so that nobody reads snapshots of
    /// different changes.
    pub(super) fn newest(&self) -> MutexGuard<'_, Option<Version>> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The snapshots of all resources that contain the same changes, with the newest of these. `None` before the change feed
    /// is read, and after an index was rebuilt.
    pub(super) fn state(&self) -> Option<(Version, Vec<ResourceSnapshot>)> {
        let newest = self.newest();
        let snapshots = all_resources().map(|resource| (resource, self.get(resource).current()));
        newest.map(|newest| (newest, snapshots.collect()))
    }

    /// The numbers of values.
    pub(super) fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// What a reader sees of the records that a request selects.
    pub fn visible(&self, access: &AccessView, list: &ListAccess, requested: RequestedQuery) -> VisibleQuery {
        VisibleQuery::new(access, list, requested, |plural, id| self.is_public(plural, id))
    }

    /// A page of the records that a query selects.
    pub async fn page(
        self: &Arc<Self>,
        query: &VisibleQuery,
        page: PageRange,
        store: &Arc<Store>,
    ) -> Result<PageRows, StoreError> {
        let (resource, sort) = (query.resource, query.order());
        let snapshot = self.get(resource).current();
        if let Some(ids) = query.pseudonymized_ids.clone() {
            return self.page_by_pseudonym(resource, snapshot, &query.query, (sort, ids), page, store).await;
        }
        let query = &query.query;
        if !self.is_slow(resource, &snapshot, query, sort) {
            return Ok(self.page_of(resource, &snapshot, query, sort, page));
        }
        // Passing all records takes too long for an async worker.
        let (indexes, query) = (Arc::clone(self), query.clone());
        store.run_ranking(move |_| Ok(indexes.page_of(resource, &snapshot, &query, sort, page))).await
    }

    /// A page of the records that a query selects, of which records with equal values are sorted by the ids that a client
    /// sees.
    async fn page_by_pseudonym(
        self: &Arc<Self>,
        resource: &'static Resource,
        snapshot: Arc<Snapshot>,
        query: &Query,
        (sort, ids): (Sort, Arc<dyn PseudonymizedIds>),
        page: PageRange,
        store: &Arc<Store>,
    ) -> Result<PageRows, StoreError> {
        let (indexes, query) = (Arc::clone(self), query.clone());
        // Sorting all records takes too long for an async worker.
        let sort_all = move |_: &Store| {
            let resolved = indexes.dictionary.resolve(&query);
            let queries = (&query, &resolved);
            Ok(indexes.pseudonym_orders.page(resource, &snapshot, queries, (sort, &*ids), page))
        };
        store.run_ranking(sort_all).await
    }

    /// A page of the records that a query selects and that contain all words. The best match comes first, then the newest,
    /// unless the list is sorted. The second value is whether index and search have read the same changes.
    pub async fn search(
        self: &Arc<Self>,
        query: &VisibleQuery,
        words: &str,
        page: PageRange,
        store: &Arc<Store>,
    ) -> Result<(PageRows, bool), StoreError> {
        if query.pseudonymized_ids.is_some() {
            return Ok((self.page(query, page, store).await?, true));
        }
        let (resource, sort) = (query.resource, query.sort);
        let sequence = self.get(resource).current().sequence;
        let matches = self.searches.find(resource, words, sequence, store).await?;
        let (indexes, query) = (Arc::clone(self), self.dictionary.resolve(&query.query));
        // Ranking many records takes too long for an async worker.
        let rank = move |_: &Store| {
            let snapshot = indexes.get(resource).current();
            let rows = matching_page(&snapshot, &query, sort, &matches, page);
            Ok((rows, snapshot.sequence == matches.sequence))
        };
        store.run_ranking(rank).await
    }

    /// A page of the records that a query selects and that contain all words of a text, in the order of the list. The second value
    /// is whether index and search have read the same changes.
    pub async fn matching(
        self: &Arc<Self>,
        query: &VisibleQuery,
        text: &str,
        page: PageRange,
        store: &Arc<Store>,
    ) -> Result<(PageRows, bool), StoreError> {
        if query.pseudonymized_ids.is_some() {
            return Ok((self.page(query, page, store).await?, true));
        }
        let (resource, sort) = (query.resource, query.order());
        let sequence = self.get(resource).current().sequence;
        let matches = self.matches.find(resource, text, sequence, store).await?;
        let (indexes, query) = (Arc::clone(self), self.dictionary.resolve(&query.query));
        // Testing every record takes too long for an async worker.
        let select = move |_: &Store| {
            let snapshot = indexes.get(resource).current();
            let page = listed_page(&snapshot, &query, sort, &matches.keys, page);
            Ok((page, snapshot.sequence == matches.sequence))
        };
        store.run_ranking(select).await
    }

    /// The complete list that a query selects, in a snapshot of its resource.
    pub fn select(&self, snapshot: Arc<Snapshot>, query: &VisibleQuery, found: &Found<'_>) -> Selection {
        let listing = query.listing(found);
        let resolved = self.dictionary.resolve(&query.query);
        let is_in_chunks = matches!(listing, Listing::Sorted(Sort { by: SortBy::Timestamp, .. }));
        let counts = is_in_chunks.then(|| self.counts(query.resource, &snapshot, (&query.query, &resolved)));
        Selection::new(snapshot, resolved, &listing, counts)
    }

    /// The index of a resource.
    pub fn get(&self, resource: &Resource) -> &ListIndex {
        &self.indexes[resource.names.plural]
    }

    /// When the newest change of a resource happened that an audience sees in lists, in milliseconds since 1970; `None` if there was none.
    pub fn newest_change(&self, resource: &Resource, audience: Audience) -> Option<i64> {
        let newest = self.get(resource).current().versions.newest(audience).happened_at;
        (newest > 0).then_some(newest)
    }

    /// Whether the record of a resource with an id is public.
    fn is_public(&self, plural: &str, id: u128) -> bool {
        let Some(index) = self.indexes.get(plural) else { return false };
        let snapshot = index.current();
        let public = self.dictionary.resolve(&index.public_records());
        snapshot.find_id(id).is_some_and(|record| snapshot.is_selected(&public, record))
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

    /// The memory of the dictionary that all indexes share, in bytes.
    pub fn dictionary_bytes(&self) -> usize {
        self.dictionary.bytes()
    }

    /// The memory of each cache of list queries, in bytes, by the name of the cache.
    pub fn cache_bytes(&self) -> [(&'static str, u64); CACHES] {
        [
            ("counts", self.counts.weight()),
            ("selections", self.selections.bytes()),
            ("pseudonym-orders", self.pseudonym_orders.bytes()),
            ("word-matches", self.matches.bytes()),
            ("ranked-matches", self.searches.bytes()),
        ]
    }

    /// Whether a page takes time in proportion to the number of records, and there are many.
    fn is_slow(&self, resource: &'static Resource, snapshot: &Snapshot, query: &Query, sort: Sort) -> bool {
        let is_selective = query.conditions.iter().any(|condition| matches!(condition, Condition::Ids(_)));
        let is_geographic =
            || query.conditions.iter().any(|condition| matches!(condition, Condition::BoundingBox { .. }));
        snapshot.len() > MANY_RECORDS
            && !is_selective
            && (self.selections.is_slow(resource, snapshot, query, sort.by)
                || is_geographic() && self.cached_counts(resource, snapshot, query).is_none())
    }

    fn page_of(
        &self,
        resource: &'static Resource,
        snapshot: &Snapshot,
        query: &Query,
        sort: Sort,
        page: PageRange,
    ) -> PageRows {
        let mut resolved = self.dictionary.resolve(query);
        if let Some(ids) = resolved.take_ids() {
            let found = ids.iter().filter_map(|id| snapshot.find_id(*id));
            let selected = found.filter(|position| snapshot.is_selected(&resolved, *position)).collect();
            return sorted_page(snapshot, selected, sort, page);
        }
        let SortBy::Number(number) = sort.by else {
            let counts = self.counts(resource, snapshot, (query, &resolved));
            let total = counts.total();
            let part = page.within(total, sort, |is_before| {
                snapshot.count_before(is_before, |chunk| counts.until(chunk), |chunk| chunk.select(&resolved))
            });
            let first = if sort.is_ascending { total - part.end } else { part.start };
            let mut rows = snapshot.rows(&resolved, &counts, first, part.len());
            if sort.is_ascending {
                rows.reverse();
            }
            return snapshot.page_of(rows, (part, total), |key| snapshot.order_key(key, sort.by));
        };
        let Some(keys) = self.selections.keys(resource, snapshot, (query, &resolved), number) else {
            return snapshot.no_page();
        };
        let total = keys.len();
        let position_of = |key| snapshot.order_key(key, sort.by);
        let part = page.within(total, sort, |is_before| keys.count(|key| is_before(position_of(key))));
        let row = |position: usize| {
            let position = if sort.is_ascending { position } else { total - 1 - position };
            keys.key(position).and_then(|key| snapshot.find(key)).map(|position| snapshot.row(position))
        };
        snapshot.page_of(part.clone().filter_map(row).collect(), (part, total), position_of)
    }

    fn cached_counts(
        &self,
        resource: &'static Resource,
        snapshot: &Snapshot,
        query: &Query,
    ) -> Option<Arc<Counts>> {
        let key = QueryKey::new(resource, query, SortBy::Timestamp);
        self.counts.get(&key).filter(|counts| counts.are_of(snapshot))
    }

    /// The counts of a query in this snapshot; `resolved` is the query with numbers of the dictionary.
    fn counts(
        &self,
        resource: &'static Resource,
        snapshot: &Snapshot,
        (query, resolved): (&Query, &Query<u32>),
    ) -> Arc<Counts> {
        if query.selects_all() {
            return snapshot.count_all();
        }
        let key = QueryKey::new(resource, query, SortBy::Timestamp);
        match self.counts.get(&key) {
            Some(counts) if counts.are_of(snapshot) => counts,
            earlier => {
                let counts = Arc::new(snapshot.count(resolved, earlier.as_deref()));
                self.counts.insert(key, Arc::clone(&counts));
                counts
            }
        }
    }
}

#[cfg(test)]
mod tests;
