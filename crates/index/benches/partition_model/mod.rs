//! A list in partitions. The sort key of a record is its position in the list, so that each page is known.

pub mod placement;

/// The number of records between two fences: that of a chunk.
const CHUNK: usize = 4096;
/// The number of records between two finer fences, which a partition sends on request.
const FINE: usize = 64;

/// Pseudorandom numbers (`SplitMix64`).
pub struct Numbers(u64);

impl Numbers {
    /// The same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below a limit.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0) % limit.max(1)
    }
}

/// A hash of a number.
pub fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The partition of a record if each has the records of a period.
pub fn by_time(key: u32, records: u32, partitions: u32) -> u32 {
    let number = u64::from(key) * u64::from(partitions) / u64::from(records.max(1));
    u32::try_from(number).unwrap_or(0)
}

/// The partition of a record if each has any records.
pub fn by_hash(key: u32, partitions: u32) -> u32 {
    u32::try_from(mixed(u64::from(key)) % u64::from(partitions)).unwrap_or(0)
}

/// A list whose records are divided; each partition has its keys in ascending order.
pub struct List {
    partitions: Vec<Vec<u32>>,
    /// The first key of each chunk of each partition, ascending.
    fences: Vec<u32>,
    len: usize,
}

/// For each partition, the range in which the end of the newer records is.
type Ranges = Vec<(usize, usize)>;

impl List {
    /// A list with the keys from 0 to `records`.
    pub fn new(records: u32, partitions: u32, partition_of: impl Fn(u32) -> u32) -> Self {
        let mut lists = vec![Vec::new(); partitions as usize];
        for key in 0..records {
            lists[partition_of(key) as usize].push(key);
        }
        let mut fences: Vec<u32> =
            lists.iter().flat_map(|keys| keys.iter().step_by(CHUNK).copied()).collect();
        fences.sort_unstable();
        Self { partitions: lists, fences, len: records as usize }
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The size of all fences with 16 bytes each: a timestamp and a part of the id.
    pub fn fence_kilobytes(&self) -> f64 {
        f64::from(u32::try_from(self.fences.len() * 16).unwrap_or(u32::MAX)) / 1000.0
    }

    /// The page that must result: the newest records first.
    pub fn expected(&self, first: usize, size: usize) -> Vec<u32> {
        (0..size).filter_map(|number| u32::try_from(self.len - 1 - first - number).ok()).collect()
    }

    /// A page if each partition is a period: only the totals of the partitions are added.
    pub fn page_by_time(&self, first: usize, size: usize) -> Vec<u32> {
        let mut page = Vec::with_capacity(size);
        let mut skipped = first;
        for keys in self.partitions.iter().rev() {
            if skipped >= keys.len() {
                skipped -= keys.len();
                continue;
            }
            page.extend(keys[..keys.len() - skipped].iter().rev().take(size - page.len()));
            skipped = 0;
            if page.len() == size {
                break;
            }
        }
        page
    }

    /// A page if any record can be in any partition: a selection from sorted lists, in which all partitions are asked for
    /// the rank of a key in each round. Returns the number of rounds too; one more reads the records.
    pub fn page_by_hash(&self, first: usize, size: usize) -> (Vec<u32>, usize) {
        let mut ranges: Ranges = self.partitions.iter().map(|keys| (0, keys.len())).collect();
        let mut rounds = 1;
        while let Some(pivot) = self.pivot(&ranges) {
            let ranks = self.ranks(&ranges, pivot);
            // The pivot itself is before the position unless this many keys are less than it.
            let is_after = ranks.iter().sum::<usize>() >= self.len - first;
            for (((low, high), rank), keys) in ranges.iter_mut().zip(ranks).zip(&self.partitions) {
                if is_after {
                    *high = rank;
                } else {
                    *low = rank + usize::from(keys.get(rank) == Some(&pivot));
                }
            }
            rounds += 1;
        }
        (self.merged(&ranges, size), rounds)
    }

    /// The same if the first key of each chunk is known. All partitions are asked three times: for finer fences around the
    /// position, for the keys between two of these, and for records.
    pub fn page_by_fences(&self, first: usize, size: usize) -> (Vec<u32>, usize) {
        let end = self.len - first;
        let mut ranges: Ranges = self.partitions.iter().map(|keys| (0, keys.len())).collect();
        self.narrow(&mut ranges, end, &self.fences, CHUNK);
        for step in [FINE, 1] {
            let fences = self.fences_of(&ranges, step);
            self.narrow(&mut ranges, end, &fences, step);
        }
        (self.merged(&ranges, size), 3)
    }

    /// Every `step`-th key of the ranges, ascending.
    fn fences_of(&self, ranges: &Ranges, step: usize) -> Vec<u32> {
        let of_range = |((low, high), keys): (&(usize, usize), &Vec<u32>)| -> Vec<u32> {
            keys[*low..*high].iter().step_by(step).copied().collect()
        };
        let mut fences: Vec<u32> = ranges.iter().zip(&self.partitions).flat_map(of_range).collect();
        fences.sort_unstable();
        fences
    }

    /// Narrows ranges to the keys between two of their fences, so that the position with `end` keys before it is between
    /// them. Before the n-th fence are at most n steps, and at least n less one for each partition.
    fn narrow(&self, ranges: &mut Ranges, end: usize, fences: &[u32], step: usize) {
        let end = end - ranges.iter().map(|(low, _)| low).sum::<usize>();
        let least = fences.get(end / step).copied();
        let most = fences.get(end.div_ceil(step) + self.partitions.len() * usize::from(step > 1)).copied();
        let lows = least.map(|key| self.ranks(ranges, key));
        let highs = most.map(|key| self.ranks(ranges, key));
        for (number, (low, high)) in ranges.iter_mut().enumerate() {
            // Without a fence after the position, it is at the end.
            *low = lows.as_ref().map_or(if step == 1 { *high } else { *low }, |lows| lows[number]);
            *high = highs.as_ref().map_or(*high, |highs| highs[number]);
        }
    }

    /// For each partition, how many of its keys are less than a key.
    fn ranks(&self, ranges: &Ranges, pivot: u32) -> Vec<usize> {
        let ranges = ranges.iter().zip(&self.partitions);
        ranges
            .map(|((low, high), keys)| low + keys[*low..*high].partition_point(|key| *key < pivot))
            .collect()
    }

    /// The weighted median of the middles of all ranges; `None` if all are empty.
    fn pivot(&self, ranges: &Ranges) -> Option<u32> {
        let known = ranges.iter().zip(&self.partitions).filter(|((low, high), _)| low < high);
        let mut middles: Vec<(u32, usize)> =
            known.map(|((low, high), keys)| (keys[usize::midpoint(*low, *high)], high - low)).collect();
        middles.sort_unstable();
        let half = middles.iter().map(|(_, weight)| weight).sum::<usize>() / 2;
        let mut before = 0;
        let mut passed = middles.into_iter().skip_while(|(_, weight)| {
            before += weight;
            before <= half
        });
        passed.next().map(|(key, _)| key)
    }

    /// The newest keys before the positions.
    fn merged(&self, ranges: &Ranges, size: usize) -> Vec<u32> {
        let newest = ranges
            .iter()
            .zip(&self.partitions)
            .flat_map(|((low, _), keys)| keys[low.saturating_sub(size)..*low].iter().copied());
        let mut page: Vec<u32> = newest.collect();
        page.sort_unstable_by(|one, other| other.cmp(one));
        page.truncate(size);
        page
    }
}
