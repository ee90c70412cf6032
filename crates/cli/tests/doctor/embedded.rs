//! Set-ups over the embedded database, each broken in one way.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use crate::doctor::{CREATED_AT, Diagnosis, make_healthy};
use crate::support::fixture::Platform;
use crate::support::{Data, METRICS_TOKEN, server_log};

/// A way to break a set-up.
struct Case {
    check: &'static str,
    state: &'static str,
    /// What is found, and the remedy.
    words: &'static [&'static str],
    arguments: &'static [&'static str],
    break_it: fn(&Data),
}

fn nothing(_: &Data) {}

const fn case(
    check: &'static str,
    state: &'static str,
    words: &'static [&'static str],
    arguments: &'static [&'static str],
    break_it: fn(&Data),
) -> Case {
    Case { check, state, words, arguments, break_it }
}

const FILES: &[Case] = &[
    case("data-folder", "problem", &["mode 755", "chmod 700"], &[], |data| mode(data.path(), 0o755)),
    case("file-permissions", "problem", &["1 files", "chmod -R go="], &[], |data| mode(&key(data), 0o644)),
    case("database", "problem", &["is damaged", "folkmoot restore"], &[], |data| {
        fs::write(data.path().join("folkmoot.sqlite"), "not a database").unwrap();
    }),
    case("database", "problem", &["damaged", "folkmoot restore"], &[], |data| {
        let file = data.path().join("folkmoot.sqlite");
        let mut bytes = fs::read(&file).unwrap();
        let from = bytes.len() / 3;
        bytes[from..].fill(0xA5);
        fs::write(&file, bytes).unwrap();
    }),
    case("database", "problem", &["was interrupted", "folkmoot restore"], &[], |data| {
        fs::write(data.path().join("restore-incomplete"), "").unwrap();
    }),
    case("database", "warning", &["database does not exist yet", "folkmoot import"], &[], |data| {
        fs::remove_file(data.path().join("folkmoot.sqlite")).unwrap();
    }),
    case("write-ahead-log", "warning", &["1.1 GB", "restart the server"], &[], |data| {
        File::create(data.path().join("folkmoot.sqlite-wal")).unwrap().set_len(1_100_000_000).unwrap();
    }),
    case("clock", "problem", &["was written 8", "synchronise the clock"], &[], |data| {
        let file = File::create(data.path().join("future")).unwrap();
        file.set_permissions(Permissions::from_mode(0o600)).unwrap();
        file.set_modified(SystemTime::now() + Duration::from_hours(24)).unwrap();
    }),
    case("signing-keys", "problem", &["is damaged", "restore its file"], &[], |data| {
        fs::write(key(data), "-----BEGIN").unwrap();
    }),
    case("signing-keys", "problem", &["created in the future", "keys rotate"], &[], |data| {
        date_key(data, "2999");
    }),
    case("signing-keys", "warning", &["days old", "keys rotate"], &[], |data| date_key(data, "2020")),
    case("signing-keys", "ok", &["creates the first key"], &[], |data| {
        fs::remove_dir_all(data.path().join("keys")).unwrap();
    }),
    case("signing-keys", "problem", &["cannot be read", "give the user"], &[], |data| {
        fs::remove_dir_all(data.path().join("keys")).unwrap();
        fs::write(data.path().join("keys"), "").unwrap();
    }),
    case(
        "file-storage",
        "problem",
        &["is not a folder", "file-storage"],
        &["--file-storage", "storage"],
        |data| {
            fs::write(data.path().join("storage"), "").unwrap();
        },
    ),
    case("file-storage", "problem", &["cannot be opened", "mount"], &["--file-storage", "missing"], nothing),
    case("file-storage", "problem", &["contents of 3 files", "cannot be opened", "backup"], &[], |data| {
        fs::remove_dir_all(data.path().join("files")).unwrap();
    }),
    case("file-storage", "ok", &["the server creates it"], &[], |data| {
        fs::remove_dir_all(data.path().join("files")).unwrap();
        data.change_database("DELETE FROM file_contents");
    }),
    case("file-contents", "problem", &["2 of 3 contents", "files check", "backup"], &[], |data| {
        let mut contents =
            fs::read_dir(data.path().join("files")).unwrap().map(|entry| entry.unwrap().path());
        fs::remove_file(contents.next().unwrap()).unwrap();
        fs::write(contents.next().unwrap(), "").unwrap();
    }),
    case(
        "file-storage",
        "problem",
        &["cannot be listed", "s3-endpoint"],
        &[
            "--file-storage",
            "s3://bucket",
            "--s3-endpoint",
            "http://127.0.0.1:1",
            "--s3-access-key-id",
            "x",
            "--s3-secret-access-key",
            "y",
        ],
        nothing,
    ),
];

