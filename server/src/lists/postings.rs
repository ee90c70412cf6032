//! For each value of a facet, the positions of the records that have it.

use std::collections::HashMap;
use std::ops::RangeBounds;

/// The positions of each value, ascending. Built once, then only added to at the end.
#[derive(Debug, Default)]
pub struct Postings {
    /// The distinct values, ascending.
    values: Vec<u128>,
    /// Where each value's positions begin in `positions`; one more than there are values.
    starts: Vec<u32>,
    positions: Vec<u32>,
    /// What was added since the building.
    recent: HashMap<u128, Vec<u32>>,
}

/// The positions of one value, ascending.
#[derive(Debug, Clone, Copy)]
pub struct Posting<'a> {
    built: &'a [u32],
    recent: &'a [u32],
}

impl Postings {
    /// Builds from pairs of value and position, in any order.
    pub fn build(mut pairs: Vec<(u128, u32)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let mut postings = Self { positions: Vec::with_capacity(pairs.len()), ..Self::default() };
        for (place, (value, position)) in pairs.into_iter().enumerate() {
            if postings.values.last() != Some(&value) {
                postings.values.push(value);
                postings.starts.push(index(place));
            }
            postings.positions.push(position);
        }
        postings.starts.push(index(postings.positions.len()));
        postings.values.shrink_to_fit();
        postings.starts.shrink_to_fit();
        postings
    }

    /// Adds a position that is greater than all that are there.
    pub fn append(&mut self, value: u128, position: u32) {
        self.recent.entry(value).or_default().push(position);
    }

    /// The positions of a value.
    pub fn of(&self, value: u128) -> Posting<'_> {
        let built = match self.values.binary_search(&value) {
            Ok(place) => &self.positions[self.starts[place] as usize..self.starts[place + 1] as usize],
            Err(_) => &[],
        };
        Posting { built, recent: self.recent.get(&value).map_or(&[], Vec::as_slice) }
    }

    /// The positions of all values in a range, in no order.
    pub fn range(&self, values: impl RangeBounds<u128>) -> Vec<u32> {
        let built = self.values.iter().enumerate().filter(|(_, value)| values.contains(value));
        let mut positions: Vec<u32> = built
            .flat_map(|(place, _)| {
                &self.positions[self.starts[place] as usize..self.starts[place + 1] as usize]
            })
            .copied()
            .collect();
        for (_, recent) in self.recent.iter().filter(|(value, _)| values.contains(value)) {
            positions.extend(recent);
        }
        positions
    }

    /// Whether the record at this position has exactly these values; looks at every value there is.
    pub fn has_exactly(&self, position: u32, values: &[u128]) -> bool {
        let recent = self.recent.keys().filter(|value| self.values.binary_search(value).is_err());
        self.values
            .iter()
            .chain(recent)
            .all(|value| self.of(*value).contains(position) == values.contains(value))
    }

    /// The bytes of memory held.
    pub fn bytes(&self) -> usize {
        let recent: usize = self.recent.values().map(|positions| 64 + positions.capacity() * 4).sum();
        self.values.capacity() * 16 + self.starts.capacity() * 4 + self.positions.capacity() * 4 + recent
    }
}

impl<'a> Posting<'a> {
    /// The n-th position.
    pub fn get(&self, n: usize) -> Option<u32> {
        self.built.get(n).or_else(|| self.recent.get(n - self.built.len())).copied()
    }

    /// How many positions lie before this one.
    pub fn rank(&self, position: u32) -> usize {
        self.built.partition_point(|known| *known < position)
            + self.recent.partition_point(|known| *known < position)
    }

    /// Whether the position is among them.
    pub fn contains(&self, position: u32) -> bool {
        self.built.binary_search(&position).is_ok() || self.recent.binary_search(&position).is_ok()
    }

    /// All positions.
    pub fn iter(&self) -> impl Iterator<Item = u32> + use<'a> {
        self.built.iter().chain(self.recent).copied()
    }
}

/// A place among fewer than 2^32 pairs; a table with more rows is far past what one node holds.
fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
