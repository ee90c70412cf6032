//! Pages of lists in another order than the newest first.

use std::sync::Arc;

use folkmoot_model::resource::Resource;
use quick_cache::sync::Cache;

use super::integers::{Integers, partition_point};
use super::order::{Order, OrderKey};
use super::query::{Condition, NumberRange, Query, SortBy};
use super::query_key::QueryKey;
use super::row_set::MAX_ROWS;
use super::single_shard::single_shard_cache;
use super::snapshot::Snapshot;

/// The memory that a cached selection needs beside its keys, in bytes.
const OVERHEAD_BYTES: u64 = 256;
/// If a query selects at most this share of the records, they are sorted; otherwise all records are passed in order.
const SORTED_SHARE: usize = 16;

/// The sorted keys of the records that recent queries select, for the next page of the same list.
#[derive(Debug)]
pub struct SelectionCache(Cache<QueryKey, Arc<SelectedKeys>, SelectionWeight>);

/// The keys of the records that a query selects, in ascending order.
#[derive(Debug)]
pub struct SelectedKeys {
    /// The stamp of the snapshot that was searched.
    stamp: u64,
    keys: Integers,
}

#[derive(Debug, Clone)]
struct SelectionWeight;

impl quick_cache::Weighter<QueryKey, Arc<SelectedKeys>> for SelectionWeight {
    fn weight(&self, _: &QueryKey, selection: &Arc<SelectedKeys>) -> u64 {
        selection.keys.bytes() as u64 + OVERHEAD_BYTES
    }
}

/// A sorted list of keys.
pub enum SortedKeys<'a> {
    /// A part of an order: its first position, and the number of keys.
    Part(&'a Order, usize, usize),
    /// The keys that a query selects.
    Selected(Arc<SelectedKeys>),
}

impl SortedKeys<'_> {
    /// The number of keys.
    pub fn len(&self) -> usize {
        match self {
            Self::Part(_, _, length) => *length,
            Self::Selected(selection) => selection.keys.len(),
        }
    }

    /// The key at a position.
    pub fn key(&self, position: usize) -> Option<i64> {
        match self {
            Self::Part(order, start, _) => order.key(start + position),
            Self::Selected(selection) => selection.keys.get(position),
        }
    }

    /// The number of the first keys of which `is_before` is true; it is true for no later one.
    pub fn count(&self, is_before: impl Fn(i64) -> bool) -> usize {
        partition_point(self.len(), |position| self.key(position).is_some_and(&is_before))
    }
}

impl SelectionCache {
    /// A cache with a maximum size in bytes.
    pub fn new(max_bytes: u64) -> Self {
        Self(single_shard_cache(max_bytes, SelectionWeight))
    }

    /// The memory of all cached selections, in bytes.
    pub fn bytes(&self) -> u64 {
        self.0.weight()
    }

    /// Whether [`Self::keys`] takes time in proportion to the number of records.
    pub fn is_slow(&self, resource: &Resource, snapshot: &Snapshot, query: &Query, by: SortBy) -> bool {
        let SortBy::Number(number) = by else { return false };
        part(query, number).is_none() && self.cached(resource, snapshot, query, by).is_none()
    }

    /// The keys that a query selects, in ascending order of a number. `resolved` is the query with numbers of the
    /// dictionary. `None` if the list cannot be sorted by this number.
    pub fn keys<'a>(
        &self,
        resource: &Resource,
        snapshot: &'a Snapshot,
        (query, resolved): (&Query, &Query<u32>),
        number: usize,
    ) -> Option<SortedKeys<'a>> {
        let by = SortBy::Number(number);
        let order = snapshot.orders.by_number.get(number)?.as_ref()?;
        if let Some(range) = part(query, number) {
            let rank = |bound: i64| order.rank((bound, 0), |key| snapshot.order_key(key, by));
            let start = range.from.map_or(0, rank);
            let end = range.until.map_or_else(|| order.len(), rank);
            return Some(SortedKeys::Part(order, start, end.saturating_sub(start)));
        }
        let selection = self.cached(resource, snapshot, query, by).unwrap_or_else(|| {
            let keys = Integers::of(&select(snapshot, resolved, order, by));
            let selection = Arc::new(SelectedKeys { stamp: snapshot.stamp, keys });
            let key = QueryKey::new(resource, query, by);
            self.0.insert(key, Arc::clone(&selection));
            selection
        });
        Some(SortedKeys::Selected(selection))
    }

    fn cached(
        &self,
        resource: &Resource,
        snapshot: &Snapshot,
        query: &Query,
        by: SortBy,
    ) -> Option<Arc<SelectedKeys>> {
        let key = QueryKey::new(resource, query, by);
        self.0.get(&key).filter(|selection| selection.stamp == snapshot.stamp)
    }
}

