//! Encrypted backups.

use std::path::Path;

use crate::backup::{Backups, CREATED_AT, KEY, assert_failed};
use crate::support::Data;
use crate::support::fixture::Platform;

/// Texts of the platform: a content of a file in plain text, names of people, the start of every SQLite file and key, and the number
/// of rows of a table.
const CANARIES: &[&str] =
    &["Notes of the meeting", "first_name-", "SQLite format 3", "PRIVATE KEY", "\"users\": 3"];

/// The canaries that the files of a folder contain.
fn found_in(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(found_in(&path));
            continue;
        }
        let content = std::fs::read(&path).unwrap();
        let contains = |canary: &str| content.windows(canary.len()).any(|part| part == canary.as_bytes());
        found.extend(CANARIES.iter().filter(|canary| contains(canary)).map(|canary| (*canary).to_owned()));
    }
    found
}

#[test]
fn an_encrypted_backup_shows_nothing_and_is_restored_only_with_its_key() {
    let source = Data::new().filled(&Platform::full(3, CREATED_AT));
    let plain = Backups::new();
    let mut canaries = found_in(&plain.backed_up(&source, &[]));
    canaries.sort();
    canaries.dedup();
    assert_eq!(canaries.len(), CANARIES.len(), "{canaries:?}");
    let encrypted = Backups::new();
    assert_eq!(found_in(&encrypted.backed_up(&source, &["--backup-key", KEY])), [""; 0]);
    assert!(
        !std::fs::read_dir(source.path())
            .unwrap()
            .any(|entry| { entry.unwrap().file_name().to_str().unwrap().starts_with("backup-staging-") })
    );
    let target = Data::new();
    assert_failed(&encrypted.restore(&target, &[]), "set backup-key");
    let other = ["--backup-key", "another secret of more than 32 characters"];
    assert_failed(&encrypted.restore(&target, &other), "cannot be decrypted");
    encrypted.restored(&target, &["--backup-key", KEY]);
}
