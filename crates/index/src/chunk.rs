//! A run of consecutive records of a list, and which of them have which values.

use std::sync::Arc;

use folkmoot_model::resource::facets::Entry;

use super::postings::Postings;
use super::query::{Condition, Moments, Query};
use super::row_set::RowSet;

/// How many records a chunk has at most; fewer in unit tests, so that few records make many chunks.
pub const MAX_ROWS: usize = if cfg!(test) { 128 } else { 4096 };

/// The value that represents null in the postings of a facet.
pub const NULL: u128 = u128::MAX;

/// What records are ordered by: the timestamp in milliseconds, then the id (the key, where records have no id).
pub type SortKey = (i64, u128);

/// A record as the index knows it.
#[derive(Debug, Clone)]
pub struct IndexedRow {
    /// The row's key in the database.
    pub key: i64,
    /// Its position in the order of lists.
    pub sort: SortKey,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
    /// The value of each facet.
    pub facets: Vec<u128>,
    /// The values of each relation, without duplicates.
    pub related: Vec<Vec<u128>>,
}

/// Consecutive records in the order of lists, oldest first; a record is named by its offset. Never changed: what
/// changes gets a new chunk in its place.
#[derive(Debug)]
pub struct Chunk {
    /// Distinguishes this content from that of every other chunk of the process.
    pub stamp: u64,
    /// Names the chunk for the map of keys; the chunk that takes this one's place keeps it.
    pub home: u32,
    keys: Box<[i64]>,
    timestamps: Box<[i64]>,
    /// The ids that break ties; empty where the key does.
    ids: Box<[u128]>,
    updated: Box<[i64]>,
    /// The change that each row last changed with; empty where none changed since the index was built.
    versions: Box<[i64]>,
    /// Facets, then relations.
    postings: Arc<[Postings]>,
    facets: usize,
}

/// The records of a chunk to be, in the order of lists.
#[derive(Debug, Default, Clone)]
pub struct ChunkRows {
    /// Each row's key.
    pub keys: Vec<i64>,
    /// Each row's timestamp.
    pub timestamps: Vec<i64>,
    /// What breaks ties: each row's id, or what [`tie_of`] makes of its key.
    pub ties: Vec<u128>,
    /// When each row last changed.
    pub updated: Vec<i64>,
    /// The change that each row last changed with; 0 where it did not since the index was built.
    pub versions: Vec<i64>,
    /// For each facet, then each relation, pairs of value and row.
    pub pairs: Vec<Vec<(u128, u16)>>,
    /// How many of the pairs are facets.
    pub facets: usize,
}

impl ChunkRows {
    /// No rows, of a resource with so many facets and relations.
    pub fn empty(facets: usize, relations: usize) -> Self {
        Self { pairs: vec![Vec::new(); facets + relations], facets, ..Self::default() }
    }

