//! Access levels: what a client may read of the records.

mod personal_data;
mod resource_set;
mod treatment;

use std::fmt;

pub use personal_data::PersonalData;
pub use resource_set::ResourceSet;
pub use treatment::{
    Observed, Replacement, Treatment, are_people, can_be_withheld, has_pseudonyms, observed, sees_records,
    treatment,
};

/// The part of the data that a client may read. A greater level reads everything that a smaller one reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessLevel {
    /// The data that a visitor without an account sees on the platform.
    Public,
    /// Every record, without references to people.
    Anonymous,
    /// Every record, with pseudonyms in place of the ids of people.
    Pseudonymous,
    /// Every field of every record.
    Full,
}

impl AccessLevel {
    /// All levels, the greatest first.
    pub const ALL: [Self; 4] = [Self::Full, Self::Pseudonymous, Self::Anonymous, Self::Public];

    /// Its name in commands, scopes and the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Anonymous => "anonymous",
            Self::Pseudonymous => "pseudonymous",
            Self::Full => "full",
        }
    }

    /// A sentence about the readable data, for references and the console.
    pub fn description(self) -> &'static str {
        match self {
            Self::Full => "All fields of all records, personal data included.",
            Self::Pseudonymous => {
                "All records. Pseudonyms replace the ids of people, other personal data is withheld, and dates of people and ballots are cut to the day."
            }
            Self::Anonymous => "All records except users. Everything that refers to a person is withheld.",
            Self::Public => "Only what a visitor without an account sees on the platform.",
        }
    }

    /// The level with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

impl fmt::Display for AccessLevel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
