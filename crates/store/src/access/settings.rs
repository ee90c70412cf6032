//! The settings of the platform that decide what levels below `full` see.

use std::collections::{BTreeMap, BTreeSet};

use aws_lc_rs::digest::{SHA256, digest};
use folkmoot_database::executor::Executor;
use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::{Privacy, Resource};
use folkmoot_model::resources::RESOURCES;

use crate::StoreError;
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
    /// The settings that a server has stored, or the default ones.
    pub fn stored(executor: &dyn Executor) -> Result<Self, StoreError> {
        let stored = "SELECT vote_results, shareable_fields, coordinate_decimals FROM access_settings";
        let stored = executor.one(stored, &[], |row| {
            Ok((row.required_text(0)?, row.required_text(1)?, row.required_integer(2)?))
        })?;
        let Some((vote_results, shareable, decimals)) = stored else { return Ok(Self::default()) };
        Ok(Self {
            vote_results: VoteResults::parse(&vote_results).unwrap_or(VoteResults::Never),
            shareable: ShareableFields::parse(&shareable).unwrap_or_default(),
            coordinate_decimals: u8::try_from(decimals).unwrap_or_default(),
        })
    }

    /// Stores the settings, so that every writer knows which changes levels below `full` see.
    pub(crate) fn store(&self, executor: &dyn Executor) -> Result<(), StoreError> {
        executor.execute(
            "INSERT INTO access_settings (key, vote_results, shareable_fields, coordinate_decimals) VALUES (1, ?1, ?2, ?3)
             ON CONFLICT (key) DO UPDATE SET vote_results = excluded.vote_results,
               shareable_fields = excluded.shareable_fields, coordinate_decimals = excluded.coordinate_decimals",
            &[
                self.vote_results.name().into(),
                self.shareable.to_string().into(),
                i64::from(self.coordinate_decimals).into(),
            ],
        )?;
        Ok(())
    }

    /// A text that differs from that of all other settings.
    pub fn fingerprint(&self) -> String {
        format!("{} {} {}", self.vote_results.name(), self.coordinate_decimals, self.shareable)
    }

    /// The SHA-256 hash of [`Self::fingerprint`].
    pub fn digest(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(digest(&SHA256, self.fingerprint().as_bytes()).as_ref());
        bytes
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

    /// The value of the setting with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|value| value.name() == name)
    }

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
        let audience = Audience::new(level);
        match self {
            _ if level == AccessLevel::Full => audience,
            Self::AfterPhase => audience.without_running_votes(),
            Self::Never => audience.without_votes(),
            Self::Always => audience,
        }
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
