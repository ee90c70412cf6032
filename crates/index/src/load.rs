//! Reading the records of an index from the database.

use std::collections::HashSet;
use std::sync::Arc;

use folkmoot_model::resource::facets::Entry;
use folkmoot_model::resource::{Relation, Resource};
use folkmoot_store::StoreError;
use folkmoot_store::records::Scan;

use super::chunk::Chunk;
use super::chunk_rows::{ChunkRows, Widths, row_offset};
use super::columns::IndexColumns;
use super::dictionary::Dictionary;
use super::key_map::{KeyMap, Location};
use super::order::Order;
use super::query::SortBy;
use super::row::{ChangedRow, IndexedRow, tie_breaker};
use super::row_set::MAX_ROWS;
use super::snapshot::{Orders, Snapshot, next_stamp};
use super::writer::chunk_id;

/// The rows of future chunks, oldest first, and the location of each.
struct Loaded {
    widths: Widths,
    parts: Vec<ChunkRows>,
    keys: KeyMap,
}

impl Loaded {
    fn empty(widths: Widths) -> Self {
        Self { widths, parts: Vec::new(), keys: KeyMap::default() }
    }

    /// The part to which the next row, which has this key, must be appended.
    fn part_of_next(&mut self, key: i64) -> &mut ChunkRows {
        if self.parts.last().is_none_or(|part| part.len() == MAX_ROWS) {
            self.parts.push(ChunkRows::empty(self.widths));
        }
        let number = self.parts.len() - 1;
        let part = &mut self.parts[number];
        self.keys.set(key, Location { chunk: chunk_id(number), row: row_offset(part.len()) });
        part
    }

    /// Moves rows with equal timestamps, which have no relations yet, in the order of their tie-breakers.
    fn take_equal(&mut self, equal: &mut ChunkRows) {
        let mut sorted: Vec<usize> = (0..equal.len()).collect();
        sorted.sort_unstable_by_key(|row| equal.ties[*row]);
        for row in sorted {
            self.part_of_next(equal.keys[row]).push_copy(equal, row);
        }
        equal.clear();
    }
}

/// Builds a snapshot from one state of the database.
pub fn snapshot(
    resource: &Resource,
    columns: &IndexColumns,
    dictionary: &Dictionary,
    scan: &Scan<'_>,
    epoch: u32,
) -> Result<Snapshot, StoreError> {
    let mut loaded = Loaded::empty(columns.widths());
    // The database sorts by ids and keys, but not by digests of ids.
    if resource.tie_breakers().len() > 1 {
        let mut equal = ChunkRows::empty(columns.widths());
        scan.entries(resource, columns.of_entries(), |entry| {
            if equal.timestamps.last().is_some_and(|timestamp| *timestamp != entry.order) {
                loaded.take_equal(&mut equal);
            }
            push(&mut equal, &entry, dictionary);
        })?;
        loaded.take_equal(&mut equal);
    } else {
        scan.entries(resource, columns.of_entries(), |entry| {
            push(loaded.part_of_next(entry.key), &entry, dictionary);
        })?;
    }
    let Loaded { mut parts, keys, .. } = loaded;
    for (number, relation) in columns.relations.iter().enumerate() {
        add_relation(&mut parts, number, resource, relation, &keys, dictionary, scan)?;
    }
    let chunks = parts.into_iter().enumerate();
    let chunks: Vec<Arc<Chunk>> =
        chunks.map(|(number, part)| Arc::new(Chunk::new(next_stamp(), chunk_id(number), part))).collect();
    let orders = orders(&chunks, columns);
    let (sequence, versions) = (scan.sequence(resource)?, scan.versions(resource)?);
    Ok(Snapshot::new(sequence, versions, epoch, chunks, Arc::new(keys), orders))
}

/// Appends a record, which must be newer than all others, without its relations.
fn push(part: &mut ChunkRows, entry: &Entry<'_>, dictionary: &Dictionary) {
    part.keys.push(entry.key);
    part.timestamps.push(entry.order);
    part.ties.push(entry.tie.unwrap_or_else(|| tie_breaker(entry.key)));
    part.versions.push(0);
    part.numbers.iter_mut().zip(entry.numbers).for_each(|(numbers, number)| numbers.push(*number));
    let mut facets = part.facets.iter_mut();
    dictionary.add(entry.values.iter().copied(), |value| {
        if let Some(facet) = facets.next() {
            facet.push(value);
        }
    });
}

