//! The endpoints under `/admin/api/people`.

use folkmoot_administration::command_line_actor;
use folkmoot_administration::keys::{self, NewAdminKey};
use folkmoot_store::Store;
use folkmoot_store::administrators::Role;
use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};

use crate::people::scenario::{EMAIL, Scenario, person};

fn admin_key(scenario: &Scenario, role: Role) -> String {
    let store = Store::open(&scenario.data.database()).unwrap();
    let new = NewAdminKey { name: "Test".to_owned(), role, last_day: None };
    let (_, secret) = keys::create(&store, &command_line_actor(), new, Timestamp::now()).unwrap();
    secret.expose().to_owned()
}

#[test]
fn administrators_find_export_and_erase_people() {
    let scenario = Scenario::new();
    let (administrator, auditor) =
        (admin_key(&scenario, Role::Administrator), admin_key(&scenario, Role::Auditor));
    let caller = scenario.data.serve();
    let post = |key: &str, path: &str, body: &Value| {
        let path = format!("/admin/api/people{path}");
        caller.server.request(Method::POST, &path).bearer_auth(key).json(body).send()
    };
    let found = post(&auditor, "/find", &json!({ "text": EMAIL })).ok();
    assert_eq!(found["people"][0]["id"], json!(person()));
    assert_eq!(found["people"][0]["records"]["baskets"], 1);
    assert_eq!(post(&auditor, "/find", &json!({ "text": " " })).status, 422);

    let (export, erase) = (format!("/{}/export", person()), format!("/{}/erase", person()));
    for path in [&export, &erase] {
        assert_eq!(post(&auditor, path, &json!({})).status, 403, "an auditor changes nothing");
        assert_eq!(post("fma_wrong", path, &json!({})).status, 401);
    }
    let path = format!("/admin/api/people{export}");
    let archive = caller.server.request(Method::POST, &path).bearer_auth(&administrator).send_bytes();
    assert_eq!((archive.status, archive.header("content-type")), (200, "application/zip"));
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive.bytes)).unwrap();
    assert!(archive.by_name("users.ndjson").is_ok());
    let leftover = std::fs::read_dir(scenario.data.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(!leftover.into_iter().any(|name| name.to_string_lossy().contains("export")));

    let dry = post(&administrator, &erase, &json!({ "dry_run": true })).ok();
    assert_eq!((&dry["dry_run"], &dry["deleted"]), (&json!(true), &json!({ "users": 1 })));
    assert_eq!(caller.get(&format!("/users/{}", person())).status, 200);
    let done = post(&administrator, &erase, &json!({ "with_texts": true })).ok();
    assert_eq!((&done["dry_run"], &done["changed"]), (&json!(false), &dry["changed"]));
    assert_eq!(done["warnings"], json!([]));
    caller.server.wait_for_changes();
    assert_eq!(caller.get(&format!("/users/{}", person())).status, 404);
    assert_eq!(post(&administrator, &erase, &json!({})).status, 404);
    assert_eq!(post(&administrator, &export, &json!({})).status, 404);
}
