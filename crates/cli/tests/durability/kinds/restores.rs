//! Restores of backups: until one is complete, no program uses its target, and it can be repeated.

use std::process::Command;

use tempfile::TempDir;

use super::Kind;
use crate::durability::CREATED_AT;
use crate::durability::integrity::assert_database_is_intact;
use crate::support::files::{assert_blobs_match_records, names_in};
use crate::support::fixture::Platform;
use crate::support::{Data, text};

const RECORDS: usize = 4;

/// Restores of a backup, each into a new target.
pub struct Restores {
    backups: TempDir,
    target: Data,
}

impl Restores {
    /// A backup of a platform.
    pub fn new() -> Self {
        let source = Data::embedded().filled(&Platform::full(RECORDS, CREATED_AT));
        let backups = tempfile::tempdir().unwrap();
        let backup = source.run(&["backup", backups.path().to_str().unwrap()]);
        assert!(backup.status.success(), "{}", text(&backup.stderr));
        Self { backups, target: Data::new() }
    }

    fn command(&self) -> Command {
        let mut command = self.target.command();
        command.arg("restore").arg(self.backups.path());
        command
    }

    /// Whether the target has a platform. Fails if a program uses a part of one.
    fn is_complete(&self) -> bool {
        let status = self.target.run(&["access", "status"]);
        let (stdout, stderr) = (text(&status.stdout), text(&status.stderr));
        // A database without a platform has its API off.
        let is_refused =
            ["was interrupted", "contains no platform"].iter().any(|words| stderr.contains(words));
        let is_refused = is_refused || stdout == "off\n";
        assert!(stdout == "on\n" || is_refused, "{stdout}{stderr}");
        stdout == "on\n"
    }
}

impl Kind for Restores {
    fn name(&self) -> &'static str {
        "restores"
    }

    fn data(&self) -> &Data {
        &self.target
    }

    fn next(&mut self) -> Command {
        self.target = Data::new();
        self.command()
    }

    fn has_begun(&self) -> bool {
        let files = self.target.path().join("files");
        files.exists() && !names_in(&files).is_empty()
    }

    fn check(&mut self, acknowledged: bool) {
        let is_complete = self.is_complete();
        assert!(!acknowledged || is_complete, "an acknowledged restore is lost");
        if !is_complete {
            let again = self.command().output().unwrap();
            assert!(again.status.success(), "{}", text(&again.stderr));
        }
        let server = self.target.serve_with(&[]);
        server.wait_until_ready();
        drop(server);
        assert_database_is_intact(&self.target);
        assert_blobs_match_records(&self.target);
        assert_eq!(self.target.table("SELECT COUNT(*) FROM ideas")[0][0], Some(RECORDS.to_string()));
        assert!(!names_in(self.target.path()).iter().any(|name| name.starts_with("backup-staging-")));
    }
}
