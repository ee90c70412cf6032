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

fn folder() -> (TempDir, PathBuf) {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("data").join("keys");
    (data, folder)
}

fn ids(keys: &Keys) -> Vec<String> {
    keys.ring().keys().iter().map(|key| key.id().to_owned()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn the_first_start_makes_a_key_that_the_next_finds() {
    let (_data, folder) = folder();
    let first = Keys::open(Folder(folder.clone()), NOW).unwrap();
    let second = Keys::open(Folder(folder.clone()), after(60)).unwrap();
    assert_eq!(ids(&first).len(), 1);
    assert_eq!(ids(&first), ids(&second));
    let made = second.ring().signing().created_at();
    assert_eq!(made.as_millisecond(), NOW.as_millisecond());
    let text = fs::read_to_string(&files(&folder)[0]).unwrap();
    assert!(text.starts_with("-----BEGIN PRIVATE KEY-----"), "{text:.40}");
}

#[test]
fn keys_are_for_their_owner_alone() {
    let (_data, folder) = folder();
    Keys::open(Folder(folder.clone()), NOW).unwrap();
    let file = files(&folder)[0].clone();
    assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));
    fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
    Keys::open(Folder(folder.clone()), NOW).unwrap();
    assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));
}

#[test]
fn a_rotation_adds_a_key_that_signs() {
    let (_data, folder) = folder();
    let keys = Keys::open(Folder(folder.clone()), NOW).unwrap();
    let first = keys.ring().signing().id().to_owned();
    keys.rotate(NOW).unwrap();
    assert_eq!(ids(&keys).len(), 2);
    assert_ne!(keys.ring().signing().id(), first);
    assert!(keys.ring().find(&first).is_some());
    assert!(keys.ring().find("").is_none());
}

#[test]
fn a_key_is_removed_a_day_after_it_was_replaced() {
    let (_data, folder) = folder();
    let keys = Keys::open(Folder(folder.clone()), NOW).unwrap();
    let first = ids(&keys)[0].clone();
    keys.rotate(after(1000)).unwrap();
    let kept = Keys::open(Folder(folder.clone()), after(1000 + 86_400)).unwrap();
    assert!(kept.ring().find(&first).is_some());
    let removed = Keys::open(Folder(folder.clone()), after(1000 + 86_400 + 60)).unwrap();
    assert_eq!(ids(&removed).len(), 1);
    assert!(removed.ring().find(&first).is_none());
    removed.rotate(after(1_000_000)).unwrap();
    removed.rotate(after(2_000_000)).unwrap();
    assert_eq!(ids(&removed).len(), 2);
}

#[test]
fn a_running_program_notices_the_rotation_of_another() {
    let (_data, folder) = folder();
    let running = Keys::open(Folder(folder.clone()), NOW).unwrap();
    let other = Keys::open(Folder(folder.clone()), NOW).unwrap();
    assert!(!running.reload_if_changed().unwrap());
    for seconds in 1..20 {
        other.rotate(after(seconds)).unwrap();
        assert!(running.reload_if_changed().unwrap());
        assert_eq!(ids(&running), ids(&other));
    }
    assert!(!running.reload_if_changed().unwrap());
}

#[test]
fn a_running_program_keeps_its_keys_when_the_folder_is_emptied() {
    let (_data, folder) = folder();
    let keys = Keys::open(Folder(folder.clone()), NOW).unwrap();
    fs::remove_file(&files(&folder)[0]).unwrap();
    assert!(matches!(keys.reload_if_changed(), Err(KeysError::Gone(_))));
    assert_eq!(ids(&keys).len(), 1);
}

#[test]
fn a_clock_set_back_does_not_bring_an_old_key_to_sign() {
    let (_data, folder) = folder();
    let keys = Keys::open(Folder(folder.clone()), NOW).unwrap();
    let first = ids(&keys)[0].clone();
    keys.rotate(after(-1_000_000)).unwrap();
    assert_ne!(keys.ring().signing().id(), first);
    assert_ne!(Keys::open(Folder(folder.clone()), NOW).unwrap().ring().signing().id(), first);
}

#[test]
fn a_damaged_key_is_told_with_its_path() {
    let (_data, folder) = folder();
    let keys = Keys::open(Folder(folder.clone()), NOW).unwrap();
    keys.rotate(after(1)).unwrap();
    let [one, other] = <[PathBuf; 2]>::try_from(files(&folder)).unwrap();
    for text in [String::new(), "no key".to_owned(), fs::read_to_string(&other).unwrap()] {
        fs::write(&one, text).unwrap();
        let told = Keys::open(Folder(folder.clone()), NOW).unwrap_err().to_string();
        assert!(told.contains(one.to_str().unwrap()) && told.contains("is damaged"), "{told}");
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_told_with_its_path() {
    let (data, _) = folder();
    let file = data.path().join("file");
    fs::write(&file, "").unwrap();
    let told = Keys::open(Folder(file.join("keys")), NOW).unwrap_err().to_string();
    assert!(told.starts_with("failed to access the signing keys in "), "{told}");
}

#[test]
fn what_a_killed_writer_leaves_is_no_key_and_is_removed_later() {
    let (_data, folder) = folder();
    let keys = Keys::open(Folder(folder.clone()), NOW).unwrap();
    let unfinished = folder.join("2026-09-21T13-33-20.000Z-0123456789abcdef.unfinished");
    fs::write(&unfinished, "-----BEGIN").unwrap();
    fs::write(folder.join("notes.txt"), "").unwrap();
    assert!(!keys.reload_if_changed().unwrap());
    Keys::open(Folder(folder.clone()), NOW).unwrap();
    assert!(unfinished.exists());
    Keys::open(Folder(folder.clone()), after(7200)).unwrap();
    assert!(!unfinished.exists());
    assert!(folder.join("notes.txt").exists());
}

#[test]
fn private_keys_are_never_printed() {
    let (_data, folder) = folder();
    let keys = Keys::open(Folder(folder.clone()), NOW).unwrap();
    let shown = format!("{keys:?}");
    assert!(!shown.contains("private") && shown.contains(keys.ring().signing().id()), "{shown}");
}
