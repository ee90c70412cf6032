//! Which changes the readers of an access level can see, and when, so that what is hidden from them changes nothing that they
//! observe.
//!
//! `changes.hidden_by` is a set of bits. Some are reasons to hide a change, each of which concerns some audiences; others say which
//! audiences get the change later. A change made in several steps is hidden, or deferred, only if every step is: the bits of the
//! steps are combined by AND, so an audience that sees nothing of a step has the bit of both.

use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::{Resource, Voting};
use folkmoot_model::resources::DELETED_ITEMS;

use super::changes::Version;

/// A vote that runs: hidden from readers below `full` if votes are secret until they end.
const RUNNING_VOTE: i64 = 1;
/// A vote that runs or has ended: hidden from readers below `full` if votes are always secret.
const SECRET_VOTE: i64 = 2;
/// A record that is not public, or nothing that the level `public` sees.
const NOT_PUBLIC: i64 = 4;
/// A record that no list shows, so that nobody sees the change. It still has an entry, because other writers must notice it.
const NOT_LISTED: i64 = 8;
/// Nothing that the level `pseudonymous` sees.
const NOT_PSEUDONYMOUS: i64 = 16;
/// Nothing that the level `anonymous` sees.
const NOT_ANONYMOUS: i64 = 32;
/// Nothing that the level `full` sees, or nothing that it has not got already.
const NOT_FULL: i64 = 64;
/// The reasons to hide a record, in its present state.
pub const RECORD_REASONS: i64 = RUNNING_VOTE | SECRET_VOTE | NOT_PUBLIC | NOT_LISTED;
/// The readers at level `pseudonymous` get the change on the next day.
const DEFERRED_PSEUDONYMOUS: i64 = 128;
/// The readers at level `anonymous` get the change on the next day.
const DEFERRED_ANONYMOUS: i64 = 256;
/// The readers at level `public` get the change on the next day.
const DEFERRED_PUBLIC: i64 = 512;
/// A change of an earlier day that is released to readers below `full`. Lists contain it already, so the version of a list is the same.
const RELEASED: i64 = 1_024;

/// The bits of a change that readers below `full` get on the next day.
pub const DEFERRED_BELOW_FULL: i64 = DEFERRED_PSEUDONYMOUS | DEFERRED_ANONYMOUS | DEFERRED_PUBLIC;
/// The bits of a change of records whose timestamps are cut to the day, and of what only they cause. Level `public` sees no such
/// record, and its counters are immediate.
pub const DEFERRED_BY_DAY: i64 = DEFERRED_PSEUDONYMOUS | DEFERRED_ANONYMOUS;
/// The bits of a change of nothing that readers below `full` see.
pub const SEEN_BY_FULL_ONLY: i64 = not_seen_by(AccessLevel::Pseudonymous)
    | not_seen_by(AccessLevel::Anonymous)
    | not_seen_by(AccessLevel::Public)
    | RUNNING_VOTE
    | SECRET_VOTE;

/// All bits: those of no change.
pub const NO_CHANGE: i64 = 2 * RELEASED - 1;

/// Whether a change was deferred, so that lists contained it before readers below `full` find it in the feed.
pub fn is_release(hidden_by: i64) -> bool {
    hidden_by & RELEASED != 0
}

/// The bits of a change of nothing that depends on votes.
pub const fn not_seen_of_votes() -> i64 {
    RUNNING_VOTE | SECRET_VOTE
}

/// The bits of a change that readers observe under a condition: the first those to whom running votes are secret, the second
/// those to whom all are, as SQL.
pub fn unchanged_reasons(running_secret: &str, all_secret: &str) -> String {
    format!(
        "(CASE WHEN {running_secret} THEN 0 ELSE {RUNNING_VOTE} END) | (CASE WHEN {all_secret} THEN 0 ELSE {SECRET_VOTE} END)"
    )
}

/// The bits of a change of nothing that a level sees.
pub const fn not_seen_by(level: AccessLevel) -> i64 {
    match level {
        AccessLevel::Full => NOT_FULL,
        AccessLevel::Pseudonymous => NOT_PSEUDONYMOUS | DEFERRED_PSEUDONYMOUS,
        AccessLevel::Anonymous => NOT_ANONYMOUS | DEFERRED_ANONYMOUS,
        AccessLevel::Public => NOT_PUBLIC | DEFERRED_PUBLIC,
    }
}

/// The readers of one access level: the reasons for which changes are hidden from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Audience(i64);

