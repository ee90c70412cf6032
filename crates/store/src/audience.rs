//! Which changes the readers of an access level can see, so that what is hidden from them changes nothing that they observe.

use folkmoot_model::resource::{Resource, Voting};

use super::changes::Version;

/// A vote that runs.
const RUNNING_VOTE: i64 = 1;
/// A vote whose results are never shown.
const SECRET_VOTE: i64 = 2;
/// A record that is not public.
const NOT_PUBLIC: i64 = 4;
/// The number of sets of these reasons.
const SETS: usize = 8;

/// The readers of one access level: the reasons for which changes are hidden from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Audience(i64);

impl Audience {
    /// Readers who see every change.
    pub const ALL: Self = Self(0);

    /// The same readers, without votes that run.
    #[must_use]
    pub fn without_running_votes(self) -> Self {
        Self(self.0 | RUNNING_VOTE)
    }

    /// The same readers, without votes.
    #[must_use]
    pub fn without_votes(self) -> Self {
        Self(self.0 | SECRET_VOTE)
    }

    /// The same readers, without records that are not public.
    #[must_use]
    pub fn only_public(self) -> Self {
        Self(self.0 | NOT_PUBLIC)
    }
}

/// The newest change for each set of reasons to hide it. Equal versions for an audience mean equal data for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Versions([Version; SETS]);

impl Versions {
    /// The version of data whose newest change everybody sees.
    pub fn of(newest: Version) -> Self {
        let mut versions = Self::default();
        versions.0[0] = newest;
        versions
    }

    /// The newest change that an audience sees.
    pub fn newest(&self, audience: Audience) -> Version {
        let visible = (0_i64..).zip(&self.0).filter(|(hidden_by, _)| hidden_by & audience.0 == 0);
        visible.map(|(_, version)| *version).max().unwrap_or_default()
    }

    /// Adds a change that is hidden for these reasons, the value of `changes.hidden_by`.
    pub fn add(&mut self, hidden_by: i64, version: Version) {
        let set = usize::try_from(hidden_by).unwrap_or_default() % SETS;
        self.0[set] = self.0[set].max(version);
    }

    /// The newer of both versions for each set of reasons.
    #[must_use]
    pub fn max(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(version, other)| *version = (*version).max(other));
        self
    }
}

/// The value of `changes.hidden_by` for a change of files, which are never public.
pub const FILES_HIDDEN_BY: i64 = NOT_PUBLIC;

/// The reasons to hide a change of the row `alias`, in its present state, as an SQL expression.
pub fn hidden_by(resource: &Resource, alias: &str) -> String {
    let public = format!("CASE WHEN {} THEN 0 ELSE {NOT_PUBLIC} END", resource.public.condition(alias));
    match resource.voting {
        Some(Voting { state, hides_records: true }) => {
            format!("({public} | {})", vote_hides(&at(state, alias)))
        }
        _ => format!("({public})"),
    }
}

/// The reasons to hide a change of nothing but results of votes of the row `alias`, in addition to [`hidden_by`], as an SQL
/// expression; `None` if records of the resource have no such results.
pub fn results_hidden_by(resource: &Resource, alias: &str) -> Option<String> {
    match resource.voting {
        Some(Voting { state, hides_records: false }) => Some(vote_hides(&at(state, alias))),
        _ => None,
    }
}

fn vote_hides(state: &str) -> String {
    let running = RUNNING_VOTE | SECRET_VOTE;
    format!("(CASE {state} WHEN 'running' THEN {running} WHEN 'ended' THEN {SECRET_VOTE} ELSE 0 END)")
}

fn at(expression: &str, alias: &str) -> String {
    format!("({})", expression.replace("this.", &format!("{alias}.")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(sequence: i64) -> Version {
        Version { sequence, happened_at: 0 }
    }

    #[test]
    fn an_audience_has_the_version_of_the_newest_change_that_it_sees() {
        let mut versions = Versions::of(version(1));
        versions.add(4, version(2));
        versions.add(7, version(3));
        versions.add(6, version(4));
        let newest = |audience| versions.newest(audience).sequence;
        assert_eq!(newest(Audience::ALL), 4);
        assert_eq!(newest(Audience::ALL.without_running_votes()), 4);
        assert_eq!(newest(Audience::ALL.without_votes()), 2);
        assert_eq!(newest(Audience::ALL.only_public()), 1);
        assert_eq!(newest(Audience::ALL.only_public().without_running_votes()), 1);
    }
}
