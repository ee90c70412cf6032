//! Writes the fixture of this version.

use std::process::Command;

use serde_json::{Value, json};

use crate::support::Data;
use crate::support::admin::{Admin, admin_key};
use crate::support::fixture::{Platform, id};
use crate::upgrade_from_releases::fixture::Fixture;
use crate::upgrade_from_releases::responses::responses;

/// The environment variable with the version.
const VERSION: &str = "FOLKMOOT_RELEASE_FIXTURE";
const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";
/// Deletions of private keys, which no repository contains. A server makes new ones.
const WITHOUT_KEYS: &str = "DELETE FROM signing_keys; DELETE FROM admin_sessions;";

/// A platform with records of all resources, in several languages, with votes and texts that are searched.
fn platform() -> Platform {
    let mut platform = Platform::full(6, CREATED_AT);
    let phases = platform.records.get_mut("phases").unwrap();
    for phase in phases.iter_mut().take(3) {
        phase["participation_method"] = json!("voting");
        phase["voting_method"] = json!("multiple_voting");
        phase["end_at"] = json!("2025-04-30");
    }
    let ideas = platform.records.get_mut("ideas").unwrap();
    ideas[4]["title_multiloc"] =
        json!({ "en": "Benches at the riverbank", "nl-BE": "Banken aan de \u{6cb3}\u{908a}" });
    ideas[4]["body_multiloc"] = json!({ "en": "<p>Half past \u{1f551}, e\u{301} &amp; more</p>" });
    ideas[5]["publication_status"] = json!("draft");
    platform
}

/// The database as a file of SQLite, or as SQL.
fn database(data: &Data) -> (&'static str, Vec<u8>) {
    data.change_database(WITHOUT_KEYS);
    if data.is_embedded() {
        data.change_database("PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
        return ("database.sqlite.gz", std::fs::read(data.path().join("folkmoot.sqlite")).unwrap());
    }
    let mut dump = Command::new("pg_dump");
    dump.args(["--no-owner", "--no-privileges", "--rows-per-insert=200", "--dbname", data.database_url()]);
    let output = dump.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    // Commands of psql, and comments, which contain versions.
    let is_sql = |line: &&str| !line.starts_with('\\') && !line.starts_with("--");
    let lines: Vec<&str> = text.lines().filter(is_sql).collect();
    ("database.sql.gz", lines.join("\n").into_bytes())
}

#[test]
#[ignore = "scripts/release runs it, before a release"]
fn write_the_fixture_of_this_version() {
    let fixture = Fixture::of(&std::env::var(VERSION).unwrap());
    let data = Data::with(&platform());
    let (client, secret) = data.client();
    let (_, key) = admin_key(&data, "administrator");
    let mut caller = data.serve_with(&[]).caller(&client, &secret);
    let admin = Admin::sign_in(&caller.server, &key);
    let uploaded = caller.uploaded(&json!({ "project_id": id("projects", 1) }));
    caller.uploaded(&json!({ "project_id": id("projects", 2), "name": "agenda.txt" }));
    caller.call(&reqwest::Method::DELETE, &format!("/files/{}", uploaded["id"].as_str().unwrap()));
    let erase = format!("/people/{}/erase", id("users", 5));
    admin.send(&caller.server, reqwest::Method::POST, &erase, &json!({})).ok();
    caller.server.wait_for_changes();
    let expected = json!({
        "client": { "id": client, "secret": secret },
        "admin_key": key,
        "clients": admin.get(&caller.server, "/clients").ok()["meta"]["total"],
        "audit_entries": admin.get(&caller.server, "/audit").ok()["entries"].as_array().map(Vec::len),
        "records": responses(&caller),
    });
    caller.server.terminate();
    assert!(caller.server.wait().success());
    let (name, content) = database(&data);
    fixture.write(&data, &[(name, &content), ("responses.json.gz", Value::to_string(&expected).as_bytes())]);
}
