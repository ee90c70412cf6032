//! The list index: which records a page holds and how many pages there are, told without asking the database.

pub mod facets;
mod feed;
mod index;
mod kept;
mod postings;
pub mod query;
mod search;
mod selection;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use bytes::Bytes;
use quick_cache::sync::Cache;

pub use feed::{Feed, Listener, follow};
use index::Index;
pub use index::facet_place;
pub use kept::{KeptRow, KeptRows};
use query::Query;
use selection::Selection;

use crate::resource::Resource;
use crate::store::{Store, StoreError, all_resources};

/// How many positions the selections that were found by looking may hold together.
const KEPT_POSITIONS: u64 = 16_000_000;

/// The indexes of all resources.
#[derive(Debug)]
pub struct Lists {
    indexes: HashMap<&'static str, RwLock<Index>>,
    selections: Cache<SelectionKey, Arc<[u32]>, PositionWeight>,
    found: Cache<search::SearchKey, search::Found, search::RowWeight>,
    /// Records already written as JSON.
    pub rows: KeptRows,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct SelectionKey {
    resource: &'static str,
    sequence: i64,
    epoch: u32,
    query: Query,
}

#[derive(Debug, Clone)]
struct PositionWeight;

impl quick_cache::Weighter<SelectionKey, Arc<[u32]>> for PositionWeight {
    fn weight(&self, _: &SelectionKey, positions: &Arc<[u32]>) -> u64 {
        positions.len() as u64 + 64
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
            .map(|resource| Ok((store.scan(since, |scan| scan.row_bound(resource))?, resource)));
        let mut resources = sized.collect::<Result<Vec<_>, StoreError>>()?;
        resources.sort_by_key(|(rows, _)| std::cmp::Reverse(*rows));
        let next = std::sync::atomic::AtomicUsize::new(0);
        let worker = || {
            let mut built = Vec::new();
            while let Some((_, resource)) =
                resources.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
            {
                let index = store.scan(since, |scan| Index::build(resource, scan))?;
                built.push((resource.names.plural, RwLock::new(index)));
            }
            Ok::<_, StoreError>(built)
        };
        let (mine, other) = std::thread::scope(|scope| {
            let other = scope.spawn(worker);
            let mine = worker();
            (mine, other.join())
        });
        let mut indexes: HashMap<_, _> = mine?.into_iter().collect();
        indexes.extend(other.map_err(|_| StoreError::Value("building an index stopped".to_owned()))??);
        let selections = Cache::with_weighter(1000, KEPT_POSITIONS, PositionWeight);
        let found = search::cache();
        Ok(Self { indexes, selections, found, rows: KeptRows::new(cache_bytes) })
    }

    /// The n-th page of what the query selects; pages count from 1.
    pub fn page(&self, resource: &'static Resource, query: &Query, number: usize, size: usize) -> PageKeys {
        let index = self.read(resource);
        let selection = index
            .select_at_once(query)
            .unwrap_or_else(|| Selection::Found(self.found_by_looking(resource, &index, query)));
        let first = (number - 1).saturating_mul(size);
        let positions = (first..first.saturating_add(size)).map_while(|n| selection.newest(n));
        PageKeys {
            rows: positions.map(|position| index.row(position)).collect(),
            total: selection.len(),
            sequence: index.sequence,
            epoch: index.epoch,
        }
    }

    /// Keeps records written as JSON, unless the index has gone on since they were read.
    pub fn keep<'a>(
        &self,
        resource: &'static Resource,
        sequence: i64,
        records: impl Iterator<Item = (KeptRow, &'a Bytes)>,
    ) {
        let index = self.read(resource);
        if index.sequence == sequence {
            records.for_each(|(row, json)| self.rows.keep(row, json));
        }
    }

    /// Figures of every index.
    pub fn figures(&self) -> impl Iterator<Item = (&'static str, Figures)> + '_ {
        self.indexes.iter().map(|(name, index)| {
            let index = index.read().unwrap_or_else(PoisonError::into_inner);
            (*name, Figures { records: index.len(), bytes: index.bytes() })
        })
    }

    fn found_by_looking(&self, resource: &'static Resource, index: &Index, query: &Query) -> Arc<[u32]> {
        let key = SelectionKey {
            resource: resource.names.plural,
            sequence: index.sequence,
            epoch: index.epoch,
            query: query.clone(),
        };
        if let Some(found) = self.selections.get(&key) {
            return found;
        }
        let found = index.select(query);
        self.selections.insert(key, Arc::clone(&found));
        found
    }

    fn read(&self, resource: &'static Resource) -> RwLockReadGuard<'_, Index> {
        self.indexes[resource.names.plural].read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, resource: &'static Resource) -> RwLockWriteGuard<'_, Index> {
        self.indexes[resource.names.plural].write().unwrap_or_else(PoisonError::into_inner)
    }
}
