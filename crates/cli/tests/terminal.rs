//! What commands print of texts that come from data, which must not control the terminal of the operator.

use folkmoot_runtime::terminal;
use serde_json::{Value, json};

use crate::support::fixture::{Platform, id};
use crate::support::{Data, text};

/// Changes the title of a terminal, clears it, reverses the direction of text, and begins a line.
const NAME: &str = "Ann \u{1b}]0;pwned\u{7}\u{1b}[2J\u{9b}2J\u{202e}\u{2066}\r\nroot";
const PRINTED: &str = r"Ann \u001b]0;pwned\u0007\u001b[2J\u009b2J\u202e\u2066\u000d\u000aroot";

fn data() -> Data {
    let mut platform = Platform::full(1, "2025-03-01T10:00:00.000Z");
    platform.records.get_mut("users").unwrap()[0]["first_name"] = json!(NAME);
    let data = Data::with(&platform);
    for command in [&["clients", "create", NAME][..], &["admin-keys", "create", NAME]] {
        assert!(data.run(command).status.success());
    }
    data
}

/// Runs a command, and returns what it printed to stdout and stderr.
fn printed(data: &Data, arguments: &[&str]) -> (String, String) {
    let output = data.run(arguments);
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    for stream in [&out, &errors] {
        let is_unsafe = |letter| letter != '\n' && terminal::is_control(letter);
        assert!(!stream.contains(is_unsafe), "{arguments:?}: {stream:?}");
    }
    (out, errors)
}

#[test]
fn texts_of_data_are_printed_with_escapes() {
    let data = data();
    let clients = text(&data.run(&["clients", "list", "--json"]).stdout);
    let client =
        serde_json::from_str::<Value>(&clients).unwrap()[0]["client_id"].as_str().unwrap().to_owned();
    for command in [
        &["people", "find", &id("users", 0)][..],
        &["clients", "list"],
        &["clients", "show", &client],
        &["admin-keys", "list"],
        &["audit"],
    ] {
        let (out, _) = printed(&data, command);
        assert!(out.contains(PRINTED), "{command:?}: {out}");
        let (out, _) = printed(&data, &[command, &["--json"]].concat());
        let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let lines = Value::from(lines).to_string();
        assert!(lines.contains(&json!(NAME).to_string()), "{command:?}: {lines}");
    }
    printed(&data, &["usage"]);
    printed(&data, &["doctor"]);
}

#[test]
fn errors_and_warnings_are_printed_with_escapes() {
    let mut platform = Platform::empty();
    platform.add("topics", json!({ "id": NAME, NAME: 1, "title": "x", "created_at": NAME }));
    let folder = tempfile::tempdir().unwrap();
    platform.write(folder.path());
    let data = Data::new();
    let (_, errors) = printed(&data, &["import", folder.path().to_str().unwrap()]);
    assert!(errors.contains("warning: ") && errors.contains(r"\u202e"), "{errors}");
    let (_, errors) = printed(&data, &["people", "export", NAME, "--out", "x.zip"]);
    assert!(errors.contains("error: "), "{errors}");
}
