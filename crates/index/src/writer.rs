//! Making the next snapshot of a list index: changes are applied to the chunks that they affect, and to no others.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::chunk::Chunk;
use super::chunk_rows::{ChunkRows, Edits, Widths, join, merge, row_offset, split};
use super::columns::IndexColumns;
use super::key_map::{KeyMap, Location, MAX_CHUNKS};
use super::order::{Order, OrderEdits, OrderKey};
use super::query::SortBy;
use super::row::ChangedRow;
use super::row_set::MAX_ROWS;
use super::snapshot::{Orders, Position, Snapshot, next_stamp};

/// A chunk with fewer rows is joined to the previous one if both fit into three quarters of a chunk.
const SPARSE_ROWS: usize = MAX_ROWS / 8;
const JOINED_ROWS: usize = MAX_ROWS / 4 * 3;

/// Applies changes to an index; there is one writer for each resource.
#[derive(Debug)]
pub struct Writer {
    next_chunk_id: usize,
    widths: Widths,
}

/// The snapshot that is being made.
struct Next {
    chunks: Vec<Arc<Chunk>>,
    keys: Arc<KeyMap>,
    /// The last of the changes.
    sequence: i64,
}

impl Writer {
    /// The writer of an index that was just built.
    pub fn new(snapshot: &Snapshot, columns: &IndexColumns) -> Self {
        let ids = snapshot.chunks.iter().map(|chunk| chunk.id as usize + 1);
        Self { next_chunk_id: ids.max().unwrap_or(0), widths: columns.widths() }
    }

    /// Whether the index made so many chunks that it must be rebuilt before the next changes.
    pub fn is_exhausted(&self) -> bool {
        self.next_chunk_id >= MAX_CHUNKS / 2
    }

    /// The next snapshot, with the current state of these rows. `sequence` is the last of the changes; the versions remain.
    pub fn apply(&mut self, snapshot: &Snapshot, rows: Vec<ChangedRow>, sequence: i64) -> Snapshot {
        let rows: Vec<(Option<Position>, ChangedRow)> =
            rows.into_iter().map(|row| (snapshot.find(row.key), row)).collect();
        let orders = orders(snapshot, &rows);
        let mut next = Next {
            chunks: Vec::with_capacity(snapshot.chunks.len()),
            keys: Arc::clone(&snapshot.keys),
            sequence,
        };
        let mut edits = edits(snapshot, rows, &mut next.keys).into_iter().peekable();
        for (number, chunk) in snapshot.chunks.iter().enumerate() {
            match edits.next_if(|(edited, _)| *edited == number) {
                None => next.chunks.push(Arc::clone(chunk)),
                Some((_, edits)) => self.edit(chunk, edits, number + 1 == snapshot.chunks.len(), &mut next),
            }
        }
        // The index had no chunks.
        for (_, edits) in edits {
            self.rebuild(&ChunkRows::empty(self.widths), None, edits, true, &mut next);
        }
        let sequence = sequence.max(snapshot.sequence);
        Snapshot::new(sequence, snapshot.versions, snapshot.epoch, next.chunks, next.keys, orders)
    }

    /// Adds the successors of a chunk: none, one or several.
    fn edit(&mut self, chunk: &Chunk, edits: Edits, is_end: bool, next: &mut Next) {
        let has_same_values = edits.updated.iter().all(|(row, values)| chunk.has_values_of(*row, values));
        if has_same_values && edits.removed.is_empty() && edits.inserted.is_empty() {
            next.chunks.push(Arc::new(chunk.with_numbers(next_stamp(), &edits.updated, next.sequence)));
            return;
        }
        self.rebuild(&chunk.to_rows(), Some(chunk.id), edits, is_end, next);
    }

    fn rebuild(&mut self, old: &ChunkRows, mut id: Option<u32>, edits: Edits, is_end: bool, next: &mut Next) {
        let mut rows = merge(old, edits, next.sequence);
        if rows.len() < SPARSE_ROWS
            && let Some(before) = next.chunks.pop_if(|before| before.len() + rows.len() <= JOINED_ROWS)
        {
            id = Some(before.id);
            rows = join(before.to_rows(), &rows);
        }
        for part in split(rows, is_end) {
            let id = id.take().unwrap_or_else(|| self.new_chunk_id());
            let keys = Arc::make_mut(&mut next.keys);
            for (row, key) in part.keys.iter().enumerate() {
                keys.set(*key, Location { chunk: id, row: row_offset(row) });
            }
            next.chunks.push(Arc::new(Chunk::new(next_stamp(), id, part)));
        }
    }

