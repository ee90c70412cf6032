//! The access register: who may read what, what was read by whatever way, and why requests were refused.

use reqwest::Method;
use serde_json::{Value, json};

use crate::exports::setup::{Setup, file};
use crate::support::day::begin_within_a_day;
use crate::support::eventually;
use crate::support::files::upload_with;

impl Setup {
    fn shown(&self, client: &str) -> Value {
        self.admin.get(&self.server, &format!("/clients/{client}")).ok()["client"].clone()
    }

    /// The records of a resource that a client read; null if there are none.
    fn read(&self, client: &str, plural: &str) -> Value {
        let reads = self.shown(client)["reads_30_days"].as_array().unwrap().clone();
        reads.into_iter().find(|entry| entry["resource"] == plural).unwrap_or_default()
    }

    fn summary(&self, client: &str) -> Value {
        self.admin.get(&self.server, &format!("/clients/{client}/summary")).ok()
    }

    /// Why requests of a client were refused, with the resource and the number of requests.
    fn refusals(&self, client: &str) -> Vec<Value> {
        let refusals = self.shown(client)["refusals_30_days"].as_array().unwrap().clone();
        let refusal = |refusal: &Value| json!([refusal["reason"], refusal["resource"], refusal["requests"]]);
        let mut refusals: Vec<Value> = refusals.iter().map(refusal).collect();
        refusals.sort_by_key(ToString::to_string);
        refusals
    }

    fn call(&self, token: &str, path: &str) -> u16 {
        self.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(token).send().status
    }

    /// The ids of the clients of a list with these parameters.
    fn found(&self, parameters: &str) -> Vec<String> {
        let listed = self.admin.get(&self.server, &format!("/clients?{parameters}")).ok();
        let id = |client: &Value| client["id"].as_str().unwrap().to_owned();
        listed["clients"].as_array().unwrap().iter().map(id).collect()
    }
}

#[test]
fn what_a_client_read_is_counted_by_resource_whatever_the_way() {
    begin_within_a_day();
    let setup = Setup::new(&[]);
    let client = setup.client("full", "all");
    let token = setup.data.token(&client, 0);
    for formats in ["ndjson", "sqlite"] {
        setup.export(&json!({ "access": "full", "formats": [formats] }));
    }
    let exports = setup.listed(&client);
    let projects = file(&exports[1], "projects.ndjson");
    let (url, rows) = (&projects["url"], projects["rows"].as_i64().unwrap());
    assert!(rows > 0);
    assert_eq!(setup.download(url, &[]).status, 200);
    assert_eq!(setup.download(url, &[("range", "bytes=0-9")]).status, 206);
    assert_eq!(setup.download(url, &[("range", "bytes=10-19")]).status, 206, "the first part was counted");
    let sqlite =
        exports[0]["files"].as_array().unwrap().iter().find(|file| file["format"] == "sqlite").unwrap();
    assert_eq!(setup.download(&sqlite["url"], &[]).status, 200);
    assert_eq!(setup.call(&token, "/projects"), 200);

    let expected = json!({ "resource": "projects", "lists": rows, "changes": 0, "exports": 3 * rows });
    eventually("the records are not counted", || setup.read(&client, "projects") == expected);
    let summary = setup.summary(&client);
    assert_eq!(summary["resources"], setup.shown(&client)["reads_30_days"]);
    let expected = format!("{} records of projects ({rows} in lists, {} in exports)", 4 * rows, 3 * rows);
    assert!(summary["text"].as_str().unwrap().contains(&expected), "{summary}");
}

#[test]
fn changes_are_counted_under_their_resources_and_deletions_are_no_records() {
    begin_within_a_day();
    let setup = Setup::new(&[]);
    let client = setup.client("full", "all");
    let token = setup.data.token(&client, 0);
    let page = |after: &str| {
        setup.server.request(Method::GET, &format!("/api/v2/changes{after}")).bearer_auth(&token).send().ok()
    };
    let position = page("")["meta"]["next"].as_str().unwrap().to_owned();
    let uploaded = setup
        .server
        .request(Method::POST, "/api/v2/files")
        .bearer_auth(&token)
        .json(&upload_with(&json!({})));
    let uploaded = uploaded.send();
    assert_eq!(uploaded.status, 201, "{}", uploaded.text);
    setup.server.wait_for_changes();
    let changes = page(&format!("?after={position}"))["changes"].as_array().unwrap().clone();
    let of_files = changes.iter().filter(|change| change["resource"] == "files").count();
    assert!(of_files > 0, "{changes:?}");
    eventually("the changes are not counted", || setup.read(&client, "files")["changes"] == of_files);
}

