#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

use super::*;

const NOW: Timestamp = Timestamp::constant(1_790_000_000, 123_456_789);

fn after(seconds: i64) -> Timestamp {
    NOW.checked_add(SignedDuration::from_secs(seconds)).unwrap()
}

fn directory() -> (TempDir, PathBuf) {
    let data = tempfile::tempdir().unwrap();
    let directory = data.path().join("data").join("keys");
    (data, directory)
}

fn ids(keys: &Keys) -> Vec<String> {
    keys.ring().keys().iter().map(|key| key.id().to_owned()).collect()
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn the_first_start_creates_a_key_that_the_next_start_uses() {
    let (_data, directory) = directory();
    let first = Keys::open(KeyDirectory(directory.clone()), NOW).unwrap();
    let second = Keys::open(KeyDirectory(directory.clone()), after(60)).unwrap();
    assert_eq!(ids(&first).len(), 1);
    assert_eq!(ids(&first), ids(&second));
    let made = second.ring().signing().created_at();
    assert_eq!(made.as_millisecond(), NOW.as_millisecond());
    let text = fs::read_to_string(&files(&directory)[0]).unwrap();
    assert!(text.starts_with("-----BEGIN PRIVATE KEY-----"), "{text:.40}");
}

#[test]
fn keys_are_readable_only_by_their_owner() {
    let (_data, directory) = directory();
    Keys::open(KeyDirectory(directory.clone()), NOW).unwrap();
    let file = files(&directory)[0].clone();
    assert_eq!((mode(&directory), mode(&file)), (0o700, 0o600));
    fs::set_permissions(&directory, Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
    Keys::open(KeyDirectory(directory.clone()), NOW).unwrap();
    assert_eq!((mode(&directory), mode(&file)), (0o700, 0o600));
}

#[test]
fn a_rotation_adds_a_key_that_signs() {
    let (_data, directory) = directory();
    let keys = Keys::open(KeyDirectory(directory.clone()), NOW).unwrap();
    let first = keys.ring().signing().id().to_owned();
    keys.rotate(NOW).unwrap();
    assert_eq!(ids(&keys).len(), 2);
    assert_ne!(keys.ring().signing().id(), first);
    assert!(keys.ring().find(&first).is_some());
    assert!(keys.ring().find("").is_none());
}

#[test]
fn a_key_is_removed_a_day_after_it_was_replaced() {
    let (_data, directory) = directory();
    let keys = Keys::open(KeyDirectory(directory.clone()), NOW).unwrap();
    let first = ids(&keys)[0].clone();
    keys.rotate(after(1000)).unwrap();
    let retained = Keys::open(KeyDirectory(directory.clone()), after(1000 + 86_400)).unwrap();
    assert!(retained.ring().find(&first).is_some());
    let removed = Keys::open(KeyDirectory(directory.clone()), after(1000 + 86_400 + 60)).unwrap();
    assert_eq!(ids(&removed).len(), 1);
    assert!(removed.ring().find(&first).is_none());
    removed.rotate(after(1_000_000)).unwrap();
    removed.rotate(after(2_000_000)).unwrap();
    assert_eq!(ids(&removed).len(), 2);
}

#[test]
fn a_running_program_notices_the_rotation_of_another() {
    let (_data, directory) = directory();
    let running = Keys::open(KeyDirectory(directory.clone()), NOW).unwrap();
    let other = Keys::open(KeyDirectory(directory.clone()), NOW).unwrap();
    assert!(!running.reload_if_changed().unwrap());
    for seconds in 1..20 {
        other.rotate(after(seconds)).unwrap();
        assert!(running.reload_if_changed().unwrap());
        assert_eq!(ids(&running), ids(&other));
    }
    assert!(!running.reload_if_changed().unwrap());
}

#[test]
fn a_running_program_uses_its_keys_after_the_directory_is_emptied() {
    let (_data, directory) = directory();
    let keys = Keys::open(KeyDirectory(directory.clone()), NOW).unwrap();
    fs::remove_file(&files(&directory)[0]).unwrap();
    assert!(matches!(keys.reload_if_changed(), Err(KeysError::Gone(_))));
    assert_eq!(ids(&keys).len(), 1);
}

#[test]
fn the_new_key_signs_although_the_clock_was_set_back() {
    let (_data, directory) = directory();
    let keys = Keys::open(KeyDirectory(directory.clone()), NOW).unwrap();
    let first = ids(&keys)[0].clone();
    keys.rotate(after(-1_000_000)).unwrap();
    assert_ne!(keys.ring().signing().id(), first);
    assert_ne!(Keys::open(KeyDirectory(directory.clone()), NOW).unwrap().ring().signing().id(), first);
}

#[test]
fn an_error_names_the_path_of_a_damaged_key() {
    let (_data, directory) = directory();
    let keys = Keys::open(KeyDirectory(directory.clone()), NOW).unwrap();
    keys.rotate(after(1)).unwrap();
    let [one, other] = <[PathBuf; 2]>::try_from(files(&directory)).unwrap();
    for text in [String::new(), "no key".to_owned(), fs::read_to_string(&other).unwrap()] {
        fs::write(&one, text).unwrap();
        let error = Keys::open(KeyDirectory(directory.clone()), NOW).unwrap_err().to_string();
        assert!(error.contains(one.to_str().unwrap()) && error.contains("is damaged"), "{error}");
    }
}

#[test]
fn an_error_names_the_path_of_a_directory_that_cannot_be_created() {
    let (data, _) = directory();
    let file = data.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Keys::open(KeyDirectory(file.join("keys")), NOW).unwrap_err().to_string();
    assert!(error.starts_with("failed to access the signing keys in "), "{error}");
}

#[test]
fn an_unfinished_key_is_ignored_and_removed_later() {
    let (_data, directory) = directory();
    let keys = Keys::open(KeyDirectory(directory.clone()), NOW).unwrap();
    let unfinished = directory.join("2026-09-21T13-33-20.000Z-0123456789abcdef.unfinished");
    fs::write(&unfinished, "-----BEGIN").unwrap();
    fs::write(directory.join("notes.txt"), "").unwrap();
    assert!(!keys.reload_if_changed().unwrap());
    Keys::open(KeyDirectory(directory.clone()), NOW).unwrap();
    assert!(unfinished.exists());
    Keys::open(KeyDirectory(directory.clone()), after(7200)).unwrap();
    assert!(!unfinished.exists());
    assert!(directory.join("notes.txt").exists());
}

#[test]
fn private_keys_are_never_printed() {
    let (_data, directory) = directory();
    let keys = Keys::open(KeyDirectory(directory.clone()), NOW).unwrap();
    let shown = format!("{keys:?}");
    assert!(!shown.contains("private") && shown.contains(keys.ring().signing().id()), "{shown}");
}
