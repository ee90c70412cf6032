//! What clients read, by resource and by the way in which they read it.

use std::collections::{BTreeMap, HashMap};

use folkmoot_model::resources::RESOURCES;
use folkmoot_store::usage::ReadRow;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::operation::{Operation, resource_of};

/// The records of a resource that a client received.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReadRecords {
    /// The plural of the resource.
    pub resource: &'static str,
    /// In lists, and one by one.
    pub lists: i64,
    /// In `GET /changes`.
    pub changes: i64,
    /// In files of exports.
    pub exports: i64,
}

impl ReadRecords {
    /// The number of records.
    pub fn total(&self) -> i64 {
        self.lists + self.changes + self.exports
    }
}

/// What each client read, most records first. Operations and resources that only another release knows are left out.
pub fn reads_by_client(rows: &[ReadRow]) -> HashMap<Uuid, Vec<ReadRecords>> {
    let mut clients: HashMap<Uuid, BTreeMap<&'static str, ReadRecords>> = HashMap::new();
    for row in rows {
        let named = row.resource.as_deref().or_else(|| resource_of(&row.operation));
        let known = RESOURCES.iter().find(|resource| named == Some(resource.names.plural));
        let Some(resource) = known.map(|resource| resource.names.plural) else { continue };
        let reads = clients.entry(row.client).or_default();
        let read = reads.entry(resource).or_insert(ReadRecords { resource, ..ReadRecords::default() });
        let way = if row.operation == Operation::changes().id() {
            &mut read.changes
        } else if row.operation == Operation::download_export().id() {
            &mut read.exports
        } else {
            &mut read.lists
        };
        *way += row.records;
    }
    let sorted = |reads: BTreeMap<&str, ReadRecords>| {
        let mut reads: Vec<ReadRecords> = reads.into_values().collect();
        reads.sort_by_key(|read| (std::cmp::Reverse(read.total()), read.resource));
        reads
    };
    clients.into_iter().map(|(client, reads)| (client, sorted(reads))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_counted_under_their_resource_whatever_the_way() {
        let row = |operation: &str, resource: Option<&str>, records| ReadRow {
            client: Uuid::nil(),
            operation: operation.to_owned(),
            resource: resource.map(str::to_owned),
            records,
        };
        let reads = reads_by_client(&[
            row("listUsers", None, 5),
            row("getUser", None, 1),
            row("listChanges", None, 7),
            row("listChanges", Some("users"), 3),
            row("downloadExport", Some("users"), 40),
            row("downloadExport", Some("ideas"), 2),
            row("listPlanets", None, 9),
        ]);
        let users = ReadRecords { resource: "users", lists: 6, changes: 3, exports: 40 };
        let ideas = ReadRecords { resource: "ideas", exports: 2, ..ReadRecords::default() };
        assert_eq!(reads.get(&Uuid::nil()), Some(&vec![users, ideas]));
    }
}
