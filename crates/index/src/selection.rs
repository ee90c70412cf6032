//! The complete list of a request: the selected records in their order, in one snapshot of the index.

use std::ops::Range;
use std::sync::Arc;

use folkmoot_store::audience::Versions;
use folkmoot_store::words::KeySet;

use super::integers::{Integers, partition_point};
use super::matches::positions_of;
use super::order::OrderKey;
use super::pseudonymized_ids::{PseudonymizedIds, sorted_keys};
use super::query::{Condition, Query, Sort, SortBy};
use super::row::PageRow;
use super::row_set::MAX_ROWS;
use super::search::best_first;
use super::snapshot::{Counts, Position, Snapshot};
use super::sorted::{for_each_selected, part};

/// Which of the records that a query selects are listed, and in which order.
#[derive(Debug)]
pub enum Listing<'a> {
    /// All.
    Sorted(Sort),
    /// All; records with equal values are sorted by the ids that a client sees.
    ByPseudonyms(Sort, &'a dyn PseudonymizedIds),
    /// The records with these keys.
    Matching(Sort, &'a KeySet),
    /// The records with these keys and ranks: the best match first, then the newest, unless they are sorted.
    Ranked(Option<Sort>, &'a [(i64, f64)]),
}

/// A complete list. It retains the snapshot of the index that it was made from.
#[derive(Debug)]
pub struct Selection {
    snapshot: Arc<Snapshot>,
    rows: Rows,
    total: usize,
    /// The key by which the list is sorted; `None` if it is sorted by rank or by pseudonyms.
    sort: Option<Sort>,
}

/// The selected records.
#[derive(Debug)]
enum Rows {
    /// In the chunks of the snapshot.
    InChunks(Query<u32>, Arc<Counts>),
    /// A part of the order by a number, from this position.
    InOrder(usize, usize),
    /// These keys, in ascending order or in the order of the list.
    Keys(KeyList, Direction),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// As the list.
    Same,
    /// The list is descending, the keys ascend.
    Reversed,
}

impl Selection {
    /// The list that a query selects in a snapshot. `counts` are the counts of the query, if they are known.
    pub(super) fn new(
        snapshot: Arc<Snapshot>,
        mut query: Query<u32>,
        listing: &Listing<'_>,
        counts: Option<Arc<Counts>>,
    ) -> Self {
        let (rows, sort) = match *listing {
            Listing::ByPseudonyms(sort, ids) => {
                let keys = keys_by_shown_ids(&snapshot, query, sort.by, ids);
                return Self::with(snapshot, Rows::Keys(keys, direction(sort)), None);
            }
            Listing::Matching(sort, keys) => {
                let positions = positions_of(&snapshot, &query, keys);
                (Rows::sorted(&snapshot, positions, sort), Some(sort))
            }
            Listing::Ranked(sort, ranked) => {
                let positions = best_first(&snapshot, &query, ranked);
                match sort {
                    Some(sort) => (Rows::sorted(&snapshot, positions, sort), Some(sort)),
                    None => (Rows::Keys(keys_at(&snapshot, &positions), Direction::Same), None),
                }
            }
            Listing::Sorted(sort) => {
                let rows = match query.take_ids() {
                    Some(ids) => {
                        let found = ids.iter().filter_map(|id| snapshot.find_id(*id));
                        let found = found.filter(|position| snapshot.is_selected(&query, *position));
                        Rows::sorted(&snapshot, found.collect(), sort)
                    }
                    None => Rows::new(&snapshot, query, sort, counts),
                };
                (rows, Some(sort))
            }
        };
        Self::with(snapshot, rows, sort)
    }

    fn with(snapshot: Arc<Snapshot>, rows: Rows, sort: Option<Sort>) -> Self {
        let total = match &rows {
            Rows::InChunks(_, counts) => counts.total(),
            Rows::InOrder(_, length) => *length,
            Rows::Keys(keys, _) => keys.len(),
        };
        Self { snapshot, rows, total, sort }
    }

    /// The number of records.
    pub fn total(&self) -> usize {
        self.total
    }

    /// The versions of the snapshot.
    pub fn versions(&self) -> Versions {
        self.snapshot.versions
    }

    /// The newest change of the resource that the snapshot contains.
    pub fn sequence(&self) -> i64 {
        self.snapshot.sequence
    }

    /// The records at these positions of the list.
    pub fn rows(&self, range: Range<usize>) -> Vec<PageRow> {
        let range = range.start.min(self.total)..range.end.min(self.total);
        let is_ascending = self.sort.is_some_and(|sort| sort.is_ascending);
        match &self.rows {
            Rows::InChunks(query, counts) if is_ascending => {
                let first = self.total - range.end;
                let mut rows = self.snapshot.rows(query, counts, first, range.len());
                rows.reverse();
                rows
            }
            Rows::InChunks(query, counts) => self.snapshot.rows(query, counts, range.start, range.len()),
            _ => range.filter_map(|position| self.row(position)).collect(),
        }
    }

    /// The position of the first record after `key`, the number and the id by which records are sorted; `None` if the list
    /// is not sorted by a number and then by id.
    pub fn first_after(&self, key: OrderKey) -> Option<usize> {
        let sort = self.sort?;
        let is_before = |position: usize| {
            self.rows(position..position + 1).first().is_some_and(|row| {
                let at = self.snapshot.order_key(row.key, sort.by);
                if sort.is_ascending { at <= key } else { at >= key }
            })
        };
        Some(partition_point(self.total, is_before))
    }

    /// The record at a position of a list of keys.
    fn row(&self, position: usize) -> Option<PageRow> {
        let key = match &self.rows {
            Rows::InChunks(..) => None,
            Rows::InOrder(start, _) => {
                let Sort { by: SortBy::Number(number), is_ascending } = self.sort? else { return None };
                let position = if is_ascending { position } else { self.total - 1 - position };
                self.snapshot.orders.by_number.get(number)?.as_ref()?.key(start + position)
            }
            Rows::Keys(keys, Direction::Same) => keys.key(position),
            Rows::Keys(keys, Direction::Reversed) => keys.key(self.total - 1 - position),
        };
        Some(self.snapshot.row(self.snapshot.find(key?)?))
    }
}

impl Rows {
    /// The records that a query without ids selects.
    fn new(snapshot: &Snapshot, query: Query<u32>, sort: Sort, counts: Option<Arc<Counts>>) -> Self {
        let SortBy::Number(number) = sort.by else {
            let counts = counts.unwrap_or_else(|| Arc::new(snapshot.count(&query, None)));
            return Self::InChunks(query, counts);
        };
        let Some(order) = snapshot.orders.by_number.get(number).and_then(Option::as_ref) else {
            return Self::Keys(KeyList::default(), Direction::Same);
        };
        if let Some(range) = part(&query, number) {
            let rank = |bound: i64| order.rank((bound, 0), |key| snapshot.order_key(key, sort.by));
            let start = range.from.map_or(0, rank);
            let end = range.until.map_or_else(|| order.len(), rank);
            return Self::InOrder(start, end.saturating_sub(start));
        }
        let mut keys = KeyListBuilder::default();
        for_each_selected(snapshot, &query, order, sort.by, |key| keys.push(key));
        Self::Keys(keys.finish(), direction(sort))
    }

    /// These records, sorted.
    fn sorted(snapshot: &Snapshot, positions: Vec<Position>, sort: Sort) -> Self {
        let key = |(chunk, row): Position| (snapshot.chunks[chunk].order_key(row, sort.by), (chunk, row));
        let mut records: Vec<_> = positions.into_iter().map(key).collect();
        records.sort_unstable();
        let positions: Vec<Position> = records.into_iter().map(|(_, position)| position).collect();
        Self::Keys(keys_at(snapshot, &positions), direction(sort))
    }
}

fn direction(sort: Sort) -> Direction {
    if sort.is_ascending { Direction::Same } else { Direction::Reversed }
}

/// The keys that a query selects, in ascending order. If the number has an order, only the ids of records with equal numbers
/// are in memory at the same time.
fn keys_by_shown_ids(
    snapshot: &Snapshot,
    query: Query<u32>,
    by: SortBy,
    ids: &dyn PseudonymizedIds,
) -> KeyList {
    let order = match by {
        SortBy::Number(number) => snapshot.orders.by_number.get(number).and_then(Option::as_ref),
        SortBy::Timestamp => None,
    };
    let has_ids = query.conditions.iter().any(|condition| matches!(condition, Condition::Ids(_)));
    let Some(order) = order.filter(|_| !has_ids) else {
        return KeyList::new(sorted_keys(snapshot, query, by, ids));
    };
    let mut keys = KeyListBuilder::default();
    let (mut equal, mut number_of_equal) = (Vec::new(), None);
    for_each_selected(snapshot, &query, order, by, |key| {
        let (number, id) = snapshot.order_key(key, by);
        if number_of_equal.replace(number) != Some(number) {
            keys.push_by_shown_ids(&mut equal, ids);
        }
        equal.push((id, key));
    });
    keys.push_by_shown_ids(&mut equal, ids);
    keys.finish()
}

fn keys_at(snapshot: &Snapshot, positions: &[Position]) -> KeyList {
    KeyList::new(positions.iter().map(|position| snapshot.row(*position).key))
}

/// Any number of keys, in few bytes each.
#[derive(Debug, Default)]
struct KeyList {
    /// Each but the last has [`MAX_ROWS`] keys.
    parts: Vec<Integers>,
}

#[derive(Debug, Default)]
struct KeyListBuilder {
    complete: KeyList,
    last: Vec<i64>,
}

impl KeyList {
    fn new(keys: impl IntoIterator<Item = i64>) -> Self {
        let mut builder = KeyListBuilder::default();
        keys.into_iter().for_each(|key| builder.push(key));
        builder.finish()
    }

    fn len(&self) -> usize {
        self.parts.last().map_or(0, |last| (self.parts.len() - 1) * MAX_ROWS + last.len())
    }

    fn key(&self, position: usize) -> Option<i64> {
        self.parts.get(position / MAX_ROWS)?.get(position % MAX_ROWS)
    }
}

impl KeyListBuilder {
    fn push(&mut self, key: i64) {
        self.last.push(key);
        if self.last.len() == MAX_ROWS {
            self.complete.parts.push(Integers::of(&self.last));
            self.last.clear();
        }
    }

    /// Moves keys, each after the id of its record, in the order of the shown ids.
    fn push_by_shown_ids(&mut self, records: &mut Vec<(u128, i64)>, ids: &dyn PseudonymizedIds) {
        let mut shown: Vec<u128> = records.iter().map(|(id, _)| *id).collect();
        ids.replace_all(&mut shown);
        let mut sorted: Vec<(u128, i64)> =
            shown.into_iter().zip(records.drain(..).map(|(_, key)| key)).collect();
        sorted.sort_unstable();
        for (_, key) in sorted {
            self.push(key);
        }
    }

    fn finish(mut self) -> KeyList {
        if !self.last.is_empty() {
            self.complete.parts.push(Integers::of(&self.last));
        }
        self.complete
    }
}
