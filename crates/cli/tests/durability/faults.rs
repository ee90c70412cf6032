//! Commands and servers whose writes to the disk fail.

/// Tests that run strace.
mod requires_tools {
    use std::process::{Command, Output};

    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use reqwest::Method;
    use serde_json::json;

    use crate::durability::integrity::assert_database_is_intact;
    use crate::durability::kinds::Kind;
    use crate::durability::kinds::administration::Commands;
    use crate::durability::kinds::backups::Backups;
    use crate::durability::kinds::copies::Copies;
    use crate::durability::kinds::erasures::Erasures;
    use crate::durability::kinds::exports::Exports;
    use crate::durability::kinds::imports::Imports;
    use crate::durability::kinds::mirrors::Mirrors;
    use crate::durability::kinds::restores::Restores;
    use crate::durability::rounds;
    use crate::durability::system_calls::{Faults, traced};
    use crate::support::files::{assert_blobs_match_records, names_in, platform, upload_with};
    use crate::support::random::Random;
    use crate::support::{Caller, Data, Response, eventually, server_log, text};

    /// Calls that fail, and how.
    const FAULTS: &[(&str, &str)] = &[
        ("fsync,fdatasync", "EIO"),
        ("pwrite64", "EIO"),
        ("pwrite64", "ENOSPC"),
        ("rename,renameat,renameat2", "EIO"),
        ("unlink,unlinkat,rmdir", "EIO"),
        ("ftruncate", "EIO"),
        ("mkdir,mkdirat", "ENOSPC"),
    ];

    #[test]
    fn imports_report_failing_writes() {
        fail_calls(&mut Imports::new());
    }

    #[test]
    fn exports_report_failing_writes() {
        fail_calls(&mut Exports::new());
    }

    #[test]
    fn backups_report_failing_writes() {
        fail_calls(&mut Backups::new());
    }

    #[test]
    fn restores_report_failing_writes() {
        fail_calls(&mut Restores::new());
    }

    #[test]
    fn copies_report_failing_writes() {
        fail_calls(&mut Copies::new());
    }

    #[test]
    fn mirrors_report_failing_writes() {
        fail_calls(&mut Mirrors::new());
    }

    #[test]
    fn erasures_report_failing_writes() {
        fail_calls(&mut Erasures::new());
    }

    #[test]
    fn changes_of_clients_and_keys_report_failing_writes() {
        fail_calls(&mut Commands::new());
    }

    /// Lets calls of commands fail, once or from then on.
    fn fail_calls(kind: &mut dyn Kind) {
        let mut random = Random(29);
        for round in 0..rounds().max(FAULTS.len() + 1) {
            let Some((calls, error)) = FAULTS.get(round % (FAULTS.len() + 1)) else {
                let blocks = 1 + random.below(400);
                let output = with_limited_files(&kind.next(), blocks).output().unwrap();
                assert_reported(&output, &format!("files of at most {blocks} blocks"));
                kind.check(output.status.success());
                continue;
            };
            let first = 1 + random.below(if *calls == "pwrite64" { 40 } else { 6 });
            let repeated = if random.one_in(2) { "+" } else { "" };
            let inject = format!("--inject={calls}:error={error}:when={first}{repeated}");
            let options = ["--output=/dev/null", &format!("--trace={calls}"), &inject];
            let output = traced(&kind.next(), &options).output().unwrap();
            assert_reported(&output, &inject);
            kind.check(output.status.success());
        }
        let output = kind.next().output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        kind.check(true);
        assert_database_is_intact(kind.data());
    }

