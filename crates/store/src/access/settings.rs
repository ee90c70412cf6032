//! The settings of the platform that decide what levels below `full` see.

use std::collections::{BTreeMap, BTreeSet};

use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::{Privacy, Resource};
use folkmoot_model::resources::RESOURCES;

use crate::audience::Audience;

/// The settings of the platform that decide what levels below `full` see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessSettings {
    /// When the results of votes are shown.
    pub vote_results: VoteResults,
    /// The answers that leave level `full`.
    pub shareable: ShareableFields,
    /// The number of decimals of coordinates at level `public`.
    pub coordinate_decimals: u8,
}

impl Default for AccessSettings {
    fn default() -> Self {
        Self {
            vote_results: VoteResults::AfterPhase,
            shareable: ShareableFields::default(),
            coordinate_decimals: 3,
        }
    }
}

impl AccessSettings {
    /// A text that differs from that of all other settings, for tags of responses.
    pub fn fingerprint(&self) -> String {
        format!("{} {} {}", self.vote_results.name(), self.coordinate_decimals, self.shareable)
    }
}

/// When levels below `full` see the results of votes, and the ballots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VoteResults {
    /// Once the vote has ended.
    AfterPhase,
    /// At any time.
    Always,
    /// Never.
    Never,
}

impl VoteResults {
    /// Every value of the setting.
    pub const ALL: [Self; 3] = [Self::AfterPhase, Self::Always, Self::Never];

    /// Its name in the setting.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AfterPhase => "after-phase",
            Self::Always => "always",
            Self::Never => "never",
        }
    }

    /// The changes that readers of a level can see.
    pub fn audience(self, level: AccessLevel) -> Audience {
        let audience = match self {
            _ if level == AccessLevel::Full => return Audience::ALL,
            Self::AfterPhase => Audience::ALL.without_running_votes(),
            Self::Never => Audience::ALL.without_votes(),
            Self::Always => Audience::ALL,
        };
        if level == AccessLevel::Public { audience.only_public() } else { audience }
    }

    /// Whether votes in this state, one of [`VOTING_STATES`](folkmoot_model::resource::VOTING_STATES), are secret. What
    /// belongs to no vote never is.
    pub fn hide(self, state: &str) -> bool {
        match self {
            Self::Always => false,
            Self::AfterPhase => !matches!(state, "none" | "ended"),
            Self::Never => state != "none",
        }
    }
}

/// The keys of answers that levels below `full` see, by the plural of their resource.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShareableFields(BTreeMap<&'static str, BTreeSet<String>>);

impl ShareableFields {
    /// Parses names such as `users.gender,ideas.age_group`; `None` if one is not a resource with answers and a key.
    pub fn parse(text: &str) -> Option<Self> {
        let mut fields = Self::default();
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let (plural, key) = name.split_once('.')?;
            let resource = RESOURCES.iter().find(|it| it.names.plural == plural && has_answers(it))?;
            if key.is_empty() {
                return None;
            }
            fields.0.entry(resource.names.plural).or_default().insert(key.to_owned());
        }
        Some(fields)
    }

    /// The keys of a resource.
    pub fn keys(&self, plural: &str) -> Option<&BTreeSet<String>> {
        self.0.get(plural)
    }
}

impl std::fmt::Display for ShareableFields {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.0.iter().flat_map(|(plural, keys)| keys.iter().map(move |key| (plural, key)));
        for (position, (plural, key)) in names.enumerate() {
            write!(formatter, "{}{plural}.{key}", if position > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

fn has_answers(resource: &Resource) -> bool {
    resource.fields.iter().any(|field| field.privacy == Privacy::Answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shareable_fields_are_named_by_resource_and_key() {
        let fields = ShareableFields::parse("users.gender, ideas.age_group,users.a.b,").unwrap();
        assert_eq!(fields.to_string(), "ideas.age_group,users.a.b,users.gender");
        assert!(fields.keys("users").unwrap().contains("a.b"));
        assert_eq!(fields.keys("comments"), None);
        assert_eq!(ShareableFields::parse(" ").unwrap(), ShareableFields::default());
        for invalid in ["gender", "users.", "comments.body", ".gender", "people.gender"] {
            assert_eq!(ShareableFields::parse(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn votes_are_secret_until_the_setting_permits_them() {
        let secret = |setting: VoteResults| {
            ["none", "running", "ended"].into_iter().filter(|state| setting.hide(state)).collect::<Vec<_>>()
        };
        assert_eq!(secret(VoteResults::AfterPhase), ["running"]);
        assert_eq!(secret(VoteResults::Always), [""; 0]);
        assert_eq!(secret(VoteResults::Never), ["running", "ended"]);
    }
}
