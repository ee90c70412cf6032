//! Making the next version of a list index: changes are applied to the chunks that they concern, and to no others.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::chunk::{Chunk, ChunkRows, IndexedRow, MAX_ROWS};
use super::index::{ChangedRow, Index, home_of, next_stamp};
use super::key_map::KeyMap;
use super::rows::{join, merge, split};

/// A chunk with fewer rows is joined to its neighbour where both fit into three quarters of a chunk.
const SPARSE_ROWS: usize = MAX_ROWS / 8;
const JOINED_ROWS: usize = MAX_ROWS / 4 * 3;

/// What changes an index: where the row of a key is. There is one for each resource.
#[derive(Debug)]
pub struct Writer {
    keys: KeyMap,
    next_home: usize,
    facets: usize,
    relations: usize,
}

/// The version that is being made.
struct Next {
    chunks: Vec<Arc<Chunk>>,
    /// The last of the changes.
    sequence: i64,
}

/// What changes in one chunk.
#[derive(Debug, Default)]
pub struct Edits {
    /// Rows that stay where they are.
    pub updated: Vec<(u16, IndexedRow)>,
    /// Rows that are gone, or belong elsewhere now.
    pub removed: Vec<u16>,
    /// Rows that are new here.
    pub inserted: Vec<IndexedRow>,
}

impl Writer {
    /// The writer of an index that was just built, from the map of its keys to the homes of their chunks.
    pub fn new(index: &Index, keys: KeyMap, facets: usize, relations: usize) -> Self {
        let homes = index.chunks.iter().map(|chunk| chunk.home as usize + 1);
        Self { keys, next_home: homes.max().unwrap_or(0), facets, relations }
    }

    /// The bytes of memory held.
    pub fn bytes(&self) -> usize {
        self.keys.bytes()
    }

    /// The version of the index that shows these rows as they are now. `sequence` is the last of the changes.
    pub fn apply(&mut self, index: &Index, rows: Vec<ChangedRow>, sequence: i64) -> Index {
        let edits = self.edits(index, rows);
        let mut next = Next { chunks: Vec::with_capacity(index.chunks.len() + edits.len()), sequence };
        let mut edits = edits.into_iter().peekable();
        for (number, chunk) in index.chunks.iter().enumerate() {
            match edits.next_if(|(edited, _)| *edited == number) {
                None => next.chunks.push(Arc::clone(chunk)),
                Some((_, edits)) => self.edit(chunk, edits, number + 1 == index.chunks.len(), &mut next),
            }
        }
        // An index without chunks.
        for (_, edits) in edits {
            let empty = ChunkRows::empty(self.facets, self.relations);
            self.rebuild(&empty, None, edits, true, &mut next);
        }
        Index::new(sequence.max(index.sequence), index.epoch, next.chunks)
    }

    /// Finds which chunks the changes concern, and forgets the keys of rows that are gone.
    fn edits(&mut self, index: &Index, rows: Vec<ChangedRow>) -> BTreeMap<usize, Edits> {
        let homes = index.chunks.iter().enumerate();
        let homes: HashMap<u32, usize> = homes.map(|(number, chunk)| (chunk.home, number)).collect();
        let mut edits: BTreeMap<usize, Edits> = BTreeMap::new();
        for ChangedRow { key, row } in rows {
            let known = self.keys.get(key).and_then(|home| homes.get(&home)).and_then(|number| {
                let row = index.chunks[*number].find(key)?;
                Some((*number, row))
            });
            match (known, row) {
                (None, None) => {}
                (Some((number, known)), Some(row)) if index.chunks[number].sort_key(known) == row.sort => {
                    edits.entry(number).or_default().updated.push((known, row));
                }
                (known, row) => {
                    if let Some((number, known)) = known {
                        edits.entry(number).or_default().removed.push(known);
                        self.keys.remove(key);
                    }
                    if let Some(row) = row {
                        let number = index.chunk_for(row.sort).unwrap_or(0);
                        edits.entry(number).or_default().inserted.push(row);
                    }
                }
            }
        }
        edits
    }

    /// Adds what becomes of a chunk: nothing, one chunk, or several.
    fn edit(&mut self, chunk: &Chunk, edits: Edits, is_end: bool, next: &mut Next) {
        let keeps_values = edits.updated.iter().all(|(row, values)| chunk.has_values_of(*row, values));
        if keeps_values && edits.removed.is_empty() && edits.inserted.is_empty() {
            let updates = edits.updated.iter().map(|(row, values)| (*row, values.updated));
            next.chunks.push(Arc::new(chunk.with_updates(next_stamp(), updates, next.sequence)));
            return;
        }
        self.rebuild(&chunk.to_rows(), Some(chunk.home), edits, is_end, next);
    }

