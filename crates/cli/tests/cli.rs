//! The command line: exit codes, stdout and stderr.

use insta::{Settings, assert_snapshot};

use crate::support::Data;
use crate::support::fixture::{Platform, id};

/// The command, exit code and output of a run.
fn transcript(data: &Data, arguments: &[&str]) -> String {
    let output = data.run(arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    format!(
        "$ folkmoot {}\nexit {}\n--- stdout\n{}--- stderr\n{}",
        arguments.join(" "),
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr)
    )
}

fn snapshot(name: &str, data: &Data, arguments: &[&str]) {
    let mut settings = Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.add_filter(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "[id]");
    settings.add_filter(r"fms_[0-9A-Za-z]{49}", "[secret]");
    settings.add_filter(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", "[timestamp]");
    settings.add_filter(r"/\S*/\.tmp\w+", "[directory]");
    settings.add_filter(r"in \d+\.\d s", "in [time]");
    settings.bind(|| assert_snapshot!(name, transcript(data, arguments)));
}

#[test]
fn help_lists_every_command_and_basic_setting() {
    let data = Data::new();
    snapshot("help", &data, &["--help"]);
    snapshot("help_import", &data, &["import", "-h"]);
}

#[test]
fn the_version_identifies_the_build() {
    let output = Data::embedded().run(&["--version"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], concat!("folkmoot ", env!("CARGO_PKG_VERSION")));
    let short = Data::embedded().run(&["-V"]);
    assert_eq!(String::from_utf8(short.stdout).unwrap(), format!("{}\n", lines[0]));
    let value = |name: &str| {
        let line = lines.iter().find_map(|line| line.strip_prefix(&format!("{name}:")));
        line.unwrap_or_else(|| panic!("no {name} in {text}")).trim()
    };
    let commit = option_env!("FOLKMOOT_COMMIT").filter(|commit| !commit.is_empty()).unwrap_or("unknown");
    assert_eq!(value("commit"), commit);
    assert!(value("build").starts_with("debug ") || value("build").starts_with("release "), "{text}");
    assert!(
        [value("portal"), value("console"), value("components")]
            .iter()
            .all(|part| part.ends_with("embedded")),
        "{text}"
    );
    assert_eq!(value("schema"), folkmoot_database::migrations::MIGRATIONS.len().to_string());
    assert_eq!(value("SQLite"), rusqlite::version());
    let lock = std::fs::read_to_string(crate::support::root().join("Cargo.lock")).unwrap();
    for library in value("TLS").split(", ") {
        let (name, version) = library.split_once(' ').unwrap();
        assert!(lock.contains(&format!("name = \"{name}\"\nversion = \"{version}\"")), "{library}");
    }
    // The guide shows this build, except for commit, platform and what is embedded.
    let guide = crate::support::root().join("portal/docs/guides/start-operations.mdx");
    let guide = std::fs::read_to_string(guide).unwrap();
    for line in lines.iter().filter(|line| {
        !["commit:", "build:", "portal:", "console:", "components:"].iter().any(|name| line.starts_with(name))
    }) {
        assert!(guide.contains(&format!("\n{line}\n")), "the guide does not show `{line}`");
    }
    let schema = format!("version {}, which this program expects", value("schema"));
    assert!(guide.contains(&schema), "the guide does not show `{schema}`");
}

#[test]
fn wrong_usage_exits_with_2() {
    let data = Data::new();
    snapshot("unknown_command", &data, &["serv"]);
    snapshot("unknown_flag", &data, &["serve", "--lisen", "127.0.0.1:0"]);
    snapshot("invalid_setting", &data, &["serve", "--listen", "nowhere"]);
    snapshot("invalid_id", &data, &["clients", "revoke", "me"]);
}

#[test]
fn clients_are_created_and_listed() {
    let data = Data::with(&Platform::empty());
    snapshot("clients_create", &data, &["clients", "create", "City website"]);
    snapshot("clients_create_json", &data, &["clients", "create", "Warehouse", "--json"]);
    let limits = ["--access", "public", "--resources", "ideas,areas", "--expires", "2020-01-31"];
    snapshot("clients_create_limited", &data, &[&["clients", "create", "Map"], &limits[..]].concat());
    snapshot("clients_list", &data, &["clients", "list"]);
    snapshot("clients_list_json", &data, &["clients", "list", "--json"]);
    snapshot("clients_revoke_unknown", &data, &["clients", "revoke", &id("clients", 0)]);
}

#[test]
fn a_name_that_an_active_client_has_is_a_warning() {
    let data = Data::with(&Platform::empty());
    let create = || data.run(&["clients", "create", "Map", "--access", "public", "--json"]);
    let first: serde_json::Value = serde_json::from_slice(&create().stdout).unwrap();
    let id = first["client_id"].as_str().unwrap();
    let warning = format!("warning: a client already has this name: {id}\n");
    assert_eq!(String::from_utf8(create().stderr).unwrap(), warning);
    let second: serde_json::Value =
        serde_json::from_slice(&data.run(&["clients", "list", "--json"]).stdout).unwrap();
    for client in second.as_array().unwrap() {
        assert!(data.run(&["clients", "revoke", client["client_id"].as_str().unwrap()]).status.success());
    }
    assert!(create().stderr.is_empty(), "the others are revoked");
}

#[test]
fn clients_are_changed_and_shown() {
    let data = Data::with(&Platform::empty());
    let (id, _) = data.client();
    let snapshot = |name: &str, arguments: &[&str]| {
        snapshot(&format!("clients_{name}"), &data, &[&["clients"], arguments].concat());
    };
    let change =
        ["update", &id, "--access", "anonymous", "--resources", "ideas,areas", "--expires", "2099-01-31"];
    snapshot("update", &change);
    snapshot("update_again", &change);
    snapshot("show", &["show", &id]);
    snapshot("show_json", &["show", &id, "--json"]);
    snapshot("update_unlimited", &["update", &id, "--resources", "all", "--expires", "never"]);
    snapshot("disable", &["disable", &id]);
    snapshot("disable_again", &["disable", &id]);
    snapshot("show_disabled", &["show", &id, "--json"]);
    snapshot("enable", &["enable", &id]);
    snapshot("enable_again", &["enable", &id]);
    assert!(data.run(&["clients", "revoke", &id]).status.success());
    snapshot("enable_revoked", &["enable", &id]);
    snapshot("show_unknown", &["show", &crate::support::fixture::id("clients", 0)]);
    snapshot("update_nothing", &["update", &id]);
    snapshot("update_unknown_level", &["update", &id, "--access", "all"]);
    snapshot("update_unknown_resource", &["update", &id, "--resources", "ideas,votes"]);
    snapshot("update_unknown_date", &["update", &id, "--expires", "2027-31-01"]);
}

#[test]
fn access_is_off_until_it_is_turned_on() {
    let data = Data::new();
    data.import(&Platform::empty());
    snapshot("access_status_initial", &data, &["access", "status"]);
    snapshot("access_on", &data, &["access", "on"]);
    snapshot("access_off", &data, &["access", "off"]);
}

#[test]
fn settings_are_read_from_arguments_the_environment_and_a_file() {
    let data = Data::new();
    let other = Data::embedded();
    other.import(&Platform::empty());
    assert!(other.run(&["access", "on"]).status.success());
    Data::existing(&data.path().join("elsewhere")).import(&Platform::empty());
    let run = |arguments: &[&str], environment: &[(&str, &str)]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_folkmoot"));
        command.env_clear().envs(environment.iter().copied()).current_dir(data.path()).args(arguments);
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let directory = other.path().to_str().unwrap();
    assert_eq!(run(&["--data", directory, "access", "status"], &[]), "on\n");
    assert_eq!(run(&["access", "status", "--data", directory], &[]), "on\n");
    assert_eq!(run(&["access", "--data", directory, "status"], &[]), "on\n");
    assert_eq!(run(&["access", "status"], &[("FOLKMOOT_DATA", directory)]), "on\n");
    std::fs::write(data.path().join("folkmoot.toml"), format!("data = \"{directory}\"\n")).unwrap();
    assert_eq!(run(&["access", "status"], &[]), "on\n");
    assert_eq!(run(&["access", "status"], &[("FOLKMOOT_DATA", "elsewhere")]), "off\n");
    assert_eq!(run(&["access", "status", "--data", directory], &[("FOLKMOOT_DATA", "elsewhere")]), "on\n");
}

#[test]
fn a_failed_import_reports_every_error() {
    let data = Data::new();
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(
        directory.path().join("platform.json"),
        r#"{"name":"Testham","address":"https://testham.example","locales":["en"]}"#,
    )
    .unwrap();
    let lines = [
        r#"{"id":"7b0c2a3e-7d1f-4e6a-9c8b-2f4d6e8a0b1c","title":"Parks","created_at":"2025-01-01T00:00:00Z"}"#,
        r#"{"id":"nonsense","title_multiloc":{"en":5},"created_at":"yesterday"}"#,
        r#"{"id":"8b0c2a3e-7d1f-4e6a-9c8b-2f4d6e8a0b1c","created_at":"2025-01-01T00:00:00Z","colour":"red"}"#,
        r#"{"id":"#,
    ];
    std::fs::write(directory.path().join("topics.ndjson"), lines.join("\n")).unwrap();
    let project = r#"{"id":"9b0c2a3e-7d1f-4e6a-9c8b-2f4d6e8a0b1c","title":"Park","slug":"park","folder_id":"1b0c2a3e-7d1f-4e6a-9c8b-2f4d6e8a0b1c","visible_to":"all","created_at":"2025-01-01T00:00:00Z"}"#;
    std::fs::write(directory.path().join("projects.ndjson"), project).unwrap();
    let path = directory.path().to_str().unwrap();
    snapshot("import_errors", &data, &["import", path]);
    snapshot("import_missing_path", &data, &["import", "nowhere"]);
}
