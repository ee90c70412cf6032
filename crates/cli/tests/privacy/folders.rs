//! The files of a platform: who can read them, and what remains of an erased person in them.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use reqwest::Method;
use serde_json::{Value, json};

use crate::privacy::canaries::{VALUE, files_below, leak, platform};
use crate::privacy::site::{Site, command};
use crate::support::eventually;
use crate::support::files::upload_with;
use crate::support::fixture::id;

/// Files and folders that users other than the owner may read, write or enter.
fn open_to_others(folder: &Path) -> Vec<PathBuf> {
    let mut open = Vec::new();
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let metadata = std::fs::symlink_metadata(&path).unwrap();
        if metadata.permissions().mode() & 0o077 != 0 {
            open.push(path.clone());
        }
        if metadata.is_dir() {
            open.extend(open_to_others(&path));
        }
    }
    open
}

#[test]
fn everything_that_a_platform_stores_is_readable_by_its_owner_alone() {
    let parent = tempfile::tempdir().unwrap();
    // A folder that was made by hand, with the usual permissions.
    for folder in ["spool", "backups"] {
        std::fs::create_dir(parent.path().join(folder)).unwrap();
        std::fs::set_permissions(parent.path().join(folder), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let folder = |name: &str| parent.path().join(name).to_str().unwrap().to_owned();
    let mut site = Site::new("json", &["--stream-spool", &folder("spool"), "--record-file-records", "1"]);
    std::fs::set_permissions(site.data.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let body = upload_with(&json!({}));
    let upload = site.server.request(Method::POST, "/api/v2/files").bearer_auth(&site.token).json(&body);
    assert_eq!(upload.send_bytes().status, 201);
    let order = json!({ "access": "full", "formats": ["csv", "sqlite"] });
    assert_eq!(site.admin.send(&site.server, Method::POST, "/exports", &order).status, 202);
    eventually("the export does not end", || site.read("/exports")["exports"][0]["state"] == "succeeded");
    let run = |arguments: &[&str], input: &str| {
        let mut command = command(&site.data, &site.temporary, "text");
        command.args(arguments).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let mut process = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
        std::io::Write::write_all(&mut process.stdin.take().unwrap(), input.as_bytes()).unwrap();
        let output = process.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    run(&["backup", &folder("backups")], "");
    run(&["export", "--out", &folder("export"), "--access", "full"], "");
    run(&["people", "export", "-", "--out", &folder("person.zip")], &format!("{}\n", id("users", 0)));
    run(&["people", "erase", "-"], &format!("{}\n", id("users", 1)));
    let check = |site: &Site| {
        let mut open = open_to_others(site.data.path());
        open.extend(open_to_others(parent.path()));
        open.retain(|path| {
            ![folder("spool"), folder("backups")].iter().any(|folder| path == Path::new(folder))
        });
        assert!(open.is_empty(), "{open:?}");
    };
    check(&site);
    site.server.terminate();
    assert!(site.server.wait().success());
    assert!(site.data.path().join("list-indexes").exists());
    check(&site);
}

#[test]
fn neither_stored_exports_nor_the_index_file_nor_temporary_files_remain_of_an_erased_person() {
    let mut site = Site::new("json", &["--record-file-records", "1"]);
    let person = id("users", 0);
    let order = json!({ "access": "full", "formats": ["csv", "sqlite"] });
    assert_eq!(site.admin.send(&site.server, Method::POST, "/exports", &order).status, 202);
    eventually("the export does not end", || site.read("/exports")["exports"][0]["state"] == "succeeded");
    site.server.terminate();
    assert!(site.server.wait().success());
    let index_file = site.data.path().join("list-indexes");
    let contains_person = |path: &Path| {
        let content = std::fs::read(path).unwrap();
        let bytes = uuid::Uuid::parse_str(&person).unwrap();
        let reversed: Vec<u8> = bytes.as_bytes().iter().rev().copied().collect();
        content.windows(16).any(|window| window == bytes.as_bytes() || window == reversed)
    };
    assert!(contains_person(&index_file), "the control finds nothing");
    let mut erase = command(&site.data, &site.temporary, "text");
    erase.args(["people", "erase", "-", "--with-texts"]).stdin(std::process::Stdio::piped());
    let mut process =
        erase.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
    std::io::Write::write_all(&mut process.stdin.take().unwrap(), format!("{person}\n").as_bytes()).unwrap();
    assert!(process.wait().unwrap().success());
    assert!(!index_file.exists(), "the index file remains");
    let exports = files_below(&site.data.path().join("files/exports"));
    assert!(exports.is_empty(), "stored exports remain: {exports:?}");
    assert!(files_below(site.temporary.path()).is_empty());
    // Values of the other person, and contents of files, remain.
    let marks = ["users-email-0", "users-slug-0", "users-bio-0", "ideas-body-0", "comments-body-0"];
    let needles = marks.map(|mark| format!("{VALUE}-{mark}"));
    for path in files_below(site.data.path()) {
        assert_eq!(leak(&std::fs::read(&path).unwrap(), &needles), None, "{}", path.display());
    }
    let all: Value = json!(platform().records);
    assert!(needles.iter().all(|needle| all.to_string().contains(needle)));
}

/// Files without a name, which other processes of the same user cannot open, but root can.
fn unnamed_files(process: u32) -> Vec<Vec<u8>> {
    let descriptors = std::fs::read_dir(format!("/proc/{process}/fd")).unwrap();
    let paths = descriptors.map(|entry| entry.unwrap().path());
    let unnamed = paths.filter(|path| {
        std::fs::read_link(path).is_ok_and(|target| target.to_string_lossy().ends_with(" (deleted)"))
            && std::fs::metadata(path).is_ok_and(|file| file.nlink() == 0 && file.is_file())
    });
    unnamed.map(|path| std::fs::read(path).unwrap()).collect()
}

/// Tests that read the open files of a protected process.
mod requires_root {
    use super::*;

    #[test]
    fn record_files_have_no_name_and_are_deleted_when_a_person_is_erased() {
        let uncached =
            ["--record-file-records", "1", "--cache-megabytes", "0", "--body-cache-megabytes", "0"];
        let site = Site::new("json", &uncached);
        let mark = [format!("{VALUE}-users-email-0")];
        let is_found =
            || unnamed_files(site.server.process_id()).iter().any(|file| leak(file, &mark).is_some());
        // A list that is read twice gets a file.
        eventually("no record file contains the person", || {
            site.call(&Method::GET, "/api/v2/users");
            is_found()
        });
        let path = format!("/people/{}/erase", id("users", 0));
        site.admin.send(&site.server, Method::POST, &path, &json!({})).ok();
        assert!(!is_found(), "a record file contains the erased person");
        site.server.wait_for_changes();
        site.call(&Method::GET, "/api/v2/users");
        assert!(!is_found());
    }
}
