//! A server that is killed while it makes an export: the export is complete, or has failed and leaves nothing.

use std::thread::sleep;
use std::time::Duration;

use aws_lc_rs::digest::{SHA256, digest};
use reqwest::Method;
use serde_json::json;

use crate::durability::CREATED_AT;
use crate::durability::figures::Figures;
use crate::durability::integrity::assert_database_is_intact;
use crate::durability::rounds;
use crate::support::admin::{Admin, admin_key};
use crate::support::files::names_in;
use crate::support::fixture::Platform;
use crate::support::random::Random;
use crate::support::{Data, Server, eventually};

#[test]
fn a_stored_export_is_complete_or_leaves_nothing_when_its_server_is_killed() {
    let data = Data::with(&Platform::full(8, CREATED_AT));
    let key = admin_key(&data, "administrator").1;
    let (mut random, mut figures) = (Random(37), Figures::default());
    let mut succeeded = 0;
    for _ in 0..rounds() {
        let server = data.serve_with(&["--log-level", "off"]);
        server.wait_until_ready();
        let admin = Admin::sign_in(&server, &key);
        let order = json!({ "access": "full", "formats": ["ndjson", "csv", "sqlite"] });
        let response = admin.send(&server, Method::POST, "/exports", &order);
        assert_eq!(response.status, 202, "{}", response.text);
        sleep(Duration::from_millis(random.below(250) as u64));
        let was_running = !listed(&admin, &server, "running").is_empty();
        drop(server);
        let running = data.table("SELECT COUNT(*) FROM exports WHERE state = 'running'").remove(0);
        figures.rounds += 1;
        figures.in_the_middle += usize::from(was_running && running[0].as_deref() == Some("1"));
        succeeded = assert_recovered(&data, &key, succeeded);
    }
    assert_database_is_intact(&data);
    figures.acknowledged = succeeded;
    figures.report("exports by servers", &data);
}

fn listed(admin: &Admin, server: &Server, state: &str) -> Vec<serde_json::Value> {
    let exports = admin.get(server, "/exports").ok()["exports"].as_array().unwrap().clone();
    exports.into_iter().filter(|export| export["state"] == state).collect()
}

/// Starts a server, and fails unless all exports have ended, complete ones with their files and failed ones without. Returns
/// the number of complete ones, of which none may be missing.
fn assert_recovered(data: &Data, key: &str, before: usize) -> usize {
    if !data.is_embedded() {
        // Another server might still make it, for a minute.
        data.change_database(
            "UPDATE exports SET seen_at = seen_at - INTERVAL '5 minutes' WHERE state = 'running'",
        );
    }
    let server = data.serve_with(&[]);
    server.wait_until_ready();
    let admin = Admin::sign_in(&server, key);
    eventually("an export does not end", || listed(&admin, &server, "running").is_empty());
    let succeeded = data.table("SELECT COUNT(*) FROM exports WHERE state = 'succeeded'")[0][0].clone();
    let succeeded: usize = succeeded.unwrap().parse().unwrap();
    assert!(succeeded >= before, "an acknowledged export is lost");
    let folder = data.path().join("files/exports");
    let stored = || if folder.exists() { names_in(&folder).len() } else { 0 };
    let files = "SELECT blob, size, sha256 FROM export_files WHERE export IN (SELECT id FROM exports WHERE state = 'succeeded')";
    let files = data.table(files);
    eventually("a failed export leaves files", || stored() == files.len());
    for file in &files {
        let content = std::fs::read(folder.join(file[0].as_deref().unwrap())).unwrap();
        assert_eq!(Some(content.len().to_string()), file[1]);
        assert_eq!(Some(hex::encode(digest(&SHA256, &content))), file[2]);
    }
    let work = data.path().join("exports");
    assert!(!work.exists(), "a killed server leaves its work folder");
    succeeded
}