#[test]
fn the_record_of_processing_has_the_dates_of_level_and_resources() {
    let setup = Setup::new(&[]);
    let client = setup.client("full", "all");
    assert!(
        setup
            .data
            .run(&["clients", "update", &client, "--access", "public", "--resources", "ideas"])
            .status
            .success()
    );
    let summary = setup.summary(&client);
    let periods = summary["periods"].as_array().unwrap();
    assert_eq!(periods.len(), 2, "{summary}");
    assert_eq!(
        (&periods[0]["access"], &periods[0]["resources"], &periods[0]["until"]),
        (&json!("public"), &json!(["ideas"]), &Value::Null)
    );
    assert_eq!((&periods[1]["access"], &periods[1]["resources"]), (&json!("full"), &Value::Null));
    assert_eq!(periods[1]["until"], periods[0]["from"]);
    let text = summary["text"].as_str().unwrap();
    assert!(text.contains("may read ideas"), "{text}");
    assert!(text.contains("It could read all resources with the access level full"), "{text}");
    assert!(setup.data.run(&["clients", "revoke", &client]).status.success());
    let text = setup.summary(&client)["text"].as_str().unwrap().to_owned();
    assert!(!text.contains("may read"), "a revoked client may read nothing: {text}");
}

#[test]
fn refused_requests_of_known_clients_are_counted_with_their_reason() {
    begin_within_a_day();
    let setup = Setup::new(&[]);
    let (id, secret) = setup.data.client_with(&["--access", "anonymous", "--resources", "ideas,files"]);
    let run = |arguments: &[&str]| {
        assert!(setup.data.run(arguments).status.success());
        setup.server.wait_for_changes();
    };
    setup.server.wait_for_changes();
    for _ in 0..2 {
        assert_eq!(setup.server.authenticate(&id, "wrong").status, 401);
    }
    let form = [("grant_type", "client_credentials"), ("client_id", id.as_str()), ("client_secret", "wrong")];
    assert_eq!(setup.server.oauth_token(&form).status, 401);
    let token = setup.server.authenticate(&id, &secret).json()["jwt"].as_str().unwrap().to_owned();
    assert_eq!(setup.call(&token, "/ideas"), 200);
    assert_eq!(setup.call(&token, "/comments"), 403);
    assert_eq!(setup.call(&token, "/changes?resources=comments"), 403);
    assert_eq!(setup.call(&setup.data.expired_token(&id), "/ideas"), 401);
    let upload = setup.server.request(Method::POST, "/api/v2/files").bearer_auth(&token).send();
    assert_eq!(upload.status, 403);
    run(&["access", "off"]);
    assert_eq!(setup.call(&token, "/ideas"), 403);
    run(&["access", "on"]);
    run(&["clients", "disable", &id]);
    assert_eq!(setup.call(&token, "/ideas"), 401);
    assert_eq!(setup.server.authenticate(&id, &secret).status, 401);
    run(&["clients", "enable", &id]);
    run(&["clients", "rotate", &id, "--revoke-tokens"]);
    assert_eq!(setup.call(&token, "/ideas"), 401);
    run(&["clients", "revoke", &id]);
    assert_eq!(setup.call(&token, "/ideas"), 401);
    let expected = [
        json!(["api-disabled", null, 1]),
        json!(["disabled", null, 2]),
        json!(["level-too-low", null, 1]),
        json!(["resource-not-included", "comments", 2]),
        json!(["revoked", null, 1]),
        json!(["token-expired", null, 1]),
        json!(["token-revoked", null, 1]),
        json!(["wrong-secret", null, 3]),
    ];
    eventually("refusals are not counted", || setup.refusals(&id) == expected);
    let other = setup.client("full", "all");
    assert_eq!(setup.refusals(&other), Vec::<Value>::new());
    assert_eq!(setup.found("refused=true"), [id.as_str()]);
    assert!(!setup.found("refused=false").contains(&id));
    let overview = setup.admin.get(&setup.server, "/overview").ok();
    assert_eq!(overview["refusals"][0]["client_id"], json!(id));
    assert_eq!(overview["refusals"].as_array().unwrap().len(), expected.len());
    assert_eq!(
        overview["requests"]["today"], 4,
        "a request that is not authenticated does not count as use: {overview}"
    );
}

#[test]
fn a_publishable_key_on_another_website_is_a_refusal_of_its_client() {
    begin_within_a_day();
    let setup = Setup::new(&[]);
    let (id, key) = setup.data.publishable_client("https://www.city.example", &[]);
    setup.server.wait_for_changes();
    let request = |path: &str| {
        let request = setup.server.request(Method::GET, path);
        request.header("origin", "https://other.example").send().status
    };
    assert_eq!(request(&format!("/api/v2/ideas?key={key}")), 403);
    let expected = [json!(["origin-not-allowed", null, 1])];
    eventually("the refusal is not counted", || setup.refusals(&id) == expected);
}

