//! Pages of lists whose records are sorted by ids that only one client sees.

use std::sync::Arc;

use folkmoot_model::resource::Resource;
use quick_cache::sync::Cache;

use super::integers::Integers;
use super::page_range::PageRange;
use super::query::{Query, Sort, SortBy};
use super::query_key::QueryKey;
use super::row::{PageRow, PageRows};
use super::single_shard::single_shard_cache;
use super::snapshot::{Position, Snapshot};

/// The memory that a cached order needs beside its keys, in bytes.
const OVERHEAD_BYTES: u64 = 256;

/// The ids that a client sees in place of the stored ones.
pub trait PseudonymizedIds: std::fmt::Debug + Send + Sync {
    /// Identifies the client.
    fn client(&self) -> u128;
    /// Replaces stored ids by the shown ones.
    fn replace_all(&self, ids: &mut [u128]);
}

/// The sorted keys of the records that recent queries select, for the next page of the same list of the same client.
#[derive(Debug)]
pub struct PseudonymOrderCache(Cache<QueryKey, Arc<PseudonymOrder>, OrderWeight>);

/// The keys of the records that a query selects, in ascending order of a number and then of the pseudonym.
#[derive(Debug)]
struct PseudonymOrder {
    /// The stamp of the snapshot that was sorted.
    stamp: u64,
    keys: Integers,
}

#[derive(Debug, Clone)]
struct OrderWeight;

impl quick_cache::Weighter<QueryKey, Arc<PseudonymOrder>> for OrderWeight {
    fn weight(&self, _: &QueryKey, order: &Arc<PseudonymOrder>) -> u64 {
        order.keys.bytes() as u64 + OVERHEAD_BYTES
    }
}

impl PseudonymOrderCache {
    /// A cache with a maximum size in bytes.
    pub fn new(max_bytes: u64) -> Self {
        Self(single_shard_cache(max_bytes, OrderWeight))
    }

    /// The memory of all cached orders, in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.weight()
    }

    /// A page of the records that a query selects; records with equal values are sorted by the pseudonym. `resolved` is the
    /// query with numbers of the dictionary. It takes time in proportion to the number of records if none is cached.
    pub fn page(
        &self,
        resource: &Resource,
        snapshot: &Snapshot,
        (query, resolved): (&Query, &Query<u32>),
        (sort, ids): (Sort, &dyn PseudonymizedIds),
        page: PageRange,
    ) -> PageRows {
        let key = QueryKey::by_pseudonyms(resource, query, sort.by, ids.client());
        let order = self.0.get(&key).filter(|order| order.stamp == snapshot.stamp).unwrap_or_else(|| {
            let keys = Integers::of(&sorted_keys(snapshot, resolved.clone(), sort.by, ids));
            let order = Arc::new(PseudonymOrder { stamp: snapshot.stamp, keys });
            self.0.insert(key, Arc::clone(&order));
            order
        });
        let total = order.keys.len();
        let position_of = |key| {
            let (number, id) = snapshot.order_key(key, sort.by);
            let mut shown = [id];
            ids.replace_all(&mut shown);
            (number, shown[0])
        };
        let part = page
            .within(total, sort, |is_before| order.keys.partition_point(|key| is_before(position_of(key))));
        let row = |position: usize| -> Option<PageRow> {
            let position = if sort.is_ascending { position } else { total - 1 - position };
            order.keys.get(position).and_then(|key| snapshot.find(key)).map(|position| snapshot.row(position))
        };
        snapshot.page_of(part.clone().filter_map(row).collect(), (part, total), position_of)
    }
}

/// The keys of the records that a query selects, in ascending order.
pub fn sorted_keys(
    snapshot: &Snapshot,
    mut query: Query<u32>,
    by: SortBy,
    ids: &dyn PseudonymizedIds,
) -> Vec<i64> {
    let selected: Vec<Position> = match query.take_ids() {
        Some(ids) => {
            let found = ids.iter().filter_map(|id| snapshot.find_id(*id));
            found.filter(|position| snapshot.is_selected(&query, *position)).collect()
        }
        None => snapshot.select(&query).collect(),
    };
    let order_key = |(chunk, row): &Position| snapshot.chunks[*chunk].order_key(*row, by);
    let mut shown: Vec<u128> = selected.iter().map(|position| order_key(position).1).collect();
    ids.replace_all(&mut shown);
    let mut records: Vec<_> = selected
        .iter()
        .zip(shown)
        .map(|(position, id)| (order_key(position).0, id, snapshot.row(*position).key))
        .collect();
    records.sort_unstable();
    records.into_iter().map(|(_, _, key)| key).collect()
}
