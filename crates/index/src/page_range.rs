//! Which records of a list a page has.

use std::ops::Range;

use super::order::OrderKey;
use super::query::Sort;
use super::row::PageRows;
use super::snapshot::{Position, Snapshot};

/// A page of a list.
#[derive(Debug, Clone, Copy)]
pub struct PageRange {
    /// Where the page begins.
    pub start: PageStart,
    /// The maximum number of records on a page.
    pub size: usize,
}

/// Where a page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageStart {
    /// It has this number, from 1.
    Number(usize),
    /// After this position in the order of the list, see [`PageRows::end`]: whatever is inserted or deleted meanwhile, the
    /// page begins with the first record that comes after it.
    After(OrderKey),
}

impl PageRange {
    /// The number of the page; 1 if it begins after a position.
    pub fn number(self) -> usize {
        match self.start {
            PageStart::Number(number) => number,
            PageStart::After(_) => 1,
        }
    }

    /// The ranks of the page's records in a list with `total` records. `count` returns the number of records of which a
    /// condition is true that is true for the smallest ones only.
    pub fn within(
        self,
        total: usize,
        sort: Sort,
        count: impl FnOnce(&dyn Fn(OrderKey) -> bool) -> usize,
    ) -> Range<usize> {
        match self.start {
            PageStart::Number(_) => self.numbered(total),
            PageStart::After(position) => self.from(sort.rank_after(position, total, count), total),
        }
    }

    /// The same for a list without positions, such as the best matches of a search.
    pub fn numbered(self, total: usize) -> Range<usize> {
        self.from((self.number() - 1).saturating_mul(self.size).min(total), total)
    }

    fn from(self, first: usize, total: usize) -> Range<usize> {
        first..first.saturating_add(self.size).min(total)
    }
}

/// A page of these records.
pub fn sorted_page(snapshot: &Snapshot, records: Vec<Position>, sort: Sort, page: PageRange) -> PageRows {
    let mut records: Vec<(OrderKey, Position)> = records
        .into_iter()
        .map(|(chunk, row)| (snapshot.chunks[chunk].order_key(row, sort.by), (chunk, row)))
        .collect();
    let total = records.len();
    let compare = |one: &(OrderKey, Position), other: &(OrderKey, Position)| {
        if sort.is_ascending { one.cmp(other) } else { other.cmp(one) }
    };
    let part = page
        .within(total, sort, |is_before| records.iter().filter(|(position, _)| is_before(*position)).count());
    // Only the records up to the end of the page are sorted.
    if part.end < total {
        records.select_nth_unstable_by(part.end, compare);
    }
    records[..part.end].sort_unstable_by(compare);
    let rows = records[part.clone()].iter().map(|(_, position)| snapshot.row(*position)).collect();
    snapshot.page_of(rows, (part, total), |key| snapshot.order_key(key, sort.by))
}
