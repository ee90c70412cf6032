//! Copying a platform from one database to another, and migrating a schema.

use crate::support::files::{assert_blobs_match_records, names_in};
use crate::support::fixture::Platform;
use crate::support::{Caller, Data, eventually};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// Copies the platform.
fn copy(from: &Data, to: &Data) -> std::process::Output {
    let files = |data: &Data| data.path().join("files").to_str().unwrap().to_owned();
    to.run(&[
        "copy",
        "--from",
        &from.location(),
        "--from-file-storage",
        &files(from),
        "--to",
        &to.location(),
        "--to-file-storage",
        &files(to),
    ])
}

fn assert_copied(from: &Data, to: &Data) {
    let (id, secret) = from.client();
    let caller = from.serve_with(&[]).caller(&id, &secret);
    let before = caller.all_records();
    let token = caller.token.clone();
    let output = copy(from, to);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8(output.stdout).unwrap().contains("copied and verified"));
    let copied = to.serve_with(&[]).caller(&id, &secret);
    assert_eq!(copied.all_records(), before);
    assert_eq!(names_in(&from.path().join("files")), names_in(&to.path().join("files")));
    assert!(to.run(&["files", "check", "--read"]).status.success());
    // An earlier token is valid, because the copy includes the signing keys.
    assert_eq!(Caller { token, ..copied }.get("/areas").status, 200);
}

#[test]
fn a_copy_returns_the_same_data_as_its_source() {
    let (source, target, again) = (Data::embedded(), Data::new(), Data::embedded());
    let source = source.filled(&Platform::full(5, CREATED_AT));
    assert_copied(&source, &target);
    assert_copied(&target, &again);
    let rejected = copy(&source, &again);
    assert_eq!(rejected.status.code(), Some(1));
    assert!(String::from_utf8(rejected.stderr).unwrap().contains("the target already contains a platform"));
}

#[test]
fn a_side_that_is_not_given_is_the_platform_of_the_settings() {
    let (source, target, again) = (Data::embedded(), Data::new(), Data::embedded());
    let source = source.filled(&Platform::full(2, CREATED_AT));
    let neither = target.run(&["copy"]);
    assert_eq!(neither.status.code(), Some(2), "{}", String::from_utf8_lossy(&neither.stderr));
    let filled = target.run(&["copy", "--from", source.path().to_str().unwrap()]);
    assert!(filled.status.success(), "{}", String::from_utf8_lossy(&filled.stderr));
    assert!(String::from_utf8(filled.stderr).unwrap().lines().all(|line| !line.starts_with("warning")));
    let back = target.run(&["copy", "--to", again.path().to_str().unwrap()]);
    assert!(back.status.success(), "{}", String::from_utf8_lossy(&back.stderr));
    assert_eq!(names_in(&source.path().join("files")), names_in(&again.path().join("files")));
    assert_eq!(again.serve().crawl("/ideas", "ideas", 24).len(), 2);
}

#[test]
fn a_copy_warns_about_a_running_server_of_its_source() {
    let source = Data::with(&Platform::full(2, CREATED_AT));
    let server = source.serve_with(&[]);
    // Connections of a server count when they are older than those of the copy.
    eventually("the copy does not notice the server", || {
        let target = Data::embedded();
        let output = source.run(&["copy", "--to", target.path().to_str().unwrap()]);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{stderr}");
        stderr.contains("what it stores from now on is not copied")
    });
    drop(server);
}

#[test]
fn records_can_be_imported_into_a_copy() {
    let (source, target) = (Data::embedded(), Data::new());
    let source = source.filled(&Platform::full(2, CREATED_AT));
    assert!(copy(&source, &target).status.success());
    let mut more = Platform::full(3, CREATED_AT);
    more.records.retain(|plural, _| plural != "files");
    target.import(&more);
    assert_eq!(target.serve().crawl("/ideas", "ideas", 24).len(), 3);
}

#[test]
fn a_copy_fails_if_a_blob_differs_from_the_uploaded_file() {
    let (source, target) = (Data::embedded(), Data::new());
    source.import(&Platform::full(2, CREATED_AT));
    let files = source.path().join("files");
    let one = names_in(&files).into_iter().next().unwrap();
    let size = std::fs::metadata(files.join(&one)).unwrap().len();
    std::fs::write(files.join(&one), vec![b'x'; usize::try_from(size).unwrap()]).unwrap();
    let output = copy(&source, &target);
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains(&one) && stderr.contains("differs from the uploaded file"), "{stderr}");
    let status = target.run(&["access", "on"]);
    assert!(String::from_utf8(status.stderr).unwrap().contains("the database contains no platform"));
}

#[test]
fn a_failed_copy_can_be_repeated() {
    let (source, target) = (Data::embedded(), Data::new());
    let source = source.filled(&Platform::full(5, CREATED_AT));
    let files = source.path().join("files");
    let damaged = files.join(names_in(&files).into_iter().next_back().unwrap());
    let bytes = std::fs::read(&damaged).unwrap();
    std::fs::write(&damaged, vec![b'x'; bytes.len()]).unwrap();
    for _ in 0..2 {
        let output = copy(&source, &target);
        assert_eq!(output.status.code(), Some(1));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("differs from the uploaded file"), "{stderr}");
    }
    std::fs::write(&damaged, bytes).unwrap();
    assert_copied(&source, &target);
    assert_blobs_match_records(&target);
}

#[test]
fn a_schema_that_does_not_allow_a_declared_enum_value_is_rejected_at_start() {
    let data = Data::new();
    assert!(data.run(&["migrate"]).status.success());
    // As if the declaration had one more value than the schema.
    if data.is_embedded() {
        data.change_database(
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = replace(sql, ', ''incomplete''', '') WHERE name = 'users'",
        );
    } else {
        data.change_database(
            "ALTER TABLE users DROP CONSTRAINT users_status_check,
             ADD CONSTRAINT users_status_check CHECK (status IN ('active', 'invited'))",
        );
    }
    let rejected = data.run(&["clients", "list"]);
    assert_eq!(rejected.status.code(), Some(1));
    let stderr = String::from_utf8(rejected.stderr).unwrap();
    let expected = "the CHECK constraint of the column status does not allow 'incomplete'";
    assert!(stderr.contains("table users") && stderr.contains(expected), "{stderr}");
}

#[test]
fn a_schema_can_be_migrated_by_a_separate_command() {
    let data = Data::without_schema();
    let separately = ["--migrations", "separately"];
    let early = data.run(&[&["clients", "list"], separately.as_slice()].concat());
    if !data.is_embedded() {
        assert_eq!(early.status.code(), Some(1));
        assert!(String::from_utf8(early.stderr).unwrap().contains("run `folkmoot migrate` first"));
    }
    let migrated = data.run(&["migrate"]);
    assert!(migrated.status.success());
    assert!(String::from_utf8(migrated.stdout).unwrap().starts_with("schema version "));
    assert!(data.run(&[&["clients", "list"], separately.as_slice()].concat()).status.success());
}
