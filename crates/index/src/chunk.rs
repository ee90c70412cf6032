//! A run of consecutive records of a list, with the rows of each value.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};
use folkmoot_model::resource::facets::rounded_degrees;

use super::chunk_rows::ChunkRows;
use super::dictionary::TRUE;
use super::facet_values::FacetValues;
use super::integers::{Integers, partition_point};
use super::order::OrderKey;
use super::postings::Postings;
use super::query::{Condition, NumberRange, Query, SortBy};
use super::row::{IndexedRow, PageRow, SortKey, tie_breaker};
use super::row_set::RowSet;

/// Consecutive records in the sort order of lists, oldest first; a record is identified by its offset. Immutable: a
/// change replaces the chunk by a new one.
#[derive(Debug, BorshSerialize, BorshDeserialize)]
pub struct Chunk {
    /// A number that no chunk with other content has in this process.
    #[borsh(skip)]
    pub stamp: u64,
    /// Identifies the chunk in the map of keys; the chunk that replaces this one has the same id.
    pub id: u32,
    keys: Integers,
    timestamps: Integers,
    /// The ids, or the digests of ids, that break ties; empty if the keys do.
    ids: Arc<[u128]>,
    /// The sequence number of each row's last change; empty if no row changed since the index was built.
    versions: Integers,
    numbers: Box<[Integers]>,
    values: Arc<Values>,
}

/// The values of facets and relations, which most changes of a record leave as they are.
#[derive(Debug, Clone, BorshSerialize, BorshDeserialize)]
struct Values {
    facets: Box<[FacetValues]>,
    relations: Box<[Postings]>,
}

impl Chunk {
    /// Builds a chunk from at most [`super::row_set::MAX_ROWS`] rows.
    pub fn new(stamp: u64, id: u32, rows: ChunkRows) -> Self {
        let keys_break_ties = rows.keys.iter().zip(&rows.ties).all(|(key, tie)| tie_breaker(*key) == *tie);
        Self {
            stamp,
            id,
            keys: Integers::of(&rows.keys),
            timestamps: Integers::of(&rows.timestamps),
            ids: if keys_break_ties { Arc::default() } else { rows.ties.into() },
            versions: stored_versions(&rows.versions),
            numbers: rows.numbers.iter().map(|numbers| Integers::new(numbers)).collect(),
            values: Arc::new(Values {
                facets: rows.facets.iter().map(|values| FacetValues::new(values)).collect(),
                relations: rows.relations.into_iter().map(Postings::build).collect(),
            }),
        }
    }

    /// A copy in which only the numbers of some rows differ.
    pub fn with_numbers(&self, stamp: u64, updates: &[(u16, IndexedRow)], version: i64) -> Self {
        let mut versions = self.versions_or_zero();
        for (row, _) in updates {
            versions[usize::from(*row)] = version;
        }
        let number = |(position, numbers): (usize, &Integers)| {
            let mut numbers: Vec<_> = numbers.iter().collect();
            for (row, values) in updates {
                numbers[usize::from(*row)] = values.numbers[position];
            }
            Integers::new(&numbers)
        };
        Self {
            stamp,
            id: self.id,
            keys: self.keys.clone(),
            timestamps: self.timestamps.clone(),
            ids: Arc::clone(&self.ids),
            versions: stored_versions(&versions),
            numbers: self.numbers.iter().enumerate().map(number).collect(),
            values: Arc::clone(&self.values),
        }
    }

