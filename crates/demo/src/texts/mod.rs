//! The platform's languages, and texts that stand in all of them side by side.

pub mod bodies;
pub mod campaigns;
pub mod conversation;
pub mod documents;
pub mod events;
pub mod general;
pub mod ideas;
pub mod phases;
pub mod themes;
pub mod volunteering;

use crate::random::Random;

/// A text in English, Dutch and French.
pub type Text = [&'static str; 3];

/// A language of the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locale {
    English,
    Dutch,
    French,
}

impl Locale {
    /// All of them, the platform's default first.
    pub const ALL: [Self; 3] = [Self::English, Self::Dutch, Self::French];

    /// The language tag.
    pub fn code(self) -> &'static str {
        ["en", "nl-BE", "fr-BE"][self as usize]
    }

    /// This language's version of a text.
    pub fn of(self, text: &Text) -> &'static str {
        text[self as usize]
    }

    /// The language a person writes in.
    pub fn draw(random: &mut Random) -> Self {
        match random.below(100) {
            0..45 => Self::Dutch,
            45..78 => Self::French,
            _ => Self::English,
        }
    }
}

/// Which languages a text stands in: filled, there but empty, or not there at all.
#[derive(Clone, Copy, Debug)]
pub struct Coverage([Option<bool>; 3]);

impl Coverage {
    /// In every language.
    pub const FULL: Self = Self([Some(true); 3]);
    /// In none.
    pub const NONE: Self = Self([None; 3]);

    /// In one language alone.
    pub fn only(locale: Locale) -> Self {
        let mut coverage = Self::NONE;
        coverage.0[locale as usize] = Some(true);
        coverage
    }

    /// There, but empty, in one language.
    pub fn blank(locale: Locale) -> Self {
        let mut coverage = Self::NONE;
        coverage.0[locale as usize] = Some(false);
        coverage
    }

    /// What the city writes itself: mostly everything, at times with a gap.
    pub fn official(random: &mut Random) -> Self {
        match random.below(28) {
            0 => Self([Some(true), Some(true), None]),
            1 => Self([None, Some(true), Some(true)]),
            2 => Self([Some(true), Some(false), Some(true)]),
            3 => Self::only(Locale::Dutch),
            4 => Self::only(Locale::French),
            5 => Self::only(Locale::English),
            6 => Self([Some(false), Some(true), Some(true)]),
            _ => Self::FULL,
        }
    }

    /// What a person wrote in one language; some of it was translated later.
    pub fn personal(locale: Locale, random: &mut Random) -> Self {
        match random.below(20) {
            0 => Self::FULL,
            1 => {
                let mut coverage = Self::only(locale);
                let other = Locale::ALL[(locale as usize + 1) % 3];
                coverage.0[other as usize] = Some(false);
                coverage
            }
            2 => {
                let mut coverage = Self::only(locale);
                coverage.0[Locale::English as usize] = Some(true);
                coverage
            }
            _ => Self::only(locale),
        }
    }

    /// Whether the language is there and, if so, whether it is filled.
    pub fn of(self, locale: Locale) -> Option<bool> {
        self.0[locale as usize]
    }
}
