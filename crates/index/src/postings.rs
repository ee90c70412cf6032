//! For each value of a facet or relation, the rows of one chunk that have it. Values are numbers of the dictionary.

use borsh::{BorshDeserialize, BorshSerialize};

use super::row_set::{MAX_ROWS, RowSet};

/// From this number of rows on, the rows of a value are stored as a bitmap, which is as large as a list of this length.
const DENSE_ROWS: usize = MAX_ROWS / 16;

/// The rows of each value. Immutable: a chunk that changes gets new postings.
#[derive(Debug, Default, Clone, BorshSerialize, BorshDeserialize)]
pub struct Postings {
    /// The distinct values, ascending.
    values: Box<[u32]>,
    /// The start of each value's rows in `rows`, and the end of the last.
    starts: Box<[u32]>,
    /// The rows of values with few rows, ascending for each value.
    rows: Box<[u16]>,
    /// The rows of values with many rows, by the position of the value in `values`; they have no entry in `rows`.
    dense: Box<[(u32, Box<RowSet>)]>,
}

impl Postings {
    /// Builds postings from pairs of value and row, in any order.
    pub fn build(mut pairs: Vec<(u32, u16)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let (mut values, mut starts, mut rows, mut dense) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for group in pairs.chunk_by(|one, other| one.0 == other.0) {
            let index = to_u32(values.len());
            values.push(group[0].0);
            starts.push(to_u32(rows.len()));
            if group.len() < DENSE_ROWS {
                rows.extend(group.iter().map(|(_, row)| *row));
            } else {
                let mut set = Box::new(RowSet::EMPTY);
                for (_, row) in group {
                    set.insert(*row);
                }
                dense.push((index, set));
            }
        }
        starts.push(to_u32(rows.len()));
        Self { values: values.into(), starts: starts.into(), rows: rows.into(), dense: dense.into() }
    }

    /// The number of rows with this value.
    pub fn count(&self, value: u32) -> usize {
        self.values.binary_search(&value).map_or(0, |index| match self.dense(index) {
            Some(set) => set.len(),
            None => self.sparse(index).len(),
        })
    }

    /// Whether the row has this value.
    pub fn contains(&self, value: u32, row: u16) -> bool {
        self.values.binary_search(&value).is_ok_and(|index| self.has(index, row))
    }

    /// Adds the rows of a value to a set.
    pub fn add_to(&self, set: &mut RowSet, value: u32) {
        if let Ok(index) = self.values.binary_search(&value) {
            self.add_index(set, index);
        }
    }

    /// Whether the row has exactly these values, which must be distinct.
    pub fn has_exactly(&self, row: u16, values: &[u32]) -> bool {
        let count = (0..self.values.len()).filter(|index| self.has(*index, row)).count();
        count == values.len() && values.iter().all(|value| self.contains(*value, row))
    }

    /// All pairs of value and row, sorted.
    pub fn pairs(&self) -> Vec<(u32, u16)> {
        let mut pairs = Vec::with_capacity(self.rows.len() + self.dense.len() * DENSE_ROWS);
        for (index, value) in self.values.iter().enumerate() {
            match self.dense(index) {
                Some(set) => pairs.extend(set.iter().map(|row| (*value, row))),
                None => pairs.extend(self.sparse(index).iter().map(|row| (*value, *row))),
            }
        }
        pairs
    }

    /// The distinct values, ascending.
    pub fn distinct_values(&self) -> &[u32] {
        &self.values
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        let dense = self.dense.len() * (size_of::<(u32, Box<RowSet>)>() + size_of::<RowSet>());
        size_of_val(&*self.values) + size_of_val(&*self.starts) + size_of_val(&*self.rows) + dense
    }

    fn has(&self, index: usize, row: u16) -> bool {
        match self.dense(index) {
            Some(set) => set.contains(row),
            None => self.sparse(index).binary_search(&row).is_ok(),
        }
    }

    fn add_index(&self, set: &mut RowSet, index: usize) {
        match self.dense(index) {
            Some(rows) => set.union(rows),
            None => self.sparse(index).iter().for_each(|row| set.insert(*row)),
        }
    }

    fn sparse(&self, index: usize) -> &[u16] {
        &self.rows[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    fn dense(&self, index: usize) -> Option<&RowSet> {
        if self.starts[index] != self.starts[index + 1] {
            return None;
        }
        let found = self.dense.binary_search_by_key(&to_u32(index), |(position, _)| *position).ok()?;
        Some(&self.dense[found].1)
    }
}

/// Converts a number of pairs of one chunk, which is far below 2^32.
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// Few values, so that some are dense.
    fn pairs() -> impl Strategy<Value = Vec<(u32, u16)>> {
        let many = proptest::collection::vec((0_u32..3, 0_u16..128), 0..150);
        let few = proptest::collection::vec((0_u32..50, 0_u16..128), 0..100);
        (many, few).prop_map(|(many, few)| many.into_iter().chain(few).collect())
    }

    proptest! {
        #[test]
        fn every_value_has_its_rows(pairs in pairs(), probe in 0_u16..128) {
            let postings = Postings::build(pairs.clone());
            let expected_pairs: BTreeSet<(u32, u16)> = pairs.into_iter().collect();
            prop_assert_eq!(postings.pairs(), expected_pairs.iter().copied().collect::<Vec<_>>());
            for value in 0..51 {
                let rows: Vec<u16> = expected_pairs.iter().filter(|pair| pair.0 == value).map(|pair| pair.1).collect();
                let mut set = RowSet::EMPTY;
                postings.add_to(&mut set, value);
                prop_assert_eq!(postings.count(value), rows.len());
                prop_assert_eq!(set.iter().collect::<Vec<_>>(), rows);
                prop_assert_eq!(postings.contains(value, probe), expected_pairs.contains(&(value, probe)));
            }
        }

        #[test]
        fn a_row_has_exactly_its_values(pairs in pairs(), row in 0_u16..128, unknown in 1000_u32..2000) {
            let postings = Postings::build(pairs.clone());
            let values: BTreeSet<u32> = pairs.iter().filter(|pair| pair.1 == row).map(|pair| pair.0).collect();
            let mut values: Vec<u32> = values.into_iter().collect();
            prop_assert!(postings.has_exactly(row, &values));
            values.push(unknown);
            prop_assert!(!postings.has_exactly(row, &values));
            values.truncate(values.len().saturating_sub(2));
            prop_assert_eq!(postings.has_exactly(row, &values), values.is_empty() && pairs.iter().all(|pair| pair.1 != row));
        }
    }
}
