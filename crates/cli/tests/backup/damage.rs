//! Damaged backups and damaged platforms.

use std::path::PathBuf;

use crate::backup::{Backups, CREATED_AT, assert_failed};
use crate::support::files::names_in;
use crate::support::fixture::Platform;
use crate::support::{Data, eventually, text};

#[test]
fn each_damaged_file_of_a_backup_is_found() {
    let source = Data::embedded().filled(&Platform::full(2, CREATED_AT));
    let backups = Backups::new();
    let backup = backups.backed_up(&source, &[]);
    let first = |folder: &str| -> PathBuf {
        backup.join(folder).join(names_in(&backup.join(folder)).into_iter().next().unwrap())
    };
    for damaged in [backup.join("folkmoot.sqlite"), first("files"), first("keys")] {
        let intact = std::fs::read(&damaged).unwrap();
        let mut bytes = intact.clone();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&damaged, &bytes).unwrap();
        let target = Data::new();
        assert_failed(&backups.restore(&target, &[]), "is damaged");
        let status = target.run(&["access", "status"]);
        assert_ne!(text(&status.stdout), "on\n");
        std::fs::remove_file(&damaged).unwrap();
        assert_failed(&backups.restore(&Data::new(), &[]), "failed to read");
        std::fs::write(&damaged, intact).unwrap();
    }
    backups.restored(&Data::new(), &[]);
}

#[test]
fn a_content_that_the_file_storage_lost_is_reported_and_everything_else_is_restored() {
    let source = Data::new().filled(&Platform::full(3, CREATED_AT));
    let files = source.path().join("files");
    let mut names = names_in(&files).into_iter();
    std::fs::remove_file(files.join(names.next().unwrap())).unwrap();
    let damaged = files.join(names.next().unwrap());
    let size = std::fs::metadata(&damaged).unwrap().len();
    std::fs::write(&damaged, vec![b'x'; usize::try_from(size).unwrap()]).unwrap();
    std::fs::write(files.join(names.next().unwrap()), "").unwrap();
    let backups = Backups::new();
    assert_failed(&backups.back_up(&source, &[]), "except for 3 contents of files");
    let target = Data::new();
    let restored = backups.restore(&target, &[]);
    assert_failed(&restored, "except for 3 contents of files that are not in the backup");
    assert!(text(&restored.stdout).starts_with("restored and verified "), "{}", text(&restored.stdout));
    assert_failed(&target.run(&["files", "check"]), "3 differences");
}

#[test]
fn a_full_disk_is_an_error_and_leaves_earlier_backups() {
    let source = Data::new().filled(&Platform::full(2, CREATED_AT));
    let backups = Backups::new();
    backups.backed_up(&source, &[]);
    let before = backups.names();
    // The file-size limit of the process stands for the end of the disk; SQLite and this program get an error in both cases.
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 64; exec \"$@\"", "sh"]);
    let program = source.command();
    command.arg(program.get_program()).args(program.get_args()).env_clear();
    let output = command.arg("backup").arg(backups.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).starts_with("error: "), "{}", text(&output.stderr));
    eventually("the incomplete backup remains", || backups.names() == before);
    backups.restored(&Data::new(), &[]);
}