/// The range of the number, if the query has no other condition: its records are next to each other in the order.
pub fn part<V>(query: &Query<V>, by: usize) -> Option<NumberRange> {
    match query.conditions.as_slice() {
        _ if !query.sorted_at.is_unbounded() => None,
        [] => Some(NumberRange::default()),
        [Condition::Range { number, range }] if *number == by => {
            // Null, which no range contains, is sorted as the least number.
            Some(NumberRange { from: Some(range.from.unwrap_or(i64::MIN + 1)), ..*range })
        }
        _ => None,
    }
}

/// The keys that a query selects, in ascending order.
fn select(snapshot: &Snapshot, query: &Query<u32>, order: &Order, by: SortBy) -> Vec<i64> {
    if let Some(selected) = selected_set(snapshot, query) {
        return order.keys().filter(|key| selected.contains(*key)).collect();
    }
    let selected = snapshot.select(query);
    let mut sorted: Vec<(OrderKey, i64)> = selected
        .map(|(chunk, row)| (snapshot.chunks[chunk].order_key(row, by), snapshot.row((chunk, row)).key))
        .collect();
    sorted.sort_unstable();
    sorted.into_iter().map(|(_, key)| key).collect()
}

/// Passes the keys that a query selects to `each`, in ascending order.
pub fn for_each_selected(
    snapshot: &Snapshot,
    query: &Query<u32>,
    order: &Order,
    by: SortBy,
    each: impl FnMut(i64),
) {
    match selected_set(snapshot, query) {
        Some(selected) => order.keys().filter(|key| selected.contains(*key)).for_each(each),
        None => select(snapshot, query, order, by).into_iter().for_each(each),
    }
}

/// The keys that a query selects, as a set; `None` if they are few, so that sorting them is faster than passing all keys
/// in order.
fn selected_set(snapshot: &Snapshot, query: &Query<u32>) -> Option<KeySet> {
    let count: usize = snapshot.chunks.iter().map(|chunk| chunk.count(query)).sum();
    let keys = || snapshot.select(query).map(|position| snapshot.row(position).key);
    (count > snapshot.len() / SORTED_SHARE).then(|| KeySet::of(keys, snapshot)).flatten()
}

/// A set of keys as a bitmap.
struct KeySet {
    least: i64,
    bits: Vec<u64>,
}

impl KeySet {
    /// The set of these keys; `None` if the keys of the snapshot are too far apart for a bitmap.
    fn of<I: Iterator<Item = i64>>(keys: impl Fn() -> I, snapshot: &Snapshot) -> Option<Self> {
        let (least, greatest) = (keys().min()?, keys().max()?);
        let words = usize::try_from(greatest.checked_sub(least)?).ok()? / 64 + 1;
        if words > snapshot.len() + MAX_ROWS {
            return None;
        }
        let mut set = Self { least, bits: vec![0; words] };
        for key in keys() {
            if let Some((word, bit)) = set.position(key) {
                set.bits[word] |= bit;
            }
        }
        Some(set)
    }

    fn contains(&self, key: i64) -> bool {
        self.position(key).is_some_and(|(word, bit)| self.bits[word] & bit != 0)
    }

    /// The word with the key's bit, and the bit; `None` outside of the bitmap.
    fn position(&self, key: i64) -> Option<(usize, u64)> {
        let offset = usize::try_from(key.checked_sub(self.least)?).ok()?;
        (offset / 64 < self.bits.len()).then_some((offset / 64, 1 << (offset % 64)))
    }
}
