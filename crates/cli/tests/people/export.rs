//! `folkmoot people export`

use std::collections::BTreeSet;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::Value;

use crate::people::scan::rows_with;
use crate::people::scenario::{CANARIES, EMAIL, Scenario, TEXT_CANARIES, person};
use crate::support::files::names_in;

/// The names and contents of an archive.
fn contents(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(path).unwrap()).unwrap();
    (0..archive.len())
        .map(|position| {
            let mut file = archive.by_index(position).unwrap();
            let mut content = Vec::new();
            file.read_to_end(&mut content).unwrap();
            (file.name().unwrap().into_owned(), content)
        })
        .collect()
}

#[test]
fn an_archive_contains_every_record_that_a_scan_of_all_tables_finds() {
    let scenario = Scenario::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("person.zip");
    let output = scenario.people(&["export", "-", "--out", path.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        names_in(folder.path()),
        BTreeSet::from(["person.zip".to_owned()]),
        "a temporary file remains"
    );
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);

    let contents = contents(&path);
    let mut exported = BTreeSet::new();
    for (name, content) in &contents {
        let Some(plural) = name.strip_suffix(".ndjson") else { continue };
        for line in std::str::from_utf8(content).unwrap().lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            exported.insert((plural.to_owned(), record["id"].as_str().unwrap().to_owned()));
        }
    }
    let mut expected = rows_with(&scenario.data, &person());
    expected.extend(rows_with(&scenario.data, EMAIL));
    // Statistics of the planner are not records.
    expected.retain(|(table, _)| table != "pg_stats");
    assert_eq!(exported, expected);

    let all: Vec<u8> = contents.iter().flat_map(|(_, content)| content.clone()).collect();
    let all = String::from_utf8(all).unwrap();
    for canary in CANARIES.iter().chain(TEXT_CANARIES) {
        assert!(all.contains(canary), "{canary}");
    }
    let (_, explanation) = contents.iter().find(|(name, _)| name == "README.txt").unwrap();
    let explanation = std::str::from_utf8(explanation).unwrap();
    assert!(explanation.contains("What Testham stores about you"), "{explanation}");
    let (_, file) = contents.iter().find(|(name, _)| name.starts_with("files/")).unwrap();
    assert_eq!(file, b"Notes of the meeting.");
}

#[test]
fn an_archive_names_the_files_whose_contents_are_lost() {
    // One is missing, the others are damaged.
    let mut is_first = true;
    assert_lost_contents_are_named(|content| {
        if std::mem::take(&mut is_first) {
            std::fs::remove_file(content).unwrap();
        } else {
            std::fs::write(content, "").unwrap();
        }
    });
}

#[test]
fn an_archive_names_the_files_whose_contents_have_changed() {
    assert_lost_contents_are_named(|content| {
        let changed: Vec<u8> = std::fs::read(content).unwrap().iter().map(|byte| byte ^ 1).collect();
        std::fs::write(content, changed).unwrap();
    });
}

/// Fails unless an archive names the files without their contents after each content was damaged.
#[track_caller]
fn assert_lost_contents_are_named(mut damage: impl FnMut(&Path)) {
    let scenario = Scenario::new();
    let files = scenario.data.path().join("files");
    for name in names_in(&files) {
        damage(&files.join(name));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("person.zip");
    let output = scenario.people(&["export", "-", "--out", path.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let contents = contents(&path);
    assert!(!contents.iter().any(|(name, _)| name.starts_with("files/")));
    let content = |name: &str| {
        let (_, content) = contents.iter().find(|(found, _)| found == name).unwrap();
        std::str::from_utf8(content).unwrap()
    };
    let file: Value = serde_json::from_str(content("files.ndjson").trim()).unwrap();
    let (id, name) = (file["id"].as_str().unwrap(), file["name"].as_str().unwrap());
    assert!(
        content("README.txt").contains(&format!("any more:\n  {id}-{name}\n")),
        "{}",
        content("README.txt")
    );
}

#[test]
fn an_archive_that_cannot_be_written_leaves_no_file() {
    let scenario = Scenario::new();
    let missing = scenario.data.path().join("missing/person.zip");
    let output = scenario.people(&["export", "-", "--out", missing.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("failed to write"));
    assert!(!missing.exists());
}
