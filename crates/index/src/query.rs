//! What a list is asked for, in the index's terms.

/// A half-open span of moments, in milliseconds since 1970; an end that is none is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Moments {
    /// The first moment inside.
    pub from: Option<i64>,
    /// The first moment after.
    pub until: Option<i64>,
}

impl Moments {
    /// Whether the moment lies inside.
    pub fn contain(&self, moment: i64) -> bool {
        self.from.is_none_or(|from| from <= moment) && self.until.is_none_or(|until| moment < until)
    }

    /// Whether every moment lies inside.
    pub fn are_all(&self) -> bool {
        self.from.is_none() && self.until.is_none()
    }
}

/// A condition on the facets or relations of a record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The facet has one of these values.
    Any {
        /// The facet's place among the resource's facets.
        facet: usize,
        /// The values.
        values: Vec<u128>,
    },
    /// The facet's day lies between these, both included.
    Days {
        /// The facet's place among the resource's facets.
        facet: usize,
        /// The first day.
        first: u128,
        /// The last day.
        last: u128,
    },
    /// The record is related to all of these.
    All {
        /// The relation's place among the resource's relations.
        relation: usize,
        /// The ids.
        values: Vec<u128>,
        /// A facet that makes the record match where it is true.
        unless: Option<usize>,
    },
}

/// The records that a list is asked for; all conditions hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Query {
    /// When they were made, or deleted.
    pub order: Moments,
    /// When they last changed.
    pub changed: Moments,
    /// Conditions on facets and relations.
    pub conditions: Vec<Condition>,
}