#[test]
fn owner_and_purpose_are_stated_found_changed_and_audited() {
    let setup = Setup::new(&[]);
    let created = setup.data.run(&[
        "clients",
        "create",
        "Study",
        "--access",
        "pseudonymous",
        "--owner",
        "Université",
        "--purpose",
        "Thesis",
        "--json",
    ]);
    let created: Value = serde_json::from_slice(&created.stdout).unwrap();
    let id = created["client_id"].as_str().unwrap().to_owned();
    let stated = setup.shown(&id)["registration"].clone();
    let expected = json!({ "owner": "Université", "contact": null, "purpose": "Thesis", "legal_basis": null, "note": null });
    assert_eq!(stated, expected);
    assert!(
        setup
            .data
            .run(&["clients", "update", &id, "--contact", "a@uni.example", "--purpose", ""])
            .status
            .success()
    );
    let stated = setup.shown(&id)["registration"].clone();
    assert_eq!(
        (&stated["contact"], &stated["purpose"], &stated["owner"]),
        (&json!("a@uni.example"), &Value::Null, &json!("Université"))
    );
    for search in ["université", "uni.example"] {
        assert_eq!(setup.found(&format!("search={search}")), [id.as_str()], "{search}");
    }
    for (option, text) in [("--owner", "a\nb".to_owned()), ("--note", "x".repeat(2_001))] {
        let refused = setup.data.run(&["clients", "update", &id, option, &text]);
        let error = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            !refused.status.success() && error.contains("the registration must have a text of at most"),
            "{error}"
        );
    }
    let patch = |registration: Value| {
        let version = setup.shown(&id)["version"].clone();
        let body = json!({ "version": version, "registration": registration });
        setup.admin.send(&setup.server, Method::PATCH, &format!("/clients/{id}"), &body)
    };
    let changed = patch(json!({ "purpose": "Line 1\nLine 2", "owner": " " })).ok();
    assert_eq!(changed["client"]["registration"]["purpose"], "Line 1\nLine 2");
    assert_eq!(changed["client"]["registration"]["owner"], Value::Null);
    for wrong in [
        json!({ "colour": "red" }),
        json!({ "owner": 7 }),
        json!({ "owner": "a\nb" }),
        json!({ "note": "x".repeat(2_001) }),
    ] {
        assert_eq!(patch(wrong.clone()).problem(), "invalid-parameters", "{wrong}");
    }
    let audit = setup.admin.get(&setup.server, &format!("/audit?subject_id={id}")).ok();
    let fields = audit["entries"][0]["changes"].to_string();
    assert!(fields.contains("\"purpose\"") && fields.contains("\"owner\""), "{fields}");
}

#[test]
fn clients_are_found_by_the_personal_data_that_they_may_read() {
    let setup = Setup::new(&[]);
    let full = setup.client("full", "all");
    let ideas = setup.client("full", "ideas");
    let pseudonymous = setup.client("pseudonymous", "all");
    let public = setup.client("public", "all");
    assert_eq!(setup.found("personal_data=email-addresses"), [full.as_str()]);
    let mut ballots = setup.found("personal_data=ballots-and-answers");
    ballots.sort();
    let mut expected = vec![full, ideas, pseudonymous];
    expected.sort();
    assert_eq!(ballots, expected);
    assert_eq!(setup.shown(&public)["personal_data"], json!([]));
    let levels = setup.admin.get(&setup.server, "/access-levels").ok();
    let users =
        levels["resources"].as_array().unwrap().iter().find(|resource| resource["name"] == "users").unwrap();
    assert_eq!(
        users["personal_data"][0],
        json!({ "access": "full", "kinds": ["names", "email-addresses", "ballots-and-answers"] })
    );
}

#[test]
fn the_list_of_clients_is_sorted_in_both_directions() {
    let setup = Setup::new(&[]);
    for (name, expires) in [("B", "2037-01-31"), ("A", "never"), ("C", "2036-01-31")] {
        assert!(
            setup
                .data
                .run(&["clients", "create", name, "--access", "public", "--expires", expires])
                .status
                .success()
        );
    }
    for order in ["name", "created_at", "last_request_at", "expires_at"] {
        let mut forwards = setup.found(&format!("sort={order}"));
        let backwards = setup.found(&format!("sort=-{order}"));
        forwards.reverse();
        assert_eq!(forwards, backwards, "{order}");
    }
}

#[test]
fn health_is_what_doctor_finds_and_the_last_export() {
    let setup = Setup::new(&[]);
    let health = setup.admin.get(&setup.server, "/health").ok();
    assert_eq!(health["newest_export"], Value::Null);
    let checks = health["checks"].as_array().unwrap();
    let schema = checks.iter().find(|check| check["check"] == "schema").unwrap();
    assert_eq!((&schema["state"], &schema["remedy"]), (&json!("ok"), &Value::Null));
    setup.export(&json!({ "access": "public", "formats": ["csv"] }));
    let newest = setup.admin.get(&setup.server, "/health").ok()["newest_export"].clone();
    assert_eq!((&newest["is_failed"], &newest["reason"]), (&json!(false), &Value::Null));
    assert!(newest["ended_at"].is_string(), "{newest}");
}
