//! Numbers for the values of facets and relations, so that the index contains each value in 4 bytes.

use std::hash::BuildHasher as _;
use std::sync::{Mutex, MutexGuard, PoisonError};

use borsh::{BorshDeserialize, BorshSerialize};
use hashbrown::{DefaultHashBuilder, HashTable};

use super::query::{Condition, Query};

/// The number of null.
pub const NULL: u32 = 0;
/// The number of the boolean true, whose value is 1.
pub const TRUE: u32 = 1;
/// The number of no value.
const UNKNOWN: u32 = u32::MAX;

/// The number of parts, each with a lock of its own, so that two indexes can be built at the same time. Part n assigns the
/// numbers whose remainder is n.
pub const PARTS: u32 = 16;
/// Distributes values, of which many differ in few bits, among the parts.
const MULTIPLIER: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;

/// Assigns numbers to values, the same in the indexes of all resources: a person is in many of them. Values are never
/// removed, because few of the ids that a platform ever had belong to deleted records.
#[derive(Debug)]
pub struct Dictionary {
    parts: Vec<Mutex<Part>>,
    hasher: DefaultHashBuilder,
}

/// A part of a dictionary in a file: the values that the indexes use, with their positions. Others are left out, because
/// their records were deleted.
#[derive(Debug, BorshSerialize, BorshDeserialize)]
pub struct SavedPart {
    length: u32,
    used: Vec<(u32, u128)>,
}

/// Numbers of the dictionary.
#[derive(Debug, Default)]
pub struct UsedNumbers(Vec<u64>);

#[derive(Debug, Default)]
struct Part {
    /// The values, in the order of their numbers. The first position of each part is null, true, or no value.
    values: Vec<u128>,
    /// The positions of the values, by their hashes.
    by_hash: HashTable<u32>,
}

impl Dictionary {
    /// A dictionary that contains null and true.
    pub fn new() -> Self {
        let part = |_| Mutex::new(Part { values: vec![u128::MAX], by_hash: HashTable::new() });
        Self { parts: (0..PARTS).map(part).collect(), hasher: DefaultHashBuilder::default() }
    }

    /// The numbers of these values, which are added if they are new; `None` is null.
    pub fn add(&self, values: impl IntoIterator<Item = Option<u128>>, mut each: impl FnMut(u32)) {
        for value in values {
            each(value.map_or(NULL, |value| self.number(value)));
        }
    }

    /// The query with numbers instead of values.
    pub fn resolve(&self, query: &Query) -> Query<u32> {
        let conditions = query.conditions.iter().map(|condition| self.resolve_condition(condition));
        Query { sorted_at: query.sorted_at, conditions: conditions.collect() }
    }

    fn resolve_condition(&self, condition: &Condition) -> Condition<u32> {
        let resolve = |values: &[u128]| values.iter().map(|value| self.find(*value)).collect();
        match condition {
            Condition::AnyOf { facet, values } => Condition::AnyOf { facet: *facet, values: resolve(values) },
            Condition::AllOf { relation, values, unless } => {
                Condition::AllOf { relation: *relation, values: resolve(values), unless: *unless }
            }
            Condition::Ids(ids) => Condition::Ids(ids.clone()),
            Condition::Range { number, range } => Condition::Range { number: *number, range: *range },
            Condition::OneOf(sets) => {
                let resolve =
                    |set: &Vec<Condition>| set.iter().map(|it| self.resolve_condition(it)).collect();
                Condition::OneOf(sets.iter().map(resolve).collect())
            }
            Condition::BoundingBox { longitude, latitude, bounds, decimals } => Condition::BoundingBox {
                longitude: *longitude,
                latitude: *latitude,
                bounds: *bounds,
                decimals: *decimals,
            },
        }
    }

    /// Each part with the values of these numbers.
    pub fn saved_parts(&self, numbers: &UsedNumbers) -> impl Iterator<Item = SavedPart> {
        (0..PARTS).zip(&self.parts).map(|(remainder, part)| {
            let part = locked(part);
            let length = u32::try_from(part.values.len()).unwrap_or(UNKNOWN);
            let is_used = |position: u32| numbers.contains(number_at(position, remainder));
            // The first position is null, true, or no value.
            let used = (1..length).filter(|position| is_used(*position));
            SavedPart {
                length,
                used: used.map(|position| (position, part.values[position as usize])).collect(),
            }
        })
    }

