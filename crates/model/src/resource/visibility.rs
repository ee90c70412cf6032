//! Which records the access levels below `full` see.

/// Which records of a resource a visitor without an account sees on the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublicRecords {
    /// None.
    None,
    /// All.
    All,
    /// The records for which this boolean column is true.
    Where(&'static str),
}

impl PublicRecords {
    /// The condition that a record is public, as SQL over the row `alias`.
    pub fn condition(self, alias: &str) -> String {
        match self {
            Self::None => "FALSE".to_owned(),
            Self::All => "TRUE".to_owned(),
            Self::Where(column) => format!("{alias}.{column}"),
        }
    }
}

/// The votes that a record belongs to, which are secret while they run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Voting {
    /// Their state, as SQL over the alias [`THIS`](super::THIS): one of [`VOTING_STATES`](super::VOTING_STATES).
    pub state: &'static str,
    /// Whether the record itself is secret, and not only its results.
    pub hides_records: bool,
}