    /// Adds a record that comes after all others, without its relations.
    pub fn push(&mut self, entry: &Entry<'_>) {
        let row = offset(self.keys.len());
        self.keys.push(entry.key);
        self.timestamps.push(entry.order);
        self.ties.push(entry.id.unwrap_or_else(|| tie_of(entry.key)));
        self.updated.push(entry.changed);
        self.versions.push(0);
        for (pairs, value) in self.pairs.iter_mut().zip(entry.values) {
            pairs.push((value.unwrap_or(NULL), row));
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The position of a row in the order of lists.
    pub fn sort_key(&self, row: usize) -> SortKey {
        (self.timestamps[row], self.ties[row])
    }
}

impl Chunk {
    /// A chunk of these rows; at most [`MAX_ROWS`].
    pub fn new(stamp: u64, home: u32, rows: ChunkRows) -> Self {
        let keys_break_ties = rows.keys.iter().zip(&rows.ties).all(|(key, tie)| tie_of(*key) == *tie);
        let is_unchanged = rows.versions.iter().all(|version| *version == 0);
        Self {
            stamp,
            home,
            keys: rows.keys.into(),
            timestamps: rows.timestamps.into(),
            ids: if keys_break_ties { Box::default() } else { rows.ties.into() },
            updated: rows.updated.into(),
            versions: if is_unchanged { Box::default() } else { rows.versions.into() },
            postings: rows.pairs.into_iter().map(Postings::build).collect(),
            facets: rows.facets,
        }
    }

    /// The same rows with other times and versions of change, which filters by values do not see.
    pub fn with_updates(&self, stamp: u64, updates: impl Iterator<Item = (u16, i64)>, version: i64) -> Self {
        let mut times = self.updated.clone();
        let mut versions = self.versions_or_zero().into_boxed_slice();
        for (row, time) in updates {
            times[usize::from(row)] = time;
            versions[usize::from(row)] = version;
        }
        Self {
            stamp,
            home: self.home,
            keys: self.keys.clone(),
            timestamps: self.timestamps.clone(),
            ids: self.ids.clone(),
            updated: times,
            versions,
            postings: Arc::clone(&self.postings),
            facets: self.facets,
        }
    }

    /// The rows as they can be changed.
    pub fn to_rows(&self) -> ChunkRows {
        ChunkRows {
            keys: self.keys.to_vec(),
            timestamps: self.timestamps.to_vec(),
            ties: (0..self.len()).map(|row| self.sort_key(offset(row)).1).collect(),
            updated: self.updated.to_vec(),
            versions: self.versions_or_zero(),
            pairs: self.postings.iter().map(Postings::pairs).collect(),
            facets: self.facets,
        }
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The key of a record.
    pub fn key(&self, row: u16) -> i64 {
        self.keys[usize::from(row)]
    }

    /// The change that a record last changed with; 0 where it did not change since the index was built.
    pub fn version(&self, row: u16) -> i64 {
        self.versions.get(usize::from(row)).copied().unwrap_or(0)
    }

    /// The position of a record in the order of lists.
    pub fn sort_key(&self, row: u16) -> SortKey {
        let row = usize::from(row);
        let tie = self.ids.get(row).copied().unwrap_or_else(|| tie_of(self.keys[row]));
        (self.timestamps[row], tie)
    }

    /// The position of the oldest record.
    pub fn first(&self) -> SortKey {
        self.sort_key(0)
    }

    /// The record with this key.
    pub fn find(&self, key: i64) -> Option<u16> {
        self.keys.iter().position(|known| *known == key).map(offset)
    }

    /// Whether filters find the record by exactly these values.
    pub fn has_values_of(&self, row: u16, other: &IndexedRow) -> bool {
        let (facets, relations) = self.postings.split_at(self.facets);
        facets.iter().zip(&other.facets).all(|(postings, value)| postings.contains(*value, row))
            && relations
                .iter()
                .zip(&other.related)
                .all(|(postings, values)| postings.has_exactly(row, values))
    }

    /// How many records a query selects.
    pub fn count(&self, query: &Query) -> usize {
        let span = self.span(&query.order);
        if span.is_empty() {
            return 0;
        }
        if span.len() == self.len() && query.changed.are_all() {
            match query.conditions.as_slice() {
                [] => return span.len(),
                [Condition::Any { facet, values }] if values.len() == 1 => {
                    return self.postings[*facet].count(values[0]);
                }
                [Condition::All { relation, values, unless: None }] if values.len() == 1 => {
                    return self.relation(*relation).count(values[0]);
                }
                _ => {}
            }
        }
        self.select(query).len()
    }

    /// The records that a query selects.
    pub fn select(&self, query: &Query) -> RowSet {
        let span = self.span(&query.order);
        let mut selected = RowSet::span(span.start, span.end);
        for condition in &query.conditions {
            self.restrict(&mut selected, condition);
        }
        if !query.changed.are_all() {
            selected.retain(|row| query.changed.contain(self.updated[usize::from(row)]));
        }
        selected
    }

    /// The bytes of memory held.
    pub fn bytes(&self) -> usize {
        let columns = size_of_val(&*self.keys)
            + size_of_val(&*self.timestamps)
            + size_of_val(&*self.ids)
            + size_of_val(&*self.updated)
            + size_of_val(&*self.versions);
        size_of::<Self>() + columns + self.postings.iter().map(Postings::bytes).sum::<usize>()
    }

    fn restrict(&self, selected: &mut RowSet, condition: &Condition) {
        let mut rows = RowSet::EMPTY;
        match condition {
            Condition::Any { facet, values } => {
                for value in values {
                    self.postings[*facet].add_to(&mut rows, *value);
                }
            }
            Condition::Days { facet, first, last } => {
                self.postings[*facet].add_range_to(&mut rows, &(*first..=*last));
            }
            Condition::All { relation, values, unless } => {
                let mut always = RowSet::EMPTY;
                if let Some(facet) = unless {
                    self.postings[*facet].add_to(&mut always, 1);
                }
                rows = RowSet::span(0, self.len());
                for value in values {
                    let mut related = always.clone();
                    self.relation(*relation).add_to(&mut related, *value);
                    rows.intersect(&related);
                }
            }
        }
        selected.intersect(&rows);
    }

    fn relation(&self, relation: usize) -> &Postings {
        &self.postings[self.facets + relation]
    }

    /// The offsets of the records whose timestamp lies inside.
    fn span(&self, timestamps: &Moments) -> std::ops::Range<usize> {
        let before = |end: i64| self.timestamps.partition_point(|known| *known < end);
        let from = timestamps.from.map_or(0, before);
        from..timestamps.until.map_or(self.len(), before).max(from)
    }

    fn versions_or_zero(&self) -> Vec<i64> {
        if self.versions.is_empty() { vec![0; self.len()] } else { self.versions.to_vec() }
    }
}

/// What breaks ties between records without an id.
pub fn tie_of(key: i64) -> u128 {
    u128::from(key.unsigned_abs())
}

/// An offset in a chunk or in the rows of one to be, of which there are at most 65,536.
pub fn offset(row: usize) -> u16 {
    u16::try_from(row).unwrap_or(u16::MAX)
}