const CONTENTS: &[Case] = &[
    case("schema", "problem", &["9999 is newer", "newer version"], &[], |data| {
        data.change_database("PRAGMA user_version = 9999");
    }),
    case("schema", "problem", &["title_multiloc", "undo changes"], &[], |data| {
        data.change_database("ALTER TABLE areas RENAME COLUMN title_multiloc TO title");
    }),
    case("schema", "ok", &["migrates it"], &[], |data| data.change_database("PRAGMA user_version = 1")),
    case("public-api", "warning", &["is off", "access on"], &[], |data| {
        assert!(data.run(&["access", "off"]).status.success());
    }),
    case("public-api", "warning", &["no platform", "folkmoot import"], &[], |data| {
        data.change_database("DELETE FROM platform");
    }),
    case("clients", "warning", &["1 clients have expired", "clients update"], &[], |data| {
        data.client_with(&["--expires", "2020-01-31"]);
    }),
    case("clients", "warning", &["1 clients expire within 14 days", "clients update"], &[], |data| {
        let tomorrow = jiff::ZonedDateTime::now().date().tomorrow().unwrap().to_string();
        data.client_with(&["--expires", &tomorrow]);
    }),
    case("clients", "warning", &["no client", "clients create"], &[], |data| {
        data.change_database("UPDATE clients SET revoked_at = 1");
    }),
    case("administrators", "warning", &["nobody can sign in", "admin-keys create"], &[], |data| {
        data.change_database("UPDATE admin_keys SET revoked_at = 1");
    }),
    case(
        "administrators",
        "warning",
        &["1 admin keys expire within 14 days", "admin-keys create"],
        &[],
        |data| {
            let tomorrow = jiff::ZonedDateTime::now().date().tomorrow().unwrap().to_string();
            assert!(data.run(&["admin-keys", "create", "Ann", "--expires", &tomorrow]).status.success());
        },
    ),
    case("administrators", "ok", &["console is off"], &["--admin", "off"], nothing),
    case("imports", "warning", &["1 imports have not reported", "import the data again"], &[], |data| {
        data.change_database(
            "INSERT INTO imports VALUES (randomblob(16), 'running', 0, 'command-line', 'x', 0, 0, NULL, '[]', '', 0, 0, '{}', 0)",
        );
    }),
    case("mirror", "problem", &["the last run failed", "no longer responds", "tries again"], &[], |data| {
        data.change_database(
            "INSERT INTO mirror_run VALUES (1, 'https://a.example/api/v2', 0, 'the source no longer responds', 0, '[]')",
        );
    }),
    case(
        "mirror",
        "warning",
        &["left out 2 records", "ideas 7: likes_count: odd", "at the source"],
        &[],
        |data| {
            data.change_database(
                "INSERT INTO mirror_run VALUES (1, 'https://a.example/api/v2', 0, NULL, 2,
             '[{\"resource\":\"ideas\",\"id\":\"7\",\"field\":\"likes_count\",\"reason\":\"odd\"}]')",
            );
        },
    ),
    case(
        "exports",
        "warning",
        &["no export has succeeded", "search its log"],
        &["--export-at", "02:30"],
        nothing,
    ),
    case(
        "notices",
        "problem",
        &["nothing is sent without notice-from and smtp-url", "set notice-from"],
        &["--notice-to", "ann@city.example"],
        nothing,
    ),
    case(
        "notice-encryption",
        "problem",
        &["sent without encryption", "smtps://"],
        &[
            "--notice-to",
            "ann@city.example",
            "--notice-from",
            "folkmoot@city.example",
            "--smtp-url",
            "smtp://ann:secret@mail.city.example",
        ],
        nothing,
    ),
    case(
        "backups",
        "problem",
        &["`backup-folder` is not", "set `backup-folder`"],
        &["--backup-at", "03:30"],
        nothing,
    ),
    case("backups", "warning", &["`backup-at` is not", "03:30"], &["--backup-folder", "backups"], nothing),
    case(
        "backups",
        "warning",
        &["no backup has been made"],
        &["--backup-at", "03:30", "--backup-folder", "backups"],
        nothing,
    ),
    case(
        "backups",
        "problem",
        &["hours old", "search its log"],
        &["--backup-at", "03:30", "--backup-folder", "backups"],
        |data| {
            let backup = data.path().join("backups/2025-01-01T00-00-00.000Z");
            fs::create_dir_all(&backup).unwrap();
            fs::write(backup.join("backup.json"), "{}").unwrap();
        },
    ),
    case("backup-location", "warning", &["same file system", "another machine"], BACKUPS, |data| {
        assert!(data.run(&["backup", "backups"]).status.success());
    }),
    case("backup-encryption", "warning", &["not encrypted", "backup-key"], BACKUPS, |data| {
        assert!(data.run(&["backup", "backups"]).status.success());
    }),
    case("backup-encryption", "warning", &["1 of 2 backups", "delete them"], ENCRYPTED_BACKUPS, |data| {
        assert!(data.run(&["backup", "backups"]).status.success());
        assert!(data.run(&["backup", "backups", "--backup-key", KEY]).status.success());
    }),
];

