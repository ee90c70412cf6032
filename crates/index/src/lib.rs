//! The list index: which records a page holds and how many pages there are, told without asking the database.

mod chunk;
mod feed;
mod index;
mod kept;
mod key_map;
mod postings;
pub mod query;
mod row_set;
mod rows;
mod search;
mod writer;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use bytes::Bytes;
use folkmoot_model::resource::facets::{facets, relations};
use quick_cache::sync::Cache;

pub use feed::{Feed, Listener, follow};
pub use index::facet_place;
use index::{ChangedRow, Counts, Index};
pub use kept::{KeptRow, KeptRows};
use query::Query;
use writer::Writer;

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::all_resources;
use folkmoot_store::{Store, StoreError};

/// How much memory the counts of queries may take together, in bytes.
const COUNTS_BYTES: u64 = 64_000_000;

/// The indexes of all resources.
#[derive(Debug)]
pub struct Lists {
    indexes: HashMap<&'static str, ListIndex>,
    counts: Cache<CountsKey, Arc<Counts>, CountsWeight>,
    found: Cache<search::SearchKey, search::Found, search::RowWeight>,
    /// Records already written as JSON.
    pub rows: KeptRows,
}

/// The index of one resource.
#[derive(Debug)]
struct ListIndex {
    current: RwLock<Arc<Index>>,
    writer: Mutex<Writer>,
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
        counts.bytes() as u64 + 256
    }
}

/// The records of one page, taken from one version of the index.
#[derive(Debug)]
pub struct PageKeys {
    /// The rows, newest first.
    pub rows: Vec<PageRow>,
    /// How many records the whole list has.
    pub total: usize,
    /// The version: the newest change of the resource that it shows.
    pub sequence: i64,
    /// See [`Index::epoch`].
    pub epoch: u32,
}

/// A record of a page.
#[derive(Debug, Clone, Copy)]
pub struct PageRow {
    /// The row's key.
    pub key: i64,
    /// The row's last change since the index was built; 0 where there was none.
    pub version: i64,
}

/// Figures of one index.
#[derive(Debug, Clone, Copy)]
pub struct Figures {
    /// How many records lists show.
    pub records: usize,
    /// The bytes of memory held.
    pub bytes: usize,
}

impl Lists {
    /// Builds every index, two at a time, from a state not older than the change `since`.
    pub fn build(store: &Store, since: i64, cache_bytes: u64) -> Result<Self, StoreError> {
        let sized = all_resources()
            .map(|resource| Ok((store.records().scan(since, |scan| scan.greatest_key(resource))?, resource)));
        let mut resources = sized.collect::<Result<Vec<_>, StoreError>>()?;
        resources.sort_by_key(|(rows, _)| std::cmp::Reverse(*rows));
        let next = std::sync::atomic::AtomicUsize::new(0);
        let worker = || {
            let mut built = Vec::new();
            while let Some((_, resource)) =
                resources.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
            {
                built.push((resource.names.plural, ListIndex::build(store, resource, since, 0)?));
            }
            Ok::<_, StoreError>(built)
        };
        let (mine, other) = std::thread::scope(|scope| {
            let other = scope.spawn(worker);
            let mine = worker();
            (mine, other.join())
        });
        let mut indexes: HashMap<_, _> = mine?.into_iter().collect();
        indexes.extend(other.map_err(|_| StoreError::Value("building a list index panicked".to_owned()))??);
        let counts = Cache::with_weighter(10_000, COUNTS_BYTES, CountsWeight);
        let found = search::cache();
        Ok(Self { indexes, counts, found, rows: KeptRows::new(cache_bytes) })
    }

    /// The n-th page of what the query selects; pages count from 1.
    pub fn page(&self, resource: &'static Resource, query: &Query, number: usize, size: usize) -> PageKeys {
        let index = self.current(resource);
        let counts = self.counts(resource, &index, query);
        index.page(query, &counts, (number - 1).saturating_mul(size), size)
    }

    /// Keeps records written as JSON.
    pub fn keep<'a>(&self, records: impl Iterator<Item = (KeptRow, &'a Bytes)>) {
        records.for_each(|(row, json)| self.rows.keep(row, json));
    }

    /// Figures of every index.
    pub fn figures(&self) -> impl Iterator<Item = (&'static str, Figures)> + '_ {
        self.indexes.iter().map(|(name, index)| {
            let current = index.current();
            (*name, Figures { records: current.len(), bytes: current.bytes() + index.writer().bytes() })
        })
    }

    /// How many records a query selects in each chunk of this version.
    fn counts(&self, resource: &'static Resource, index: &Index, query: &Query) -> Arc<Counts> {
        if *query == Query::default() {
            return index.count_all();
        }
        let key = CountsKey { resource: resource.names.plural, query: query.clone() };
        let earlier = self.counts.get(&key);
        match earlier {
            Some(counts) if counts.are_of(index) => counts,
            earlier => {
                let counts = Arc::new(index.count(query, earlier.as_deref()));
                self.counts.insert(key, Arc::clone(&counts));
                counts
            }
        }
    }

    /// The newest version of a resource's index.
    fn current(&self, resource: &'static Resource) -> Arc<Index> {
        self.indexes[resource.names.plural].current()
    }

    /// Brings changed rows into the index; `sequence` is the last of the changes.
    fn apply(&self, resource: &'static Resource, rows: Vec<ChangedRow>, sequence: i64) {
        let index = &self.indexes[resource.names.plural];
        let mut writer = index.writer();
        let next = writer.apply(&index.current(), rows, sequence);
        index.replace(next);
    }

    /// Builds a resource's index from a state not older than the change `since`, and puts it in the place of the old one.
    fn rebuild(&self, store: &Store, resource: &'static Resource, since: i64) -> Result<(), StoreError> {
        let index = &self.indexes[resource.names.plural];
        let built = ListIndex::build(store, resource, since, index.current().epoch + 1)?;
        let mut writer = index.writer();
        *writer = built.writer.into_inner().unwrap_or_else(PoisonError::into_inner);
        *index.current.write().unwrap_or_else(PoisonError::into_inner) =
            built.current.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(())
    }

    /// Invalidates every record cached for a resource.
    fn forget(&self, resource: &'static Resource) {
        let index = &self.indexes[resource.names.plural];
        let _writer = index.writer();
        let next = index.current().with_next_epoch();
        index.replace(next);
    }
}

impl ListIndex {
    fn build(store: &Store, resource: &Resource, since: i64, epoch: u32) -> Result<Self, StoreError> {
        let (index, keys) = store.records().scan(since, |scan| Index::build(resource, scan, epoch))?;
        let writer = Writer::new(&index, keys, facets(resource).len(), relations(resource).len());
        Ok(Self { current: RwLock::new(Arc::new(index)), writer: Mutex::new(writer) })
    }

    fn current(&self) -> Arc<Index> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn replace(&self, next: Index) {
        let next = Arc::new(next);
        let earlier =
            std::mem::replace(&mut *self.current.write().unwrap_or_else(PoisonError::into_inner), next);
        // Freeing what no page uses any more takes time, and nobody waits for it.
        drop(earlier);
    }

    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
