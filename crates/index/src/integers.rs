//! Integers in the fewest bytes that fit all of them.

use borsh::{BorshDeserialize, BorshSerialize};

/// Immutable integers, each of which may be null, in 0 to 8 bytes a value.
#[derive(Debug, Default, Clone, BorshSerialize, BorshDeserialize)]
pub struct Integers {
    /// Subtracted from each value; the difference plus 1 is stored, so that 0 is null.
    minimum: i64,
    /// The number of bytes of a value.
    width: usize,
    length: usize,
    /// The values, little-endian, and so many bytes after them that 8 bytes can be read at each.
    bytes: Box<[u8]>,
}

impl Integers {
    /// Stores integers.
    pub fn new(values: &[Option<i64>]) -> Self {
        let minimum = values.iter().flatten().copied().min().unwrap_or(0);
        let stored =
            |value: Option<i64>| value.map_or(0, |value| difference(value, minimum).saturating_add(1));
        let greatest = values.iter().map(|value| stored(*value)).max().unwrap_or(0);
        let width = 8 - greatest.leading_zeros() as usize / 8;
        let mut bytes = Vec::with_capacity(values.len() * width + 8);
        for value in values {
            bytes.extend_from_slice(&stored(*value).to_le_bytes()[..width]);
        }
        bytes.extend_from_slice(&[0; 8][width..]);
        Self { minimum, width, length: values.len(), bytes: bytes.into() }
    }

    /// Stores integers of which none is null.
    pub fn of(values: &[i64]) -> Self {
        Self::new(&values.iter().copied().map(Some).collect::<Vec<_>>())
    }

    /// The number of integers.
    pub fn len(&self) -> usize {
        self.length
    }

    /// The integer at a position; `None` if it is null.
    pub fn get(&self, position: usize) -> Option<i64> {
        let stored = self.bytes.get(position * self.width..)?.first_chunk::<8>()?;
        let unused_bits = 64 - 8 * u32::try_from(self.width).unwrap_or(8);
        let stored = u64::from_le_bytes(*stored) & u64::MAX.checked_shr(unused_bits).unwrap_or(0);
        Some(self.minimum.wrapping_add_unsigned(stored.checked_sub(1)?))
    }

    /// The integer at a position, which is not null.
    pub fn value(&self, position: usize) -> i64 {
        self.get(position).unwrap_or(self.minimum)
    }

    /// All integers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<i64>> + '_ {
        (0..self.length).map(|position| self.get(position))
    }

    /// All integers, of which none is null.
    pub fn values(&self) -> Vec<i64> {
        (0..self.length).map(|position| self.value(position)).collect()
    }

    /// The number of the first integers of which `is_before` is true; none is null, and it is true for no later one.
    pub fn partition_point(&self, is_before: impl Fn(i64) -> bool) -> usize {
        partition_point(self.length, |position| is_before(self.value(position)))
    }

    /// The memory used beside the struct, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }
}

/// The number of the first positions, of `length`, of which `is_before` is true; it is true for no later one.
pub fn partition_point(length: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let (mut from, mut until) = (0, length);
    while from < until {
        let middle = usize::midpoint(from, until);
        if is_before(middle) {
            from = middle + 1;
        } else {
            until = middle;
        }
    }
    from
}

/// How much greater a value is than the minimum.
fn difference(value: i64, minimum: i64) -> u64 {
    value.abs_diff(minimum)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn integers() -> impl Strategy<Value = Vec<Option<i64>>> {
        let ranges = prop_oneof![Just(1_i64), Just(300), Just(70_000), Just(1 << 40), Just(i64::MAX / 2)];
        let values = ranges.prop_flat_map(|greatest| {
            proptest::collection::vec(proptest::option::weighted(0.9, -greatest..=greatest), 0..200)
        });
        (values, -1_000_i64..1_000).prop_map(|(values, base)| {
            values.into_iter().map(|value| value.map(|value| value.saturating_add(base))).collect()
        })
    }

    proptest! {
        #[test]
        fn every_integer_is_returned(values in integers()) {
            let stored = Integers::new(&values);
            prop_assert_eq!(stored.iter().collect::<Vec<_>>(), values.clone());
            prop_assert_eq!(stored.get(values.len()), None);
        }

        #[test]
        fn sorted_integers_are_searched(mut values in proptest::collection::vec(-500_i64..500, 0..100), bound in -600_i64..600) {
            values.sort_unstable();
            let stored = Integers::of(&values);
            let expected = values.partition_point(|value| *value < bound);
            prop_assert_eq!(stored.partition_point(|value| value < bound), expected);
        }
    }

    #[test]
    fn small_integers_need_one_byte_each() {
        let values: Vec<i64> = (0..4000).map(|n| 1_700_000_000_000 + n % 255).collect();
        assert_eq!(Integers::of(&values).bytes(), 4000 + 7);
    }
}
