//! Backups from before an erasure.

use std::path::PathBuf;

use crate::backup::Backups;
use crate::people::scan::{files_with, rows_with};
use crate::people::scenario::{CANARIES, COUNT, Scenario, list_beside, person};
use crate::support::{Data, text};

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
