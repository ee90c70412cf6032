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

/// What became of changes that were to be brought into the index.
#[derive(Debug, PartialEq, Eq)]
pub enum Applied {
    /// The index shows them.
    Yes,
    /// The index shows none of them and must be built again.
    NeedsBuilding,
}

/// What a changed row asks of the index.
enum Move {
    /// It stands at a position and stays there.
    Update(u32),
    /// It is new.
    Append,
    /// It stands at a position and is gone.
    Remove(u32),
    /// It never stood here.
    Nothing,
    /// Only building the index again shows it as it is.
    Impossible,
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
    pub fn apply(&mut self, mut rows: Vec<ChangedRow>, sequence: i64) -> Applied {
        // New records are appended in the order of lists, whatever the order they were stored in.
        rows.sort_by_key(|row| row.values.as_ref().map(|values| values.order));
        let strangers = self.places_of_strangers(&rows);
        let moves: Vec<Move> = rows.iter().map(|row| self.move_of(row, &strangers)).collect();
        // All or nothing: pages are taken from this index until another is built.
        if !self.takes(&rows, &moves) {
            return Applied::NeedsBuilding;
        }
        for (row, to_do) in rows.iter().zip(moves) {
            match (to_do, &row.values) {
                (Move::Update(position), Some(values)) => self.changed[position as usize] = values.changed,
                (Move::Append, Some(values)) => self.append(row.key, values),
                (Move::Remove(position), _) => self.remove(position),
                _ => {}
            }
            self.touched.insert(row.key, sequence);
        }
        self.sequence = self.sequence.max(sequence);
        if self.touched.len() > LOOSE_ENDS {
            self.forget();
        }
        Applied::Yes
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

    fn move_of(&self, row: &ChangedRow, strangers: &HashMap<i64, u32>) -> Move {
        let known = row.values.as_ref().and_then(|values| self.position_of(row.key, values.order));
        match (&row.values, known, strangers.get(&row.key)) {
            (Some(values), Some(position), _) if self.is_found_as(position, values) => Move::Update(position),
            (Some(_), None, None) => Move::Append,
            // Other filters find it now, or it is another moment's and so belongs in another place.
            (Some(_), ..) => Move::Impossible,
            (None, _, Some(position)) => Move::Remove(*position),
            (None, _, None) => Move::Nothing,
        }
    }

    /// Whether all of these can be done: none is impossible, what is new comes behind all that is there, one after
    /// the other, and not too much has been added or removed.
    fn takes(&self, rows: &[ChangedRow], moves: &[Move]) -> bool {
        let (mut appended, mut gone, mut last) = (self.appended, self.gone.len(), self.order.last().copied());
        rows.iter().zip(moves).all(|(row, to_do)| match to_do {
            Move::Append => {
                let order = row.values.as_ref().map(|values| values.order);
                let behind = last < order;
                appended += 1;
                last = order;
                behind && appended <= LOOSE_ENDS
            }
            Move::Remove(_) => {
                gone += 1;
                gone < LOOSE_ENDS
            }
            Move::Impossible => false,
            Move::Update(_) | Move::Nothing => true,
        })
    }

    /// Whether filters find the row at a position by these values.
    fn is_found_as(&self, position: u32, row: &RowValues) -> bool {
        let facets = self.facets.iter().zip(&row.facets);
        let relations = self.relations.iter().zip(&row.related);
        facets.into_iter().all(|(postings, value)| postings.of(*value).contains(position))
            && relations.into_iter().all(|(postings, values)| postings.has_exactly(position, values))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> Index {
        let (keys, order) = (vec![1, 2, 3], vec![10, 20, 30]);
        Index { keys, changed: order.clone(), order, ..Index::default() }
    }

    fn row(key: i64, order: Option<i64>) -> ChangedRow {
        let values = |order| RowValues { order, changed: order, facets: Vec::new(), related: Vec::new() };
        ChangedRow { key, values: order.map(values) }
    }

    #[test]
    fn changes_show_together() {
        let mut index = index();
        let changes = vec![row(5, Some(50)), row(1, None), row(4, Some(40)), row(9, None)];
        assert_eq!(index.apply(changes, 7), Applied::Yes);
        assert_eq!((index.keys.as_slice(), index.gone.as_slice()), (&[1, 2, 3, 4, 5][..], &[0][..]));
        assert_eq!((index.len(), index.sequence), (4, 7));
    }

    #[test]
    fn changes_of_which_one_does_not_fit_do_not_show_at_all() {
        for misfit in [row(5, Some(40)), row(5, Some(25)), row(2, Some(45))] {
            let mut index = index();
            let changes = vec![row(1, None), row(3, Some(30)), row(4, Some(40)), misfit];
            assert_eq!(index.apply(changes, 7), Applied::NeedsBuilding);
            assert_eq!((index.keys.as_slice(), index.len(), index.sequence), (&[1, 2, 3][..], 3, 0));
            assert!(index.gone.is_empty() && index.touched.is_empty() && index.appended == 0);
        }
    }
}
