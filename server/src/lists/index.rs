//! One resource's list index: its records in order, and which of them have which values.

use std::collections::{HashMap, HashSet};

use super::PageRow;
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
    /// The last change of each row that changed since the building.
    pub(super) touched: HashMap<i64, i64>,
}

/// What became of a change that was to be brought into the index.
#[derive(Debug, PartialEq, Eq)]
pub enum Applied {
    /// The index shows it.
    Yes,
    /// The index must be built again.
    NeedsBuilding,
}

/// What a changed row asks of the index.
enum Step<'r> {
    Update(u32, &'r RowValues),
    Append(&'r RowValues),
    Remove(u32),
    Nothing,
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

    /// Brings changed rows into the index: each came, changed, or is gone. `sequence` is the last of the changes.
    /// Where the index must be built again it stays as it is, so that pages taken meanwhile are whole.
    pub fn apply(&mut self, mut rows: Vec<ChangedRow>, sequence: i64) -> Applied {
        // New records are appended in the order of lists, whatever the order they were stored in.
        rows.sort_by_key(|row| row.values.as_ref().map(|values| values.order));
        let strangers = self.places_of_strangers(&rows);
        let Some(steps) = self.steps(&rows, &strangers) else { return Applied::NeedsBuilding };
        for (row, step) in rows.iter().zip(steps) {
            match step {
                Step::Update(position, values) => self.changed[position as usize] = values.changed,
                Step::Append(values) => self.append(row.key, values),
                Step::Remove(position) => self.remove(position),
                Step::Nothing => {}
            }
            self.touched.insert(row.key, sequence);
        }
        self.sequence = self.sequence.max(sequence);
        if self.touched.len() > LOOSE_ENDS {
            self.forget();
        }
        Applied::Yes
    }

    /// What each changed row asks for; none where the index must be built again.
    fn steps<'r>(&self, rows: &'r [ChangedRow], strangers: &HashMap<i64, u32>) -> Option<Vec<Step<'r>>> {
        let mut newest = self.order.last().copied();
        let (mut appended, mut gone) = (self.appended, self.gone.len());
        let step = |row: &'r ChangedRow| {
            let known = row.values.as_ref().and_then(|values| self.position_of(row.key, values.order));
            match (&row.values, known, strangers.get(&row.key)) {
                (Some(values), Some(position), _) => {
                    self.filters_alike(position, values).then_some(Step::Update(position, values))
                }
                (Some(values), None, None) => {
                    let newer = newest.replace(values.order).is_none_or(|newest| newest < values.order);
                    appended += 1;
                    (newer && appended <= LOOSE_ENDS).then_some(Step::Append(values))
                }
                // It is another moment's now, and so belongs in another place.
                (Some(_), None, Some(_)) => None,
                (None, _, Some(position)) => {
                    gone += 1;
                    (gone < LOOSE_ENDS).then_some(Step::Remove(*position))
                }
                (None, _, None) => Some(Step::Nothing),
            }
        };
        rows.iter().map(step).collect()
    }

    /// Lets go of every answer kept for this resource.
    pub fn forget(&mut self) {
        self.epoch += 1;
        self.touched.clear();
    }

    /// Where the rows stand that are not at the place of the moment that they have now; one pass for all of them.
    fn places_of_strangers(&self, rows: &[ChangedRow]) -> HashMap<i64, u32> {
        let at_home = |row: &&ChangedRow| {
            row.values.as_ref().is_some_and(|values| self.position_of(row.key, values.order).is_some())
        };
        let sought: HashSet<i64> = rows.iter().filter(|row| !at_home(row)).map(|row| row.key).collect();
        let (Some(least), Some(greatest)) = (sought.iter().min(), sought.iter().max()) else {
            return HashMap::new();
        };
        let standing = self.keys.iter().enumerate().filter(|(_, key)| (least..=greatest).contains(key));
        standing
            .filter(|(_, key)| sought.contains(key))
            .map(|(place, key)| (*key, position(place)))
            .filter(|(_, position)| self.gone.binary_search(position).is_err())
            .collect()
    }

    /// Whether filters find the record as before.
    fn filters_alike(&self, position: u32, row: &RowValues) -> bool {
        let same_facets = self
            .facets
            .iter()
            .zip(&row.facets)
            .all(|(postings, value)| postings.of(*value).contains(position));
        let same_relations = self
            .relations
            .iter()
            .zip(&row.related)
            .all(|(postings, values)| postings.has_exactly(position, values));
        same_facets && same_relations
    }

    fn append(&mut self, key: i64, row: &RowValues) {
        let position = position(self.keys.len());
        self.keys.push(key);
        self.order.push(row.order);
        self.changed.push(row.changed);
        for (postings, value) in self.facets.iter_mut().zip(&row.facets) {
            postings.append(*value, position);
        }
        for (postings, values) in self.relations.iter_mut().zip(&row.related) {
            for value in values {
                postings.append(*value, position);
            }
        }
        self.appended += 1;
    }

    fn remove(&mut self, position: u32) {
        if let Err(slot) = self.gone.binary_search(&position) {
            self.gone.insert(slot, position);
        }
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

    /// The row at a position.
    pub fn row(&self, position: u32) -> PageRow {
        let key = self.keys[position as usize];
        PageRow { key, version: self.touched.get(&key).copied().unwrap_or(0) }
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
            + self.touched.capacity() * 17
            + postings
    }
}

/// A row that changed, as the database has it now.
#[derive(Debug)]
pub struct ChangedRow {
    key: i64,
    /// None where lists do not show it.
    values: Option<RowValues>,
}

#[derive(Debug)]
struct RowValues {
    order: i64,
    changed: i64,
    facets: Vec<u128>,
    related: Vec<Vec<u128>>,
}

impl ChangedRow {
    /// Reads the row with this key.
    pub fn read(resource: &Resource, key: i64, scan: &Scan<'_>) -> Result<Self, StoreError> {
        let mut values = None;
        scan.entry(resource, &facets(resource), key, |entry| {
            let facets = entry.values.iter().map(|value| value.unwrap_or(NOTHING)).collect();
            values =
                Some(RowValues { order: entry.order, changed: entry.changed, facets, related: Vec::new() });
        })?;
        if let Some(values) = &mut values {
            for relation in relations(resource) {
                let mut related = Vec::new();
                scan.pairs(resource, &relation, Some(key), |_, value| related.push(value))?;
                values.related.push(related);
            }
        }
        Ok(Self { key, values })
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