const KEY: &str = "a secret of more than 32 characters for backups";
const BACKUPS: &[&str] = &["--backup-at", "03:30", "--backup-folder", "backups"];
const ENCRYPTED_BACKUPS: &[&str] =
    &["--backup-at", "03:30", "--backup-folder", "backups", "--backup-key", KEY];

const SETTINGS: &[Case] = &[
    case(
        "listen",
        "warning",
        &["`trusted-proxies` is not set", "failed sign-ins"],
        &["--public-url", "https://127.0.0.1:1"],
        nothing,
    ),
    case("listen", "warning", &["`public-url` is not set"], &["--listen", "0.0.0.0:8080"], nothing),
    case(
        "metrics",
        "warning",
        &["without a token", "metrics-token"],
        &["--metrics-listen", "0.0.0.0:9090"],
        nothing,
    ),
    case("log-level", "warning", &["debug", "SIGHUP"], &["--log-level", "info,hyper=debug"], nothing),
    case(
        "openid-issuer",
        "problem",
        &["cannot be reached", "admin keys"],
        &["--openid-issuer", "http://127.0.0.1:1"],
        nothing,
    ),
    case(
        "administrators",
        "warning",
        &["openid-administrator-groups"],
        &["--openid-issuer", "http://127.0.0.1:1"],
        |data| {
            data.change_database("UPDATE admin_keys SET revoked_at = 1");
        },
    ),
    case(
        "portal-url",
        "warning",
        &["cannot be reached", "portal-url"],
        &["--portal-url", "http://127.0.0.1:1"],
        nothing,
    ),
    case(
        "public-url",
        "warning",
        &["cannot be reached", "firewall"],
        &["--public-url", "http://127.0.0.1:1"],
        nothing,
    ),
    case(
        "public-url-tls",
        "warning",
        &["not encrypted", "https"],
        &["--public-url", "http://127.0.0.2:1"],
        nothing,
    ),
];

