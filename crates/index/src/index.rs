//! One version of a resource's list index: its records in order, in chunks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use folkmoot_model::resource::facets::{Entry, Facet, FacetKind, facets, relations};
use folkmoot_model::resource::{Relation, Resource};
use folkmoot_store::StoreError;
use folkmoot_store::records::Scan;

use super::chunk::{Chunk, ChunkRows, IndexedRow, MAX_ROWS, NULL, SortKey, offset, tie_of};
use super::key_map::KeyMap;
use super::query::Query;
use super::{PageKeys, PageRow};

/// A version of the index. It is never changed: a change makes the next version, which shares the chunks that it did
/// not touch.
#[derive(Debug, Default, Clone)]
pub struct Index {
    /// The newest change of the resource that this version contains.
    pub sequence: i64,
    /// Rises whenever records cached for this resource are no longer current.
    pub epoch: u32,
    /// Distinguishes these chunks from those of every other version.
    stamp: u64,
    pub(super) chunks: Vec<Arc<Chunk>>,
    /// How many records there are.
    all: Arc<Counts>,
}

/// How many records a query selects, up to the end of each chunk.
#[derive(Debug, Default)]
pub struct Counts {
    /// The stamp of the version that was counted.
    stamp: u64,
    /// The stamps of its chunks.
    chunks: Box<[u64]>,
    /// For each chunk, the records selected in it and before it.
    ends: Box<[u32]>,
}

impl Index {
    /// A version with these chunks, in the order of lists.
    pub fn new(sequence: i64, epoch: u32, chunks: Vec<Arc<Chunk>>) -> Self {
        let mut index = Self { sequence, epoch, stamp: next_stamp(), chunks, all: Arc::default() };
        index.all = Arc::new(index.count(&Query::default(), None));
        index
    }

    /// The same records, of which none that was cached is current any more.
    pub fn with_next_epoch(&self) -> Self {
        Self { epoch: self.epoch + 1, ..self.clone() }
    }

    /// Builds the index from one state of the database; with it the map from keys to the homes of their chunks.
    pub fn build(resource: &Resource, scan: &Scan<'_>, epoch: u32) -> Result<(Self, KeyMap), StoreError> {
        let (facets, relations) = (facets(resource), relations(resource));
        let mut parts = vec![ChunkRows::empty(facets.len(), relations.len())];
        let mut keys = KeyMap::default();
        let mut count = 0_usize;
        scan.entries(resource, &facets, |entry| {
            if parts.last().is_none_or(|part| part.len() == MAX_ROWS) {
                parts.push(ChunkRows::empty(facets.len(), relations.len()));
            }
            keys.set(entry.key, u32::try_from(count).unwrap_or(u32::MAX - 1));
            count += 1;
            if let Some(part) = parts.last_mut() {
                part.push(&entry);
            }
        })?;
        for (column, relation) in (facets.len()..).zip(&relations) {
            add_relation(&mut parts, column, resource, relation, &keys, scan)?;
        }
        keys.map(|position| home_of(position as usize / MAX_ROWS));
        let chunks = parts.into_iter().enumerate().filter(|(_, part)| part.len() > 0);
        let chunks = chunks.map(|(home, part)| Arc::new(Chunk::new(next_stamp(), home_of(home), part)));
        Ok((Self::new(scan.sequence(resource)?, epoch, chunks.collect()), keys))
    }

    /// How many records lists show.
    pub fn len(&self) -> usize {
        self.all.total()
    }

    /// The bytes of memory held.
    pub fn bytes(&self) -> usize {
        let chunks: usize = self.chunks.iter().map(|chunk| chunk.bytes()).sum();
        chunks + self.chunks.capacity() * size_of::<Arc<Chunk>>() + self.all.bytes()
    }

    /// The record at an offset of a chunk.
    pub fn row(&self, chunk: usize, row: u16) -> PageRow {
        page_row(&self.chunks[chunk], row)
    }

    /// The chunk in which a record of this position is, or belongs; none in an empty index.
    pub fn chunk_for(&self, sort: SortKey) -> Option<usize> {
        let after = self.chunks.partition_point(|chunk| chunk.first() <= sort);
        (!self.chunks.is_empty()).then(|| after.saturating_sub(1))
    }

    /// The counts of a query that selects all records.
    pub fn count_all(&self) -> Arc<Counts> {
        Arc::clone(&self.all)
    }

    /// Counts what a query selects. Chunks that were counted for an earlier version are not counted again.
    pub fn count(&self, query: &Query, earlier: Option<&Counts>) -> Counts {
        let mut earlier = earlier.map(Counts::of_chunks).into_iter().flatten();
        let (mut chunks, mut ends) =
            (Vec::with_capacity(self.chunks.len()), Vec::with_capacity(self.chunks.len()));
        let mut end = 0;
        for chunk in &self.chunks {
            // Chunks that are gone are passed over.
            let known = earlier.clone().take(LOOK_AHEAD).position(|(stamp, _)| stamp == chunk.stamp);
            end += match known.and_then(|ahead| earlier.nth(ahead)) {
                Some((_, count)) => count,
                None => u32::try_from(chunk.count(query)).unwrap_or(u32::MAX),
            };
            chunks.push(chunk.stamp);
            ends.push(end);
        }
        Counts { stamp: self.stamp, chunks: chunks.into(), ends: ends.into() }
    }

