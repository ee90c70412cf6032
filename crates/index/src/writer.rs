//! Making the next snapshot of a list index: changes are applied to the chunks that they affect, and to no others.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::chunk::Chunk;
use super::chunk_rows::{ChunkRows, Edits, join, merge, split};
use super::key_map::KeyMap;
use super::row::ChangedRow;
use super::row_set::MAX_ROWS;
use super::snapshot::{Snapshot, next_stamp};

/// A chunk with fewer rows is joined to the previous one if both fit into three quarters of a chunk.
const SPARSE_ROWS: usize = MAX_ROWS / 8;
const JOINED_ROWS: usize = MAX_ROWS / 4 * 3;

/// Applies changes to an index. Contains the chunk of each key; there is one writer for each resource.
#[derive(Debug)]
pub struct Writer {
    keys: KeyMap,
    next_chunk_id: usize,
    facets: usize,
    relations: usize,
}

/// The snapshot that is being made.
struct Next {
    chunks: Vec<Arc<Chunk>>,
    /// The last of the changes.
    sequence: i64,
}

impl Writer {
    /// The writer of an index that was just built, from the map of its keys to the ids of their chunks.
    pub fn new(snapshot: &Snapshot, keys: KeyMap, facets: usize, relations: usize) -> Self {
        let ids = snapshot.chunks.iter().map(|chunk| chunk.id as usize + 1);
        Self { keys, next_chunk_id: ids.max().unwrap_or(0), facets, relations }
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.keys.bytes()
    }

    /// The next snapshot, with the current state of these rows. `sequence` is the last of the changes; the version remains.
    pub fn apply(&mut self, snapshot: &Snapshot, rows: Vec<ChangedRow>, sequence: i64) -> Snapshot {
        let edits = self.edits(snapshot, rows);
        let mut next = Next { chunks: Vec::with_capacity(snapshot.chunks.len() + edits.len()), sequence };
        let mut edits = edits.into_iter().peekable();
        for (number, chunk) in snapshot.chunks.iter().enumerate() {
            match edits.next_if(|(edited, _)| *edited == number) {
                None => next.chunks.push(Arc::clone(chunk)),
                Some((_, edits)) => self.edit(chunk, edits, number + 1 == snapshot.chunks.len(), &mut next),
            }
        }
        // The index had no chunks.
        for (_, edits) in edits {
            let empty = ChunkRows::empty(self.facets, self.relations);
            self.rebuild(&empty, None, edits, true, &mut next);
        }
        Snapshot::new(sequence.max(snapshot.sequence), snapshot.version, snapshot.epoch, next.chunks)
    }

