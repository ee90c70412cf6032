//! Numbers for the values of facets and relations, so that the index contains each value in 4 bytes.

use std::hash::BuildHasher as _;
use std::sync::{PoisonError, RwLock};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::query::{Condition, Query};

/// The number of null.
pub const NULL: u32 = 0;
/// The number of the boolean true, whose value is 1.
pub const TRUE: u32 = 1;
/// The number of no value.
const UNKNOWN: u32 = u32::MAX;

/// Assigns numbers to values, the same in the indexes of all resources: a person is in many of them. Values are never
/// removed, because few of the ids that a platform ever had belong to deleted records.
#[derive(Debug)]
pub struct Dictionary(RwLock<Numbers>);

#[derive(Debug, Default)]
struct Numbers {
    /// The values, by number.
    values: Vec<u128>,
    /// The numbers, by the hash of their values.
    by_hash: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Dictionary {
    /// A dictionary that contains null and true.
    pub fn new() -> Self {
        let mut numbers = Numbers::default();
        numbers.number(u128::MAX);
        numbers.number(1);
        Self(RwLock::new(numbers))
    }

    /// The numbers of these values, which are added if they are new; `None` is null.
    pub fn add(&self, values: impl IntoIterator<Item = Option<u128>>, mut each: impl FnMut(u32)) {
        let mut numbers = self.0.write().unwrap_or_else(PoisonError::into_inner);
        for value in values {
            each(value.map_or(NULL, |value| numbers.number(value)));
        }
    }

    /// The query with numbers instead of values.
    pub fn resolve(&self, query: &Query) -> Query<u32> {
        let numbers = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let resolve = |values: &[u128]| values.iter().map(|value| numbers.find(*value)).collect();
        let conditions = query.conditions.iter().map(|condition| match condition {
            Condition::AnyOf { facet, values } => Condition::AnyOf { facet: *facet, values: resolve(values) },
            Condition::AllOf { relation, values, unless } => {
                Condition::AllOf { relation: *relation, values: resolve(values), unless: *unless }
            }
            Condition::Ids(ids) => Condition::Ids(ids.clone()),
            Condition::Range { number, range } => Condition::Range { number: *number, range: *range },
            Condition::BoundingBox { longitude, latitude, bounds } => {
                Condition::BoundingBox { longitude: *longitude, latitude: *latitude, bounds: *bounds }
            }
        });
        Query { sorted_at: query.sorted_at, conditions: conditions.collect() }
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        let numbers = self.0.read().unwrap_or_else(PoisonError::into_inner);
        numbers.values.capacity() * size_of::<u128>() + numbers.by_hash.allocation_size()
    }
}

impl Numbers {
    fn number(&mut self, value: u128) -> u32 {
        let Self { values, by_hash, hasher } = self;
        let is_value = |number: &u32| values.get(*number as usize) == Some(&value);
        if let Some(number) = by_hash.find(hasher.hash_one(value), is_value) {
            return *number;
        }
        let number = u32::try_from(values.len()).unwrap_or(UNKNOWN);
        let hash_of = |number: &u32| hasher.hash_one(values.get(*number as usize).copied().unwrap_or(value));
        by_hash.insert_unique(hasher.hash_one(value), number, hash_of);
        values.push(value);
        number
    }

    fn find(&self, value: u128) -> u32 {
        let is_value = |number: &u32| self.values.get(*number as usize) == Some(&value);
        self.by_hash.find(self.hasher.hash_one(value), is_value).copied().unwrap_or(UNKNOWN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_keeps_its_number() {
        let dictionary = Dictionary::new();
        let numbers = |values: &[Option<u128>]| {
            let mut numbers = Vec::new();
            dictionary.add(values.iter().copied(), |number| numbers.push(number));
            numbers
        };
        let first = numbers(&[None, Some(1), Some(7), Some(8), Some(7)]);
        assert_eq!(first, [NULL, TRUE, 2, 3, 2]);
        numbers(&(100..10_000).map(Some).collect::<Vec<_>>());
        assert_eq!(numbers(&[Some(8), Some(7), None]), [3, 2, NULL]);
        let query =
            Query { conditions: vec![Condition::AnyOf { facet: 0, values: vec![8, 5] }], ..Query::default() };
        assert_eq!(
            dictionary.resolve(&query).conditions,
            [Condition::AnyOf { facet: 0, values: vec![3, UNKNOWN] }]
        );
    }
}