fn add_relation(
    parts: &mut [ChunkRows],
    number: usize,
    resource: &Resource,
    relation: &Relation,
    keys: &KeyMap,
    dictionary: &Dictionary,
    scan: &Scan<'_>,
) -> Result<(), StoreError> {
    scan.pairs(resource, relation, |key, value| {
        let Some(location) = keys.get(key) else { return };
        if let Some(pairs) =
            parts.get_mut(location.chunk as usize).and_then(|part| part.relations.get_mut(number))
        {
            dictionary.add([Some(value)], |value| pairs.push((value, location.row)));
        }
    })
}

/// Sorts the records in all further orders.
fn orders(chunks: &[Arc<Chunk>], columns: &IndexColumns) -> Orders {
    let rows = || chunks.iter().flat_map(|chunk| (0..chunk.len()).map(move |row| (chunk, row_offset(row))));
    let by_id =
        || Order::build(rows().map(|(chunk, row)| ((0, chunk.tie(row.into())), chunk.key(row))).collect());
    let by_number = columns.numbers.iter().enumerate().map(|(number, column)| {
        let by = SortBy::Number(number);
        let records = || rows().map(|(chunk, row)| (chunk.order_key(row, by), chunk.key(row)));
        column.is_sorted.then(|| Order::build(records().collect()))
    });
    Orders { by_id: columns.has_ids.then(by_id), by_number: by_number.collect() }
}

/// Reads the current state of the rows with these keys.
pub fn changed_rows(
    resource: &Resource,
    columns: &IndexColumns,
    dictionary: &Dictionary,
    keys: &[i64],
    scan: &Scan<'_>,
) -> Result<Vec<ChangedRow>, StoreError> {
    let relations = &columns.relations;
    let mut changed: Vec<ChangedRow> = keys.iter().map(|key| ChangedRow { key: *key, row: None }).collect();
    changed.sort_unstable_by_key(|row| row.key);
    changed.dedup_by_key(|row| row.key);
    let keys: Vec<i64> = changed.iter().map(|row| row.key).collect();
    let position_of = |key: i64| keys.binary_search(&key).ok();
    scan.entries_of(resource, columns.of_entries(), &keys, |entry| {
        if let Some(position) = position_of(entry.key) {
            changed[position].row = Some(indexed_row(&entry, relations.len(), dictionary));
        }
    })?;
    for (number, relation) in relations.iter().enumerate() {
        let mut seen = HashSet::new();
        scan.pairs_of(resource, relation, &keys, |key, value| {
            if let Some(row) = position_of(key).and_then(|position| changed[position].row.as_mut())
                && seen.insert((key, value))
            {
                dictionary.add([Some(value)], |value| row.related[number].push(value));
            }
        })?;
    }
    Ok(changed)
}

fn indexed_row(entry: &Entry<'_>, relations: usize, dictionary: &Dictionary) -> IndexedRow {
    let mut facets = Vec::with_capacity(entry.values.len());
    dictionary.add(entry.values.iter().copied(), |value| facets.push(value));
    IndexedRow {
        key: entry.key,
        sort_key: (entry.order, entry.tie.unwrap_or_else(|| tie_breaker(entry.key))),
        facets,
        related: vec![Vec::new(); relations],
        numbers: entry.numbers.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTHS: Widths = Widths { facets: 1, numbers: 1, relations: 0 };

    /// More rows than a chunk has, in the order of their keys; the tie-breakers are in another order.
    #[test]
    fn rows_with_equal_timestamps_are_sorted_by_their_tie_breakers() {
        let rows = MAX_ROWS + MAX_ROWS / 2;
        let mut loaded = Loaded::empty(WIDTHS);
        let mut equal = ChunkRows::empty(WIDTHS);
        for timestamp in 0..2 {
            for key in (1_i64..).take(rows).map(|key| key + timestamp * 1_000_000) {
                let (tie, value) = (u128::from(key.unsigned_abs()) * 7919 % 10_007, Some(key));
                equal.keys.push(key);
                equal.timestamps.push(timestamp);
                equal.ties.push(tie);
                equal.versions.push(0);
                equal.facets[0].push(row_offset(equal.keys.len()).into());
                equal.numbers[0].push(value);
            }
            loaded.take_equal(&mut equal);
            assert_eq!(equal.len(), 0);
        }
        assert_eq!(loaded.parts.iter().map(ChunkRows::len).sum::<usize>(), 2 * rows);
        let mut previous = None;
        for (number, part) in loaded.parts.iter().enumerate() {
            for row in 0..part.len() {
                assert!(previous < Some(part.sort_key(row)));
                previous = Some(part.sort_key(row));
                assert_eq!(part.numbers[0][row], Some(part.keys[row]));
                let location = loaded.keys.get(part.keys[row]).map(|found| (found.chunk, found.row));
                assert_eq!(location, Some((chunk_id(number), row_offset(row))));
            }
        }
    }
}
