//! One resource's list index: its records in order, and which of them have which values.

use super::facets::{Entry, FacetKind, facets, relations};
use super::postings::Postings;
use crate::resource::{Relation, Resource};
use crate::store::StoreError;
use crate::store::records::Scan;

/// The value that stands for null in the postings of a facet.
const NOTHING: u128 = u128::MAX;
/// How much may be added or removed at the most before the index is built again.
const LOOSE_ENDS: usize = 20_000;

/// The records of one resource in the order of lists, oldest first; positions count from 0.
#[derive(Debug, Default)]
pub struct Index {
    /// The newest change of the resource that is in here.
    pub sequence: i64,
    /// Rises whenever answers kept for this resource no longer hold.
    pub epoch: u32,
    pub(super) keys: Vec<i64>,
    pub(super) order: Vec<i64>,
    pub(super) changed: Vec<i64>,
    pub(super) facets: Vec<Postings>,
    pub(super) relations: Vec<Postings>,
    /// Positions whose record is gone, ascending.
    pub(super) gone: Vec<u32>,
    appended: usize,
}

/// What became of a change that was to be brought into the index.
#[derive(Debug, PartialEq, Eq)]
pub enum Applied {
    /// The index shows it.
    Yes,
    /// The index must be built again.
    NeedsBuilding,
}

impl Index {
    /// Builds the index from the database.
    pub fn build(resource: &Resource, scan: &Scan<'_>) -> Result<Self, StoreError> {
        let known = facets(resource);
        let mut index = Self { sequence: scan.sequence(resource)?, ..Self::default() };
        let mut pairs: Vec<Vec<(u128, u32)>> = vec![Vec::new(); known.len()];
        scan.entries(resource, &known, |entry| {
            let position = position(index.keys.len());
            index.push(&entry);
            for (pairs, value) in pairs.iter_mut().zip(entry.values) {
                pairs.push((value.unwrap_or(NOTHING), position));
            }
        })?;
        index.facets = pairs.into_iter().map(Postings::build).collect();
        index.relations = relations(resource)
            .iter()
            .map(|relation| index.build_relation(resource, relation, scan))
            .collect::<Result<_, _>>()?;
        index.keys.shrink_to_fit();
        index.order.shrink_to_fit();
        index.changed.shrink_to_fit();
        Ok(index)
    }

    fn build_relation(
        &self,
        resource: &Resource,
        relation: &Relation,
        scan: &Scan<'_>,
    ) -> Result<Postings, StoreError> {
        const UNKNOWN: u32 = u32::MAX;
        let mut positions = vec![UNKNOWN; scan.row_bound(resource)? + 1];
        for (place, key) in self.keys.iter().enumerate() {
            if let Some(slot) = usize::try_from(*key).ok().and_then(|key| positions.get_mut(key)) {
                *slot = position(place);
            }
        }
        let mut pairs = Vec::new();
        scan.pairs(resource, relation, None, |key, value| {
            let place = usize::try_from(key).ok().and_then(|key| positions.get(key)).copied();
            if let Some(place) = place.filter(|place| *place != UNKNOWN) {
                pairs.push((value, place));
            }
        })?;
        Ok(Postings::build(pairs))
    }

    /// Brings one row into the index: it came, changed, or is gone.
    pub fn apply(&mut self, resource: &Resource, key: i64, scan: &Scan<'_>) -> Result<Applied, StoreError> {
        let known = facets(resource);
        let mut row: Option<Row> = None;
        scan.entry(resource, &known, key, |entry| row = Some(Row::of(&entry)))?;
        let Some(row) = row else { return Ok(self.remove(key)) };
        let mut related = vec![Vec::new(); self.relations.len()];
        for (values, relation) in related.iter_mut().zip(relations(resource)) {
            scan.pairs(resource, &relation, Some(key), |_, value| values.push(value))?;
        }
        Ok(match self.position_of(key, row.order) {
            Some(position) => self.update(position, &row, &related),
            None => self.append(&row, &related),
        })
    }

    fn update(&mut self, position: u32, row: &Row, related: &[Vec<u128>]) -> Applied {
        let same_facets = self
            .facets
            .iter()
            .zip(&row.values)
            .all(|(postings, value)| postings.of(*value).contains(position));
        let same_relations = self
            .relations
            .iter()
            .zip(related)
            .all(|(postings, values)| postings.has_exactly(position, values));
        if !same_facets || !same_relations {
            return Applied::NeedsBuilding;
        }
        self.changed[position as usize] = row.changed;
        Applied::Yes
    }

    fn append(&mut self, row: &Row, related: &[Vec<u128>]) -> Applied {
        // A key that is known under another moment has moved, and a moment that is not the newest belongs inside.
        let moved = self.keys.contains(&row.key);
        let newest = self.order.last().is_none_or(|last| *last < row.order);
        if moved || !newest || self.appended >= LOOSE_ENDS {
            return Applied::NeedsBuilding;
        }
        let position = position(self.keys.len());
        self.keys.push(row.key);
        self.order.push(row.order);
        self.changed.push(row.changed);
        for (postings, value) in self.facets.iter_mut().zip(&row.values) {
            postings.append(*value, position);
        }
        for (postings, values) in self.relations.iter_mut().zip(related) {
            values.iter().for_each(|value| postings.append(*value, position));
        }
        self.appended += 1;
        Applied::Yes
    }

    fn remove(&mut self, key: i64) -> Applied {
        let Some(place) = self.keys.iter().position(|known| *known == key) else { return Applied::Yes };
        let position = position(place);
        if let Err(slot) = self.gone.binary_search(&position) {
            self.gone.insert(slot, position);
        }
        if self.gone.len() >= LOOSE_ENDS { Applied::NeedsBuilding } else { Applied::Yes }
    }

    fn push(&mut self, entry: &Entry<'_>) {
        self.keys.push(entry.key);
        self.order.push(entry.order);
        self.changed.push(entry.changed);
    }

    fn position_of(&self, key: i64, order: i64) -> Option<u32> {
        let from = self.order.partition_point(|known| *known < order);
        let until = self.order.partition_point(|known| *known <= order);
        let place = self.keys[from..until].iter().position(|known| *known == key)?;
        Some(position(from + place)).filter(|position| self.gone.binary_search(position).is_err())
    }

    /// How many records lists show.
    pub fn len(&self) -> usize {
        self.keys.len() - self.gone.len()
    }

    /// The bytes of memory held.
    pub fn bytes(&self) -> usize {
        let postings: usize = self.facets.iter().chain(&self.relations).map(Postings::bytes).sum();
        (self.keys.capacity() + self.order.capacity() + self.changed.capacity()) * 8
            + self.gone.capacity() * 4
            + postings
    }
}

/// An [`Entry`] that owns its values.
#[derive(Debug)]
struct Row {
    key: i64,
    order: i64,
    changed: i64,
    values: Vec<u128>,
}

impl Row {
    fn of(entry: &Entry<'_>) -> Self {
        let values = entry.values.iter().map(|value| value.unwrap_or(NOTHING)).collect();
        Self { key: entry.key, order: entry.order, changed: entry.changed, values }
    }
}

/// The place of a facet's column among a resource's facets.
pub fn facet_place(resource: &Resource, column: &str) -> Option<(usize, FacetKind)> {
    facets(resource)
        .iter()
        .position(|facet| facet.column == column)
        .map(|place| (place, facets(resource)[place].kind))
}

/// A place among fewer than 2^32 records; a table with more rows is far past what one node holds.
fn position(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