impl Audience {
    /// Readers who see every change, also those of nothing that any level sees.
    pub const ALL: Self = Self(0);
    /// Readers who see no change, because they see no record.
    pub const NOBODY: Self = Self(-1);

    /// The readers of a level, to whom no vote is secret. None of them sees a record that no list contains.
    pub const fn new(level: AccessLevel) -> Self {
        let unseen = match level {
            AccessLevel::Full => NOT_FULL,
            AccessLevel::Pseudonymous => NOT_PSEUDONYMOUS,
            AccessLevel::Anonymous => NOT_ANONYMOUS,
            AccessLevel::Public => NOT_PUBLIC,
        };
        Self(unseen | NOT_LISTED)
    }

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

    /// Whether these readers find changes with this value of `changes.hidden_by` in the change feed.
    pub fn gets(self, hidden_by: i64) -> bool {
        let deferral = [
            (NOT_PSEUDONYMOUS, DEFERRED_PSEUDONYMOUS),
            (NOT_ANONYMOUS, DEFERRED_ANONYMOUS),
            (NOT_PUBLIC, DEFERRED_PUBLIC),
        ];
        let deferred = deferral.iter().filter(|(level, _)| self.0 & level != 0).map(|(_, deferred)| deferred);
        hidden_by & (self.reasons_to_hide() | deferred.sum::<i64>()) == 0
    }

    /// The reasons for which records are hidden from these readers, one bit each.
    pub fn reasons_to_hide(self) -> i64 {
        self.0 | NOT_LISTED
    }

    /// Whether these reasons to hide a record concern these readers.
    pub fn is_hidden(self, record_reasons: i64) -> bool {
        record_reasons & RECORD_REASONS & self.reasons_to_hide() != 0
    }

    /// Its position among [`AUDIENCES`]; `None` for readers who see no change.
    fn position(self) -> Option<usize> {
        AUDIENCES.iter().position(|audience| *audience == self)
    }
}

/// Every audience: all readers, those at level `full`, and those of each level below with each setting of `vote-results`.
const AUDIENCES: [Audience; 11] = {
    let mut audiences = [Audience::ALL; 11];
    audiences[1] = Audience::new(AccessLevel::Full);
    let levels = [AccessLevel::Pseudonymous, AccessLevel::Anonymous, AccessLevel::Public];
    let votes = [0, RUNNING_VOTE, SECRET_VOTE];
    let mut position = 0;
    while position < levels.len() * votes.len() {
        let Audience(of_level) = Audience::new(levels[position / votes.len()]);
        audiences[BELOW_FULL + position] = Audience(of_level | votes[position % votes.len()]);
        position += 1;
    }
    audiences
};

/// The position of the first audience below `full`. The others find every change at once.
const BELOW_FULL: usize = 2;

/// The newest change for each audience. Equal versions mean equal data for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Versions {
    in_lists: [Version; AUDIENCES.len()],
    /// The positions in the feed of the newest changes that those below `full` find there.
    in_feed: [i64; AUDIENCES.len() - BELOW_FULL],
}

impl Versions {
    /// The newest change that an audience sees in lists.
    pub fn newest(&self, audience: Audience) -> Version {
        audience.position().map(|position| self.in_lists[position]).unwrap_or_default()
    }

    /// The position of the newest change that an audience finds in the change feed: of those that are deferred, when they are released.
    pub fn newest_in_feed(&self, audience: Audience) -> i64 {
        match audience.position() {
            Some(position) if position >= BELOW_FULL => self.in_feed[position - BELOW_FULL],
            _ => self.newest(audience).sequence,
        }
    }

    /// All versions, in an order of their own, for [`Self::restored`].
    pub fn all(&self) -> impl Iterator<Item = Version> + '_ {
        let in_feed = self.in_feed.iter().map(|sequence| Version { sequence: *sequence, happened_at: 0 });
        self.in_lists.iter().copied().chain(in_feed)
    }

    /// The versions that [`Self::all`] returned.
    pub fn restored(all: impl IntoIterator<Item = Version>) -> Self {
        let (mut versions, mut all) = (Self::default(), all.into_iter());
        versions.in_lists.iter_mut().zip(&mut all).for_each(|(version, stored)| *version = stored);
        versions.in_feed.iter_mut().zip(&mut all).for_each(|(version, stored)| *version = stored.sequence);
        versions
    }

    /// Adds a change with this value of `changes.hidden_by`.
    pub fn add(&mut self, hidden_by: i64, version: Version) {
        for (position, audience) in AUDIENCES.iter().enumerate() {
            let is_listed = hidden_by & RELEASED == 0 && hidden_by & audience.0 == 0;
            if is_listed || *audience == Audience::ALL {
                self.in_lists[position] = self.in_lists[position].max(version);
            }
            if position >= BELOW_FULL && audience.gets(hidden_by) {
                let newest = &mut self.in_feed[position - BELOW_FULL];
                *newest = version.sequence.max(*newest);
            }
        }
    }

    /// The newer of both versions for each audience.
    #[must_use]
    pub fn max(mut self, other: Self) -> Self {
        self.in_lists
            .iter_mut()
            .zip(other.in_lists)
            .for_each(|(version, other)| *version = (*version).max(other));
        self.in_feed
            .iter_mut()
            .zip(other.in_feed)
            .for_each(|(version, other)| *version = (*version).max(other));
        self
    }
}