    /// Replaces a part by one that was saved.
    pub fn restore_part(&self, remainder: usize, saved: &SavedPart) -> Option<()> {
        let mut values = vec![u128::MAX; saved.length as usize];
        let mut by_hash = HashTable::with_capacity(saved.used.len());
        let hash_of = |value: u128| self.hasher.hash_one(value);
        for (position, value) in &saved.used {
            *values.get_mut(*position as usize)? = *value;
        }
        for (position, value) in &saved.used {
            by_hash.insert_unique(hash_of(*value), *position, |position| hash_of(values[*position as usize]));
        }
        *locked(self.parts.get(remainder)?) = Part { values, by_hash };
        Some(())
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| locked(part).bytes()).sum()
    }

    fn number(&self, value: u128) -> u32 {
        if value == 1 {
            return TRUE;
        }
        let hash = self.hasher.hash_one(value);
        let (part, remainder) = self.part(value);
        let hash_of = |value: u128| self.hasher.hash_one(value);
        number_at(locked(part).position(value, hash, hash_of), remainder)
    }

    fn find(&self, value: u128) -> u32 {
        if value == 1 {
            return TRUE;
        }
        let hash = self.hasher.hash_one(value);
        let (part, remainder) = self.part(value);
        let position = locked(part).find(value, hash);
        position.map_or(UNKNOWN, |position| number_at(position, remainder))
    }

    /// The part of a value, the same in every process, and the remainder of its numbers.
    fn part(&self, value: u128) -> (&Mutex<Part>, u32) {
        let remainder =
            u32::try_from(value.wrapping_mul(MULTIPLIER) >> 64 & u128::from(PARTS - 1)).unwrap_or(0);
        (&self.parts[remainder as usize], remainder)
    }
}

/// The number of the value at a position of a part.
fn number_at(position: u32, remainder: u32) -> u32 {
    position.saturating_mul(PARTS).saturating_add(remainder)
}

fn locked(part: &Mutex<Part>) -> MutexGuard<'_, Part> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

impl UsedNumbers {
    /// Adds numbers.
    pub fn add(&mut self, numbers: impl Iterator<Item = u32>) {
        for number in numbers {
            let word = number as usize / 64;
            if word >= self.0.len() {
                self.0.resize((word + 1).next_power_of_two(), 0);
            }
            self.0[word] |= 1 << (number % 64);
        }
    }

    fn contains(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }
}

impl Part {
    fn position(&mut self, value: u128, hash: u64, hash_of: impl Fn(u128) -> u64) -> u32 {
        if let Some(position) = self.find(value, hash) {
            return position;
        }
        let Self { values, by_hash } = self;
        let position = u32::try_from(values.len()).unwrap_or(UNKNOWN);
        values.push(value);
        by_hash.insert_unique(hash, position, |position| hash_of(values[*position as usize]));
        position
    }

    fn find(&self, value: u128, hash: u64) -> Option<u32> {
        self.by_hash.find(hash, |position| self.values.get(*position as usize) == Some(&value)).copied()
    }

    fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<u128>() + self.by_hash.allocation_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_dictionary_has_the_used_values_and_no_others() {
        let dictionary = Dictionary::new();
        let mut numbers = Vec::new();
        // The greatest value too, which fills the positions of values that are not used.
        let values = (2..1000).chain([u128::MAX]);
        dictionary.add(values.clone().map(Some), |number| numbers.push(number));
        let mut used = UsedNumbers::default();
        let is_used = |value: u128| value.is_multiple_of(3);
        used.add(
            values.clone().zip(&numbers).filter(|(value, _)| is_used(*value)).map(|(_, number)| *number),
        );

        let restored = Dictionary::new();
        for (remainder, part) in dictionary.saved_parts(&used).enumerate() {
            let part = borsh::from_slice(&borsh::to_vec(&part).unwrap()).unwrap();
            restored.restore_part(remainder, &part).unwrap();
        }
        for (value, number) in values.zip(numbers) {
            assert_eq!(restored.find(value), if is_used(value) { number } else { UNKNOWN }, "{value}");
        }
        let mut new = None;
        restored.add([Some(7)], |number| new = Some(number));
        assert_eq!(restored.find(7), new.unwrap());
        assert!(!used.contains(new.unwrap()), "a number has two values");
    }

    #[test]
    fn a_value_keeps_its_number() {
        let dictionary = Dictionary::new();
        let numbers = |values: &[Option<u128>]| {
            let mut numbers = Vec::new();
            dictionary.add(values.iter().copied(), |number| numbers.push(number));
            numbers
        };
        let first = numbers(&[None, Some(1), Some(7), Some(8), Some(7)]);
        assert_eq!(first[..2], [NULL, TRUE]);
        let [seven, eight] = [first[2], first[3]];
        assert!(seven != eight && seven == first[4] && seven >= PARTS && eight >= PARTS);
        numbers(&(100..10_000).map(Some).collect::<Vec<_>>());
        assert_eq!(numbers(&[Some(8), Some(7), None]), [eight, seven, NULL]);
        let query =
            Query { conditions: vec![Condition::AnyOf { facet: 0, values: vec![8, 5] }], ..Query::default() };
        assert_eq!(
            dictionary.resolve(&query).conditions,
            [Condition::AnyOf { facet: 0, values: vec![eight, UNKNOWN] }]
        );
    }
}
