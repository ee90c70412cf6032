//! Backups and restores that are killed.

use std::fs::File;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::backup::{Backups, CREATED_AT, KEY, assert_failed};
use crate::support::files::names_in;
use crate::support::fixture::Platform;
use crate::support::random::Random;
use crate::support::{Data, eventually, text};

/// Starts a command and kills it this number of milliseconds after it has begun, or when it has ended.
fn kill_after(command: &mut Command, has_begun: impl Fn() -> bool, milliseconds: usize) {
    let mut process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while !has_begun() && process.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    std::thread::sleep(Duration::from_millis(milliseconds as u64));
    let _ = process.kill();
    process.wait().unwrap();
}

#[test]
fn a_killed_backup_leaves_nothing_that_looks_complete() {
    let data = Data::new().filled(&Platform::full(20, CREATED_AT));
    let backups = Backups::new();
    let mut random = Random(17);
    let mut incomplete = 0;
    for _ in 0..8 {
        let mut command = data.command();
        command.arg("backup").arg(backups.path()).args(["--backup-key", KEY]);
        let begun = || backups.names().iter().any(|name| name.ends_with(".incomplete"));
        kill_after(&mut command, begun, random.below(60));
        for name in backups.names() {
            if name.ends_with(".incomplete") {
                incomplete += 1;
            } else {
                assert!(backups.path().join(&name).join("backup.json").exists(), "{name}");
            }
        }
    }
    assert!(incomplete > 0, "no backup was killed in the middle");
    backups.backed_up(&data, &["--backup-key", KEY]);
    assert!(backups.names().iter().all(|name| !name.ends_with(".incomplete")), "{:?}", backups.names());
    let staging = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.unwrap().file_name().to_str().unwrap().starts_with("backup-staging-")
    };
    assert!(!std::fs::read_dir(data.path()).unwrap().any(staging));
    backups.restored(&Data::new(), &["--backup-key", KEY]);
}

#[test]
fn a_killed_restore_can_be_repeated_and_nothing_uses_the_platform_before() {
    let source = Data::new().filled(&Platform::full(20, CREATED_AT));
    let backups = Backups::new();
    backups.backed_up(&source, &[]);
    let target = Data::new();
    let mut random = Random(17);
    let mut is_complete = false;
    for _ in 0..8 {
        let mut command = target.command();
        command.arg("restore").arg(backups.path());
        let begun = || target.path().join("files").exists();
        kill_after(&mut command, begun, random.below(200));
        let status = target.run(&["access", "status"]);
        let (stdout, stderr) = (text(&status.stdout), text(&status.stderr));
        is_complete = stdout == "on\n";
        // An empty database has no platform, and its API is off.
        let is_refused =
            ["was interrupted", "contains no platform"].iter().any(|words| stderr.contains(words));
        let is_refused = is_refused || stdout == "off\n";
        assert!(is_complete || is_refused, "{stdout}{stderr}");
        if is_complete {
            break;
        }
    }
    if is_complete {
        assert_failed(&backups.restore(&target, &[]), "is not empty");
    } else {
        backups.restored(&target, &[]);
    }
    assert_eq!(target.serve().crawl("/ideas", "ideas", 24).len(), 20);
}

#[test]
fn a_server_deletes_the_copy_of_a_database_that_a_killed_program_left() {
    let data = Data::with(&Platform::empty());
    let folder = |name: &str| {
        let folder = data.path().join(format!("backup-staging-{name}"));
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("folkmoot.sqlite"), "records").unwrap();
        folder
    };
    let (left, in_progress) = (folder("left"), folder("in-progress"));
    // A program locks its folder until it ends.
    let lock = File::open(&in_progress).unwrap();
    lock.lock().unwrap();
    data.serve_with(&[]).wait_until_ready();
    assert!(!left.exists());
    assert!(in_progress.join("folkmoot.sqlite").exists());
    drop(lock);
    data.serve_with(&[]).wait_until_ready();
    assert!(!in_progress.exists());
}

/// The backups of a platform, and a data folder in which a restore of them ended before the database, which was damaged until then.
fn interrupted_restore(source: &Data) -> (Backups, Data) {
    let (backups, target) = (Backups::new(), Data::embedded());
    let database = backups.backed_up(source, &[]).join("folkmoot.sqlite");
    let intact = std::fs::read(&database).unwrap();
    std::fs::write(&database, &intact[..intact.len() / 2]).unwrap();
    assert_failed(&backups.restore(&target, &[]), "is damaged");
    std::fs::write(&database, intact).unwrap();
    (backups, target)
}

#[test]
fn a_repeated_restore_deletes_nothing_from_the_file_storage_of_another_platform() {
    let source = Data::embedded().filled(&Platform::full(2, CREATED_AT));
    let (backups, target) = interrupted_restore(&source);
    let files = source.path().join("files");
    let before = names_in(&files);
    let refused = backups.restore(&target, &["--file-storage", files.to_str().unwrap()]);
    assert_failed(&refused, "is not empty; nothing was restored");
    assert_eq!(names_in(&files), before);
    backups.restored(&target, &[]);
}

#[test]
fn a_server_does_not_start_in_the_middle_of_a_restore() {
    let source = Data::embedded().filled(&Platform::full(2, CREATED_AT));
    let (backups, target) = interrupted_restore(&source);
    let server = target.run(&["serve", "--listen", "127.0.0.1:0"]);
    assert_failed(&server, "was interrupted; run `folkmoot restore` again");
    backups.restored(&target, &[]);
    eventually("the platform is not served", || target.serve().get("/ideas").status == 200);
}
