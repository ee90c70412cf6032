//! The languages of the platform, and texts in all of them.

use std::ops::{Deref, DerefMut};

use serde::Deserialize;

use crate::random::Random;

/// A text in each language of the platform. May contain the placeholders that `Placeholders::fill` replaces.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    en: String,
    #[serde(rename = "nl-BE")]
    nl: String,
    #[serde(rename = "fr-BE")]
    fr: String,
}

impl Text {
    /// The text in this language.
    pub fn get(&self, locale: Locale) -> &str {
        match locale {
            Locale::English => &self.en,
            Locale::Dutch => &self.nl,
            Locale::French => &self.fr,
        }
    }
}

/// A title and a description.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Described {
    pub title: Text,
    pub description: Text,
}

/// A list with at least one entry, so that `Random::pick` always has a result.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Vec<T>")]
pub struct Choices<T>(Vec<T>);

impl<T> TryFrom<Vec<T>> for Choices<T> {
    type Error = &'static str;

    fn try_from(entries: Vec<T>) -> Result<Self, Self::Error> {
        if entries.is_empty() { Err("the list must have at least one entry") } else { Ok(Self(entries)) }
    }
}

impl<T> Deref for Choices<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for Choices<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

/// A language of the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locale {
    English,
    Dutch,
    French,
}

impl Locale {
    /// All languages, the default of the platform first.
    pub const ALL: [Self; 3] = [Self::English, Self::Dutch, Self::French];

    /// The language tag (BCP 47).
    pub fn code(self) -> &'static str {
        ["en", "nl-BE", "fr-BE"][self as usize]
    }

    /// The language of a random user.
    pub fn draw(random: &mut Random) -> Self {
        match random.below(100) {
            0..45 => Self::Dutch,
            45..78 => Self::French,
            _ => Self::English,
        }
    }
}

/// Whether a multilingual field has a text, an empty text or no entry, for each language.
#[derive(Clone, Copy, Debug)]
pub struct Coverage([Option<bool>; 3]);

impl Coverage {
    /// A text in every language.
    pub const FULL: Self = Self([Some(true); 3]);
    /// No entries.
    pub const NONE: Self = Self([None; 3]);

    /// A text in one language only.
    pub fn only(locale: Locale) -> Self {
        Self::NONE.with(locale, true)
    }

    /// An empty text in one language only.
    pub fn blank(locale: Locale) -> Self {
        Self::NONE.with(locale, false)
    }

    /// Random coverage of a text by the administration: usually complete.
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

    /// Random coverage of a text by a user: usually in the user's language only.
    pub fn personal(locale: Locale, random: &mut Random) -> Self {
        match random.below(20) {
            0 => Self::FULL,
            1 => Self::only(locale).with(Locale::ALL[(locale as usize + 1) % 3], false),
            2 => Self::only(locale).with(Locale::English, true),
            _ => Self::only(locale),
        }
    }

    /// `Some(true)` for a text, `Some(false)` for an empty text, `None` for no entry.
    pub fn of(self, locale: Locale) -> Option<bool> {
        self.0[locale as usize]
    }

    fn with(mut self, locale: Locale, filled: bool) -> Self {
        self.0[locale as usize] = Some(filled);
        self
    }
}
