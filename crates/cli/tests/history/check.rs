//! Checks a recorded history against what the API promises.
//!
//! What is checked (contract §1.3 and §8, `ARCHITECTURE.md` and the guide *High availability*):
//!
//! - No response of a server is older than an earlier response of the same server, or than a write that the server
//!   acknowledged before, whether it is a record, a list, a list of deleted records or a page of changes.
//! - A write is visible on all servers after a second. A server that starts again is another server. While the primary does
//!   not respond, servers may read a replica that lacks what the primary had not sent before; a write of the last second before
//!   that, or what was read of it, then becomes visible elsewhere a second after the outage.
//! - What is deleted remains deleted, and a record that nobody deleted remains.
//! - A write that is acknowledged is not lost: later versions contain it, and so does the database at the end.
//! - At the end all servers, and all copies that follow the changes, contain what the database contains.

mod contents;
mod end;
mod objects;
#[cfg(test)]
mod tests;
mod visibility;

use std::fmt;

use self::objects::Objects;

use crate::history::recording::{History, Operation, What};

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// An acknowledged write was overwritten by an older one, or is not there at the end.
    LostUpdate,
    /// A process does not see its own acknowledged write.
    StaleReadAfterOwnWrite,
    /// A response is older than the maximum staleness, or than an earlier response of the same server.
    StaleRead,
    /// Something is there after it was deleted.
    Resurrection,
    /// A list and a record differ.
    ListContradictsItem,
    /// An object is missing that nobody deleted.
    Missing,
    /// A list contains an id twice, or one creation made two objects.
    Duplicate,
    /// Two responses show one version differently.
    AmbiguousVersion,
    /// A response shows a value before it was written, or that nobody wrote.
    UnknownValue,
    /// A token works after its client was disabled, or does not work while the client is active.
    WrongAccess,
    /// A copy that applied all changes differs from the database.
    MissingChange,
    /// A server differs from the database at the end.
    FinalStatesDiffer,
    /// A response that is never correct.
    UnexpectedResponse,
}

/// A violation of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anomaly {
    /// The rule.
    pub rule: Rule,
    /// What happened.
    pub description: String,
}

impl Anomaly {
    fn new(rule: Rule, description: impl Into<String>) -> Self {
        Self { rule, description: description.into() }
    }
}

impl fmt::Display for Anomaly {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}: {}", self.rule, self.description)
    }
}

/// All violations.
pub fn anomalies(history: &History) -> Vec<Anomaly> {
    let objects = Objects::of(history);
    let mut anomalies = unexpected(&history.operations);
    anomalies.extend(contents::duplicates(history, &objects));
    for object in objects.all.values() {
        anomalies.extend(contents::check(object));
        anomalies.extend(visibility::check(history, object));
    }
    anomalies.extend(end::check(history, &objects));
    anomalies.sort_by_key(|anomaly| anomaly.rule);
    anomalies
}

fn unexpected(operations: &[Operation]) -> Vec<Anomaly> {
    let unexpected = operations.iter().filter_map(|operation| match &operation.what {
        What::Unexpected(text) => {
            Some(Anomaly::new(Rule::UnexpectedResponse, format!("{}: {text}", describe(operation))))
        }
        _ => None,
    });
    unexpected.collect()
}

/// When, where and by whom an operation was performed.
fn describe(operation: &Operation) -> String {
    let Operation { process, run, invoked, completed, .. } = operation;
    format!(
        "process {process} at {:.3}–{:.3} s on server {} (start {})",
        invoked.as_secs_f64(),
        completed.as_secs_f64(),
        run.server,
        run.start
    )
}
