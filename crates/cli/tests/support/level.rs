//! Access levels, as the contract states them.

use serde::{Deserialize, Serialize};

/// An access level; a greater one reads more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Level {
    Public,
    Anonymous,
    Pseudonymous,
    Full,
}

impl Level {
    pub const ALL: [Self; 4] = [Self::Full, Self::Pseudonymous, Self::Anonymous, Self::Public];
    pub const BELOW_FULL: [Self; 3] = [Self::Pseudonymous, Self::Anonymous, Self::Public];

    pub fn name(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Anonymous => "anonymous",
            Self::Pseudonymous => "pseudonymous",
            Self::Full => "full",
        }
    }
}

/// The resources of which every record has timestamps that levels below `full` see cut to the day.
pub const CUT_RESOURCES: [&str; 7] = [
    "users",
    "baskets",
    "basket_ideas",
    "reactions",
    "event_attendances",
    "volunteering_volunteers",
    "email_campaign_deliveries",
];
