//! Commands whose machine loses its power.

/// Tests that run strace.
mod requires_tools {
    use std::path::Path;
    use std::process::Command;

    use jiff::Timestamp;
    use tempfile::TempDir;

    use crate::durability::CREATED_AT;
    use crate::durability::integrity::assert_database_is_intact;
    use crate::durability::kinds::backups::complete_backups;
    use crate::durability::kinds::erasures::assert_erasures_are_complete;
    use crate::durability::kinds::exports::complete_export;
    use crate::durability::power_loss::cuts;
    use crate::durability::power_loss::recording::{Recording, signal};
    use crate::support::files::{assert_blobs_match_records, names_in};
    use crate::support::fixture::{Platform, id};
    use crate::support::{Data, text};

    const RECORDS: usize = 3;

    /// A folder with a platform in its folder `data`.
    fn platform(records: usize) -> (TempDir, Data) {
        let root = tempfile::tempdir().unwrap();
        let data = Data::existing(&root.path().join("data")).filled(&Platform::full(records, CREATED_AT));
        (root, data)
    }

    fn count(data: &Data, table: &str) -> usize {
        data.table(&format!("SELECT COUNT(*) FROM {table}"))[0][0].as_deref().unwrap().parse().unwrap()
    }

    fn succeed(command: &mut Command) {
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }

    /// Fails unless a server starts on this data, and leaves what the records refer to.
    fn assert_served(data: &Data) {
        let server = data.serve_with(&["--log-level", "off"]);
        server.wait_until_ready();
        drop(server);
        assert_database_is_intact(data);
        assert_blobs_match_records(data);
        succeed(data.command().args(["files", "check", "--read"]));
    }

    #[test]
    fn an_import_is_complete_or_absent_after_a_loss_of_power() {
        let (input, root) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        Platform::full(RECORDS, CREATED_AT).write(input.path());
        let data = Data::existing(&root.path().join("data"));
        let recording = Recording::run(root.path(), data.command().arg("import").arg(input.path()));
        recording.after_losses(cuts(), &mut |root, acknowledged| {
            let data = Data::existing(&root.join("data"));
            assert_served(&data);
            let found = count(&data, "files");
            assert!(found == RECORDS || (found == 0 && !acknowledged.is_complete), "{found} files");
            assert_eq!(count(&data, "ideas"), found);
            assert_eq!(count(&data, "imports WHERE state = 'succeeded'"), usize::from(found == RECORDS));
        });
    }

    #[test]
    fn an_export_is_complete_or_absent_after_a_loss_of_power() {
        let (_data_root, data) = platform(RECORDS);
        let export = |parent: &Path, format: &str| {
            let mut command = data.command();
            command.args(["export", "--format", format, "--out"]).arg(parent.join("new/export"));
            command
        };
        let root = tempfile::tempdir().unwrap();
        for (format, next) in [("ndjson", "csv"), ("csv", "ndjson")] {
            let recording = Recording::run(root.path(), &export(root.path(), format));
            recording.after_losses(cuts(), &mut |root, acknowledged| {
                let found = complete_export(&root.join("new/export"));
                assert!(!acknowledged.is_complete || found.as_deref() == Some(format), "{found:?}");
                succeed(&mut export(root, next));
                assert_eq!(complete_export(&root.join("new/export")).as_deref(), Some(next));
            });
        }
    }

    #[test]
    fn a_backup_is_complete_or_absent_after_a_loss_of_power() {
        let (_data_root, data) = platform(RECORDS);
        let backup = |folder: &Path| {
            let mut command = data.command();
            command.arg("backup").arg(folder.join("new/backups")).args(["--delete-older", "1"]);
            command
        };
        let root = tempfile::tempdir().unwrap();
        let mut earlier: Option<String> = None;
        for _ in 0..2 {
            let recording = Recording::run(root.path(), &backup(root.path()));
            let made = complete_backups(&root.path().join("new/backups")).pop();
            recording.after_losses(cuts(), &mut |root, acknowledged| {
                let folder = root.join("new/backups");
                let found = if folder.exists() { complete_backups(&folder) } else { Vec::new() };
                assert!(!acknowledged.is_complete || found.last() == made.as_ref(), "{found:?}");
                assert!(earlier.is_none() || !found.is_empty(), "the earlier backup is lost");
                succeed(&mut backup(root));
            });
            // Old enough to be deleted.
            let (backups, old) = (root.path().join("new/backups"), "2020-01-01T00-00-00.000Z");
            std::fs::rename(backups.join(made.unwrap()), backups.join(old)).unwrap();
            earlier = Some(old.to_owned());
        }
    }

