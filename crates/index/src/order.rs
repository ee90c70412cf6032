//! A further sort order of a list: the keys of all records, sorted by a number and then by id, or by id alone.

use std::collections::HashSet;
use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};

use super::integers::Integers;
use super::row_set::MAX_ROWS;

/// The position of a record in an order: a number, then the tie-breaker. In an order by id, the number is 0.
pub type OrderKey = (i64, u128);

/// A chunk with fewer keys is joined to the previous one if both fit into three quarters of a chunk.
const SPARSE_KEYS: usize = MAX_ROWS / 8;
const JOINED_KEYS: usize = MAX_ROWS / 4 * 3;

/// Keys in ascending order, in chunks. Immutable: the next order shares the chunks that do not change.
#[derive(Debug, Default, Clone)]
pub struct Order {
    chunks: Vec<Arc<OrderChunk>>,
    /// The number of keys up to the end of each chunk.
    ends: Box<[u32]>,
}

/// Consecutive keys of an order.
#[derive(Debug, BorshSerialize, BorshDeserialize)]
pub struct OrderChunk {
    first: OrderKey,
    keys: Integers,
}

/// Changes of an order. A record that moves is removed and inserted.
#[derive(Debug, Default)]
pub struct OrderEdits {
    /// The records to remove, each at its present position.
    pub removed: Vec<(OrderKey, i64)>,
    /// The records to insert.
    pub inserted: Vec<(OrderKey, i64)>,
}

impl Order {
    /// Sorts records, each given by its position and its key.
    pub fn build(mut records: Vec<(OrderKey, i64)>) -> Self {
        records.sort_unstable();
        let chunk = |records: &[(OrderKey, i64)]| {
            let keys: Vec<i64> = records.iter().map(|(_, key)| *key).collect();
            Arc::new(OrderChunk { first: records[0].0, keys: Integers::of(&keys) })
        };
        Self::new(records.chunks(MAX_ROWS).map(chunk).collect())
    }

    /// The order that consists of these chunks.
    pub fn new(chunks: Vec<Arc<OrderChunk>>) -> Self {
        let ends = chunks.iter().scan(0, |end, chunk| {
            *end += u32::try_from(chunk.keys.len()).unwrap_or(u32::MAX);
            Some(*end)
        });
        Self { ends: ends.collect(), chunks }
    }

    /// Its chunks.
    pub fn chunks(&self) -> &[Arc<OrderChunk>] {
        &self.chunks
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0) as usize
    }

    /// The key at a position.
    pub fn key(&self, position: usize) -> Option<i64> {
        let number = self.ends.partition_point(|end| *end as usize <= position);
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        self.chunks.get(number).map(|chunk| chunk.keys.value(position - start))
    }

    /// All keys, in ascending order.
    pub fn keys(&self) -> impl Iterator<Item = i64> + '_ {
        self.chunks.iter().flat_map(|chunk| chunk.keys.iter().flatten())
    }

    /// The number of records before a position; `position_of` is the position of each key in the order.
    pub fn rank(&self, position: OrderKey, position_of: impl Fn(i64) -> OrderKey) -> usize {
        let after = self.chunks.partition_point(|chunk| chunk.first < position);
        let Some(number) = after.checked_sub(1) else { return 0 };
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        start + self.chunks[number].keys.partition_point(|key| position_of(key) < position)
    }

    /// The next order. `position_of` is the present position of each key.
    pub fn apply(&self, mut edits: OrderEdits, position_of: impl Fn(i64) -> OrderKey) -> Self {
        if edits.removed.is_empty() && edits.inserted.is_empty() {
            return self.clone();
        }
        edits.removed.sort_unstable();
        edits.inserted.sort_unstable();
        let (mut removed, mut inserted) = (edits.removed.as_slice(), edits.inserted.as_slice());
        let mut next = Vec::with_capacity(self.chunks.len() + 1);
        for (number, chunk) in self.chunks.iter().enumerate() {
            let end = self.chunks.get(number + 1).map(|following| following.first);
            let (removed_here, inserted_here) = (split_off(&mut removed, end), split_off(&mut inserted, end));
            if removed_here.is_empty() && inserted_here.is_empty() {
                next.push(Arc::clone(chunk));
                continue;
            }
            let gone: HashSet<i64> = removed_here.iter().map(|(_, key)| *key).collect();
            let kept: Vec<i64> = chunk.keys.iter().flatten().filter(|key| !gone.contains(key)).collect();
            add_chunks(&mut next, &merge(&kept, inserted_here, &position_of), |key| {
                inserted_here
                    .iter()
                    .find(|(_, inserted)| *inserted == key)
                    .map_or_else(|| position_of(key), |(position, _)| *position)
            });
        }
        // The order had no chunks.
        if !inserted.is_empty() {
            return Self::build(inserted.to_vec());
        }
        Self::new(next)
    }

    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        let chunks: usize =
            self.chunks.iter().map(|chunk| size_of::<OrderChunk>() + chunk.keys.bytes()).sum();
        chunks + self.chunks.capacity() * size_of::<Arc<OrderChunk>>() + size_of_val(&*self.ends)
    }
}

