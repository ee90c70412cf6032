//! Commands that are given the wrong place: those that read fail there, and leave nothing behind.

use crate::support::fixture::{Platform, id};
use crate::support::{Data, text};

/// Commands that need a platform, with arguments that would succeed on one. FOLDER is an existing folder.
const COMMANDS: &[&str] = &[
    "access status",
    "access on",
    "admin-keys create Ada",
    "admin-keys list",
    "audit",
    "backup FOLDER",
    "clients create Website",
    "clients list",
    "export --out FOLDER/out --access public",
    "files check",
    "keys list",
    "keys rotate",
    "people find ada",
    "people reconcile FOLDER/erased",
    "usage",
];

#[test]
fn a_command_that_reads_does_not_create_a_platform() {
    let folder = tempfile::tempdir().unwrap();
    let missing = Data::without_schema();
    let typo = Data::inside(missing.path(), "typo");
    let data = if missing.is_embedded() { &typo } else { &missing };
    for command in COMMANDS {
        let command = command.replace("FOLDER", folder.path().to_str().unwrap());
        let output = data.run(&command.split(' ').collect::<Vec<_>>());
        let error = text(&output.stderr);
        assert_eq!(
            (output.status.code(), text(&output.stdout)),
            (Some(1), String::new()),
            "{command}: {error}"
        );
        let place = if data.is_embedded() { "the setting data)" } else { "the setting database-url)" };
        for words in ["contains no platform; expected", place, "`folkmoot import`"] {
            assert!(error.contains(words), "{command}: {error}");
        }
        assert!(!typo.path().exists(), "{command} created the data folder");
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{command} wrote a file");
    }
    if !data.is_embedded() {
        assert_eq!(data.rows("SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'"), ["0"]);
    }
}

#[test]
fn the_openapi_document_needs_no_platform() {
    let missing = Data::without_schema();
    let output = missing.run(&["openapi"]);
    assert!(output.status.success() && output.stdout.starts_with(b"{"), "{}", text(&output.stderr));
    assert!(!missing.path().join("folkmoot.sqlite").exists());
}

#[test]
fn a_backup_of_an_empty_platform_fails() {
    let (data, folder) = (Data::new(), tempfile::tempdir().unwrap());
    let started = data.serve_with(&[]);
    let output = data.run(&["backup", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("contains no platform; run `folkmoot import`"));
    assert_eq!(folder.path().read_dir().unwrap().count(), 0, "a backup was begun");
    drop(started);
}

#[test]
fn the_source_of_a_copy_must_exist() {
    let target = tempfile::tempdir().unwrap();
    let (from, to) = (target.path().join("typo"), target.path().join("copy"));
    let arguments = ["copy", "--from", from.to_str().unwrap(), "--to", to.to_str().unwrap()];
    let output = Data::embedded().run(&arguments);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("typo contains no platform"), "{}", text(&output.stderr));
    assert!(!from.exists() && !to.exists());
}

/// Commands that create a platform do so in a folder that does not exist.
#[test]
fn an_import_creates_a_platform() {
    let parent = tempfile::tempdir().unwrap();
    let data = Data::inside(parent.path(), "new");
    data.import(&Platform::empty());
    assert!(data.run(&["access", "on"]).status.success());
    assert!(
        text(&data.run(&["clients", "revoke", &id("clients", 0)]).stderr).contains("no client has the id")
    );
}
