//! Exports to a folder: one is there completely, or none is.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use aws_lc_rs::digest::{SHA256, digest};
use tempfile::TempDir;

use super::Kind;
use crate::durability::CREATED_AT;
use crate::support::Data;
use crate::support::files::names_in;
use crate::support::fixture::Platform;

const WORK_FOLDER: &str = ".export-in-progress";

/// Exports that replace each other; every second one has another format, so that a mixture shows.
pub struct Exports {
    data: Data,
    parent: TempDir,
    next: usize,
    format: &'static str,
}

impl Exports {
    /// A platform without an export.
    pub fn new() -> Self {
        let data = Data::with(&Platform::full(4, CREATED_AT));
        Self { data, parent: tempfile::tempdir().unwrap(), next: 0, format: "" }
    }

    fn folder(&self) -> PathBuf {
        self.parent.path().join("export")
    }
}

impl Kind for Exports {
    fn name(&self) -> &'static str {
        "exports to a folder"
    }

    fn data(&self) -> &Data {
        &self.data
    }

    fn next(&mut self) -> Command {
        self.next += 1;
        self.format = if self.next.is_multiple_of(2) { "csv" } else { "ndjson" };
        let mut command = self.data.command();
        command.args(["export", "--format", self.format, "--out"]).arg(self.folder());
        command
    }

    fn has_begun(&self) -> bool {
        self.folder().join(WORK_FOLDER).exists()
    }

    fn check(&mut self, acknowledged: bool) {
        let format = complete_export(&self.folder());
        assert!(
            !acknowledged || format.as_deref() == Some(self.format),
            "an acknowledged export is {format:?}"
        );
        assert!(!acknowledged || !self.has_begun(), "an export has left its work folder");
    }
}

/// The format of the export in a folder, which must be complete; `None` if there is none.
pub fn complete_export(folder: &Path) -> Option<String> {
    if !folder.join("datapackage.json").exists() {
        return None;
    }
    let checksums = std::fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let listed: BTreeMap<&str, &str> =
        checksums.lines().map(|line| line.split_once("  ").unwrap()).map(|(sum, name)| (name, sum)).collect();
    for (name, sum) in &listed {
        let content = std::fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(hex::encode(digest(&SHA256, &content)), *sum, "{name}");
    }
    let mut names = names_in(folder);
    names.remove("SHA256SUMS");
    names.remove(WORK_FOLDER);
    let expected: BTreeSet<String> = listed.keys().map(|name| (*name).to_owned()).collect();
    assert_eq!(names, expected, "other files are beside the export");
    let data = listed.keys().find(|name| name.starts_with("ideas.")).unwrap();
    Some(data.trim_start_matches("ideas.").to_owned())
}
