//! Queries of the list index: a list's filters with columns resolved to positions in the index.

/// A half-open range of timestamps, in milliseconds since 1970; a missing bound is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct TimestampRange {
    /// The first timestamp in the range.
    pub from: Option<i64>,
    /// The first timestamp after the range.
    pub until: Option<i64>,
}

impl TimestampRange {
    /// Whether the range contains the timestamp.
    pub fn contains(&self, timestamp: i64) -> bool {
        self.from.is_none_or(|from| from <= timestamp) && self.until.is_none_or(|until| timestamp < until)
    }

    /// Whether the range contains every timestamp.
    pub fn is_unbounded(&self) -> bool {
        self.from.is_none() && self.until.is_none()
    }
}

/// A condition on the facets or relations of a record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The facet has one of these values.
    AnyOf {
        /// The position of the facet, see [`super::IndexColumns::facet`].
        facet: usize,
        /// The values.
        values: Vec<u128>,
    },
    /// The facet's day is in this range.
    DayRange {
        /// The position of the facet, see [`super::IndexColumns::facet`].
        facet: usize,
        /// The first day, inclusive.
        first: u128,
        /// The last day, inclusive.
        last: u128,
    },
    /// The record is related to all of these ids.
    AllOf {
        /// The position of the relation, see [`super::IndexColumns::relation`].
        relation: usize,
        /// The ids.
        values: Vec<u128>,
        /// The position of a boolean facet; records for which it is true match regardless of their relations.
        unless: Option<usize>,
    },
}

/// Selects the records that fulfil all conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Query {
    /// Range of the timestamp that lists are sorted by: of the creation, or of the deletion in a list of deletions.
    pub sorted_at: TimestampRange,
    /// Range of the timestamp of the last update.
    pub updated_at: TimestampRange,
    /// Conditions on facets and relations.
    pub conditions: Vec<Condition>,
}