    /// The same command, whose files have a maximum size in blocks of 512 bytes: the write that reaches it is short.
    fn with_limited_files(command: &Command, blocks: usize) -> Command {
        let mut limited = Command::new("/bin/sh");
        limited.args(["-c", &format!(r#"trap '' XFSZ; ulimit -f {blocks}; exec "$0" "$@""#)]).env_clear();
        limited.arg(command.get_program()).args(command.get_args());
        limited.current_dir(command.get_current_dir().unwrap());
        for (name, value) in command.get_envs() {
            limited.env(name, value.unwrap());
        }
        limited
    }

    /// Fails unless a command succeeded, or ended with exit code 1 and an error in words.
    #[track_caller]
    fn assert_reported(output: &Output, inject: &str) {
        if output.status.success() {
            return;
        }
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{inject}: {stderr}");
        let has_text = stderr.lines().any(|line| line.starts_with("error: ") && line.len() > 20);
        assert!(has_text, "{inject}: {stderr}");
        assert!(!stderr.contains("panicked"), "{inject}: {stderr}");
    }

    /// What clients of a server know.
    #[derive(Default)]
    struct Known {
        uploaded: Vec<String>,
        deleted: Vec<String>,
        failed: usize,
    }

    /// Uploads a file, changes it and deletes another. A failure must be a problem.
    fn write(caller: &Caller, known: &mut Known) {
        let content = STANDARD.encode("Minutes of the meeting.".repeat(1000));
        let upload = upload_with(&json!({ "content": content })).to_string();
        let uploaded = caller.send(Method::POST, "/files", upload);
        if let Some(file) = succeeded(&uploaded, 201, known) {
            known.uploaded.push(file["file"]["id"].as_str().unwrap().to_owned());
        }
        if let Some(file) = known.uploaded.last() {
            let renamed = json!({ "file": { "name": "renamed.txt" } }).to_string();
            let path = format!("/files/{file}");
            let changed = caller.send(Method::PATCH, &path, renamed);
            succeeded(&changed, 200, known);
        }
        if known.uploaded.len() > 3 {
            let file = known.uploaded.remove(0);
            let deleted = caller.call(&Method::DELETE, &format!("/files/{file}"));
            if deleted.status == 204 {
                known.deleted.push(file);
            } else {
                // It may be deleted, or not.
                succeeded(&deleted, 204, known);
            }
        }
    }

    #[track_caller]
    fn succeeded(response: &Response, status: u16, known: &mut Known) -> Option<serde_json::Value> {
        if response.status == status {
            return Some(response.json());
        }
        assert!([500, 503].contains(&response.status), "{}", response.text);
        response.problem();
        known.failed += 1;
        None
    }

    #[test]
    fn a_server_reports_failing_writes_and_continues_when_they_end() {
        let data = Data::with(&platform());
        let (id, secret) = data.client();
        let caller = data.serve_with(&["--log-level", "off"]).caller(&id, &secret);
        caller.server.wait_until_ready();
        let mut known = Known::default();
        write(&caller, &mut known);
        for (calls, error) in FAULTS {
            let faults = Faults::inject(caller.server.process_id(), calls, error);
            for _ in 0..3 {
                write(&caller, &mut known);
            }
            drop(faults);
            let before = known.uploaded.len() + known.deleted.len();
            write(&caller, &mut known);
            assert!(
                known.uploaded.len() + known.deleted.len() > before,
                "{calls}: the server does not continue"
            );
        }
        assert!(known.failed > 3, "{} failures", known.failed);
        let token = caller.token.clone();
        drop(caller);
        assert_database_is_intact(&data);
        let server = data.serve_with(&[]);
        server.wait_until_ready();
        let caller = Caller { server, token };
        for file in &known.uploaded {
            assert_eq!(caller.get(&format!("/files/{file}")).status, 200, "an acknowledged upload is lost");
        }
        for file in &known.deleted {
            assert_eq!(
                caller.get(&format!("/files/{file}")).status,
                404,
                "an acknowledged deletion is undone"
            );
        }
        drop(caller);
        assert_blobs_match_records(&data);
        let checked = data.run(&["files", "check", "--read"]);
        assert!(checked.status.success(), "{}", text(&checked.stdout));
    }

    #[test]
    fn a_failed_deletion_of_old_backups_does_not_fail_the_backup_of_the_day() {
        let data = Data::with(&platform());
        let backups = tempfile::tempdir().unwrap();
        let folder = backups.path().to_str().unwrap();
        assert!(data.run(&["backup", folder]).status.success());
        let of_today = names_in(backups.path()).into_iter().find(|name| name != "backup.lock").unwrap();
        let arguments = ["--backup-folder", folder, "--backup-at", "00:00"];
        let (server, log) = server_log::start(&mut server_log::serve(&data, &arguments));
        let old = backups.path().join("2020-01-01T00-00-00.000Z");
        let _faults = Faults::inject_on(&old, server.process_id(), "rename,renameat,renameat2", "EIO");
        // The server makes a backup as soon as the folder has none of today.
        std::fs::rename(backups.path().join(of_today), &old).unwrap();
        log.wait_for("failed to delete old backups; will retry after the next backup");
        let counted = |result: &str| server.metric(&format!("folkmoot_backups_total{{result=\"{result}\"}}"));
        eventually("the backup is not counted", || counted("deletion_failed") == 1);
        assert_eq!((counted("succeeded"), counted("failed")), (0, 0));
        assert!(old.exists());
    }
}