    /// Assigns the changes to chunks, and removes the keys of deleted rows from the map.
    fn edits(&mut self, snapshot: &Snapshot, rows: Vec<ChangedRow>) -> BTreeMap<usize, Edits> {
        let ids = snapshot.chunks.iter().enumerate();
        let ids: HashMap<u32, usize> = ids.map(|(number, chunk)| (chunk.id, number)).collect();
        let mut edits: BTreeMap<usize, Edits> = BTreeMap::new();
        for ChangedRow { key, row } in rows {
            let position = self.keys.get(key).and_then(|id| ids.get(&id)).and_then(|number| {
                let row = snapshot.chunks[*number].find(key)?;
                Some((*number, row))
            });
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
                        self.keys.remove(key);
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

    /// Adds the successors of a chunk: none, one or several.
    fn edit(&mut self, chunk: &Chunk, edits: Edits, is_end: bool, next: &mut Next) {
        let has_same_values = edits.updated.iter().all(|(row, values)| chunk.has_values_of(*row, values));
        if has_same_values && edits.removed.is_empty() && edits.inserted.is_empty() {
            let updates = edits.updated.iter().map(|(row, values)| (*row, values.updated_at));
            next.chunks.push(Arc::new(chunk.with_updates(next_stamp(), updates, next.sequence)));
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
            part.keys.iter().for_each(|key| self.keys.set(*key, id));
            next.chunks.push(Arc::new(Chunk::new(next_stamp(), id, part)));
        }
    }

    fn new_chunk_id(&mut self) -> u32 {
        self.next_chunk_id += 1;
        chunk_id(self.next_chunk_id - 1)
    }
}

/// The id of the n-th chunk that was made.
pub fn chunk_id(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX - 1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use folkmoot_store::changes::Version;
    use proptest::prelude::*;

    use super::*;
    use crate::query::{Condition, Query, TimestampRange};
    use crate::row::IndexedRow;

    const FACETS: usize = 2;
    const RELATIONS: usize = 1;

    /// A key and the new state of its row: timestamp, last update, facets and relations; `None` deletes it.
    type Step = (i64, Option<(i64, i64, [u128; FACETS], Vec<u128>)>);

    /// Few keys and few timestamps, so that rows change often and ties are frequent.
    fn step() -> impl Strategy<Value = Step> {
        let related = proptest::collection::btree_set(0_u128..5, 0..4).prop_map(Vec::from_iter);
        let values = (0_i64..60, 0_i64..50, [0_u128..3, 0_u128..40], related);
        (1_i64..700, proptest::option::weighted(0.8, values))
    }

    fn query() -> impl Strategy<Value = Query> {
        let span = || {
            (proptest::option::of(0_i64..60), proptest::option::of(0_i64..60))
                .prop_map(|(from, until)| TimestampRange { from, until })
        };
        let condition = prop_oneof![
            (0..FACETS, proptest::collection::vec(0_u128..40, 1..4))
                .prop_map(|(facet, values)| Condition::AnyOf { facet, values }),
            (0_u128..40, 0_u128..40).prop_map(|(first, last)| Condition::DayRange { facet: 1, first, last }),
            (proptest::collection::vec(0_u128..6, 1..3), proptest::option::of(Just(0_usize)))
                .prop_map(|(values, unless)| Condition::AllOf { relation: 0, values, unless }),
        ];
        (span(), span(), proptest::collection::vec(condition, 0..3))
            .prop_map(|(sorted_at, updated_at, conditions)| Query { sorted_at, updated_at, conditions })
    }

    fn is_selected(query: &Query, row: &IndexedRow) -> bool {
        query.sorted_at.contains(row.sort_key.0)
            && query.updated_at.contains(row.updated_at)
            && query.conditions.iter().all(|condition| match condition {
                Condition::AnyOf { facet, values } => values.contains(&row.facets[*facet]),
                Condition::DayRange { facet, first, last } => (*first..=*last).contains(&row.facets[*facet]),
                Condition::AllOf { relation, values, unless } => {
                    unless.is_some_and(|facet| row.facets[facet] == 1)
                        || values.iter().all(|value| row.related[*relation].contains(value))
                }
            })
    }

    fn indexed((key, values): &Step) -> ChangedRow {
        let row = values.clone().map(|(timestamp, updated_at, facets, related)| IndexedRow {
            key: *key,
            // Not in the order of keys.
            sort_key: (timestamp, u128::from(key.unsigned_abs()) * 7919 % 701),
            updated_at,
            facets: facets.to_vec(),
            related: vec![related],
        });
        ChangedRow { key: *key, row }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn after_any_changes_every_query_selects_what_a_scan_selects(
            rounds in proptest::collection::vec(proptest::collection::vec(step(), 1..200), 1..12),
            queries in proptest::collection::vec(query(), 6),
            epoch_rises in any::<bool>(),
        ) {
            let mut snapshot = Snapshot::new(0, Version::default(), 0, Vec::new());
            let mut writer = Writer::new(&snapshot, KeyMap::default(), FACETS, RELATIONS);
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
                    snapshot = snapshot.with_next_epoch(Version::default());
                }
                prop_assert_eq!(snapshot.len(), model.len());
                prop_assert!(snapshot.chunks.iter().all(|chunk| (1..=MAX_ROWS).contains(&chunk.len())));
                prop_assert!(snapshot.chunks.len() <= 2 + model.len() / (SPARSE_ROWS / 2));
                let mut rows: Vec<&(IndexedRow, i64)> = model.values().collect();
                rows.sort_by_key(|(row, _)| std::cmp::Reverse(row.sort_key));
                for (query, counts) in queries.iter().zip(&mut counts) {
                    *counts = snapshot.count(query, Some(counts));
                    let expected: Vec<(i64, i64)> = rows
                        .iter()
                        .filter(|(row, _)| is_selected(query, row))
                        .map(|(row, version)| (row.key, *version))
                        .collect();
                    for first in [0, 1, expected.len() / 2, expected.len().saturating_sub(24), expected.len()] {
                        let page = snapshot.page(query, counts, first, 24);
                        let shown: Vec<(i64, i64)> = page.rows.iter().map(|row| (row.key, row.version)).collect();
                        let selected: Vec<_> = expected.iter().skip(first).take(24).copied().collect();
                        prop_assert_eq!(shown, selected);
                        prop_assert_eq!(page.total, expected.len());
                    }
                }
            }
        }
    }
}
