//! A run of consecutive records of a list, with the rows of each value.

use std::sync::Arc;

use super::chunk_rows::{ChunkRows, row_offset};
use super::postings::Postings;
use super::query::{Condition, Query, TimestampRange};
use super::row::{IndexedRow, PageRow, SortKey, tie_breaker};
use super::row_set::RowSet;

/// Consecutive records in the sort order of lists, oldest first; a record is identified by its offset. Immutable: a
/// change replaces the chunk by a new one.
#[derive(Debug)]
pub struct Chunk {
    /// A number that no chunk with other content has in this process.
    pub stamp: u64,
    /// Identifies the chunk in the map of keys; the chunk that replaces this one has the same id.
    pub id: u32,
    keys: Box<[i64]>,
    timestamps: Box<[i64]>,
    /// The ids that break ties; empty if the keys do.
    ids: Box<[u128]>,
    updated_at: Box<[i64]>,
    /// The sequence number of each row's last change; empty if no row changed since the index was built.
    versions: Box<[i64]>,
    /// Facets, then relations.
    postings: Arc<[Postings]>,
    facets: usize,
}

impl Chunk {
    /// Builds a chunk from at most [`super::row_set::MAX_ROWS`] rows.
    pub fn new(stamp: u64, id: u32, rows: ChunkRows) -> Self {
        let keys_break_ties = rows.keys.iter().zip(&rows.ties).all(|(key, tie)| tie_breaker(*key) == *tie);
        let is_unchanged = rows.versions.iter().all(|version| *version == 0);
        Self {
            stamp,
            id,
            keys: rows.keys.into(),
            timestamps: rows.timestamps.into(),
            ids: if keys_break_ties { Box::default() } else { rows.ties.into() },
            updated_at: rows.updated_at.into(),
            versions: if is_unchanged { Box::default() } else { rows.versions.into() },
            postings: rows.pairs.into_iter().map(Postings::build).collect(),
            facets: rows.facets,
        }
    }

    /// A copy in which only the last update of some rows differs; the postings are shared.
    pub fn with_updates(&self, stamp: u64, updates: impl Iterator<Item = (u16, i64)>, version: i64) -> Self {
        let mut updated_at = self.updated_at.clone();
        let mut versions = self.versions_or_zero().into_boxed_slice();
        for (row, time) in updates {
            updated_at[usize::from(row)] = time;
            versions[usize::from(row)] = version;
        }
        Self {
            stamp,
            id: self.id,
            keys: self.keys.clone(),
            timestamps: self.timestamps.clone(),
            ids: self.ids.clone(),
            updated_at,
            versions,
            postings: Arc::clone(&self.postings),
            facets: self.facets,
        }
    }

    /// The rows in a form that can be changed.
    pub fn to_rows(&self) -> ChunkRows {
        ChunkRows {
            keys: self.keys.to_vec(),
            timestamps: self.timestamps.to_vec(),
            ties: (0..self.len()).map(|row| self.sort_key(row_offset(row)).1).collect(),
            updated_at: self.updated_at.to_vec(),
            versions: self.versions_or_zero(),
            pairs: self.postings.iter().map(Postings::pairs).collect(),
            facets: self.facets,
        }
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The key of a record.
    pub fn key(&self, row: u16) -> i64 {
        self.keys[usize::from(row)]
    }

    /// A record as pages need it.
    pub fn page_row(&self, row: u16) -> PageRow {
        PageRow { key: self.key(row), version: self.versions.get(usize::from(row)).copied().unwrap_or(0) }
    }

    /// The position of a record in the sort order of lists.
    pub fn sort_key(&self, row: u16) -> SortKey {
        let row = usize::from(row);
        let tie = self.ids.get(row).copied().unwrap_or_else(|| tie_breaker(self.keys[row]));
        (self.timestamps[row], tie)
    }

    /// The sort key of the oldest record.
    pub fn first(&self) -> SortKey {
        self.sort_key(0)
    }

    /// The record with this key.
    pub fn find(&self, key: i64) -> Option<u16> {
        self.keys.iter().position(|other| *other == key).map(row_offset)
    }

    /// Whether the record has exactly the same values of facets and relations as the other row.
    pub fn has_values_of(&self, row: u16, other: &IndexedRow) -> bool {
        let (facets, relations) = self.postings.split_at(self.facets);
        facets.iter().zip(&other.facets).all(|(postings, value)| postings.contains(*value, row))
            && relations
                .iter()
                .zip(&other.related)
                .all(|(postings, values)| postings.has_exactly(row, values))
    }

    /// The number of records that a query selects.
    pub fn count(&self, query: &Query) -> usize {
        let span = self.span(&query.sorted_at);
        if span.is_empty() {
            return 0;
        }
        if span.len() == self.len() && query.updated_at.is_unbounded() {
            match query.conditions.as_slice() {
                [] => return span.len(),
                [Condition::AnyOf { facet, values }] if values.len() == 1 => {
                    return self.postings[*facet].count(values[0]);
                }
                [Condition::AllOf { relation, values, unless: None }] if values.len() == 1 => {
                    return self.relation(*relation).count(values[0]);
                }
                _ => {}
            }
        }
        self.select(query).len()
    }

    /// The records that a query selects.
    pub fn select(&self, query: &Query) -> RowSet {
        let span = self.span(&query.sorted_at);
        let mut selected = RowSet::span(span.start, span.end);
        for condition in &query.conditions {
            self.restrict(&mut selected, condition);
        }
        if !query.updated_at.is_unbounded() {
            selected.retain(|row| query.updated_at.contains(self.updated_at[usize::from(row)]));
        }
        selected
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        let columns = size_of_val(&*self.keys)
            + size_of_val(&*self.timestamps)
            + size_of_val(&*self.ids)
            + size_of_val(&*self.updated_at)
            + size_of_val(&*self.versions);
        size_of::<Self>() + columns + self.postings.iter().map(Postings::bytes).sum::<usize>()
    }

    fn restrict(&self, selected: &mut RowSet, condition: &Condition) {
        let mut rows = RowSet::EMPTY;
        match condition {
            Condition::AnyOf { facet, values } => {
                for value in values {
                    self.postings[*facet].add_to(&mut rows, *value);
                }
            }
            Condition::DayRange { facet, first, last } => {
                self.postings[*facet].add_range_to(&mut rows, &(*first..=*last));
            }
            Condition::AllOf { relation, values, unless } => {
                let mut exempt = RowSet::EMPTY;
                if let Some(facet) = unless {
                    self.postings[*facet].add_to(&mut exempt, 1);
                }
                rows = RowSet::span(0, self.len());
                for value in values {
                    let mut related = exempt.clone();
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

    /// The offsets of the records whose timestamp is in the range.
    fn span(&self, range: &TimestampRange) -> std::ops::Range<usize> {
        let before = |end: i64| self.timestamps.partition_point(|timestamp| *timestamp < end);
        let from = range.from.map_or(0, before);
        from..range.until.map_or(self.len(), before).max(from)
    }

    fn versions_or_zero(&self) -> Vec<i64> {
        if self.versions.is_empty() { vec![0; self.len()] } else { self.versions.to_vec() }
    }
}
