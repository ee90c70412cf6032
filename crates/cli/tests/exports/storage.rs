//! Retention, and storage that fails.

use std::thread::sleep;
use std::time::Duration;

use reqwest::Method;
use serde_json::json;

use crate::exports::setup::{Setup, earlier, file};
use crate::support::files::names_in;
use crate::support::{Data, eventually};

const FAILED: &str = "The export failed. The log has the cause.";

/// A statement that lets no export be stored as failed, and one that lets it again.
fn refusal(data: &Data) -> [&'static str; 2] {
    if data.is_embedded() {
        [
            "CREATE TRIGGER refusal BEFORE UPDATE ON exports WHEN NEW.state = 'failed' \
             BEGIN SELECT RAISE(ABORT, 'on purpose'); END",
            "DROP TRIGGER refusal",
        ]
    } else {
        [
            "ALTER TABLE exports ADD CONSTRAINT refusal CHECK (state <> 'failed') NOT VALID",
            "ALTER TABLE exports DROP CONSTRAINT refusal",
        ]
    }
}

#[test]
fn exports_are_deleted_after_a_number_of_days_and_failed_ones_leave_nothing() {
    let setup = Setup::new(&["--export-keep-days", "2"]);
    let client = setup.client("public", "all");
    let order = json!({ "access": "public", "formats": ["csv"] });
    setup.export(&order);
    let files = setup.blobs();
    let old = setup.listed(&client);
    let started_at = earlier(&setup.data, "started_at", 1);
    setup.data.change_database(&format!("UPDATE exports SET started_at = {started_at}"));
    setup.export(&order);
    let (recent, kept) = (setup.listed(&client), setup.blobs());
    assert_eq!((recent.len(), kept), (2, 2 * files));
    let started_at = earlier(&setup.data, "started_at", 1);
    setup.data.change_database(&format!("UPDATE exports SET started_at = {started_at}"));
    eventually("an expired export is not deleted", || setup.blobs() == files);
    assert_eq!(setup.listed(&client).len(), 1);
    assert_eq!(setup.listed(&client)[0]["id"], recent[0]["id"]);
    let url = &file(&old[0], "projects.csv")["url"];
    assert_eq!(setup.download(url, &[]).problem(), "record-not-found");

    // The storage fails, and then the database when it is to store that.
    let folder = setup.data.path().join("files/exports");
    let aside = setup.data.path().join("files/aside");
    std::fs::rename(&folder, &aside).unwrap();
    std::fs::write(&folder, "").unwrap();
    assert_eq!(setup.failed(), FAILED);
    let [refuse, permit] = refusal(&setup.data);
    setup.data.change_database(refuse);
    let order = json!({ "access": "full", "formats": ["sqlite"] });
    assert_eq!(setup.admin.send(&setup.server, Method::POST, "/exports", &order).status, 202);
    let failed = || setup.server.metric("folkmoot_exports_total{result=\"failed\"}");
    eventually("the export does not fail", || failed() == 2);
    let running = setup.admin.send(&setup.server, Method::POST, "/exports", &order);
    assert_eq!((running.status, running.problem().as_str()), (409, "export-running"));
    setup.data.change_database(permit);
    let exports = setup.finished();
    assert_eq!((&exports[0]["state"], &exports[0]["reason"]), (&json!("failed"), &json!(FAILED)));
    std::fs::remove_file(&folder).unwrap();
    std::fs::rename(&aside, &folder).unwrap();
    assert_eq!((setup.blobs(), setup.listed(&client).len()), (files, 1));
    assert_eq!(names_in(&setup.data.path().join("exports")).len(), 0);
    setup.export(&order);
}

#[test]
fn an_export_is_not_started_while_an_import_writes() {
    let setup = Setup::over(Data::embedded().filled(&crate::support::files::platform()), &[]);
    let order = json!({ "access": "full", "formats": ["ndjson"] });
    let import = rusqlite::Connection::open(setup.data.path().join("folkmoot.sqlite")).unwrap();
    import.execute_batch("BEGIN IMMEDIATE").unwrap();
    let refused = setup.admin.send(&setup.server, Method::POST, "/exports", &order);
    assert_eq!((refused.status, refused.problem().as_str()), (503, "unavailable"));
    assert_eq!(refused.header("retry-after"), "10");
    assert!(refused.json()["detail"].as_str().unwrap().contains("An import is writing"), "{}", refused.text);
    // A short write delays the request.
    std::thread::scope(|scope| {
        let started =
            scope.spawn(|| setup.admin.send(&setup.server, Method::POST, "/exports", &order).status);
        sleep(Duration::from_millis(300));
        import.execute_batch("COMMIT").unwrap();
        assert_eq!(started.join().unwrap(), 202);
    });
    assert_eq!(setup.finished()[0]["state"], "succeeded");
}

/// Tests that mount a file system.
mod requires_root {
    use super::*;
    use crate::support::small_disk::SmallDisk;

    #[test]
    fn an_export_on_a_full_disk_fails_and_leaves_nothing() {
        let disk = SmallDisk::mount();
        let storage = disk.path().to_str().unwrap();
        let setup = Setup::new(&["--file-storage", storage, "--disk-reserve-megabytes", "0"]);
        let client = setup.client("full", "all");
        let filler = disk.path().join("filler");
        // As much as the disk has room for.
        let _ = std::fs::write(&filler, vec![0; 3_000_000]);
        let reason = setup.failed();
        assert_eq!(reason, "The file storage or the data folder is full. Free space and export again.");
        assert_eq!(setup.listed(&client).len(), 0);
        let exports = disk.path().join("exports");
        eventually("files remain", || !exports.exists() || names_in(&exports).is_empty());
        std::fs::remove_file(&filler).unwrap();
        setup.export(&json!({ "access": "full", "formats": ["sqlite"] }));
        assert_eq!(setup.listed(&client).len(), 1);
    }
}
