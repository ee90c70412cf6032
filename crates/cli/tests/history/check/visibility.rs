//! Whether responses show what they must, given what happened before.

use std::collections::BTreeMap;
use std::time::Duration;

use super::objects::{Object, Observation, Seen, Source};
use super::{Anomaly, Rule, describe};
use crate::history::recording::{History, Outcome, Run, State, What};

/// All servers show a write after this time.
pub const MAX_STALENESS: Duration = Duration::from_secs(1);
/// The rank of a deletion, which nothing follows.
const DELETED: i64 = i64::MAX;

/// Evidence of a version or a deletion, and when it was known.
#[derive(Clone, Copy)]
struct Evidence<'a> {
    rank: i64,
    observation: Observation<'a>,
}

/// The greatest evidence until each time.
#[derive(Default)]
struct Known<'a>(Vec<(Duration, Evidence<'a>)>);

impl<'a> Known<'a> {
    /// Adds evidence, in the order in which its operations were completed.
    fn add(&mut self, evidence: Evidence<'a>) {
        if self.0.last().is_none_or(|(_, known)| known.rank < evidence.rank) {
            self.0.push((evidence.observation.operation.completed, evidence));
        }
    }

    /// The greatest evidence that was complete before a time.
    fn before(&self, time: Duration) -> Option<Evidence<'a>> {
        let count = self.0.partition_point(|(completed, _)| *completed < time);
        self.0[..count].last().map(|(_, evidence)| *evidence)
    }
}

/// The violations in the observations of an object.
pub fn check(history: &History, object: &Object<'_>) -> Vec<Anomaly> {
    let (mut anywhere, mut on_runs) = (Known::default(), BTreeMap::<Run, Known<'_>>::new());
    let first_deletion = object.deletions.iter().map(|deletion| deletion.invoked).min();
    let mut anomalies = Vec::new();
    for observation in &object.observations {
        let operation = observation.operation;
        let of_run = on_runs.get(&operation.run).and_then(|known| known.before(operation.invoked));
        let of_all = anywhere.before(visible_everywhere(history, operation.invoked));
        let needed = [of_run, of_all].into_iter().flatten().max_by_key(|evidence| evidence.rank);
        let may_be_deleted = first_deletion.is_some_and(|invoked| invoked < operation.completed);
        let rule = match observation.seen {
            Seen::Version(version) => needed.filter(|needed| needed.rank > version).map(stale(observation)),
            Seen::Deleted if !may_be_deleted => Some(Rule::Missing),
            Seen::Deleted => None,
            Seen::Absent if observation.source == Source::Tombstones => {
                needed.filter(|needed| needed.rank == DELETED).map(stale(observation))
            }
            Seen::Absent if may_be_deleted => None,
            Seen::Absent => needed.map(stale(observation)),
            Seen::Access(is_active) => wrong_access(object, observation, needed, is_active),
        };
        if let Some(rule) = rule {
            anomalies.push(violation(rule, object, observation, needed));
        }
        let rank = match observation.seen {
            Seen::Version(version) => Some(version),
            Seen::Deleted => Some(DELETED),
            // What was there before is deleted.
            Seen::Absent if observation.source != Source::Tombstones && may_be_deleted => {
                needed.map(|_| DELETED)
            }
            _ => None,
        };
        if let Some(rank) = rank {
            let evidence = Evidence { rank, observation: *observation };
            anywhere.add(evidence);
            on_runs.entry(operation.run).or_default().add(evidence);
        }
    }
    anomalies
}

/// Everything that was known before this time must be visible on each server to a request that is sent at `invoked`.
fn visible_everywhere(history: &History, invoked: Duration) -> Duration {
    let during = |(from, until): &&(Duration, Duration)| *from < invoked && invoked <= *until + MAX_STALENESS;
    let outages = history.outages.iter().filter(during).map(|(from, _)| *from);
    outages.chain([invoked]).min().unwrap_or(invoked).saturating_sub(MAX_STALENESS)
}

/// The rule that an observation violates if it is older than evidence.
fn stale<'a>(observation: &Observation<'a>) -> impl Fn(Evidence<'a>) -> Rule {
    let (process, source, seen) = (observation.operation.process, observation.source, observation.seen);
    move |needed| {
        let earlier = needed.observation;
        if needed.rank == DELETED && matches!(seen, Seen::Version(_)) {
            Rule::Resurrection
        } else if earlier.source == Source::Write && earlier.operation.process == process {
            Rule::StaleReadAfterOwnWrite
        } else if source == Source::List && earlier.source == Source::Item
            || source == Source::Item && earlier.source == Source::List
        {
            Rule::ListContradictsItem
        } else if seen == Seen::Absent && source != Source::Tombstones {
            Rule::Missing
        } else {
            Rule::StaleRead
        }
    }
}

/// A token must work if the client is active in a version that the server may have, and must not if it is disabled in all.
fn wrong_access<'a>(
    object: &Object<'a>,
    observation: &Observation<'a>,
    needed: Option<Evidence<'a>>,
    is_active: bool,
) -> Option<Rule> {
    let completed = observation.operation.completed;
    let oldest = needed.map_or(i64::MIN, |needed| needed.rank);
    let is_unknown = object.changes.iter().any(|change| {
        change.write.field == "status" && change.version.is_none() && change.operation.invoked < completed
    });
    // What only later requests show may not have been there yet.
    let earlier = object.observations.iter().filter(|earlier| earlier.operation.invoked < completed);
    let is_possible =
        |state: &State| state.version >= oldest && (state.fields["status"] == "active") == is_active;
    let is_right = earlier.filter_map(|earlier| earlier.state).any(is_possible);
    (!is_unknown && !is_right).then_some(Rule::WrongAccess)
}

fn violation(
    rule: Rule,
    object: &Object<'_>,
    observation: &Observation<'_>,
    needed: Option<Evidence<'_>>,
) -> Anomaly {
    let show = |observation: &Observation<'_>| {
        format!("{:?} as {:?} by {}", observation.seen, observation.source, describe(observation.operation))
    };
    let before = needed.map(|needed| {
        let deleted = matches!(
            needed.observation.operation.what,
            What::Delete { outcome: Outcome::Acknowledged(_), .. }
        );
        let prefix = if deleted { "its deletion, " } else { "" };
        format!(" after {prefix}{}", show(&needed.observation))
    });
    let id = object.id;
    Anomaly::new(rule, format!("{id} is {}{}", show(observation), before.unwrap_or_default()))
}