    /// A page of what a query selects, newest first; `counts` are this version's counts of the same query.
    pub fn page(&self, query: &Query, counts: &Counts, first: usize, size: usize) -> PageKeys {
        let total = counts.total();
        let mut rows = Vec::with_capacity(size.min(total.saturating_sub(first)));
        // What is counted from the newest record, as counted from the oldest.
        let mut end = total.saturating_sub(first);
        while end > 0 && rows.len() < size {
            let chunk_index = counts.ends.partition_point(|known| (*known as usize) < end);
            let Some(chunk) = self.chunks.get(chunk_index) else { break };
            let skipped = counts.ends[chunk_index] as usize - end;
            let selected = chunk.select(query);
            let before = rows.len();
            rows.extend(selected.newest(skipped).take(size - before).map(|row| page_row(chunk, row)));
            end -= rows.len() - before;
            if rows.len() == before {
                break;
            }
        }
        PageKeys { rows, total, sequence: self.sequence, epoch: self.epoch }
    }
}

/// How many chunks that are gone are passed over at once when counts are taken over.
const LOOK_AHEAD: usize = 8;

impl Counts {
    /// How many records the query selects.
    pub fn total(&self) -> usize {
        self.ends.last().copied().unwrap_or(0) as usize
    }

    /// Whether these are the counts of this version.
    pub fn are_of(&self, index: &Index) -> bool {
        self.stamp == index.stamp
    }

    /// The bytes of memory held.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.chunks) + size_of_val(&*self.ends)
    }

    /// Each chunk's stamp and what is selected in it.
    fn of_chunks(&self) -> impl Iterator<Item = (u64, u32)> + Clone + '_ {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        self.chunks.iter().copied().zip(self.ends.iter().zip(starts).map(|(end, start)| end - start))
    }
}

fn page_row(chunk: &Chunk, row: u16) -> PageRow {
    PageRow { key: chunk.key(row), version: chunk.version(row) }
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
            pairs.push((value, offset(position % MAX_ROWS)));
        }
    })
}

/// A stamp that no chunk has yet.
pub fn next_stamp() -> u64 {
    static STAMP: AtomicU64 = AtomicU64::new(0);
    STAMP.fetch_add(1, Ordering::Relaxed)
}

/// The home of the n-th chunk that is made.
pub fn home_of(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX - 1)
}

/// A row that changed, as the database has it now.
#[derive(Debug)]
pub struct ChangedRow {
    /// The row's key.
    pub key: i64,
    /// What the index contains of it; `None` if lists do not show it.
    pub row: Option<IndexedRow>,
}

impl ChangedRow {
    /// Reads the rows with these keys.
    pub fn read(resource: &Resource, keys: &[i64], scan: &Scan<'_>) -> Result<Vec<Self>, StoreError> {
        let (facets, relations) = (facets(resource), relations(resource));
        let mut changed: Vec<Self> = keys.iter().map(|key| Self { key: *key, row: None }).collect();
        changed.sort_unstable_by_key(|row| row.key);
        changed.dedup_by_key(|row| row.key);
        let keys: Vec<i64> = changed.iter().map(|row| row.key).collect();
        let at = |key: i64| keys.binary_search(&key).ok();
        scan.entries_of(resource, &facets, &keys, |entry| {
            if let Some(position) = at(entry.key) {
                changed[position].row = Some(indexed(&entry, relations.len()));
            }
        })?;
        for (number, relation) in relations.iter().enumerate() {
            scan.pairs_of(resource, relation, &keys, |key, value| {
                if let Some(row) = at(key).and_then(|position| changed[position].row.as_mut())
                    && !row.related[number].contains(&value)
                {
                    row.related[number].push(value);
                }
            })?;
        }
        Ok(changed)
    }
}

fn indexed(entry: &Entry<'_>, relations: usize) -> IndexedRow {
    IndexedRow {
        key: entry.key,
        sort: (entry.order, entry.id.unwrap_or_else(|| tie_of(entry.key))),
        updated: entry.changed,
        facets: entry.values.iter().map(|value| value.unwrap_or(NULL)).collect(),
        related: vec![Vec::new(); relations],
    }
}

/// The place of a facet's column among a resource's facets.
pub fn facet_place(resource: &Resource, column: &str) -> Option<(usize, FacetKind)> {
    let facets: Vec<Facet> = facets(resource);
    let place = facets.iter().position(|facet| facet.column == column)?;
    Some((place, facets[place].kind))
}
