//! The reserve of a disk: large writes stop before they use it, and small ones succeed.

/// Tests that mount a file system.
mod requires_root {
    use std::path::Path;
    use std::process::Output;

    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use reqwest::Method;
    use serde_json::json;

    use crate::durability::CREATED_AT;
    use crate::durability::integrity::assert_database_is_intact;
    use crate::support::files::upload_with;
    use crate::support::fixture::{Platform, id};
    use crate::support::small_disk::SmallDisk;
    use crate::support::{Data, eventually, text};

    const RESERVE: &str = "16";
    const RESERVE_BYTES: u64 = 16_000_000;
    const ARGUMENTS: &[&str] = &["--disk-reserve-megabytes", RESERVE];

    fn free(folder: &Path) -> u64 {
        let space = rustix::fs::statvfs(folder).unwrap();
        space.f_bavail * space.f_frsize
    }

    /// Fills the disk until this many bytes beyond the reserve are free.
    fn fill(disk: &SmallDisk, remaining: u64) {
        let length = free(disk.path()) - RESERVE_BYTES - remaining;
        std::fs::write(disk.path().join("filler"), vec![1; usize::try_from(length).unwrap()]).unwrap();
    }

    fn platform() -> (SmallDisk, Data) {
        let disk = SmallDisk::of_megabytes(64);
        let data = Data::inside(disk.path(), "data").filled(&Platform::full(3, CREATED_AT));
        (disk, data)
    }

    #[track_caller]
    fn assert_refused(output: &Output) {
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        for part in ["MB free", "MB are needed", "disk-reserve-megabytes"] {
            assert!(stderr.contains(part), "{stderr}");
        }
    }

    #[test]
    fn uploads_stop_at_the_reserve_and_a_client_can_be_revoked_a_file_deleted_and_a_person_erased() {
        let (disk, data) = platform();
        let (client, secret) = data.client();
        let (other, _) = data.client();
        let caller = data.serve_with(ARGUMENTS).caller(&client, &secret);
        let content = STANDARD.encode("Minutes of the meeting. ".repeat(160_000));
        let upload = upload_with(&json!({ "content": content })).to_string();
        let mut uploaded = Vec::new();
        let refused = loop {
            let response = caller.send(Method::POST, "/files", upload.clone());
            if response.status != 201 {
                break response;
            }
            uploaded.push(response.json()["file"]["id"].as_str().unwrap().to_owned());
            assert!(uploaded.len() < 100, "uploads do not stop");
        };
        assert_eq!((refused.status, refused.problem().as_str()), (503, "unavailable"), "{}", refused.text);
        assert!(refused.text.contains("no space"), "{}", refused.text);
        assert_eq!(refused.header("retry-after"), "300");
        assert!(!refused.text.contains(disk.path().to_str().unwrap()), "{}", refused.text);
        assert!(!uploaded.is_empty());
        fill(&disk, 0);
        let small = caller.send(Method::POST, "/files", upload_with(&json!({})).to_string());
        assert_eq!(small.status, 503, "{}", small.text);
        for arguments in [&["clients", "revoke", &other][..], &["people", "erase", &id("users", 1)]] {
            let output = data.run(&[ARGUMENTS, arguments].concat());
            assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
        }
        let path = format!("/files/{}", uploaded[0]);
        assert_eq!(caller.call(&Method::DELETE, &path).status, 204);
        assert_eq!(data.count("users"), 2);
        eventually("uploads do not begin again", || {
            caller.send(Method::POST, "/files", upload_with(&json!({})).to_string()).status == 201
        });
        drop(caller);
        assert_database_is_intact(&data);
    }

    #[test]
    fn imports_exports_and_backups_do_not_begin_below_the_reserve() {
        let (disk, data) = platform();
        let folder = crate::import::cancellation::areas(10);
        fill(&disk, 0);
        let out = disk.path().join("export");
        let backups = disk.path().join("backups");
        let refuse = |arguments: &[&str]| assert_refused(&data.run(&[ARGUMENTS, arguments].concat()));
        refuse(&["import", folder.path().to_str().unwrap()]);
        refuse(&["export", "--out", out.to_str().unwrap(), "--format", "ndjson"]);
        refuse(&["backup", backups.to_str().unwrap()]);
        refuse(&["demo"]);
        assert!(!out.exists());
        assert_eq!(data.count("areas"), 3);
        // Another disk has no reserve of this platform.
        let elsewhere = tempfile::tempdir().unwrap();
        let out = elsewhere.path().join("export");
        for arguments in [
            ["export", "--format", "ndjson", "--out", out.to_str().unwrap()].as_slice(),
            &["backup", elsewhere.path().join("backups").to_str().unwrap()],
        ] {
            let output = data.run(&[ARGUMENTS, arguments].concat());
            assert!(output.status.success(), "{}", text(&output.stderr));
        }
        let without = ["--disk-reserve-megabytes", "0", "import", folder.path().to_str().unwrap()];
        let output = data.run(&without);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let doctor = data.run(&[ARGUMENTS, &["doctor"]].concat());
        assert!(text(&doctor.stdout).contains("uploads, imports, mirrors, exports and backups are refused"));
    }

    #[test]
    fn imports_and_exports_that_run_stop_at_the_reserve_and_leave_nothing() {
        let (disk, data) = platform();
        let many = crate::import::cancellation::areas(100_000);
        fill(&disk, 3_000_000);
        let import = ["import", many.path().to_str().unwrap()];
        assert_refused(&data.run(&[ARGUMENTS, &import].concat()));
        assert_eq!(data.count("areas"), 3);
        assert!(free(disk.path()) > RESERVE_BYTES, "the failed import occupies space");
        std::fs::remove_file(disk.path().join("filler")).unwrap();
        let few = crate::import::cancellation::areas(30_000);
        let imported = data.run(&["--disk-reserve-megabytes", "0", "import", few.path().to_str().unwrap()]);
        assert!(imported.status.success(), "{}", text(&imported.stderr));
        fill(&disk, 1_000_000);
        let out = disk.path().join("export");
        let export = ["export", "--out", out.to_str().unwrap(), "--format", "ndjson,csv"];
        assert_refused(&data.run(&[ARGUMENTS, &export].concat()));
        assert!(!out.exists());
        assert_database_is_intact(&data);
    }
}
