//! Imports: records, the contents of files, the entry of the audit log and the report belong together.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use folkmoot_store::Store;
use serde_json::json;
use tempfile::TempDir;

use super::Kind;
use crate::durability::CREATED_AT;
use crate::support::files::{assert_blobs_match_records, names_in, platform};
use crate::support::fixture::{Platform, id};
use crate::support::{Data, text};

const FILES: usize = 24;

/// Imports of files that contain the number of their import.
pub struct Imports {
    data: Data,
    input: TempDir,
    /// The number that all files contain.
    stored: usize,
    /// The number of imports that succeeded.
    succeeded: usize,
}

impl Imports {
    /// A platform with the files of the first import.
    pub fn new() -> Self {
        let data = Data::with(&platform());
        let mut imports = Self { data, input: tempfile::tempdir().unwrap(), stored: 0, succeeded: 1 };
        let first = imports.import(1).output().unwrap();
        assert!(first.status.success(), "{}", text(&first.stderr));
        imports.check(true);
        imports
    }

    fn import(&mut self, number: usize) -> Command {
        self.input = tempfile::tempdir().unwrap();
        files(number, self.input.path()).write(self.input.path());
        let mut command = self.data.command();
        command.arg("import").arg(self.input.path());
        command
    }

    /// The number that all files and both projects contain, which must be one; before orphaned blobs are collected.
    fn number(&self) -> usize {
        let records = Store::open(&self.data.database()).unwrap().files().all_blobs().unwrap();
        let directory = self.data.path().join("files");
        let mut numbers = BTreeSet::new();
        for (_, content) in records {
            let text = std::fs::read_to_string(directory.join(content.unwrap().id.to_string()));
            let text = text.expect("a record has lost its blob");
            numbers.insert(text.lines().next().unwrap().to_owned());
        }
        for row in self.data.table("SELECT title_multiloc FROM projects") {
            let title: serde_json::Value = serde_json::from_str(row[0].as_deref().unwrap()).unwrap();
            numbers.insert(title["en"].as_str().unwrap().to_owned());
        }
        assert_eq!(numbers.len(), 1, "a part of an import is visible: {numbers:?}");
        numbers.pop_first().unwrap().parse().unwrap()
    }
}

impl Kind for Imports {
    fn name(&self) -> &'static str {
        "imports"
    }

    fn data(&self) -> &Data {
        &self.data
    }

    fn next(&mut self) -> Command {
        self.import(self.stored + 1)
    }

    /// The blobs of the stored files, and one of the new ones.
    fn has_begun(&self) -> bool {
        names_in(&self.data.path().join("files")).len() > FILES
    }

    fn check(&mut self, acknowledged: bool) {
        let found = self.number();
        assert!(found == self.stored || found == self.stored + 1, "{found} after {}", self.stored);
        assert!(!acknowledged || found == self.stored + 1, "an acknowledged import is lost");
        self.succeeded += found - self.stored;
        self.stored = found;
        let count = |sql: &str| self.data.table(sql)[0][0].as_deref().unwrap().parse::<usize>().unwrap();
        // An import that changed something says so, and is in the audit log.
        assert_eq!(count("SELECT COUNT(*) FROM imports WHERE state = 'succeeded'"), self.succeeded);
        let unaudited = "SELECT COUNT(*) FROM imports WHERE NOT EXISTS (SELECT 1 FROM audit_log WHERE action = \
                         'imports.create' AND CAST(happened_at AS TEXT) = CAST(started_at AS TEXT))";
        assert_eq!(count(unaudited), 0, "an import has no entry in the audit log");
        self.data.serve_with(&[]).wait_until_ready();
        assert_blobs_match_records(&self.data);
        let checked = self.data.run(&["files", "check", "--read"]);
        assert!(checked.status.success(), "{}", text(&checked.stdout));
    }
}

/// Files that begin with this number: every second one is in the directory, the others are in their records.
fn files(number: usize, directory: &Path) -> Platform {
    let mut platform = Platform::empty();
    for project in 0..2 {
        let title = json!({ "en": number.to_string() });
        platform.add(
            "projects",
            json!({ "_partial": true, "id": id("projects", project), "title_multiloc": title }),
        );
    }
    for position in 0..FILES {
        let bytes = format!("{number}\n{}", "Minutes.\n".repeat(position * 500));
        let mut file = json!({
            "id": id("files", position),
            "name": format!("minutes-{position}.txt"),
            "project_id": id("projects", position % 2),
            "created_at": CREATED_AT,
        });
        if position % 2 == 0 {
            let name = format!("{position}.txt");
            std::fs::write(directory.join(&name), bytes).unwrap();
            file["path"] = json!(name);
        } else {
            file["content"] = json!(STANDARD.encode(bytes));
        }
        platform.add("files", file);
    }
    platform
}
