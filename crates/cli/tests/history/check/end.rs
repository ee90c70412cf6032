//! Whether everything is there at the end.

use std::collections::BTreeMap;

use super::objects::{Object, Objects, Seen};
use super::{Anomaly, Rule};
use crate::history::recording::{Contents, History, Kind, State};

/// The violations at the end.
pub fn check(history: &History, objects: &Objects<'_>) -> Vec<Anomaly> {
    let mut anomalies = Vec::new();
    for object in objects.all.values() {
        anomalies.extend(lost(object, &history.database).map(|rule| {
            let found = history.database.objects.get(object.id);
            Anomaly::new(rule, format!("at the end, {} is {found:?} in the database", object.id))
        }));
    }
    for (server, contents) in history.servers.iter().enumerate() {
        for difference in differences(&contents.objects, &history.database.objects) {
            let description = format!("server {server} at the end: {difference}");
            anomalies.push(Anomaly::new(Rule::FinalStatesDiffer, description));
        }
        if contents.deleted != history.database.deleted {
            let description = format!("server {server} at the end: another list of deleted files");
            anomalies.push(Anomaly::new(Rule::FinalStatesDiffer, description));
        }
    }
    let files = history.database.objects.iter().filter(|(_, state)| state.kind == Kind::File);
    let files: BTreeMap<String, State> = files.map(|(id, state)| (id.clone(), state.clone())).collect();
    for (process, copy) in history.copies.iter().enumerate() {
        for difference in differences(copy, &files) {
            let description = format!("the copy of process {process}: {difference}");
            anomalies.push(Anomaly::new(Rule::MissingChange, description));
        }
    }
    anomalies
}

/// The rule that the final state of an object violates.
fn lost(object: &Object<'_>, database: &Contents) -> Option<Rule> {
    let versions = object.observations.iter().filter_map(|observation| match observation.seen {
        Seen::Version(version) => Some(version),
        _ => None,
    });
    let (newest, is_deleted) =
        (versions.max(), object.observations.iter().any(|observation| observation.seen == Seen::Deleted));
    let has_tombstone = database.deleted.contains_key(object.id);
    match database.objects.get(object.id) {
        Some(_) if is_deleted || has_tombstone => Some(Rule::Resurrection),
        Some(state) => (Some(state.version) < newest).then_some(Rule::LostUpdate),
        None if object.deletions.is_empty() && newest.is_some() => Some(Rule::Missing),
        None => (newest.is_some() && !has_tombstone).then_some(Rule::Missing),
    }
}

/// What differs between what was found and what is expected.
fn differences(found: &BTreeMap<String, State>, expected: &BTreeMap<String, State>) -> Vec<String> {
    let ids = found.keys().chain(expected.keys().filter(|id| !found.contains_key(*id)));
    let different = ids.filter(|id| found.get(*id) != expected.get(*id));
    different.map(|id| format!("{:?} instead of {:?}", found.get(id), expected.get(id))).collect()
}
