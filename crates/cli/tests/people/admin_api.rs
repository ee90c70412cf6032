//! The endpoints under `/admin/api/people`.

use reqwest::Method;
use serde_json::{Value, json};

use crate::scenario::{EMAIL, Scenario, person};

fn admin_key(scenario: &Scenario, role: &str) -> String {
    let output = scenario.data.run(&["admin-keys", "create", "Test", "--role", role, "--json"]);
    let key: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    key["secret"].as_str().unwrap().to_owned()
}

#[test]
fn administrators_find_export_and_erase_people() {
    let scenario = Scenario::new();
    let (administrator, auditor) = (admin_key(&scenario, "administrator"), admin_key(&scenario, "auditor"));
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
    let archive = post(&administrator, &export, &json!({}));
    assert_eq!((archive.status, archive.header("content-type")), (200, Some("application/zip")));
    assert!(archive.text.starts_with("PK"));
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
