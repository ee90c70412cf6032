//! The backup script of the deployment guide, run while files are uploaded and deleted.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod support;

use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use reqwest::Method;
use serde_json::{Value, json};
use support::files::{names_in, platform};
use support::{Data, found_or_skipped, guide_block, program};

const GUIDE: &str = "start-deployment";
const SCRIPT: &str = "/usr/local/bin/folkmoot-backup";

fn back_up(script: &Path, data: &Path, backups: &Path) -> Output {
    Command::new("sh").arg(script).args([data, backups]).output().unwrap()
}

/// The only directory among the backups, in which the database is sound and names exactly the files that are there.
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

#[test]
fn a_backup_is_complete_while_files_are_uploaded_and_deleted() {
    let sqlite = Command::new("sqlite3").arg("--version").output();
    if !found_or_skipped(sqlite.is_ok(), "no sqlite3 here; scripts/install-test-tools installs it") {
        return;
    }
    let data = Data::embedded();
    data.import(&platform());
    assert!(data.run(&["access", "on"]).status.success());
    let caller = data.serve();
    let directory = tempfile::tempdir().unwrap();
    let script = directory.path().join("folkmoot-backup");
    std::fs::write(&script, guide_block(GUIDE, SCRIPT)).unwrap();
    let backups = directory.path().join("backups");
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
                    // The oldest ones, which the copy of the database names.
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
            let output = back_up(&script, data.path(), &backups);
            if !output.status.success() {
                done.store(true, Ordering::Relaxed);
            }
            assert!(output.status.success(), "round {round}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(assert_complete(&backups) > 50);
        }
        done.store(true, Ordering::Relaxed);
    });
    assert!(deleted.load(Ordering::Relaxed) > 10, "files were deleted meanwhile");

    let files = caller.get("/files?page_size=24").ok()["files"].clone();
    files.as_array().unwrap().iter().for_each(delete);
    std::fs::create_dir_all(backups.join("incomplete/files")).unwrap();
    std::fs::write(backups.join("incomplete/files/1f0c3e64-0000-4000-8000-000000000000"), "old").unwrap();
    assert!(back_up(&script, data.path(), &backups).status.success(), "continues what was interrupted");
    assert_complete(&backups);
}

#[test]
fn a_backup_that_lacks_a_file_fails_and_leaves_the_earlier_one() {
    let sqlite = Command::new("sqlite3").arg("--version").output();
    if !found_or_skipped(sqlite.is_ok(), "no sqlite3 here; scripts/install-test-tools installs it") {
        return;
    }
    let data = Data::embedded();
    data.import(&platform());
    assert!(data.run(&["access", "on"]).status.success());
    let caller = data.serve();
    caller.uploaded(&json!({}));
    let directory = tempfile::tempdir().unwrap();
    let script = directory.path().join("folkmoot-backup");
    std::fs::write(&script, guide_block(GUIDE, SCRIPT)).unwrap();
    let backups = directory.path().join("backups");
    assert!(back_up(&script, data.path(), &backups).status.success());
    assert_eq!(assert_complete(&backups), 1);
    caller.uploaded(&json!({}));
    let files = data.path().join("files");
    let lost: Vec<_> = names_in(&files).into_iter().collect();
    for name in &lost {
        std::fs::remove_file(files.join(name)).unwrap();
    }
    let output = back_up(&script, data.path(), &backups);
    assert!(!output.status.success(), "two records have lost their bytes");
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot stat"));
    std::fs::remove_dir_all(backups.join("incomplete")).unwrap();
    assert_eq!(assert_complete(&backups), 1);
}
