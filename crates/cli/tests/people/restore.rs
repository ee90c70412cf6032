//! Restoring a database from before an erasure.

use std::process::Command;

use crate::people::scan::rows_with;
use crate::people::scenario::{CANARIES, Scenario, list_beside, person};
use crate::support::{Data, Server, program};

fn copy_folder(from: &std::path::Path, to: &std::path::Path) {
    let status = Command::new("cp").arg("-a").arg(from.join(".")).arg(to).status().unwrap();
    assert!(status.success());
}

fn assert_erased(data: &Data) {
    for canary in CANARIES {
        assert!(rows_with(data, canary).is_empty(), "{canary}");
    }
    let rows = rows_with(data, &person());
    assert!(
        rows.iter().all(|(table, _)| ["deleted_items", "removed_records"].contains(&table.as_str())),
        "{rows:?}"
    );
}

#[test]
fn a_database_from_before_an_erasure_does_not_bring_the_person_back() {
    let scenario = Scenario::over(Data::embedded());
    let data = &scenario.data;
    let backup = tempfile::tempdir().unwrap();
    copy_folder(data.path(), backup.path());
    scenario.erase(&[]);
    let restore_database = || {
        for suffix in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(data.path().join(format!("folkmoot.sqlite{suffix}")));
        }
        std::fs::copy(backup.path().join("folkmoot.sqlite"), data.path().join("folkmoot.sqlite")).unwrap();
        assert!(!rows_with(data, CANARIES[0]).is_empty(), "the backup does not contain the person");
    };

    // The database alone is restored, and a server starts.
    restore_database();
    let caller = data.serve();
    assert_eq!(caller.get(&format!("/users/{}", person())).status, 404);
    drop(caller);
    assert_erased(data);

    // The complete folder is restored; the copy of the list beside it remains. Another command starts first.
    std::fs::remove_file(data.path().join("erased-people.ndjson")).unwrap();
    restore_database();
    assert!(list_beside(data).exists());
    scenario.import_again();
    assert_erased(data);
    assert!(data.path().join("erased-people.ndjson").exists());

    // A backup that is made after the erasure contains the list.
    let later = tempfile::tempdir().unwrap();
    copy_folder(data.path(), later.path());
    std::fs::remove_file(list_beside(data)).unwrap();
    std::fs::remove_file(data.path().join("erased-people.ndjson")).unwrap();
    restore_database();
    std::fs::copy(later.path().join("erased-people.ndjson"), data.path().join("erased-people.ndjson"))
        .unwrap();
    drop(data.serve());
    assert_erased(data);
}

#[test]
fn another_database_with_the_same_file_storage_does_not_bring_the_person_back() {
    let scenario = Scenario::new();
    let old = Data::new();
    if old.is_embedded() {
        return;
    }
    let files = scenario.data.path().join("files");
    let copied = scenario.data.run(&[
        "copy",
        "--from",
        &scenario.data.location(),
        "--from-file-storage",
        files.to_str().unwrap(),
        "--to",
        &old.location(),
        "--to-file-storage",
        files.to_str().unwrap(),
    ]);
    assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
    scenario.erase(&[]);
    assert!(files.join("erased-people.ndjson").exists());
    assert!(!rows_with(&old, CANARIES[0]).is_empty());
    let mut serve = Command::new(program());
    serve.args(["--data", old.path().to_str().unwrap(), "--database-url", old.database_url()]).env_clear();
    serve.args(["--file-storage", files.to_str().unwrap(), "serve", "--listen", "127.0.0.1:0"]);
    let server = Server::start(&mut serve);
    server.wait_until_ready();
    assert_erased(&old);
}

#[test]
fn a_damaged_list_is_reported_and_changes_nothing() {
    let scenario = Scenario::over(Data::embedded());
    scenario.erase(&[]);
    let list = scenario.data.path().join("erased-people.ndjson");
    std::fs::write(&list, "{\"hash\":\"0\"}\n").unwrap();
    let output = scenario.people(&["find", "-"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is damaged (line 1)"));
    assert_eq!(std::fs::read_to_string(&list).unwrap(), "{\"hash\":\"0\"}\n");
}
