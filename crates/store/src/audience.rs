//! Which changes the readers of an access level can see, so that what is hidden from them changes nothing that they observe.

use folkmoot_model::resource::{Resource, Voting};

use super::changes::Version;

/// A vote that runs.
const RUNNING_VOTE: i64 = 1;
/// A vote whose results are never shown.
const SECRET_VOTE: i64 = 2;
/// A record that is not public.
const NOT_PUBLIC: i64 = 4;
/// A record that no list shows, so that nobody sees the change. It still has an entry, because other writers must notice it.
const NOT_LISTED: i64 = 8;
/// The reasons to hide a record, in its present state.
pub const RECORD_REASONS: i64 = RUNNING_VOTE | SECRET_VOTE | NOT_PUBLIC | NOT_LISTED;
/// The number of sets of these reasons.
const SETS: usize = 16;

/// The readers of one access level: the reasons for which changes are hidden from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Audience(i64);

impl Audience {
    /// Readers who see every change.
    pub const ALL: Self = Self(0);
    /// Readers who see no change, because they see no record.
    pub const NOBODY: Self = Self(-1);

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

    /// The sets of reasons to hide changes of a resource despite which these readers see them: values of
    /// `changes.hidden_by`.
    pub fn visible_reasons(self, resource: &Resource) -> impl Iterator<Item = i64> + use<> {
        let of_votes = if resource.voting.is_some() { RUNNING_VOTE | SECRET_VOTE } else { 0 };
        let possible = NOT_PUBLIC | of_votes;
        (0..=possible).filter(move |reasons| reasons & !possible == 0 && reasons & self.0 == 0)
    }

    /// The reasons for which records are hidden from these readers, one bit each.
    pub fn reasons_to_hide(self) -> i64 {
        self.0 | NOT_LISTED
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
        let sees_any = audience != Audience::NOBODY;
        let visible = (0_i64..).zip(&self.0).filter(|(hidden_by, _)| sees_any && hidden_by & audience.0 == 0);
        visible.map(|(_, version)| *version).max().unwrap_or_default()
    }

    /// The newest change for each set of reasons to hide it, with the value of `changes.hidden_by`.
    pub fn by_reasons(&self) -> impl Iterator<Item = (i64, Version)> + '_ {
        (0_i64..).zip(self.0)
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

/// Every value of `changes.hidden_by`.
pub fn sets_of_reasons() -> impl Iterator<Item = i64> {
    0..=(RUNNING_VOTE | SECRET_VOTE | NOT_PUBLIC | NOT_LISTED)
}

/// The reasons to hide a change of the row `alias`, in its present state, as an SQL expression.
pub fn hidden_by(resource: &Resource, alias: &str) -> String {
    let mut public = format!("CASE WHEN {} THEN 0 ELSE {NOT_PUBLIC} END", resource.public.condition(alias));
    if let Some(column) = resource.only_where {
        public = format!("({public}) | (CASE WHEN {alias}.{column} THEN 0 ELSE {NOT_LISTED} END)");
    }
    match resource.voting {
        Some(Voting { state, hides_records: true }) => {
            format!("(({public}) | {})", vote_hides(&at(state, alias)))
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
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use folkmoot_model::resources::RESOURCES;

    use super::*;

    fn version(sequence: i64) -> Version {
        Version { sequence, happened_at: 0 }
    }

    #[test]
    fn readers_see_changes_despite_the_reasons_that_do_not_concern_them() {
        let reasons = |audience: Audience, plural: &str| {
            let resource = RESOURCES.iter().find(|resource| resource.names.plural == plural).unwrap();
            audience.visible_reasons(resource).collect::<Vec<_>>()
        };
        assert_eq!(reasons(Audience::ALL, "areas"), [0, 4]);
        assert_eq!(reasons(Audience::ALL, "ideas"), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(reasons(Audience::ALL.without_running_votes(), "baskets"), [0, 2, 4, 6]);
        assert_eq!(reasons(Audience::ALL.without_votes().only_public(), "ideas"), [0, 1]);
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
        assert_eq!(newest(Audience::NOBODY), 0);
    }
}
