//! Finding the records of a page: an intersection of sorted positions, and a count.

use std::sync::Arc;

use super::index::Index;
use super::postings::Posting;
use super::query::{Condition, Moments, Query};

/// The positions that a query selects, ascending.
#[derive(Debug)]
pub enum Selection<'a> {
    /// All positions from the first to before the second.
    Span(u32, u32),
    /// The positions of one value, from the n-th to before the m-th of them.
    Posting(Posting<'a>, usize, usize),
    /// Positions found by looking.
    Found(Arc<[u32]>),
}

impl Index {
    /// What the query selects, where that can be told without going through records.
    pub fn select_at_once(&self, query: &Query) -> Option<Selection<'_>> {
        if !query.changed.are_all() || !self.gone.is_empty() {
            return None;
        }
        let (from, until) = self.span(&query.order);
        match query.conditions.as_slice() {
            [] => Some(Selection::Span(from, until)),
            [Condition::Any { facet, values }] if values.len() == 1 => {
                let posting = self.facets[*facet].of(values[0]);
                Some(Selection::Posting(posting, posting.rank(from), posting.rank(until)))
            }
            [Condition::All { relation, values, unless: None }] if values.len() == 1 => {
                let posting = self.relations[*relation].of(values[0]);
                Some(Selection::Posting(posting, posting.rank(from), posting.rank(until)))
            }
            _ => None,
        }
    }

    /// What the query selects, found by going through the fewest records that could be meant.
    pub fn select(&self, query: &Query) -> Arc<[u32]> {
        let (from, until) = self.span(&query.order);
        let mut sets: Vec<Vec<u32>> =
            query.conditions.iter().flat_map(|condition| self.candidates(condition)).collect();
        sets.sort_by_key(Vec::len);
        let mut sets = sets.into_iter();
        let first = sets.next();
        let rest: Vec<Vec<u32>> = sets.collect();
        let wanted = |position: &u32| {
            (from..until).contains(position)
                && query.changed.contain(self.changed[*position as usize])
                && self.gone.binary_search(position).is_err()
                && rest.iter().all(|set| set.binary_search(position).is_ok())
        };
        match first {
            Some(first) => first.into_iter().filter(wanted).collect(),
            None => (from..until).filter(wanted).collect(),
        }
    }

    /// Sets, each ascending, that a record must all be in to meet the condition.
    fn candidates(&self, condition: &Condition) -> Vec<Vec<u32>> {
        match condition {
            Condition::Any { facet, values } => {
                vec![union(values.iter().map(|value| self.facets[*facet].of(*value)))]
            }
            Condition::Days { facet, first, last } => {
                let mut positions = self.facets[*facet].range(first..=last);
                positions.sort_unstable();
                vec![positions]
            }
            Condition::All { relation, values, unless } => {
                let always = unless.map(|facet| self.facets[facet].of(1));
                let of =
                    |value: &u128| union(std::iter::once(self.relations[*relation].of(*value)).chain(always));
                values.iter().map(of).collect()
            }
        }
    }

    fn span(&self, order: &Moments) -> (u32, u32) {
        let place = |moment: Option<i64>, open: usize| {
            let place = moment.map_or(open, |moment| self.order.partition_point(|known| *known < moment));
            u32::try_from(place).unwrap_or(u32::MAX)
        };
        let from = place(order.from, 0);
        (from, place(order.until, self.order.len()).max(from))
    }
}

fn union<'a>(postings: impl Iterator<Item = Posting<'a>>) -> Vec<u32> {
    let postings: Vec<Posting<'_>> = postings.collect();
    let mut positions: Vec<u32> = postings.iter().flat_map(Posting::iter).collect();
    if postings.len() > 1 {
        positions.sort_unstable();
        positions.dedup();
    }
    positions
}

impl Selection<'_> {
    /// How many records there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Span(from, until) => (until - from) as usize,
            Self::Posting(_, from, until) => until - from,
            Self::Found(positions) => positions.len(),
        }
    }

    /// Whether the record at this position is among them.
    pub fn contains(&self, position: u32) -> bool {
        match self {
            Self::Span(from, until) => (*from..*until).contains(&position),
            Self::Posting(posting, from, until) => {
                posting.contains(position) && (*from..*until).contains(&posting.rank(position))
            }
            Self::Found(positions) => positions.binary_search(&position).is_ok(),
        }
    }

    /// The n-th record, newest first.
    pub fn newest(&self, n: usize) -> Option<u32> {
        let back = self.len().checked_sub(n + 1)?;
        match self {
            Self::Span(from, _) => Some(from + u32::try_from(back).ok()?),
            Self::Posting(posting, from, _) => posting.get(from + back),
            Self::Found(positions) => positions.get(back).copied(),
        }
    }
}
