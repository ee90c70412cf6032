//! Servers whose machine loses its power while clients write.

/// Tests that run strace.
mod requires_tools {
    use std::collections::BTreeSet;

    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use reqwest::Method;
    use serde_json::json;

    use crate::durability::integrity::assert_database_is_intact;
    use crate::durability::power_loss::cuts;
    use crate::durability::power_loss::recording::{Acknowledged, Recording, signal};
    use crate::support::files::{assert_blobs_match_records, platform, upload_with};
    use crate::support::{Caller, Data, text};

    /// Writes of clients, each with the id of its request, which its response contains.
    #[derive(Default)]
    struct Writes {
        token: String,
        signed_in: String,
        uploads: Vec<(String, String)>,
        renames: Vec<(String, String)>,
        deletions: Vec<(String, String)>,
    }

    impl Acknowledged {
        fn has(&self, request: &str) -> bool {
            self.output.contains(request)
        }
    }

    fn write(data: &Data, recording: &Recording, client: &(String, String)) -> Writes {
        let mut command = data.command();
        command.args(["serve", "--listen", "127.0.0.1:0", "--log-level", "off"]);
        let server = recording.serve(&command);
        let signed_in = server.authenticate(&client.0, &client.1);
        let token = signed_in.json()["jwt"].as_str().unwrap().to_owned();
        let signed_in = signed_in.header("x-request-id").to_owned();
        let caller = Caller { server, token: token.clone() };
        let mut writes = Writes { token, signed_in, ..Writes::default() };
        for size in [10, 300_000, 70_000] {
            let content = STANDARD.encode("Minutes.\n".repeat(size / 9 + 1));
            let response =
                caller.send(Method::POST, "/files", upload_with(&json!({ "content": content })).to_string());
            assert_eq!(response.status, 201, "{}", response.text);
            let id = response.json()["file"]["id"].as_str().unwrap().to_owned();
            writes.uploads.push((response.header("x-request-id").to_owned(), id));
        }
        let file = &writes.uploads[0].1;
        let renamed = json!({ "file": { "name": "renamed.txt" } }).to_string();
        let response = caller.send(Method::PATCH, &format!("/files/{file}"), renamed);
        assert_eq!(response.status, 200, "{}", response.text);
        writes.renames.push((response.header("x-request-id").to_owned(), file.clone()));
        let file = &writes.uploads[1].1;
        let response = caller.call(&Method::DELETE, &format!("/files/{file}"));
        assert_eq!(response.status, 204, "{}", response.text);
        writes.deletions.push((response.header("x-request-id").to_owned(), file.clone()));
        signal("-KILL", &caller.server);
        writes
    }

    #[test]
    fn acknowledged_writes_survive_a_loss_of_power() {
        let root = tempfile::tempdir().unwrap();
        let data = Data::existing(&root.path().join("data")).filled(&platform());
        let client = data.client();
        // A first server creates the folder of files and that of the signing keys.
        let _ = std::fs::remove_dir_all(data.path().join("files"));
        let _ = std::fs::remove_dir_all(data.path().join("keys"));
        let recording = Recording::begin(root.path());
        let writes = write(&data, &recording, &client);
        recording.after_losses(2 * cuts(), &mut |root, acknowledged| {
            let data = Data::existing(&root.join("data"));
            let server = data.serve_with(&["--log-level", "off"]);
            server.wait_until_ready();
            assert_database_is_intact(&data);
            assert_blobs_match_records(&data);
            let files = data.table("SELECT id, name FROM files");
            let ids: BTreeSet<&str> = files.iter().map(|file| file[0].as_deref().unwrap()).collect();
            let is_deleted = |id: &String| writes.deletions.iter().any(|(_, deleted)| deleted == id);
            for (_, id) in writes.uploads.iter().filter(|(request, _)| acknowledged.has(request)) {
                assert!(is_deleted(id) || ids.contains(id.as_str()), "an acknowledged upload is lost");
            }
            for (_, id) in writes.deletions.iter().filter(|(request, _)| acknowledged.has(request)) {
                assert!(!ids.contains(id.as_str()), "an acknowledged deletion is undone");
            }
            for (_, id) in writes.renames.iter().filter(|(request, _)| acknowledged.has(request)) {
                let file = files.iter().find(|file| file[0].as_ref() == Some(id)).unwrap();
                assert_eq!(file[1].as_deref(), Some("renamed.txt"), "an acknowledged change is lost");
            }
            let caller = Caller { server, token: writes.token.clone() };
            if acknowledged.has(&writes.signed_in) {
                assert_eq!(caller.get("/projects").status, 200, "the key of an acknowledged token is lost");
            }
            drop(caller);
            let checked = data.run(&["files", "check", "--read"]);
            assert!(checked.status.success(), "{}", text(&checked.stdout));
        });
    }
}
