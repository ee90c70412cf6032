//! Queries of the list index: a list's filters and sort order, with columns resolved to positions in the index.

use super::order::OrderKey;

/// A half-open range of numbers, such as timestamps in milliseconds since 1970; a missing bound is open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct NumberRange {
    /// The first number in the range.
    pub from: Option<i64>,
    /// The first number after the range.
    pub until: Option<i64>,
}

impl NumberRange {
    /// Whether the range contains the number.
    pub fn contains(&self, number: i64) -> bool {
        self.from.is_none_or(|from| from <= number) && self.until.is_none_or(|until| number < until)
    }

    /// Whether the range contains every number.
    pub fn is_unbounded(&self) -> bool {
        self.from.is_none() && self.until.is_none()
    }
}

/// A bounding box in units of 10⁻⁷ degrees, all edges included (RFC 7946, section 5). If `west` is greater than `east`,
/// the box crosses the antimeridian.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoundingBox {
    /// The western edge.
    pub west: i64,
    /// The southern edge.
    pub south: i64,
    /// The eastern edge.
    pub east: i64,
    /// The northern edge.
    pub north: i64,
}

impl BoundingBox {
    /// Whether the box contains a point.
    pub fn contains(&self, longitude: i64, latitude: i64) -> bool {
        let is_between = if self.west <= self.east {
            (self.west..=self.east).contains(&longitude)
        } else {
            longitude >= self.west || longitude <= self.east
        };
        is_between && (self.south..=self.north).contains(&latitude)
    }
}

/// A condition on a record. `V` is a value of a facet or relation, or its number in the dictionary.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Condition<V = u128> {
    /// The facet has one of these values.
    AnyOf {
        /// The position of the facet, see [`super::IndexColumns::facet`].
        facet: usize,
        /// The values.
        values: Vec<V>,
    },
    /// The record is related to all of these ids.
    AllOf {
        /// The position of the relation, see [`super::IndexColumns::relation`].
        relation: usize,
        /// The ids.
        values: Vec<V>,
        /// The position of a boolean facet; records for which it is true match regardless of their relations.
        unless: Option<usize>,
    },
    /// The record has one of these ids.
    Ids(
        /// The ids, sorted.
        Vec<u128>,
    ),
    /// The number is in this range; null is in none.
    Range {
        /// The position of the number, see [`super::IndexColumns::number`].
        number: usize,
        /// The range.
        range: NumberRange,
    },
    /// The record fulfils all conditions of one of these sets.
    OneOf(Vec<Vec<Self>>),
    /// The point is in this box.
    BoundingBox {
        /// The position of the number with the longitude.
        longitude: usize,
        /// The position of the number with the latitude.
        latitude: usize,
        /// The box.
        bounds: BoundingBox,
        /// The number of decimals to which the point is rounded before it is compared; `None` if it is not rounded.
        decimals: Option<u8>,
    },
}

/// Selects the records that fulfil all conditions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Query<V = u128> {
    /// Range of the timestamp that lists are sorted by: of the creation, or of the deletion in a list of deletions.
    pub sorted_at: NumberRange,
    /// Conditions on the records.
    pub conditions: Vec<Condition<V>>,
}

impl<V> Default for Query<V> {
    fn default() -> Self {
        Self { sorted_at: NumberRange::default(), conditions: Vec::new() }
    }
}

impl<V> Query<V> {
    /// Removes the ids by which records are selected. `None` if they are not selected by id.
    pub fn take_ids(&mut self) -> Option<Vec<u128>> {
        let position = self.conditions.iter().position(|condition| matches!(condition, Condition::Ids(_)))?;
        match self.conditions.remove(position) {
            Condition::Ids(ids) => Some(ids),
            _ => None,
        }
    }

    /// Whether every record fulfils the query.
    pub fn selects_all(&self) -> bool {
        self.sorted_at.is_unbounded() && self.conditions.is_empty()
    }
}

/// The order of a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Sort {
    /// The key by which the records are sorted. Records with equal values are sorted by id in the same
    /// direction.
    pub by: SortBy,
    /// Whether the smallest value comes first.
    pub is_ascending: bool,
}

impl Sort {
    /// The number of records of a sorted list that do not come after a position. `total` is the number of all; `count`
    /// returns the number of records of which a condition is true that is true for the smallest ones only.
    pub(super) fn rank_after(
        self,
        position: OrderKey,
        total: usize,
        count: impl FnOnce(&dyn Fn(OrderKey) -> bool) -> usize,
    ) -> usize {
        if self.is_ascending {
            count(&|other| other <= position)
        } else {
            total - count(&|other| other < position)
        }
    }
}

/// The key by which the records of a list are sorted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum SortBy {
    /// The timestamp of the creation, or of the deletion in a list of deletions.
    #[default]
    Timestamp,
    /// The number at this position, which must have an order, see [`super::IndexColumns::number`].
    Number(usize),
}
