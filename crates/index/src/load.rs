//! Reading the records of an index from the database.

use std::collections::HashSet;
use std::sync::Arc;

use folkmoot_model::resource::facets::Entry;
use folkmoot_model::resource::{Relation, Resource};
use folkmoot_store::StoreError;
use folkmoot_store::records::Scan;

use super::chunk::Chunk;
use super::chunk_rows::{ChunkRows, row_offset};
use super::columns::IndexColumns;
use super::dictionary::Dictionary;
use super::key_map::{KeyMap, Location};
use super::order::Order;
use super::query::SortBy;
use super::row::{ChangedRow, IndexedRow, tie_breaker};
use super::row_set::MAX_ROWS;
use super::snapshot::{Orders, Snapshot, next_stamp};
use super::writer::chunk_id;

/// Builds a snapshot from one state of the database.
pub fn snapshot(
    resource: &Resource,
    columns: &IndexColumns,
    dictionary: &Dictionary,
    scan: &Scan<'_>,
    epoch: u32,
) -> Result<Snapshot, StoreError> {
    let widths = columns.widths();
    let mut parts = vec![ChunkRows::empty(widths)];
    let mut keys = KeyMap::default();
    scan.entries(resource, columns.of_entries(), |entry| {
        if parts.last().is_none_or(|part| part.len() == MAX_ROWS) {
            parts.push(ChunkRows::empty(widths));
        }
        let number = parts.len() - 1;
        let part = &mut parts[number];
        keys.set(entry.key, Location { chunk: chunk_id(number), row: row_offset(part.len()) });
        push(part, &entry, dictionary);
    })?;
    for (number, relation) in columns.relations.iter().enumerate() {
        add_relation(&mut parts, number, resource, relation, &keys, dictionary, scan)?;
    }
    let chunks = parts.into_iter().enumerate().filter(|(_, part)| part.len() > 0);
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
    part.ties.push(entry.id.unwrap_or_else(|| tie_breaker(entry.key)));
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
        sort_key: (entry.order, entry.id.unwrap_or_else(|| tie_breaker(entry.key))),
        facets,
        related: vec![Vec::new(); relations],
        numbers: entry.numbers.to_vec(),
    }
}