/// Takes the records before `end` from the beginning of a sorted slice.
fn split_off<'a>(records: &mut &'a [(OrderKey, i64)], end: Option<OrderKey>) -> &'a [(OrderKey, i64)] {
    let count = end.map_or(records.len(), |end| records.partition_point(|(position, _)| *position < end));
    let (before, after) = records.split_at(count);
    *records = after;
    before
}

/// Inserts records into sorted keys.
fn merge(kept: &[i64], inserted: &[(OrderKey, i64)], position_of: impl Fn(i64) -> OrderKey) -> Vec<i64> {
    let mut merged = Vec::with_capacity(kept.len() + inserted.len());
    let mut start = 0;
    for (position, key) in inserted {
        let end = start + kept[start..].partition_point(|key| position_of(*key) < *position);
        merged.extend_from_slice(&kept[start..end]);
        merged.push(*key);
        start = end;
    }
    merged.extend_from_slice(&kept[start..]);
    merged
}

/// Adds chunks with these keys: none, one or several.
fn add_chunks(chunks: &mut Vec<Arc<OrderChunk>>, keys: &[i64], position_of: impl Fn(i64) -> OrderKey) {
    if keys.is_empty() {
        return;
    }
    if keys.len() < SPARSE_KEYS
        && let Some(before) = chunks.pop_if(|before| before.keys.len() + keys.len() <= JOINED_KEYS)
    {
        let joined = [before.keys.values().as_slice(), keys].concat();
        chunks.push(Arc::new(OrderChunk { first: before.first, keys: Integers::of(&joined) }));
        return;
    }
    let size = keys.len().div_ceil(keys.len().div_ceil(MAX_ROWS));
    for part in keys.chunks(size) {
        chunks.push(Arc::new(OrderChunk { first: position_of(part[0]), keys: Integers::of(part) }));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// A key, and the new number of its record; `None` removes it.
    type Step = (i64, Option<i64>);

    fn tie(key: i64) -> u128 {
        u128::from(key.unsigned_abs()) * 7919 % 1009
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn after_any_changes_the_keys_are_sorted(
            rounds in proptest::collection::vec(
                proptest::collection::vec((0_i64..900, proptest::option::weighted(0.8, 0_i64..20)), 1..300), 1..8),
            probes in proptest::collection::vec((0_i64..21, 0_u128..1009), 8),
        ) {
            let mut numbers: BTreeMap<i64, i64> = BTreeMap::new();
            let mut order = Order::build(Vec::new());
            for steps in rounds {
                let steps: BTreeMap<i64, Option<i64>> = steps.into_iter().collect::<Vec<Step>>().into_iter().collect();
                let mut edits = OrderEdits::default();
                for (key, number) in &steps {
                    edits.removed.extend(numbers.get(key).map(|old| ((*old, tie(*key)), *key)));
                    edits.inserted.extend(number.map(|new| ((new, tie(*key)), *key)));
                }
                order = order.apply(edits, |key| (numbers[&key], tie(key)));
                for (key, number) in steps {
                    match number {
                        Some(number) => _ = numbers.insert(key, number),
                        None => _ = numbers.remove(&key),
                    }
                }
                let mut expected: Vec<(OrderKey, i64)> =
                    numbers.iter().map(|(key, number)| ((*number, tie(*key)), *key)).collect();
                expected.sort_unstable();
                let keys: Vec<i64> = expected.iter().map(|(_, key)| *key).collect();
                prop_assert_eq!(order.keys().collect::<Vec<_>>(), keys.clone());
                prop_assert_eq!(order.len(), keys.len());
                for position in [0, keys.len() / 2, keys.len().saturating_sub(1), keys.len()] {
                    prop_assert_eq!(order.key(position), keys.get(position).copied());
                }
                for probe in &probes {
                    let rank = order.rank(*probe, |key| (numbers[&key], tie(key)));
                    prop_assert_eq!(rank, expected.partition_point(|(position, _)| position < probe));
                }
                prop_assert!(order.chunks.iter().all(|chunk| (1..=MAX_ROWS).contains(&chunk.keys.len())));
                prop_assert!(order.chunks.len() <= 2 + numbers.len() / (SPARSE_KEYS / 2));
            }
        }
    }
}
