//! What people of the city write about, a file a theme.

mod care;
mod culture;
mod digital;
mod energy;
mod green;
mod housing;
mod mobility;
mod safety;
mod sport;
mod waste;
mod youth;

use crate::texts::Text;

/// A theme, with the sentences that ideas and comments about it are made of.
pub struct Theme {
    pub name: Text,
    pub about: Text,
    pub titles: &'static [Text],
    /// What is asked for, in the order of the titles.
    pub pitches: &'static [Text],
    /// How things are.
    pub observations: &'static [Text],
    /// What could be done beside.
    pub proposals: &'static [Text],
    /// Parts of a proposal.
    pub items: &'static [Text],
    pub comments: &'static [Text],
}

/// All themes. Kinds of projects name theirs by its place here.
pub static THEMES: [&Theme; 11] = [
    &mobility::THEME,
    &green::THEME,
    &safety::THEME,
    &culture::THEME,
    &youth::THEME,
    &energy::THEME,
    &housing::THEME,
    &waste::THEME,
    &sport::THEME,
    &digital::THEME,
    &care::THEME,
];
