//! `folkmoot backup` and `folkmoot restore`: a restored platform is the one that was backed up.

mod damage;
mod encryption;
mod erased_people;
mod interruption;
mod retention;
mod round_trip;
mod under_load;

use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::files::names_in;
use crate::support::{Data, text};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
const KEY: &str = "a secret of more than thirty-two characters";

/// A folder of backups.
struct Backups(TempDir);

impl Backups {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Backs up with these further arguments.
    fn back_up(&self, data: &Data, arguments: &[&str]) -> Output {
        data.run(&[&["backup", self.path().to_str().unwrap()], arguments].concat())
    }

    /// Backs up and returns the folder of the backup. Fails if the backup fails.
    #[track_caller]
    fn backed_up(&self, data: &Data, arguments: &[&str]) -> PathBuf {
        let output = self.back_up(data, &[&["--json"], arguments].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        report["folder"].as_str().unwrap().into()
    }

    /// Restores the newest backup.
    fn restore(&self, data: &Data, arguments: &[&str]) -> Output {
        data.run(&[&["restore", self.path().to_str().unwrap()], arguments].concat())
    }

    #[track_caller]
    fn restored(&self, data: &Data, arguments: &[&str]) {
        let output = self.restore(data, arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).starts_with("restored and verified "), "{}", text(&output.stdout));
        let check = data.run(&["files", "check", "--read"]);
        assert!(check.status.success(), "{}{}", text(&check.stdout), text(&check.stderr));
    }

    /// The names of complete and incomplete backups.
    fn names(&self) -> Vec<String> {
        names_in(self.path()).into_iter().filter(|name| name != "backup.lock").collect()
    }
}

/// Fails unless the command failed with a text that contains this one.
#[track_caller]
fn assert_failed(output: &Output, expected: &str) {
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains(expected), "{stderr}");
}
