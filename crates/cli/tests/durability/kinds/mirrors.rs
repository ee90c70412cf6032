//! Rounds of a mirror: the platform changes with all records of a round or not at all, and an interrupted round continues.

use std::process::Command;

use super::Kind;
use crate::durability::CREATED_AT;
use crate::durability::integrity::assert_database_is_intact;
use crate::support::files::{assert_blobs_match_records, names_in};
use crate::support::fixture::Platform;
use crate::support::{Data, Server, text};

const RECORDS: usize = 4;

/// First rounds of mirrors of one platform, each into a new one.
pub struct Mirrors {
    source: Data,
    server: Server,
    client: (String, String),
    mirror: Data,
}

impl Mirrors {
    /// A platform with its server.
    pub fn new() -> Self {
        let source = Data::embedded().filled(&Platform::full(RECORDS, CREATED_AT));
        let client = source.client();
        let server = source.serve_with(&[]);
        server.wait_until_ready();
        Self { source, server, client, mirror: Data::new() }
    }

    fn command(&self) -> Command {
        let mut command = self.mirror.command();
        command.args(["mirror", &self.server.url]);
        command.env("FOLKMOOT_MIRROR_CLIENT_ID", &self.client.0);
        command.env("FOLKMOOT_MIRROR_CLIENT_SECRET", &self.client.1);
        command
    }
}

impl Kind for Mirrors {
    fn name(&self) -> &'static str {
        "mirrors"
    }

    fn data(&self) -> &Data {
        &self.mirror
    }

    fn next(&mut self) -> Command {
        self.mirror = Data::new();
        self.command()
    }

    fn has_begun(&self) -> bool {
        self.mirror.path().join("mirror/staging.sqlite").exists()
    }

    fn check(&mut self, acknowledged: bool) {
        // Creates the tables, if the command has not.
        self.mirror.run(&["access", "status"]);
        let count = |data: &Data, table: &str| {
            data.table(&format!("SELECT COUNT(*) FROM {table}"))[0][0].as_deref().unwrap().parse().unwrap()
        };
        let before: [usize; 3] = ["ideas", "users", "files"].map(|table| count(&self.mirror, table));
        assert!(before == [0; 3] || before == [RECORDS; 3], "a part of a round is visible: {before:?}");
        assert!(!acknowledged || before == [RECORDS; 3], "an acknowledged round is lost");
        let again = self.command().output().unwrap();
        assert!(again.status.success(), "{}", text(&again.stderr));
        for table in ["ideas", "users", "files", "comments", "reactions", "projects"] {
            assert_eq!(count(&self.mirror, table), count(&self.source, table), "{table}");
        }
        assert_eq!(names_in(&self.mirror.path().join("mirror/files")).len(), 0);
        let server = self.mirror.serve_with(&[]);
        server.wait_until_ready();
        drop(server);
        assert_database_is_intact(&self.mirror);
        assert_blobs_match_records(&self.mirror);
        let checked = self.mirror.run(&["files", "check", "--read"]);
        assert!(checked.status.success(), "{}", text(&checked.stdout));
    }
}
