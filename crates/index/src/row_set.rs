//! A set of rows of one chunk, as a bitmap.

use borsh::{BorshDeserialize, BorshSerialize};

/// The maximum number of records in a chunk; smaller in unit tests, so that few records make many chunks.
pub const MAX_ROWS: usize = if cfg!(test) { 128 } else { 4096 };

const WORDS: usize = MAX_ROWS / 64;

/// The selected rows of a chunk; a row is identified by its offset in the chunk.
#[derive(Debug, Clone, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct RowSet([u64; WORDS]);

impl RowSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The rows from offset `from` (inclusive) to `until` (exclusive).
    pub fn span(from: usize, until: usize) -> Self {
        let mut set = Self::EMPTY;
        for (word, bits) in set.0.iter_mut().enumerate() {
            let below = |end: usize| match end.saturating_sub(word * 64) {
                bits @ 0..64 => (1_u64 << bits) - 1,
                _ => u64::MAX,
            };
            *bits = below(until) & !below(from);
        }
        set
    }

    /// Adds a row.
    pub fn insert(&mut self, row: u16) {
        self.0[usize::from(row) / 64] |= 1 << (row % 64);
    }

    /// Adds the rows whose value in the column equals `value`.
    pub fn insert_where(&mut self, column: &[u32], value: u32) {
        for (bits, values) in self.0.iter_mut().zip(column.chunks(64)) {
            let found = values.iter().rev().fold(0, |found, other| found << 1 | u64::from(*other == value));
            *bits |= found;
        }
    }

    /// Whether the row is in the set.
    pub fn contains(&self, row: u16) -> bool {
        self.0[usize::from(row) / 64] >> (row % 64) & 1 == 1
    }

    /// Adds every row of another set.
    pub fn union(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, other)| *bits |= other);
    }

    /// Removes every row that is not in the other set.
    pub fn intersect(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, other)| *bits &= other);
    }

    /// Adds every row of the other set.
    pub fn unite(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(bits, other)| *bits |= other);
    }

    /// Removes the rows for which `keep` is false.
    pub fn retain(&mut self, keep: impl Fn(u16) -> bool) {
        for (bits, base) in self.0.iter_mut().zip((0_u16..).step_by(64)) {
            let mut rest = *bits;
            while rest != 0 {
                let bit = lowest(rest);
                rest &= rest - 1;
                if !keep(base + bit) {
                    *bits &= !(1 << bit);
                }
            }
        }
    }

    /// The number of rows in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }

    /// The rows in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().zip((0_u16..).step_by(64)).flat_map(|(bits, base)| {
            std::iter::successors((*bits != 0).then_some(*bits), |bits| {
                let rest = bits & (bits - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |bits| base + lowest(bits))
        })
    }

    /// The rows in descending order, without the first `skipped` of them.
    pub fn newest(&self, mut skipped: usize) -> impl Iterator<Item = u16> + '_ {
        self.0.iter().enumerate().rev().flat_map(move |(word, bits)| {
            let (mut bits, base) = (*bits, u16::try_from(word * 64).unwrap_or(u16::MAX));
            let here = bits.count_ones() as usize;
            if skipped >= here {
                skipped -= here;
                bits = 0;
            } else {
                (0..skipped).for_each(|_| bits &= !(1 << highest(bits)));
                skipped = 0;
            }
            std::iter::successors((bits != 0).then_some(bits), |bits| {
                let rest = bits & !(1 << highest(*bits));
                (rest != 0).then_some(rest)
            })
            .map(move |bits| base + highest(bits))
        })
    }
}

/// The position of the lowest set bit; `bits` is not 0.
fn lowest(bits: u64) -> u16 {
    u16::try_from(bits.trailing_zeros()).unwrap_or(0)
}

/// The position of the highest set bit; `bits` is not 0.
fn highest(bits: u64) -> u16 {
    63 - u16::try_from(bits.leading_zeros().min(63)).unwrap_or(63)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn set(rows: &[u16]) -> RowSet {
        let mut set = RowSet::EMPTY;
        for row in rows {
            set.insert(*row);
        }
        set
    }

    proptest! {
        #[test]
        fn rows_are_returned_in_either_order(rows in proptest::collection::btree_set(0_u16..128, 0..128), skipped in 0_usize..140) {
            let rows: Vec<u16> = rows.into_iter().collect();
            let set = set(&rows);
            prop_assert_eq!(set.len(), rows.len());
            prop_assert_eq!(set.iter().collect::<Vec<_>>(), rows.clone());
            let newest: Vec<u16> = rows.iter().rev().skip(skipped).copied().collect();
            prop_assert_eq!(set.newest(skipped).collect::<Vec<_>>(), newest);
        }

        #[test]
        fn a_span_contains_exactly_its_rows(from in 0_usize..=128, length in 0_usize..=128) {
            let until = (from + length).min(128);
            let expected: Vec<u16> = (from..until).map(|row| u16::try_from(row).unwrap()).collect();
            prop_assert_eq!(RowSet::span(from, until).iter().collect::<Vec<_>>(), expected);
        }

        #[test]
        fn retain_removes_the_other_rows(rows in proptest::collection::btree_set(0_u16..128, 0..128)) {
            let mut even = set(&rows.iter().copied().collect::<Vec<_>>());
            even.retain(|row| row % 2 == 0);
            let expected: Vec<u16> = rows.into_iter().filter(|row| row % 2 == 0).collect();
            prop_assert_eq!(even.iter().collect::<Vec<_>>(), expected);
        }
    }
}
