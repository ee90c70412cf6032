//! Whether the values of each version are those that were written, and whether anything is there twice.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::objects::{Change, Object, Objects};
use super::{Anomaly, Rule, describe};
use crate::history::recording::{History, Kind, Outcome, State, What};

/// Ids that a list contains twice, and creations that made two objects.
pub fn duplicates(history: &History, objects: &Objects<'_>) -> Vec<Anomaly> {
    let mut anomalies = Vec::new();
    for operation in &history.operations {
        let ids: Vec<&String> = match &operation.what {
            What::List { found, .. } => found.iter().map(|state| &state.id).collect(),
            What::Deleted { found, .. } => found.iter().map(|(_, id)| id).collect(),
            What::Changes(changes) => changes.iter().map(|(id, _)| id).collect(),
            _ => continue,
        };
        if ids.iter().collect::<BTreeSet<_>>().len() < ids.len() {
            let description = format!("{} contains an id twice", describe(operation));
            anomalies.push(Anomaly::new(Rule::Duplicate, description));
        }
    }
    for (mark, ids) in &objects.marks {
        if ids.len() > 1 {
            anomalies.push(Anomaly::new(Rule::Duplicate, format!("{mark} was created as {ids:?}")));
        }
    }
    anomalies
}

/// The violations in the values of an object.
pub fn check(object: &Object<'_>) -> Vec<Anomaly> {
    let mut versions: BTreeMap<i64, (&State, Duration)> = BTreeMap::new();
    let mut anomalies = Vec::new();
    for observation in &object.observations {
        let Some(state) = observation.state else { continue };
        let completed = observation.operation.completed;
        let (known, first) = versions.entry(state.version).or_insert((state, completed));
        *first = (*first).min(completed);
        if *known != state {
            let description = format!("{} shows {state:?} and {known:?}", describe(observation.operation));
            anomalies.push(Anomaly::new(Rule::AmbiguousVersion, description));
        }
    }
    for (state, first) in versions.values() {
        anomalies.extend(state.fields.iter().filter_map(|(field, value)| {
            let rule = violated(object, state.version, (field, value), *first)?;
            let description = format!("{field} of {} is {value:?} in version {}", state.id, state.version);
            Some(Anomaly::new(rule, description))
        }));
    }
    if object.kind == Kind::Client {
        anomalies.extend(same_version(object));
    }
    anomalies.extend(without_effect(object));
    anomalies
}

/// The rule that the value of a field violates in a version that was first shown at `first`.
fn violated(
    object: &Object<'_>,
    version: i64,
    (field, value): (&str, &str),
    first: Duration,
) -> Option<Rule> {
    let of_field = || object.changes.iter().filter(|change| change.write.field == field);
    let last = of_field().filter(|change| change.version.is_some_and(|made| made <= version));
    let last = last.max_by_key(|change| change.version);
    let is_initial = || initial(object, field).is_some_and(|initial| initial == value);
    if last.map_or_else(is_initial, |change| change.write.value == value) {
        return None;
    }
    // A write without a known outcome may have happened at any time after it was sent.
    let may_be_unknown = |change: &Change<'_>| {
        change.version.is_none() && change.write.value == value && change.operation.invoked < first
    };
    if of_field().any(may_be_unknown) {
        return None;
    }
    let is_older = |change: &Change<'_>| {
        change.write.value == value && change.version.is_some_and(|made| made < version)
    };
    Some(if is_initial() || of_field().any(is_older) { Rule::LostUpdate } else { Rule::UnknownValue })
}

/// The value of a field that the creation set.
fn initial(object: &Object<'_>, field: &str) -> Option<String> {
    let creation = object.creation?;
    let What::Create { mark, outcome, .. } = &creation.operation.what else { return None };
    if let Outcome::Acknowledged(Some(state)) = outcome {
        return state.fields.get(field).cloned();
    }
    Some(match (field, object.kind) {
        ("name", Kind::File) => format!("{mark} first.txt"),
        ("name", Kind::Client) => format!("{mark} first"),
        ("status", _) => "active".to_owned(),
        _ => String::new(),
    })
}

/// Two acknowledged writes of different values that made the same version: one of them is lost.
fn same_version(object: &Object<'_>) -> Vec<Anomaly> {
    let mut by_version: BTreeMap<i64, &str> = BTreeMap::new();
    let mut anomalies = Vec::new();
    // A status that is set again changes nothing.
    for change in object.changes.iter().filter(|change| change.write.field != "status") {
        let Some(version) = change.version else { continue };
        let value = change.write.value.as_str();
        if let Some(other) = by_version.insert(version, value) {
            let description = format!("{} is version {version} as {value:?} and {other:?}", object.id);
            anomalies.push(Anomaly::new(Rule::LostUpdate, description));
        }
    }
    anomalies
}

/// Acknowledged writes whose responses show another value, which no write that could follow them set: they are lost.
fn without_effect(object: &Object<'_>) -> Vec<Anomaly> {
    let of_value = |field: &str, value: &str| {
        object.changes.iter().find(|change| change.write.field == field && change.write.value == value)
    };
    let lost = object.changes.iter().filter_map(|change| {
        let field = change.write.field;
        let shown = change.acknowledged()?.fields.get(field)?;
        let may_follow = |other: &Change<'_>| {
            other.acknowledged().is_none() || other.operation.completed > change.operation.invoked
        };
        if *shown == change.write.value || of_value(field, shown).is_some_and(may_follow) {
            return None;
        }
        let description = format!("the response to {} shows {shown:?}", describe(change.operation));
        Some(Anomaly::new(Rule::LostUpdate, description))
    });
    lost.collect()
}
