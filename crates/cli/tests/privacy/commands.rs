//! What commands print beside their results.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::privacy::canaries::{SECRET, VALUE, files_below, leak, needles, platform};
use crate::privacy::site::{command, forget_erased_people};
use crate::support::Data;
use crate::support::fixture::Platform;

struct Commands {
    data: Data,
    temporary: TempDir,
}

impl Commands {
    fn new(data: Data) -> Self {
        Self { data, temporary: tempfile::tempdir().unwrap() }
    }

    /// Runs a command with a text on standard input. Fails if it fails, or if stderr contains something confidential.
    #[track_caller]
    fn run(&self, arguments: &[&str], input: &str) -> Output {
        let output = run(command(&self.data, &self.temporary, "text").args(arguments), input);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {stderr}");
        assert_eq!(leak(&output.stderr, &needles()), None, "{arguments:?}");
        output
    }
}

impl Drop for Commands {
    fn drop(&mut self) {
        forget_erased_people(&self.data);
    }
}

fn run(command: &mut Command, input: &str) -> Output {
    let mut process =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that reads nothing may have ended.
    let _ = process.stdin.take().unwrap().write_all(format!("{input}\n").as_bytes());
    process.wait_with_output().unwrap()
}

#[test]
fn no_command_logs_a_value_or_a_secret_or_leaves_a_temporary_file() {
    let files = tempfile::tempdir().unwrap();
    platform().write(files.path());
    let path = |name: &str| files.path().join(name).to_str().unwrap().to_owned();
    let commands = Commands::new(Data::new());
    commands.run(&["import", files.path().to_str().unwrap(), "--dry-run"], "");
    let imported = commands.run(&["import", files.path().to_str().unwrap()], "");
    assert!(String::from_utf8_lossy(&imported.stderr).contains("TRACE"), "nothing is logged");
    commands.run(&["access", "on"], "");
    for arguments in [&["clients", "create", "Test"][..], &["admin-keys", "create", "Test"]] {
        commands.run(arguments, "");
    }
    let email = format!("{VALUE}-users-email-0@mailbox.example");
    let found = commands.run(&["people", "find", "-"], &email);
    assert!(leak(&found.stdout, &needles()).is_some(), "the person is not found");
    commands.run(&["people", "export", "-", "--out", &path("person.zip")], &email);
    commands
        .run(&["export", "--out", &path("export"), "--access", "full", "--format", "csv,parquet,sqlite"], "");
    let backups = path("backups");
    commands.run(&["backup", &backups], "");
    let leaked: Vec<_> = files_below(files.path().join("backups").as_path())
        .into_iter()
        .filter(|file| leak(&std::fs::read(file).unwrap(), &needles()).is_some())
        .collect();
    assert!(leaked.is_empty(), "an encrypted backup contains values: {leaked:?}");
    commands.run(&["people", "erase", "-", "--with-texts"], &email);
    let restored = Commands::new(Data::new());
    restored.run(&["restore", &backups], "");
    for arguments in [&["files", "check", "--read"][..], &["keys", "list"]] {
        commands.run(arguments, "");
    }
    // Reports without values of records.
    for arguments in [&["usage", "--json"][..], &["audit", "--json"], &["audit"], &["clients", "list"]] {
        let report = commands.run(arguments, "");
        assert_eq!(leak(&report.stdout, &needles()), None, "{arguments:?}");
    }
    for commands in [&commands, &restored] {
        let left = files_below(commands.temporary.path());
        assert!(left.is_empty(), "temporary files remain: {left:?}");
    }
}

#[test]
fn errors_of_settings_do_not_show_secrets() {
    let commands = Commands::new(Data::embedded().filled(&Platform::empty()));
    for (name, value) in [
        ("FOLKMOOT_DATABASE_URL", format!("mysql://user:{SECRET}@db.example/x")),
        ("FOLKMOOT_DATABASE_URL", format!("postgres://user:{SECRET}@127.0.0.1:port/x")),
        ("FOLKMOOT_DATABASE_URL", format!("postgres://user:{SECRET}@127.0.0.1:9/x")),
        ("FOLKMOOT_REPLICA_URL", format!("user:{SECRET}@db.example")),
        ("FOLKMOOT_KEYS_SECRET", SECRET.to_owned()),
        ("FOLKMOOT_BACKUP_KEY", SECRET.to_owned()),
    ] {
        let mut command = command(&commands.data, &commands.temporary, "text");
        let output = run(command.env(name, value).args(["access", "status"]), "");
        assert!(!output.status.success(), "{name}");
        let printed = [output.stdout, output.stderr].concat();
        assert_eq!(leak(&printed, &needles()), None, "{name}");
    }
    for (file, name) in
        [("database-url = 5", "database-url"), ("keys-secret = \"quollsecret\n", "keys-secret")]
    {
        std::fs::write(commands.data.path().join("folkmoot.toml"), file).unwrap();
        let output = run(command(&commands.data, &commands.temporary, "text").args(["access", "status"]), "");
        assert!(!output.status.success(), "{name}");
        assert_eq!(leak(&output.stderr, &needles()), None, "{name}");
    }
}
