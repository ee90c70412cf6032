//! Backups: one that has its name is complete, and an earlier one remains until a later one is complete.

use std::path::Path;
use std::process::Command;

use aws_lc_rs::digest::{SHA256, digest};
use serde_json::Value;
use tempfile::TempDir;

use super::Kind;
use crate::durability::CREATED_AT;
use crate::support::files::names_in;
use crate::support::fixture::Platform;
use crate::support::{Data, text};

/// Backups in one folder, each of which deletes the earlier ones.
pub struct Backups {
    data: Data,
    folder: TempDir,
    newest: Option<String>,
    /// The number of backups that were given an old name.
    aged: usize,
}

impl Backups {
    /// A platform with its first backup.
    pub fn new() -> Self {
        let data = Data::with(&Platform::full(4, CREATED_AT));
        let mut backups = Self { data, folder: tempfile::tempdir().unwrap(), newest: None, aged: 0 };
        let first = backups.next().output().unwrap();
        assert!(first.status.success(), "{}", text(&first.stderr));
        backups.check(true);
        backups
    }
}

impl Kind for Backups {
    fn name(&self) -> &'static str {
        "backups"
    }

    fn data(&self) -> &Data {
        &self.data
    }

    fn next(&mut self) -> Command {
        // Old enough to be deleted.
        for name in complete_backups(self.folder.path()) {
            self.aged += 1;
            let old = format!("2020-01-01T00-00-{:02}.{:03}Z", self.aged / 1000, self.aged % 1000);
            std::fs::rename(self.folder.path().join(name), self.folder.path().join(&old)).unwrap();
            self.newest = Some(old);
        }
        let mut command = self.data.command();
        command.arg("backup").arg(self.folder.path()).args(["--delete-older", "1"]);
        command
    }

    fn has_begun(&self) -> bool {
        names_in(self.folder.path()).iter().any(|name| name.ends_with(".incomplete"))
    }

    fn check(&mut self, acknowledged: bool) {
        let complete = complete_backups(self.folder.path());
        let newest = complete.last().cloned().expect("an acknowledged backup is lost");
        let is_new = self.newest.as_ref() != Some(&newest);
        assert!(!acknowledged || is_new, "an acknowledged backup is lost");
        assert!(self.newest.as_ref().is_none_or(|before| *before <= newest), "the newest backup was deleted");
        self.newest = Some(newest);
        if acknowledged {
            assert_eq!(complete.len(), 1, "older backups remain");
            assert!(!self.has_begun(), "an interrupted backup remains");
        }
    }
}

/// The names of the backups in a folder, oldest first. Fails unless all of them are complete.
pub fn complete_backups(folder: &Path) -> Vec<String> {
    let names = names_in(folder).into_iter();
    let names: Vec<String> =
        names.filter(|name| name != "backup.lock" && !name.ends_with(".incomplete")).collect();
    for name in &names {
        assert_complete(&folder.join(name));
    }
    names
}

fn assert_complete(backup: &Path) {
    let manifest = std::fs::read(backup.join("backup.json"));
    let manifest: Value = serde_json::from_slice(&manifest.expect("a backup has no manifest")).unwrap();
    let files = manifest["files"].as_array().unwrap();
    assert!(files.len() > 2, "{manifest}");
    for file in files {
        let path = backup.join(file["path"].as_str().unwrap());
        let content = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(
            hex::encode(digest(&SHA256, &content)),
            file["sha256"].as_str().unwrap(),
            "{}",
            path.display()
        );
    }
}
