//! A disk that becomes full in the middle of a write, so that writes are short.

/// Tests that mount a file system.
mod requires_root {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use reqwest::Method;
    use serde_json::json;

    use crate::durability::integrity::assert_database_is_intact;
    use crate::support::files::{assert_blobs_match_records, platform, upload_with};
    use crate::support::small_disk::SmallDisk;
    use crate::support::{Data, text};

    #[test]
    fn a_full_disk_loses_nothing_and_writes_succeed_again_when_there_is_space() {
        let disk = SmallDisk::of_megabytes(12);
        let data = Data::inside(disk.path(), "data").filled(&platform());
        let (id, secret) = data.client();
        let filler = disk.path().join("filler");
        std::fs::write(&filler, vec![0; 1_500_000]).unwrap();
        let caller =
            data.serve_with(&["--log-level", "off", "--disk-reserve-megabytes", "0"]).caller(&id, &secret);
        let content = STANDARD.encode("Minutes of the meeting.".repeat(7000));
        let upload = upload_with(&json!({ "content": content })).to_string();
        let mut uploaded = Vec::new();
        let mut failed = 0;
        while failed < 5 {
            let response = caller.send(Method::POST, "/files", upload.clone());
            match response.status {
                201 => uploaded.push(response.json()["file"]["id"].as_str().unwrap().to_owned()),
                500 | 503 => {
                    response.problem();
                    failed += 1;
                }
                status => panic!("{status}: {}", response.text),
            }
        }
        let created = data.run(&["clients", "create", "Test"]);
        if !created.status.success() {
            assert!(text(&created.stderr).contains("full"), "{}", text(&created.stderr));
        }
        assert!(uploaded.len() > 3, "{} uploads", uploaded.len());
        for file in &uploaded {
            assert_eq!(caller.get(&format!("/files/{file}")).status, 200, "an acknowledged upload is lost");
        }
        std::fs::remove_file(&filler).unwrap();
        for file in uploaded.drain(..2) {
            assert_eq!(caller.call(&Method::DELETE, &format!("/files/{file}")).status, 204);
        }
        let response = caller.send(Method::POST, "/files", upload);
        assert_eq!(response.status, 201, "{}", response.text);
        uploaded.push(response.json()["file"]["id"].as_str().unwrap().to_owned());
        drop(caller);
        data.serve_with(&[]).wait_until_ready();
        assert_database_is_intact(&data);
        assert_blobs_match_records(&data);
        assert_eq!(data.table("SELECT COUNT(*) FROM files")[0][0], Some(uploaded.len().to_string()));
        let checked = data.run(&["files", "check", "--read"]);
        assert!(checked.status.success(), "{}", text(&checked.stdout));
    }
}