    #[test]
    fn a_restored_platform_survives_a_loss_of_power() {
        let (_data_root, source) = platform(RECORDS);
        let backups = tempfile::tempdir().unwrap();
        succeed(source.command().arg("backup").arg(backups.path()));
        let restore = |data: &Data| {
            let mut command = data.command();
            command.arg("restore").arg(backups.path());
            command
        };
        let root = tempfile::tempdir().unwrap();
        let recording = Recording::run(root.path(), &restore(&Data::existing(&root.path().join("data"))));
        recording.after_losses(cuts(), &mut |root, acknowledged| {
            let data = Data::existing(&root.join("data"));
            // The command would create a database, which a restore does not replace.
            let has_database = data.path().join("folkmoot.sqlite").exists();
            let is_complete = has_database && text(&data.run(&["access", "status"]).stdout) == "on\n";
            assert!(is_complete || !acknowledged.is_complete, "an acknowledged restore is lost");
            if !is_complete {
                succeed(&mut restore(&data));
            }
            assert_served(&data);
            assert_eq!(count(&data, "ideas"), RECORDS);
        });
    }

    #[test]
    fn a_copied_platform_survives_a_loss_of_power() {
        let (_source_root, source) = platform(RECORDS);
        let copy = |to: &Data| {
            let mut command = to.command();
            command.arg("copy").arg("--from").arg(source.location()).arg("--to").arg(to.location());
            command
        };
        let root = tempfile::tempdir().unwrap();
        let recording = Recording::run(root.path(), &copy(&Data::existing(&root.path().join("data"))));
        recording.after_losses(cuts(), &mut |root, acknowledged| {
            let data = Data::existing(&root.join("data"));
            let is_complete = text(&data.run(&["access", "status"]).stdout) == "on\n";
            assert!(is_complete || !acknowledged.is_complete, "an acknowledged copy is lost");
            if !is_complete {
                succeed(&mut copy(&data));
            }
            assert_served(&data);
            assert_eq!(count(&data, "ideas"), RECORDS);
        });
    }

    #[test]
    fn a_new_signing_key_survives_a_loss_of_power() {
        let (root, data) = platform(1);
        let keys = |data: &Data| data.signing_keys(Timestamp::now()).ring().keys().len();
        std::fs::remove_dir_all(data.path().join("keys")).unwrap_or_default();
        for expected in [2, 3] {
            let recording = Recording::run(root.path(), data.command().args(["keys", "rotate"]));
            recording.after_losses(cuts(), &mut |root, acknowledged| {
                let found = keys(&Data::existing(&root.join("data")));
                let is_expected =
                    found == expected || (!acknowledged.is_complete && (1..expected).contains(&found));
                assert!(is_expected, "{found} keys");
            });
        }
    }

    #[test]
    fn an_erasure_survives_a_loss_of_power() {
        let (root, data) = platform(RECORDS);
        let mut command = data.command();
        command.args(["people", "erase", &id("users", 0)]);
        let recording = Recording::run(root.path(), &command);
        recording.after_losses(cuts(), &mut |root, acknowledged| {
            let data = Data::existing(&root.join("data"));
            assert_served(&data);
            let erased = assert_erasures_are_complete(&data, RECORDS);
            assert!(
                erased == 1 || (erased == 0 && !acknowledged.is_complete),
                "an acknowledged erasure is lost"
            );
        });
    }

    #[test]
    fn a_mirror_reads_a_round_again_after_a_loss_of_power() {
        let (_source_root, source) = platform(RECORDS);
        let (id, secret) = source.client();
        let server = source.serve_with(&["--log-level", "off"]);
        server.wait_until_ready();
        let mirror = |data: &Data| {
            let mut command = data.command();
            command.args(["mirror", &server.url]);
            command.env("FOLKMOOT_MIRROR_CLIENT_ID", &id).env("FOLKMOOT_MIRROR_CLIENT_SECRET", &secret);
            command
        };
        let root = tempfile::tempdir().unwrap();
        let recording = Recording::run(root.path(), &mirror(&Data::existing(&root.path().join("data"))));
        recording.after_losses(cuts().div_ceil(3), &mut |root, _| {
            let data = Data::existing(&root.join("data"));
            // The machine has been started again.
            let boot = data.path().join("mirror/boot");
            if boot.exists() {
                std::fs::write(boot, "another start").unwrap();
            }
            succeed(&mut mirror(&data));
            assert_served(&data);
            for table in ["ideas", "users", "comments", "files"] {
                assert_eq!(count(&data, table), RECORDS, "{table}");
            }
            let contents = "SELECT sha256 FROM file_contents ORDER BY file_id";
            assert_eq!(data.table(contents), source.table(contents));
        });
    }

    #[test]
    fn the_saved_list_indexes_are_used_only_if_they_are_complete() {
        let (root, data) = platform(RECORDS);
        let (id, secret) = data.client();
        let recording = Recording::begin(root.path());
        let mut command = data.command();
        command.args(["serve", "--listen", "127.0.0.1:0"]);
        let mut server = recording.serve(&command);
        server.wait_until_ready();
        signal("-TERM", &server);
        server.wait();
        assert!(names_in(data.path()).contains("list-indexes"));
        recording.after_losses(cuts(), &mut |root, _| {
            let data = Data::existing(&root.join("data"));
            let caller = data.serve_with(&["--log-level", "off"]).caller(&id, &secret);
            assert_eq!(caller.crawl("/ideas", "ideas", 24).len(), RECORDS);
        });
    }
}