/// The value of `changes.hidden_by` for a change of files, which are never public.
pub const FILES_HIDDEN_BY: i64 = NOT_PUBLIC;

/// The reasons to hide the row `alias` in its present state, as an SQL expression.
pub fn record_reasons(resource: &Resource, alias: &str) -> String {
    let mut reasons =
        vec![format!("CASE WHEN {} THEN 0 ELSE {NOT_PUBLIC} END", resource.public.condition(alias))];
    if let Some(column) = resource.only_where {
        reasons.push(format!("CASE WHEN {alias}.{column} THEN 0 ELSE {NOT_LISTED} END"));
    }
    if let Some(Voting { state, hides_records: true }) = resource.voting {
        reasons.push(vote_hides(&at(state, alias)));
    }
    let reasons: Vec<String> = reasons.into_iter().map(|reason| format!("({reason})")).collect();
    format!("({})", reasons.join(" | "))
}

/// The reasons to hide a change of the row `alias` in its present state, and whether it is deferred, as an SQL expression.
pub fn hidden_by(resource: &Resource, alias: &str) -> String {
    let reasons = record_reasons(resource, alias);
    // The feed of clients does not contain tombstones.
    match resource.timestamps_cut_where.filter(|_| !std::ptr::eq(resource, DELETED_ITEMS)) {
        Some(cut) => {
            format!("({reasons} | (CASE WHEN {} THEN {DEFERRED_BY_DAY} ELSE 0 END))", at(cut, alias))
        }
        None => reasons,
    }
}

/// The condition that the row `alias` has exactly the reasons of an entry about inserted rows, the SQL expression `hidden_by`.
pub fn is_hidden_exactly(resource: &Resource, alias: &str, entry: &str) -> String {
    let compared = RECORD_REASONS | DEFERRED_BY_DAY;
    // What was deferred is not any more when it is released.
    let released = format!("CASE WHEN {entry} & {RELEASED} = 0 THEN 0 ELSE {DEFERRED_BY_DAY} END");
    format!("{} & {compared} = ({entry} | ({released})) & {compared}", hidden_by(resource, alias))
}

/// The new reasons of a record to hide it, of the reasons `now` that were not among `earlier`, as an SQL expression.
pub fn newly_hidden_by(now: &str, earlier: &str) -> String {
    format!("({now} & ~{earlier} & {RECORD_REASONS})")
}

/// The bits of the levels that get a change with these bits later, as an SQL expression; 0 if none does.
pub fn deferred_readers(hidden_by: &str) -> String {
    let deferred = [
        (NOT_PSEUDONYMOUS, DEFERRED_PSEUDONYMOUS),
        (NOT_ANONYMOUS, DEFERRED_ANONYMOUS),
        (NOT_PUBLIC, DEFERRED_PUBLIC),
    ];
    let readers = deferred.map(|(level, deferred)| {
        format!("(CASE WHEN {hidden_by} & {} = {deferred} THEN {deferred} ELSE 0 END)", level | deferred)
    });
    format!("({})", readers.join(" | "))
}

/// The readers of any of several deferred changes of a record, as an SQL aggregate.
pub fn any_reader(readers: &str) -> String {
    let bit = |bit: i64| format!("MAX({readers} & {bit})");
    [DEFERRED_PSEUDONYMOUS, DEFERRED_ANONYMOUS, DEFERRED_PUBLIC].map(bit).join(" | ")
}

/// The reasons to hide each of several deferred changes of a record, as an SQL aggregate.
pub fn common_reasons(hidden_by: &str) -> String {
    let bit = |bit: i64| format!("MIN({hidden_by} & {bit})");
    [RUNNING_VOTE, SECRET_VOTE, NOT_PUBLIC, NOT_LISTED].map(bit).join(" | ")
}

