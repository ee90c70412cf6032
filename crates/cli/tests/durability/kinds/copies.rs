//! Copies of a platform to another database: a target is empty or complete, and a copy can be repeated.

use std::process::Command;

use super::Kind;
use crate::durability::CREATED_AT;
use crate::durability::integrity::assert_database_is_intact;
use crate::support::files::{assert_blobs_match_records, names_in};
use crate::support::fixture::Platform;
use crate::support::{Data, text};

const RECORDS: usize = 4;

/// Copies, each into a new target.
pub struct Copies {
    from: Data,
    to: Data,
}

impl Copies {
    /// A platform in an embedded database.
    pub fn new() -> Self {
        Self { from: Data::embedded().filled(&Platform::full(RECORDS, CREATED_AT)), to: Data::new() }
    }

    fn command(&self) -> Command {
        let mut command = self.to.command();
        command.arg("copy").arg("--from").arg(self.from.location()).arg("--to").arg(self.to.location());
        command.arg("--from-file-storage").arg(self.from.path().join("files"));
        command.arg("--to-file-storage").arg(self.to.path().join("files"));
        command
    }
}

impl Kind for Copies {
    fn name(&self) -> &'static str {
        "copies to another database"
    }

    fn data(&self) -> &Data {
        &self.to
    }

    fn next(&mut self) -> Command {
        self.to = Data::new();
        self.command()
    }

    fn has_begun(&self) -> bool {
        let files = self.to.path().join("files");
        files.exists() && !names_in(&files).is_empty()
    }

    fn check(&mut self, acknowledged: bool) {
        // Creates the tables, if the command has not.
        self.to.run(&["migrate"]);
        let records = self.to.table("SELECT COUNT(*) FROM ideas")[0][0].clone().unwrap();
        let is_complete = records == RECORDS.to_string();
        assert!(is_complete || records == "0", "{records} of {RECORDS} ideas");
        assert!(!acknowledged || is_complete, "an acknowledged copy is lost");
        if !is_complete {
            let again = self.command().output().unwrap();
            assert!(again.status.success(), "{}", text(&again.stderr));
        }
        let server = self.to.serve_with(&[]);
        server.wait_until_ready();
        drop(server);
        assert_database_is_intact(&self.to);
        assert_blobs_match_records(&self.to);
        let checked = self.to.run(&["files", "check", "--read"]);
        assert!(checked.status.success(), "{}", text(&checked.stdout));
    }
}
