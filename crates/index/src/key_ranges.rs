//! Ranges of keys, as the entries of the change feed name them.

/// Ranges of keys, each with its first and its last key.
#[derive(Debug, Default)]
pub struct KeyRanges(Vec<(i64, i64)>);

/// Ranges of keys of which no two have a key in common, in order.
#[derive(Debug)]
pub struct JoinedRanges(Vec<(i64, i64)>);

impl KeyRanges {
    /// Adds the keys from the first to the last.
    pub fn add(&mut self, range: (i64, i64)) {
        self.0.push(range);
    }

    /// The same keys, each once.
    pub fn joined(mut self) -> JoinedRanges {
        self.0.sort_unstable();
        let mut joined: Vec<(i64, i64)> = Vec::new();
        for (first, last) in self.0 {
            match joined.last_mut() {
                Some(previous) if first <= previous.1 => previous.1 = previous.1.max(last),
                _ => joined.push((first, last)),
            }
        }
        JoinedRanges(joined)
    }
}

impl JoinedRanges {
    /// The number of keys.
    pub fn count(&self) -> usize {
        let count = |(first, last): &(i64, i64)| usize::try_from(last - first + 1).unwrap_or_default();
        self.0.iter().map(count).fold(0, usize::saturating_add)
    }

    /// The keys.
    pub fn keys(&self) -> impl Iterator<Item = i64> {
        self.0.iter().flat_map(|(first, last)| *first..=*last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_in_several_ranges_are_there_once() {
        let mut ranges = KeyRanges::default();
        for range in [(7, 9), (1, 1), (8, 8), (9, 12), (3, 4)] {
            ranges.add(range);
        }
        let joined = ranges.joined();
        assert_eq!(joined.count(), 9);
        assert_eq!(joined.keys().collect::<Vec<_>>(), [1, 3, 4, 7, 8, 9, 10, 11, 12]);
        assert_eq!(KeyRanges::default().joined().count(), 0);
    }
}