/// The value of `changes.hidden_by` of the release of a deferred change: `readers` are the levels that it was deferred for,
/// `hidden_by` its bits, and `now` the reasons that the record has when it is released, as SQL expressions.
pub fn released_hidden_by(resource: &Resource, readers: &str, hidden_by: &str, now: &str) -> String {
    let persistent = match resource.voting {
        Some(Voting { hides_records: false, .. }) => format!("{hidden_by} & {}", RUNNING_VOTE | SECRET_VOTE),
        _ => "0".to_owned(),
    };
    let others = [
        (NOT_PSEUDONYMOUS, DEFERRED_PSEUDONYMOUS),
        (NOT_ANONYMOUS, DEFERRED_ANONYMOUS),
        (NOT_PUBLIC, DEFERRED_PUBLIC),
    ];
    let others = others
        .map(|(level, deferred)| format!("(CASE WHEN {readers} & {deferred} = 0 THEN {level} ELSE 0 END)"));
    format!(
        "(({hidden_by} & {now} & {RECORD_REASONS}) | ({persistent}) | {} | {})",
        others.join(" | "),
        RELEASED | NOT_FULL
    )
}

/// The value of `changes.hidden_by` of the release of inserted rows at once, as an SQL expression over the bits of the rows.
pub fn released_at_once(hidden_by: &str) -> String {
    format!("(({hidden_by} & {RECORD_REASONS}) | {})", RELEASED | NOT_FULL | NOT_PUBLIC)
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

    use super::*;

    fn version(sequence: i64) -> Version {
        Version { sequence, happened_at: 0 }
    }

    #[test]
    fn readers_get_changes_despite_the_reasons_that_do_not_concern_them() {
        let gets = |audience: Audience| (0..2_048).filter(move |hidden_by| audience.gets(*hidden_by));
        assert!(gets(Audience::new(AccessLevel::Full)).all(|it| it & (NOT_FULL | NOT_LISTED) == 0));
        let pseudonymous = Audience::new(AccessLevel::Pseudonymous).without_running_votes();
        let hidden = NOT_PSEUDONYMOUS | DEFERRED_PSEUDONYMOUS | RUNNING_VOTE | NOT_LISTED;
        assert!(gets(pseudonymous).all(|it| it & hidden == 0));
        assert_eq!(gets(pseudonymous).count(), 2_048 / 16);
        assert_eq!(
            gets(Audience::new(AccessLevel::Public)).filter(|it| it & DEFERRED_BY_DAY != 0).count(),
            192
        );
    }

    #[test]
    fn a_change_of_several_steps_is_hidden_if_each_step_is() {
        let assignee = SEEN_BY_FULL_ONLY;
        let reactions = DEFERRED_BY_DAY;
        assert_eq!(assignee & reactions, DEFERRED_BY_DAY);
        let seen_by_pseudonymous = not_seen_by(AccessLevel::Anonymous) | not_seen_by(AccessLevel::Public);
        let both = seen_by_pseudonymous & reactions;
        assert!(Audience::new(AccessLevel::Pseudonymous).gets(both));
        assert!(!Audience::new(AccessLevel::Anonymous).gets(both));
    }

    #[test]
    fn an_audience_has_the_version_of_the_newest_change_that_it_sees() {
        let mut versions = Versions::default();
        versions.add(0, version(1));
        versions.add(4, version(2));
        versions.add(7, version(3));
        versions.add(6, version(4));
        versions.add(DEFERRED_BY_DAY | NOT_PUBLIC, version(5));
        let in_feed = |versions: &Versions| versions.newest_in_feed(Audience::new(AccessLevel::Anonymous));
        assert_eq!(in_feed(&versions), 4);
        versions.add(RELEASED | NOT_FULL, version(6));
        versions.add(NOT_LISTED, version(7));
        let newest = |audience| versions.newest(audience).sequence;
        let (anonymous, public) = (Audience::new(AccessLevel::Anonymous), Audience::new(AccessLevel::Public));
        assert_eq!(newest(Audience::ALL), 7);
        assert_eq!(newest(Audience::new(AccessLevel::Full)), 5);
        assert_eq!(newest(anonymous.without_running_votes()), 5);
        assert_eq!(newest(public), 1);
        assert_eq!(newest(public.without_votes()), 1);
        assert_eq!(newest(Audience::NOBODY), 0);
        // Who waits for changes gets those that are released.
        assert_eq!(in_feed(&versions), 6);
        assert_eq!(Versions::restored(versions.all()), versions);
    }
}
