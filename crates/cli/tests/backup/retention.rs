//! Backups that the server makes each day, and the deletion of old ones.

use crate::backup::{Backups, CREATED_AT, KEY};
use crate::support::fixture::Platform;
use crate::support::{Data, eventually, text};

/// A platform, and two backups of it with the names of earlier times.
fn with_old_backups() -> (Data, Backups) {
    let (data, backups) = (Data::new().filled(&Platform::full(1, CREATED_AT)), Backups::new());
    for name in ["2020-01-01T00-00-00.000Z", "2021-01-01T00-00-00.000Z"] {
        std::fs::rename(backups.backed_up(&data, &[]), backups.path().join(name)).unwrap();
    }
    (data, backups)
}

#[test]
fn old_backups_are_deleted_when_a_new_one_is_complete() {
    let (data, backups) = with_old_backups();
    // Files of others remain.
    std::fs::write(backups.path().join("notes.txt"), "by hand").unwrap();
    std::fs::create_dir(backups.path().join("2019-01-01T00-00-00.000Z")).unwrap();
    assert_eq!(backups.names().len(), 4);
    let output = backups.back_up(&data, &["--delete-older", "30"]);
    assert!(text(&output.stdout).contains("deleted 2 older backups"), "{}", text(&output.stdout));
    let left = backups.names();
    assert_eq!(left.len(), 3, "{left:?}");
    assert!(left.contains(&"notes.txt".to_owned()));
}

#[test]
fn a_backup_that_cannot_be_deleted_prevents_no_other_backup() {
    let (data, backups) = with_old_backups();
    // A file in place of the folder of an interrupted deletion.
    std::fs::write(backups.path().join("2019-01-01T00-00-00.000Z.incomplete"), "").unwrap();
    backups.backed_up(&data, &[]);
    let output = data.run(&["backup", backups.path().to_str().unwrap(), "--delete-older", "30"]);
    assert!(!output.status.success());
    assert!(text(&output.stdout).starts_with("backed up and verified"), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("2019-01-01T00-00-00.000Z.incomplete"), "{}", text(&output.stderr));
    let names = backups.names();
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(names.iter().all(|name| !name.starts_with("2020") && !name.starts_with("2021")), "{names:?}");
}

#[test]
fn a_server_makes_one_backup_a_day_and_deletes_old_ones() {
    let (data, backups) = with_old_backups();
    let folder = backups.path().to_str().unwrap();
    let arguments = ["--backup-folder", folder, "--backup-at", "00:00", "--backup-key", KEY];
    let server = data.serve_with(&arguments);
    eventually("the server makes no backup", || backups.names().len() == 1);
    let names = backups.names();
    assert!(names[0].starts_with("202") && !names[0].starts_with("2020"), "{names:?}");
    eventually("the backup is not counted", || {
        server.metric("folkmoot_backups_total{result=\"succeeded\"}") == 1
    });
    assert!(server.metric("folkmoot_last_backup_timestamp_seconds") > 1_700_000_000);
    drop(server);
    backups.restored(&Data::new(), &["--backup-key", KEY]);
}
