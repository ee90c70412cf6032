//! Erasures of people: the record, the list of erased people and the audit log belong together, and the copies of the list
//! are complete when a server has started.

use std::process::Command;

use tempfile::TempDir;

use super::Kind;
use crate::durability::CREATED_AT;
use crate::durability::rounds;
use crate::support::Data;
use crate::support::files::names_in;
use crate::support::fixture::{Platform, id};

const LIST: &str = "erased-people.ndjson";

/// Erasures of one person after the other.
pub struct Erasures {
    data: Data,
    _parent: TempDir,
    people: usize,
    erased: usize,
}

impl Erasures {
    /// A platform with people.
    pub fn new() -> Self {
        let parent = tempfile::tempdir().unwrap();
        // More than all rounds erase.
        let people = 30 + rounds();
        let data = Data::inside(parent.path(), "data").filled(&Platform::full(people, CREATED_AT));
        Self { data, _parent: parent, people, erased: 0 }
    }
}

impl Kind for Erasures {
    fn name(&self) -> &'static str {
        "erasures"
    }

    fn data(&self) -> &Data {
        &self.data
    }

    fn next(&mut self) -> Command {
        let mut command = self.data.command();
        command.args(["people", "erase", &id("users", self.erased)]);
        command
    }

    fn has_begun(&self) -> bool {
        true
    }

    fn check(&mut self, acknowledged: bool) {
        let erased = erased(&self.data, self.people);
        assert!(erased == self.erased || erased == self.erased + 1, "{erased} after {}", self.erased);
        assert!(!acknowledged || erased == self.erased + 1, "an acknowledged erasure is lost");
        self.erased = erased;
        let server = self.data.serve_with(&[]);
        server.wait_until_ready();
        drop(server);
        assert_eq!(assert_erasures_are_complete(&self.data, self.people), erased);
    }
}

/// The number of erased people. Fails unless records, list and audit log agree, and both copies of the list are complete and
/// nothing is beside them, as they must be when a server has started.
pub fn assert_erasures_are_complete(data: &Data, people: usize) -> usize {
    let erased = erased(data, people);
    let name = format!("{}.{LIST}", data.path().file_name().unwrap().to_str().unwrap());
    // With PostgreSQL, the copy is in the file storage, which servers share.
    let copies = if data.is_embedded() {
        vec![data.path().join(LIST), data.path().with_file_name(name)]
    } else {
        vec![data.path().join("files").join(LIST)]
    };
    for copy in copies {
        let lines = std::fs::read_to_string(&copy).map_or(0, |list| list.lines().count());
        assert_eq!(lines, erased, "{}", copy.display());
        let names = names_in(copy.parent().unwrap());
        let is_left = |name: &String| name.starts_with('.') && name.contains(LIST);
        assert!(!names.iter().any(is_left), "{names:?}");
    }
    erased
}

fn erased(data: &Data, people: usize) -> usize {
    let count = |sql: &str| data.table(sql)[0][0].as_deref().unwrap().parse::<usize>().unwrap();
    let erased = people - count("SELECT COUNT(*) FROM users");
    assert_eq!(count("SELECT COUNT(*) FROM erased_people"), erased);
    assert_eq!(count("SELECT COUNT(*) FROM audit_log WHERE action = 'people.erase'"), erased);
    erased
}
