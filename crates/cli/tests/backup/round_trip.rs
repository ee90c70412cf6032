//! A backup of an idle platform, restored into each kind of database.

use crate::backup::{Backups, CREATED_AT, KEY, assert_failed};
use crate::support::fixture::Platform;
use crate::support::{Caller, Data, text};

#[track_caller]
fn assert_restored(from: &Data, to: &Data, settings: &[&str]) {
    let (id, secret) = from.client();
    let caller = from.serve_with(&[]).caller(&id, &secret);
    let (before, token) = (caller.all_records(), caller.token.clone());
    let backups = Backups::new();
    // The server continues.
    backups.backed_up(from, settings);
    backups.restored(to, settings);
    let restored = to.serve_with(&[]).caller(&id, &secret);
    assert_eq!(restored.all_records(), before);
    // An earlier token is valid, because the backup contains the signing keys.
    assert_eq!(Caller { token, ..restored }.get("/areas").status, 200);
    let audit = text(&to.run(&["audit"]).stdout);
    assert!(audit.contains("backups.create") && audit.contains("backups.restore"), "{audit}");
    assert_failed(&backups.restore(to, settings), "is not empty; nothing was restored");
}

#[test]
fn a_restored_platform_returns_the_same_data_from_either_database() {
    let source = Data::new().filled(&Platform::full(4, CREATED_AT));
    let (embedded, other) = (Data::embedded(), Data::new());
    assert_restored(&source, &embedded, &[]);
    assert_restored(&embedded, &other, &["--backup-key", KEY]);
}

#[test]
fn a_backup_of_the_embedded_database_can_be_used_as_a_data_folder() {
    let source = Data::embedded().filled(&Platform::full(2, CREATED_AT));
    let backups = Backups::new();
    let backup = backups.backed_up(&source, &[]);
    assert!(backup.join("folkmoot.sqlite").exists() && backup.join("keys").exists());
    assert!(!backup.join("folkmoot.sqlite-wal").exists());
    // The older backup can be named.
    source.import(&Platform::full(3, CREATED_AT));
    backups.backed_up(&source, &[]);
    let target = Data::embedded();
    let restored = target.run(&["restore", backup.to_str().unwrap()]);
    assert!(restored.status.success(), "{}", text(&restored.stderr));
    assert_eq!(target.serve().crawl("/ideas", "ideas", 24).len(), 2);
}

#[test]
fn a_folder_without_a_backup_is_an_error() {
    let (backups, data) = (Backups::new(), Data::embedded());
    assert_failed(&backups.restore(&data, &[]), "contains no complete backup");
    let backup = backups.path().join("2026-01-01T00-00-00.000Z");
    std::fs::create_dir(&backup).unwrap();
    std::fs::write(backup.join("backup.json"), "{").unwrap();
    assert_failed(&backups.restore(&data, &[]), "is not the manifest of a backup");
    assert!(!data.path().join("folkmoot.sqlite").exists());
}