    fn new_chunk_id(&mut self) -> u32 {
        self.next_chunk_id += 1;
        chunk_id(self.next_chunk_id - 1)
    }
}

/// Assigns the changes to chunks, and removes the keys of deleted and moved rows from the map.
fn edits(
    snapshot: &Snapshot,
    rows: Vec<(Option<Position>, ChangedRow)>,
    keys: &mut Arc<KeyMap>,
) -> BTreeMap<usize, Edits> {
    let mut edits: BTreeMap<usize, Edits> = BTreeMap::new();
    for (position, ChangedRow { key, row }) in rows {
        match (position, row) {
            (None, None) => {}
            (Some((number, offset)), Some(row))
                if snapshot.chunks[number].sort_key(offset) == row.sort_key =>
            {
                edits.entry(number).or_default().updated.push((offset, row));
            }
            (position, row) => {
                if let Some((number, offset)) = position {
                    edits.entry(number).or_default().removed.push(offset);
                    Arc::make_mut(keys).remove(key);
                }
                if let Some(row) = row {
                    let number = snapshot.chunk_for(row.sort_key).unwrap_or(0);
                    edits.entry(number).or_default().inserted.push(row);
                }
            }
        }
    }
    edits
}

/// The next sort orders.
fn orders(snapshot: &Snapshot, rows: &[(Option<Position>, ChangedRow)]) -> Orders {
    let Orders { by_id, by_number } = &snapshot.orders;
    let by_id = by_id.as_ref().map(|order| {
        let edits = order_edits(
            rows,
            |(chunk, row)| (0, snapshot.chunks[chunk].tie(usize::from(row))),
            |row| row.row.as_ref().map(|row| (0, row.sort_key.1)),
        );
        order.apply(edits, |key| snapshot.id_key(key))
    });
    let by_number = by_number.iter().enumerate().map(|(number, order)| {
        let order: &Order = order.as_ref()?;
        let by = SortBy::Number(number);
        let edits = order_edits(
            rows,
            |(chunk, row)| snapshot.chunks[chunk].order_key(row, by),
            |row| row.row.as_ref().map(|row| (row.numbers[number].unwrap_or(i64::MIN), row.sort_key.1)),
        );
        Some(order.apply(edits, |key| snapshot.order_key(key, by)))
    });
    Orders { by_id, by_number: by_number.collect() }
}

/// The changes of an order: of the rows whose positions in it change.
fn order_edits(
    rows: &[(Option<Position>, ChangedRow)],
    old: impl Fn(Position) -> OrderKey,
    new: impl Fn(&ChangedRow) -> Option<OrderKey>,
) -> OrderEdits {
    let mut edits = OrderEdits::default();
    for (position, row) in rows {
        let (old, new) = (position.map(&old), new(row));
        if old != new {
            edits.removed.extend(old.map(|old| (old, row.key)));
            edits.inserted.extend(new.map(|new| (new, row.key)));
        }
    }
    edits
}