    fn rebuild(
        &mut self,
        old: &ChunkRows,
        mut home: Option<u32>,
        edits: Edits,
        is_end: bool,
        next: &mut Next,
    ) {
        let mut rows = merge(old, edits, next.sequence);
        if rows.len() < SPARSE_ROWS
            && let Some(before) = next.chunks.pop_if(|before| before.len() + rows.len() <= JOINED_ROWS)
        {
            home = Some(before.home);
            rows = join(before.to_rows(), &rows);
        }
        for part in split(rows, is_end) {
            let home = home.take().unwrap_or_else(|| self.new_home());
            part.keys.iter().for_each(|key| self.keys.set(*key, home));
            next.chunks.push(Arc::new(Chunk::new(next_stamp(), home, part)));
        }
    }

    fn new_home(&mut self) -> u32 {
        self.next_home += 1;
        home_of(self.next_home - 1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::query::{Condition, Moments, Query};

    const FACETS: usize = 2;
    const RELATIONS: usize = 1;

    /// What becomes of a row: its timestamp, when it last changed, its facets and its relations; or it goes.
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
                .prop_map(|(from, until)| Moments { from, until })
        };
        let condition = prop_oneof![
            (0..FACETS, proptest::collection::vec(0_u128..40, 1..4))
                .prop_map(|(facet, values)| Condition::Any { facet, values }),
            (0_u128..40, 0_u128..40).prop_map(|(first, last)| Condition::Days { facet: 1, first, last }),
            (proptest::collection::vec(0_u128..6, 1..3), proptest::option::of(Just(0_usize)))
                .prop_map(|(values, unless)| Condition::All { relation: 0, values, unless }),
        ];
        (span(), span(), proptest::collection::vec(condition, 0..3))
            .prop_map(|(order, changed, conditions)| Query { order, changed, conditions })
    }

    fn is_selected(query: &Query, row: &IndexedRow) -> bool {
        query.order.contain(row.sort.0)
            && query.changed.contain(row.updated)
            && query.conditions.iter().all(|condition| match condition {
                Condition::Any { facet, values } => values.contains(&row.facets[*facet]),
                Condition::Days { facet, first, last } => (*first..=*last).contains(&row.facets[*facet]),
                Condition::All { relation, values, unless } => {
                    unless.is_some_and(|facet| row.facets[facet] == 1)
                        || values.iter().all(|value| row.related[*relation].contains(value))
                }
            })
    }

    fn indexed((key, values): &Step) -> ChangedRow {
        let row = values.clone().map(|(timestamp, updated, facets, related)| IndexedRow {
            key: *key,
            // Not in the order of keys.
            sort: (timestamp, u128::from(key.unsigned_abs()) * 7919 % 701),
            updated,
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
            let mut index = Index::new(0, 0, Vec::new());
            let mut writer = Writer::new(&index, KeyMap::default(), FACETS, RELATIONS);
            let mut model: BTreeMap<i64, (IndexedRow, i64)> = BTreeMap::new();
            let mut counts: Vec<_> = queries.iter().map(|query| index.count(query, None)).collect();
            for (sequence, steps) in (1_i64..).zip(rounds) {
                // The last step of a key counts, as when rows are read from the database.
                let last: BTreeMap<i64, Step> = steps.into_iter().map(|step| (step.0, step)).collect();
                let changes: Vec<ChangedRow> = last.values().map(indexed).collect();
                for step in last.values() {
                    match indexed(step).row {
                        Some(row) => _ = model.insert(step.0, (row, sequence)),
                        None => _ = model.remove(&step.0),
                    }
                }
                index = writer.apply(&index, changes, sequence);
                if epoch_rises {
                    index = index.with_next_epoch();
                }
                prop_assert_eq!(index.len(), model.len());
                prop_assert!(index.chunks.iter().all(|chunk| (1..=MAX_ROWS).contains(&chunk.len())));
                prop_assert!(index.chunks.len() <= 2 + model.len() / (SPARSE_ROWS / 2));
                let mut rows: Vec<&(IndexedRow, i64)> = model.values().collect();
                rows.sort_by_key(|(row, _)| std::cmp::Reverse(row.sort));
                for (query, counts) in queries.iter().zip(&mut counts) {
                    *counts = index.count(query, Some(counts));
                    let expected: Vec<(i64, i64)> = rows
                        .iter()
                        .filter(|(row, _)| is_selected(query, row))
                        .map(|(row, version)| (row.key, *version))
                        .collect();
                    for first in [0, 1, expected.len() / 2, expected.len().saturating_sub(24), expected.len()] {
                        let page = index.page(query, counts, first, 24);
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