/// Breaks a copy of a healthy set-up in each way.
#[track_caller]
fn assert_found(cases: &[Case]) {
    let original = Data::embedded().filled(&Platform::full(3, CREATED_AT));
    make_healthy(&original);
    for case in cases {
        let folder = tempfile::tempdir().unwrap();
        copy(original.path(), folder.path());
        let data = Data::existing(folder.path());
        (case.break_it)(&data);
        Diagnosis::of(&data, case.arguments).assert(case.check, case.state, case.words);
    }
}

fn copy(from: &Path, to: &Path) {
    let source = format!("{}/.", from.display());
    assert!(Command::new("cp").args(["-a", &source]).arg(to).status().unwrap().success());
}

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// The file of the newest signing key.
fn key(data: &Data) -> PathBuf {
    let keys = fs::read_dir(data.path().join("keys")).unwrap().map(|entry| entry.unwrap().path());
    keys.max().unwrap()
}

/// Gives the newest signing key another year of creation. It remains the newest, because it becomes the only one.
fn date_key(data: &Data, year: &str) {
    let newest = key(data);
    for entry in fs::read_dir(data.path().join("keys")).unwrap() {
        let path = entry.unwrap().path();
        if path != newest {
            fs::remove_file(path).unwrap();
        }
    }
    let name = newest.file_name().unwrap().to_str().unwrap();
    fs::rename(&newest, newest.with_file_name(format!("{year}{}", &name[4..]))).unwrap();
}

#[test]
fn broken_files_are_found() {
    assert_found(FILES);
}

#[test]
fn broken_contents_are_found() {
    assert_found(CONTENTS);
}

#[test]
fn risky_settings_are_found() {
    assert_found(SETTINGS);
}

#[test]
fn a_data_folder_that_cannot_be_used_is_found() {
    let data = Data::embedded();
    let file = data.path().join("file");
    fs::write(&file, "").unwrap();
    let diagnose = |folder: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_folkmoot"));
        command.args(["doctor", "--data", folder]).env_clear().current_dir(data.path());
        Diagnosis::run(data.path(), &mut command)
    };
    diagnose(file.to_str().unwrap()).assert("data-folder", "problem", &["is not a folder"]);
    diagnose("/dev/null/folder").assert(
        "data-folder",
        "problem",
        &["cannot be", "access to its parent folders"],
    );
    diagnose("new").assert("data-folder", "ok", &["the first command creates it"]);
    assert!(!data.path().join("new").exists());
    diagnose("new").assert("metrics", "warning", &["not served", "metrics-token"]);
}

#[test]
fn misspelt_variables_and_readable_secrets_are_found() {
    let data = Data::embedded();
    let mut command = data.command();
    command.env("FOLKMOOT_PUBLIC_ULR", "https://example.org").arg("doctor");
    Diagnosis::run(data.path(), &mut command).assert(
        "environment",
        "warning",
        &["FOLKMOOT_PUBLIC_ULR", "correct their names"],
    );
    let file = data.path().join("folkmoot.toml");
    fs::write(&file, format!("metrics-token = '{METRICS_TOKEN}'")).unwrap();
    mode(&file, 0o644);
    let mut command = data.command();
    command.env_remove("FOLKMOOT_METRICS_TOKEN").arg("doctor");
    let diagnosis = Diagnosis::run(data.path(), &mut command);
    diagnosis.assert("settings-file", "problem", &["metrics-token", "chmod o="]);
    assert!(!format!("{:?}", diagnosis.checks).contains(METRICS_TOKEN));
    mode(&file, 0o600);
    Diagnosis::of(&data, &[]).assert("settings-file", "ok", &[]);
}

#[test]
fn a_low_limit_of_file_descriptors_is_found() {
    let data = Data::embedded();
    let mut command = data.command();
    let mut limited = server_log::with_descriptors(command.arg("doctor"), 1000);
    Diagnosis::run(data.path(), &mut limited).assert("file-descriptors", "warning", &["1000", "LimitNOFILE"]);
}
