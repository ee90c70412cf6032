//! Timestamps relative to a fixed date, so that the output does not depend on the clock.

use std::ops::Add;

use crate::random::Random;

/// A second, in milliseconds.
pub const SECOND: u64 = 1000;
/// A minute, in milliseconds.
pub const MINUTE: u64 = 60 * SECOND;
/// An hour, in milliseconds.
pub const HOUR: u64 = 60 * MINUTE;
/// A day, in milliseconds.
pub const DAY: u64 = 24 * HOUR;

/// Milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(pub u64);

/// The date of the platform: 2026-11-01T09:00:00Z. No record is created or updated later.
pub const NOW: Timestamp = Timestamp(20_758 * DAY + 9 * HOUR);
/// When the platform opened, five years before `NOW`.
pub const OPENING: Timestamp = Timestamp(NOW.0 - 5 * 365 * DAY);

impl Add<u64> for Timestamp {
    type Output = Self;

    /// Adds milliseconds.
    fn add(self, milliseconds: u64) -> Self {
        Self(self.0 + milliseconds)
    }
}

impl Timestamp {
    /// The number of whole days since 1970-01-01.
    pub fn day(self) -> u64 {
        self.0 / DAY
    }

    /// A random timestamp less than `range` milliseconds later, not after `NOW`.
    pub fn within(self, random: &mut Random, range: u64) -> Self {
        self + random.below(range.min(NOW.0.saturating_sub(self.0)))
    }

    /// A random timestamp before `end`, not before this one.
    pub fn until(self, end: Self, random: &mut Random) -> Self {
        self + random.below(end.0.saturating_sub(self.0))
    }

    /// A random last update of a record created at this timestamp; 45 % of records are never updated.
    pub fn last_update(self, random: &mut Random) -> Self {
        if random.percent(45) { self } else { self.within(random, 90 * DAY) }
    }
}
