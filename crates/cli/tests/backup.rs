//! The backup script of the deployment guide, while files are uploaded and deleted.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use reqwest::Method;
use serde_json::{Value, json};
use support::files::{names_in, platform};
use support::{Caller, Data, guide_block, program, require_command};
use tempfile::TempDir;

const GUIDE: &str = "start-deployment";
const SCRIPT: &str = "/usr/local/bin/folkmoot-backup";

/// A platform with a server, the script of the guide and a directory of backups.
struct Setup {
    data: Data,
    caller: Caller,
    directory: TempDir,
    backups: PathBuf,
}

impl Setup {
    fn new() -> Self {
        require_command("sqlite3");
        let data = Data::embedded().filled(&platform());
        let caller = data.serve();
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("folkmoot-backup"), guide_block(GUIDE, SCRIPT)).unwrap();
        let backups = directory.path().join("backups");
        Self { data, caller, directory, backups }
    }

    fn back_up(&self) -> Output {
        let script = self.directory.path().join("folkmoot-backup");
        Command::new("sh").arg(script).args([self.data.path(), self.backups.as_path()]).output().unwrap()
    }
}

/// Fails unless there is exactly one backup, with an intact database and exactly its files. Returns the number of files.
fn assert_complete(backups: &Path) -> usize {
    let names = names_in(backups);
    assert_eq!(names.len(), 1, "{names:?}");
    let backup = backups.join(names.first().unwrap());
    let database = backup.join("folkmoot.sqlite");
    let check = Command::new("sqlite3").arg(&database).arg("PRAGMA integrity_check").output().unwrap();
    assert_eq!(String::from_utf8(check.stdout).unwrap(), "ok\n");
    let check = Command::new(program())
        .arg("--data")
        .arg(&backup)
        .args(["files", "check", "--read"])
        .output()
        .unwrap();
    assert!(
        check.status.success(),
        "{}{}",
        String::from_utf8_lossy(&check.stdout),
        String::from_utf8_lossy(&check.stderr)
    );
    names_in(&backup.join("files")).len()
}

/// Tests that need sqlite3.
mod requires_tools {
    use super::*;

    #[test]
    fn a_backup_is_complete_while_files_are_uploaded_and_deleted() {
        let setup = Setup::new();
        let Setup { caller, backups, .. } = &setup;
        let delete = |file: &Value| {
            let path = format!("/files/{}", file["id"].as_str().unwrap());
            assert_eq!(caller.call(&Method::DELETE, &path).status, 204);
        };
        for _ in 0..150 {
            caller.uploaded(&json!({}));
        }
        let (done, deleted) = (AtomicBool::new(false), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while !done.load(Ordering::Relaxed) {
                        caller.uploaded(&json!({}));
                        // The oldest files, which the copy of the database contains.
                        let oldest = caller.get("/files?page_size=24&page_number=6").ok()["files"].clone();
                        for file in oldest.as_array().unwrap().iter().take(1) {
                            let path = format!("/files/{}", file["id"].as_str().unwrap());
                            if caller.call(&Method::DELETE, &path).status == 204 {
                                deleted.fetch_add(1, Ordering::Relaxed);
                            }
                        }
                    }
                });
            }
            for round in 0..3 {
                let output = setup.back_up();
                if !output.status.success() {
                    done.store(true, Ordering::Relaxed);
                }
                assert!(
                    output.status.success(),
                    "round {round}: {}",
                    String::from_utf8_lossy(&output.stderr)
                );
                assert!(assert_complete(backups) > 50);
            }
            done.store(true, Ordering::Relaxed);
        });
        assert!(deleted.load(Ordering::Relaxed) > 10, "too few files were deleted during the backups");

        let files = caller.get("/files?page_size=24").ok()["files"].clone();
        files.as_array().unwrap().iter().for_each(delete);
        std::fs::create_dir_all(backups.join("incomplete/files")).unwrap();
        std::fs::write(backups.join("incomplete/files/1f0c3e64-0000-4000-8000-000000000000"), "old").unwrap();
        assert!(setup.back_up().status.success(), "an interrupted backup is not continued");
        assert_complete(backups);
    }

    #[test]
    fn a_backup_without_a_blob_fails_and_the_previous_one_remains() {
        let setup = Setup::new();
        let Setup { data, caller, backups, .. } = &setup;
        caller.uploaded(&json!({}));
        assert!(setup.back_up().status.success());
        assert_eq!(assert_complete(backups), 1);
        caller.uploaded(&json!({}));
        let files = data.path().join("files");
        let lost: Vec<_> = names_in(&files).into_iter().collect();
        for name in &lost {
            std::fs::remove_file(files.join(name)).unwrap();
        }
        let output = setup.back_up();
        assert!(!output.status.success(), "the backup succeeded without blobs");
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot stat"));
        std::fs::remove_dir_all(backups.join("incomplete")).unwrap();
        assert_eq!(assert_complete(backups), 1);
    }
}