    /// The rows in a form that can be changed.
    pub fn to_rows(&self) -> ChunkRows {
        ChunkRows {
            keys: self.keys.values(),
            timestamps: self.timestamps.values(),
            ties: (0..self.len()).map(|row| self.tie(row)).collect(),
            versions: self.versions_or_zero(),
            facets: self.values.facets.iter().map(|facet| facet.values(self.len())).collect(),
            numbers: self.numbers.iter().map(|numbers| numbers.iter().collect()).collect(),
            relations: self.values.relations.iter().map(Postings::pairs).collect(),
        }
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// The key of a record.
    pub fn key(&self, row: u16) -> i64 {
        self.keys.value(usize::from(row))
    }

    /// A record as pages need it.
    pub fn page_row(&self, row: u16) -> PageRow {
        PageRow { key: self.key(row), version: self.versions.get(usize::from(row)).unwrap_or(0) }
    }

    /// The position of a record in the sort order of lists.
    pub fn sort_key(&self, row: u16) -> SortKey {
        let row = usize::from(row);
        (self.timestamps.value(row), self.tie(row))
    }

    /// The position of a record in an order.
    pub fn order_key(&self, row: u16, by: SortBy) -> OrderKey {
        let offset = usize::from(row);
        match by {
            SortBy::Timestamp => self.sort_key(row),
            SortBy::Number(number) => (self.number(row, number).unwrap_or(i64::MIN), self.tie(offset)),
        }
    }

    /// The number of the first records of which `is_before` is true; it is true for no later one.
    pub fn partition_point(&self, is_before: impl Fn(SortKey) -> bool) -> usize {
        partition_point(self.len(), |row| is_before((self.timestamps.value(row), self.tie(row))))
    }

    /// A number of a record.
    pub fn number(&self, row: u16, number: usize) -> Option<i64> {
        self.numbers[number].get(usize::from(row))
    }

    /// The id of a record, or another tie-breaker.
    pub fn tie(&self, row: usize) -> u128 {
        self.ids.get(row).copied().unwrap_or_else(|| tie_breaker(self.keys.value(row)))
    }

    /// The sort key of the oldest record.
    pub fn first(&self) -> SortKey {
        self.sort_key(0)
    }

    /// Whether the record has exactly the same values of facets and relations as the other row.
    pub fn has_values_of(&self, row: u16, other: &IndexedRow) -> bool {
        let Values { facets, relations } = &*self.values;
        facets.iter().zip(&other.facets).all(|(facet, value)| facet.contains(*value, row))
            && relations
                .iter()
                .zip(&other.related)
                .all(|(postings, values)| postings.has_exactly(row, values))
    }

    /// The number of records that a query selects.
    pub fn count(&self, query: &Query<u32>) -> usize {
        let span = self.span(&query.sorted_at);
        if span.is_empty() {
            return 0;
        }
        if span.len() == self.len() {
            match query.conditions.as_slice() {
                [] => return span.len(),
                [Condition::AnyOf { facet, values }] if values.len() == 1 => {
                    return self.values.facets[*facet].count(values[0]);
                }
                [Condition::AllOf { relation, values, unless: None }] if values.len() == 1 => {
                    return self.values.relations[*relation].count(values[0]);
                }
                _ => {}
            }
        }
        self.select(query).len()
    }

    /// The records that a query selects.
    pub fn select(&self, query: &Query<u32>) -> RowSet {
        let span = self.span(&query.sorted_at);
        let mut selected = RowSet::span(span.start, span.end);
        for condition in &query.conditions {
            self.restrict(&mut selected, condition);
        }
        selected
    }

    /// The numbers of the dictionary that facets and relations contain; some may be named more than once.
    pub fn used_values(&self) -> impl Iterator<Item = u32> + '_ {
        let Values { facets, relations } = &*self.values;
        let of_facets = facets.iter().flat_map(FacetValues::used_values);
        of_facets.chain(relations.iter().flat_map(Postings::distinct_values)).copied()
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        let Values { facets, relations } = &*self.values;
        let integers = [&self.keys, &self.timestamps, &self.versions].into_iter().chain(&self.numbers);
        size_of::<Self>()
            + integers.map(Integers::bytes).sum::<usize>()
            + self.numbers.len() * size_of::<Integers>()
            + size_of_val(&*self.ids)
            + facets.iter().map(FacetValues::bytes).sum::<usize>()
            + relations.iter().map(|postings| size_of::<Postings>() + postings.bytes()).sum::<usize>()
    }

    fn restrict(&self, selected: &mut RowSet, condition: &Condition<u32>) {
        let Values { facets, relations } = &*self.values;
        match condition {
            Condition::AnyOf { facet, values } => {
                let mut rows = RowSet::EMPTY;
                for value in values {
                    facets[*facet].add_to(&mut rows, *value);
                }
                selected.intersect(&rows);
            }
            Condition::AllOf { relation, values, unless } => {
                let mut exempt = RowSet::EMPTY;
                if let Some(facet) = unless {
                    facets[*facet].add_to(&mut exempt, TRUE);
                }
                for value in values {
                    let mut related = exempt.clone();
                    relations[*relation].add_to(&mut related, *value);
                    selected.intersect(&related);
                }
            }
            Condition::Ids(ids) => {
                selected.retain(|row| ids.binary_search(&self.tie(usize::from(row))).is_ok());
            }
            Condition::Range { number, range } => {
                let numbers = &self.numbers[*number];
                selected
                    .retain(|row| numbers.get(usize::from(row)).is_some_and(|number| range.contains(number)));
            }
            Condition::OneOf(sets) => {
                let mut any = RowSet::EMPTY;
                for set in sets {
                    let mut rows = selected.clone();
                    for condition in set {
                        self.restrict(&mut rows, condition);
                    }
                    any.unite(&rows);
                }
                *selected = any;
            }
            Condition::BoundingBox { longitude, latitude, bounds, decimals } => selected.retain(|row| {
                let shown =
                    |number: i64| decimals.map_or(number, |decimals| rounded_degrees(number, decimals));
                let point = self.number(row, *longitude).zip(self.number(row, *latitude));
                point.is_some_and(|(longitude, latitude)| bounds.contains(shown(longitude), shown(latitude)))
            }),
        }
    }

    /// The offsets of the records whose timestamp is in the range.
    fn span(&self, range: &NumberRange) -> std::ops::Range<usize> {
        let before = |end: i64| self.timestamps.partition_point(|timestamp| timestamp < end);
        let from = range.from.map_or(0, before);
        from..range.until.map_or(self.len(), before).max(from)
    }

    fn versions_or_zero(&self) -> Vec<i64> {
        if self.versions.len() == 0 { vec![0; self.len()] } else { self.versions.values() }
    }
}

fn stored_versions(versions: &[i64]) -> Integers {
    let is_unchanged = versions.iter().all(|version| *version == 0);
    if is_unchanged { Integers::default() } else { Integers::of(versions) }
}
