//! Backups from before an erasure.

use std::path::PathBuf;

use crate::backup::Backups;
use crate::people::scan::{files_with, rows_with};
use crate::people::scenario::{CANARIES, COUNT, Scenario, list_beside, person};
use crate::support::{Data, text};

const WARNING: &str = "this machine has no list of erased people";

/// The list of erased people that the guides state to copy before a restore.
fn list(data: &Data) -> PathBuf {
    let name = "erased-people.ndjson";
    if data.is_embedded() { data.path().join(name) } else { data.path().join("files").join(name) }
}

/// Fails if a table or a file contains a value about the person.
#[track_caller]
fn assert_erased(data: &Data) {
    for canary in CANARIES {
        assert!(rows_with(data, canary).is_empty(), "{canary}");
        let files = files_with(&[data.path()], canary);
        assert!(files.is_empty(), "{canary} is in {files:?}");
    }
}

#[test]
fn a_restore_erases_people_again_who_were_erased_after_the_backup() {
    let scenario = Scenario::new();
    let backups = Backups::new();
    backups.backed_up(&scenario.data, &[]);
    scenario.erase(&[]);
    let target = Data::new();
    std::fs::create_dir_all(list(&target).parent().unwrap()).unwrap();
    std::fs::copy(list(&scenario.data), list(&target)).unwrap();
    let restored = backups.restore(&target, &[]);
    assert!(restored.status.success(), "{}", text(&restored.stderr));
    assert!(text(&restored.stdout).contains("erased 1 people again"), "{}", text(&restored.stdout));
    assert_erased(&target);
    let caller = target.serve();
    assert_eq!(caller.get(&format!("/users/{}", person())).status, 404);
    assert_eq!(caller.crawl("/users", "users", 24).len(), COUNT - 1);
    drop(caller);
    assert_erased(&target);
    let _ = std::fs::remove_file(list_beside(&target));
}

#[test]
fn a_restore_on_a_machine_without_the_list_says_so_and_how_to_give_it() {
    let scenario = Scenario::new();
    let backups = Backups::new();
    backups.backed_up(&scenario.data, &[]);
    scenario.erase(&[]);
    let target = Data::new();
    let restored = backups.restore(&target, &[]);
    assert!(restored.status.success(), "{}", text(&restored.stderr));
    let stderr = text(&restored.stderr);
    for part in [WARNING, "erased-people.ndjson", "folkmoot people reconcile FILE"] {
        assert!(stderr.contains(part), "{stderr}");
    }
    assert!(!rows_with(&target, CANARIES[0]).is_empty(), "the backup does not contain the person");
    let lists = list(&scenario.data);
    let reconciled = target.run(&["people", "reconcile", lists.to_str().unwrap()]);
    assert!(text(&reconciled.stdout).contains("erased 1 people again"), "{}", text(&reconciled.stderr));
    assert_erased(&target);
    let missing = target.run(&["people", "reconcile", "missing.ndjson"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stderr).contains("missing.ndjson does not exist"), "{}", text(&missing.stderr));
    let _ = std::fs::remove_file(list_beside(&target));
}

#[test]
fn a_restore_reads_the_list_that_it_is_given_and_the_one_beside_the_backup() {
    let scenario = Scenario::new();
    let backups = Backups::new();
    let first = backups.backed_up(&scenario.data, &[]);
    scenario.erase(&[]);
    let lists = list(&scenario.data);
    let given = Data::new();
    let restored = backups.restore(&given, &["--erased-people", lists.to_str().unwrap()]);
    assert!(text(&restored.stdout).contains("erased 1 people again"), "{}", text(&restored.stderr));
    assert!(!text(&restored.stderr).contains(WARNING), "{}", text(&restored.stderr));
    assert_erased(&given);
    // A later backup adds the list for earlier ones.
    backups.backed_up(&scenario.data, &[]);
    let beside = Data::new();
    let restored = beside.run(&["restore", first.to_str().unwrap()]);
    assert!(text(&restored.stdout).contains("erased 1 people again"), "{}", text(&restored.stderr));
    assert!(text(&restored.stderr).contains("the one beside the backup was used"));
    assert_erased(&beside);
    for target in [given, beside] {
        let _ = std::fs::remove_file(list_beside(&target));
    }
}