/// The id of the n-th chunk that was made.
pub fn chunk_id(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX - 1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use folkmoot_model::resources::FILES;
    use folkmoot_store::audience::Versions;
    use proptest::prelude::*;

    use super::*;
    use crate::dictionary::TRUE;
    use crate::query::{BoundingBox, Condition, NumberRange, Query};
    use crate::row::IndexedRow;
    use crate::sorted::SelectionCache;

    const WIDTHS: Widths = Widths { facets: 2, numbers: 3, relations: 1 };

    /// The timestamp, the numbers, the facets and the relation of a row.
    type Values = (i64, [Option<i64>; WIDTHS.numbers], [u32; WIDTHS.facets], Vec<u32>);
    /// A key and the new state of its row; `None` deletes it.
    type Step = (i64, Option<Values>);

    /// Few keys and few timestamps, so that rows change often and ties are frequent.
    fn step() -> impl Strategy<Value = Step> {
        let related = proptest::collection::btree_set(0_u32..5, 0..4).prop_map(Vec::from_iter);
        let point = proptest::option::of(-9_i64..9);
        let numbers =
            (0_i64..50, point.clone(), point).prop_map(|(changed, x, y)| [Some(changed), x, x.and(y)]);
        let values = (0_i64..60, numbers, [0_u32..3, 0_u32..140], related);
        (1_i64..700, proptest::option::weighted(0.8, values))
    }

    fn range(least: i64, greatest: i64) -> impl Strategy<Value = NumberRange> {
        let bound = proptest::option::of(least..greatest);
        (bound.clone(), bound).prop_map(|(from, until)| NumberRange { from, until })
    }

    fn query() -> impl Strategy<Value = Query<u32>> {
        let edges = [-9_i64..9, -9_i64..9, -9_i64..9, -9_i64..9];
        let simple = prop_oneof![
            (0..WIDTHS.facets, proptest::collection::vec(0_u32..140, 1..4))
                .prop_map(|(facet, values)| Condition::AnyOf { facet, values }),
            (0..WIDTHS.numbers, range(-9, 50)).prop_map(|(number, range)| Condition::Range { number, range }),
            (proptest::collection::vec(0_u32..6, 1..3), proptest::option::of(Just(0_usize)))
                .prop_map(|(values, unless)| Condition::AllOf { relation: 0, values, unless }),
            edges.prop_map(|[west, south, east, north]| {
                let bounds = BoundingBox { west, south, east, north };
                Condition::BoundingBox { longitude: 1, latitude: 2, bounds, decimals: None }
            }),
        ];
        let set = proptest::collection::vec(simple.clone(), 1..3);
        let condition = prop_oneof![
            4 => simple,
            1 => proptest::collection::vec(set, 0..3).prop_map(Condition::OneOf),
            1 => proptest::collection::btree_set(0_u128..701, 1..40)
                .prop_map(|ids| Condition::Ids(ids.into_iter().collect())),
        ];
        (range(0, 60), proptest::collection::vec(condition, 0..3))
            .prop_map(|(sorted_at, conditions)| Query { sorted_at, conditions })
    }

    fn is_selected(query: &Query<u32>, row: &IndexedRow) -> bool {
        query.sorted_at.contains(row.sort_key.0)
            && query.conditions.iter().all(|condition| fulfils(condition, row))
    }

    fn fulfils(condition: &Condition<u32>, row: &IndexedRow) -> bool {
        match condition {
            Condition::AnyOf { facet, values } => values.contains(&row.facets[*facet]),
            Condition::AllOf { relation, values, unless } => {
                unless.is_some_and(|facet| row.facets[facet] == TRUE)
                    || values.iter().all(|value| row.related[*relation].contains(value))
            }
            Condition::Ids(ids) => ids.contains(&row.sort_key.1),
            Condition::Range { number, range } => {
                row.numbers[*number].is_some_and(|number| range.contains(number))
            }
            Condition::OneOf(sets) => sets.iter().any(|set| set.iter().all(|one| fulfils(one, row))),
            Condition::BoundingBox { longitude, latitude, bounds, .. } => {
                let point = row.numbers[*longitude].zip(row.numbers[*latitude]);
                point.is_some_and(|(longitude, latitude)| bounds.contains(longitude, latitude))
            }
        }
    }

    fn indexed((key, values): &Step) -> ChangedRow {
        let row = values.clone().map(|(timestamp, numbers, facets, related)| IndexedRow {
            key: *key,
            // Not in the order of keys.
            sort_key: (timestamp, u128::from(key.unsigned_abs()) * 7919 % 701),
            facets: facets.to_vec(),
            related: vec![related],
            numbers: numbers.to_vec(),
        });
        ChangedRow { key: *key, row }
    }

    fn empty() -> Snapshot {
        let by_number = vec![Some(Order::default()), None, Some(Order::default())];
        let orders = Orders { by_id: Some(Order::default()), by_number };
        Snapshot::new(0, Versions::default(), 0, Vec::new(), Arc::default(), orders)
    }

    /// The keys of rows in ascending order of a number.
    fn sorted_keys(rows: &[&(IndexedRow, i64)], number: usize) -> Vec<i64> {
        let mut rows = rows.to_vec();
        rows.sort_by_key(|(row, _)| (row.numbers[number].unwrap_or(i64::MIN), row.sort_key.1));
        rows.iter().map(|(row, _)| row.key).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn after_any_changes_every_query_selects_what_a_scan_selects(
            rounds in proptest::collection::vec(proptest::collection::vec(step(), 1..200), 1..12),
            queries in proptest::collection::vec(query(), 6),
            epoch_rises in any::<bool>(),
            is_restarted in any::<bool>(),
        ) {
            let mut snapshot = empty();
            let mut writer = Writer { next_chunk_id: 0, widths: WIDTHS };
            let mut model: BTreeMap<i64, (IndexedRow, i64)> = BTreeMap::new();
            let mut counts: Vec<_> = queries.iter().map(|query| snapshot.count(query, None)).collect();
            for (sequence, steps) in (1_i64..).zip(rounds) {
                // Only the last step of each key, because the database returns the current state of rows.
                let last: BTreeMap<i64, Step> = steps.into_iter().map(|step| (step.0, step)).collect();
                let changes: Vec<ChangedRow> = last.values().map(indexed).collect();
                for step in last.values() {
                    match indexed(step).row {
                        Some(row) => _ = model.insert(step.0, (row, sequence)),
                        None => _ = model.remove(&step.0),
                    }
                }
                snapshot = writer.apply(&snapshot, changes, sequence);
                if epoch_rises {
                    snapshot = snapshot.with_next_epoch(Versions::default());
                }
                if is_restarted {
                    snapshot = crate::index_file::copied_by_file(&snapshot);
                    counts = queries.iter().map(|query| snapshot.count(query, None)).collect();
                }
                prop_assert_eq!(snapshot.len(), model.len());
                prop_assert!(snapshot.chunks.iter().all(|chunk| (1..=MAX_ROWS).contains(&chunk.len())));
                prop_assert!(snapshot.chunks.len() <= 2 + model.len() / (SPARSE_ROWS / 2));
                for key in 0..701 {
                    let found = snapshot.find(key).map(|position| snapshot.row(position).key);
                    prop_assert_eq!(found, model.contains_key(&key).then_some(key));
                }
                let mut rows: Vec<&(IndexedRow, i64)> = model.values().collect();
                rows.sort_by_key(|(row, _)| std::cmp::Reverse(row.sort_key));
                for (row, _) in &rows {
                    let found = snapshot.find_id(row.sort_key.1).map(|position| snapshot.row(position).key);
                    prop_assert_eq!(found, Some(row.key));
                }
                prop_assert_eq!(snapshot.find_id(701), None);
                for (query, counts) in queries.iter().zip(&mut counts) {
                    *counts = snapshot.count(query, Some(counts));
                    let selected: Vec<&(IndexedRow, i64)> =
                        rows.iter().copied().filter(|(row, _)| is_selected(query, row)).collect();
                    let expected: Vec<(i64, i64)> =
                        selected.iter().map(|(row, version)| (row.key, *version)).collect();
                    for first in [0, 1, expected.len() / 2, expected.len().saturating_sub(24), expected.len()] {
                        let page = snapshot.rows(query, counts, first, 24);
                        let shown: Vec<(i64, i64)> = page.iter().map(|row| (row.key, row.version)).collect();
                        let selected: Vec<_> = expected.iter().skip(first).take(24).copied().collect();
                        prop_assert_eq!(shown, selected);
                        prop_assert_eq!(counts.total(), expected.len());
                    }
                    // The cache only compares the unresolved query.
                    let unresolved = Query { sorted_at: query.sorted_at, conditions: query.conditions.iter().map(widened).collect() };
                    for number in [0, 2] {
                        let cache = SelectionCache::new(1_000_000);
                        let keys = cache.keys(FILES, &snapshot, (&unresolved, query), number).unwrap();
                        let shown: Vec<i64> = (0..keys.len()).map(|position| keys.key(position).unwrap()).collect();
                        prop_assert_eq!(shown, sorted_keys(&selected, number));
                    }
                    prop_assert!(SelectionCache::new(1_000_000).keys(FILES, &snapshot, (&unresolved, query), 1).is_none());
                }
            }
        }
    }

    fn widened(condition: &Condition<u32>) -> Condition {
        let wide = |values: &[u32]| values.iter().map(|value| u128::from(*value)).collect();
        match condition.clone() {
            Condition::AnyOf { facet, values } => Condition::AnyOf { facet, values: wide(&values) },
            Condition::AllOf { relation, values, unless } => {
                Condition::AllOf { relation, values: wide(&values), unless }
            }
            Condition::Ids(ids) => Condition::Ids(ids),
            Condition::Range { number, range } => Condition::Range { number, range },
            Condition::OneOf(sets) => {
                Condition::OneOf(sets.iter().map(|set| set.iter().map(widened).collect()).collect())
            }
            Condition::BoundingBox { longitude, latitude, bounds, decimals } => {
                Condition::BoundingBox { longitude, latitude, bounds, decimals }
            }
        }
    }
}
