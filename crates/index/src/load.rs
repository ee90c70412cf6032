//! Reading the records of an index from the database.

use std::sync::Arc;

use folkmoot_model::resource::facets::Entry;
use folkmoot_model::resource::{Relation, Resource};
use folkmoot_store::StoreError;
use folkmoot_store::records::Scan;

use super::chunk::Chunk;
use super::chunk_rows::{ChunkRows, row_offset};
use super::columns::IndexColumns;
use super::key_map::KeyMap;
use super::row::{ChangedRow, IndexedRow, NULL, tie_breaker};
use super::row_set::MAX_ROWS;
use super::snapshot::{Snapshot, next_stamp};
use super::writer::chunk_id;

/// Builds a snapshot from one state of the database, and the map from its keys to the ids of their chunks.
pub fn snapshot(
    resource: &Resource,
    columns: &IndexColumns,
    scan: &Scan<'_>,
    epoch: u32,
) -> Result<(Snapshot, KeyMap), StoreError> {
    let IndexColumns { facets, relations } = columns;
    let mut parts = vec![ChunkRows::empty(facets.len(), relations.len())];
    let mut keys = KeyMap::default();
    let mut count = 0_usize;
    scan.entries(resource, facets, |entry| {
        if parts.last().is_none_or(|part| part.len() == MAX_ROWS) {
            parts.push(ChunkRows::empty(facets.len(), relations.len()));
        }
        keys.set(entry.key, u32::try_from(count).unwrap_or(u32::MAX - 1));
        count += 1;
        if let Some(part) = parts.last_mut() {
            part.push(&entry);
        }
    })?;
    for (column, relation) in (facets.len()..).zip(relations) {
        add_relation(&mut parts, column, resource, relation, &keys, scan)?;
    }
    keys.map(|position| chunk_id(position as usize / MAX_ROWS));
    let chunks = parts.into_iter().enumerate().filter(|(_, part)| part.len() > 0);
    let chunks = chunks.map(|(number, part)| Arc::new(Chunk::new(next_stamp(), chunk_id(number), part)));
    let (sequence, version) = (scan.sequence(resource)?, scan.version(resource)?);
    Ok((Snapshot::new(sequence, version, epoch, chunks.collect()), keys))
}

fn add_relation(
    parts: &mut [ChunkRows],
    column: usize,
    resource: &Resource,
    relation: &Relation,
    positions: &KeyMap,
    scan: &Scan<'_>,
) -> Result<(), StoreError> {
    scan.pairs(resource, relation, |key, value| {
        let Some(position) = positions.get(key) else { return };
        let position = position as usize;
        if let Some(pairs) = parts.get_mut(position / MAX_ROWS).and_then(|part| part.pairs.get_mut(column)) {
            pairs.push((value, row_offset(position % MAX_ROWS)));
        }
    })
}

/// Reads the current state of the rows with these keys.
pub fn changed_rows(
    resource: &Resource,
    columns: &IndexColumns,
    keys: &[i64],
    scan: &Scan<'_>,
) -> Result<Vec<ChangedRow>, StoreError> {
    let IndexColumns { facets, relations } = columns;
    let mut changed: Vec<ChangedRow> = keys.iter().map(|key| ChangedRow { key: *key, row: None }).collect();
    changed.sort_unstable_by_key(|row| row.key);
    changed.dedup_by_key(|row| row.key);
    let keys: Vec<i64> = changed.iter().map(|row| row.key).collect();
    let position_of = |key: i64| keys.binary_search(&key).ok();
    scan.entries_of(resource, facets, &keys, |entry| {
        if let Some(position) = position_of(entry.key) {
            changed[position].row = Some(indexed_row(&entry, relations.len()));
        }
    })?;
    for (number, relation) in relations.iter().enumerate() {
        scan.pairs_of(resource, relation, &keys, |key, value| {
            if let Some(row) = position_of(key).and_then(|position| changed[position].row.as_mut())
                && !row.related[number].contains(&value)
            {
                row.related[number].push(value);
            }
        })?;
    }
    Ok(changed)
}

fn indexed_row(entry: &Entry<'_>, relations: usize) -> IndexedRow {
    IndexedRow {
        key: entry.key,
        sort_key: (entry.order, entry.id.unwrap_or_else(|| tie_breaker(entry.key))),
        updated_at: entry.changed,
        facets: entry.values.iter().map(|value| value.unwrap_or(NULL)).collect(),
        related: vec![Vec::new(); relations],
    }
}
