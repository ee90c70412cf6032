//! Dates that hang on one fixed moment, never on the clock.

use crate::random::Random;

/// A second, in milliseconds.
pub const SECOND: u64 = 1000;
/// An hour, in milliseconds.
pub const HOUR: u64 = 3600 * SECOND;
/// A day, in milliseconds.
pub const DAY: u64 = 24 * HOUR;

/// Milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(pub u64);

/// When the platform is looked at: 2026-11-01T09:00:00Z.
pub const NOW: Moment = Moment(20_758 * DAY + 9 * HOUR);
/// When the platform opened, five years before.
pub const OPENING: Moment = Moment(NOW.0 - 5 * 365 * DAY);

impl Moment {
    /// The number of the day since 1970.
    pub fn day(self) -> u64 {
        self.0 / DAY
    }

    /// Some moment within so many milliseconds after this one, but never after `NOW`.
    pub fn after(self, random: &mut Random, within: u64) -> Self {
        Self(self.0 + random.below(within.min(NOW.0.saturating_sub(self.0))))
    }

    /// A moment from this one up to (not including) `end`.
    pub fn until(self, end: Self, random: &mut Random) -> Self {
        Self(self.0 + random.below(end.0.saturating_sub(self.0)))
    }

    /// When a record made at this moment was last changed: as often as not, never.
    pub fn change(self, random: &mut Random) -> Self {
        if random.percent(45) { self } else { self.after(random, 90 * DAY) }
    }
}
