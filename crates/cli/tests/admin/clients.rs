//! Clients: what administrators can decide about them, and its effect on the public API.

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use reqwest::Method;
use serde_json::{Value, json};

use crate::admin::Setup;
use crate::support::Response;

/// The day in this number of days, in UTC.
fn day(days: i64) -> String {
    let at = Timestamp::now() + SignedDuration::from_hours(24 * days);
    at.to_zoned_datetime(TimeZone::UTC).date().to_string()
}

impl Setup {
    fn create(&self, name: &str, access: &str) -> (String, String) {
        let body = json!({ "name": name, "access": access, "resources": null, "expires_at": day(30) });
        let created = self.admin.send(&self.server, Method::POST, "/clients", &body);
        assert_eq!(created.status, 201, "{}", created.text);
        let created = created.json();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&created["client"]["id"]), text(&created["client_secret"]))
    }

    fn change(&self, id: &str, action: &str) -> Response {
        self.admin.post(&self.server, &format!("/clients/{id}/{action}"))
    }

    fn patch(&self, id: &str, body: &Value) -> Response {
        self.admin.send(&self.server, Method::PATCH, &format!("/clients/{id}"), body)
    }

    fn client(&self, id: &str) -> Value {
        self.admin.get(&self.server, &format!("/clients/{id}")).ok()["client"].clone()
    }

    /// The status of the response to a request for a token.
    fn token_status(&self, id: &str, secret: &str) -> u16 {
        self.server.authenticate(id, secret).status
    }
}

#[test]
fn a_client_is_created_changed_and_revoked() {
    let setup = Setup::new(&[]);
    let (id, secret) = setup.create("City website", "public");
    let client = setup.client(&id);
    assert_eq!(client["status"], "active");
    assert_eq!((&client["version"], &client["expires_at"]), (&json!(1), &json!(day(30))));
    assert_eq!(setup.token_status(&id, &secret), 201);

    let changed =
        setup.patch(&id, &json!({ "version": 1, "access": "anonymous", "resources": ["ideas", "areas"] }));
    let changed = changed.ok()["client"].clone();
    assert_eq!(changed["access"], "anonymous");
    assert_eq!((&changed["resources"], &changed["version"]), (&json!(["areas", "ideas"]), &json!(2)));
    let stale = setup.patch(&id, &json!({ "version": 1, "name": "Other" }));
    assert_eq!((stale.status, stale.problem().as_str()), (409, "edit-conflict"));
    assert_eq!(setup.client(&id)["name"], "City website", "a conflict changes nothing");

    assert_eq!(setup.change(&id, "disable").ok()["client"]["status"], "disabled");
    assert_eq!(setup.token_status(&id, &secret), 401);
    assert_eq!(setup.change(&id, "enable").ok()["client"]["status"], "active");
    assert_eq!(setup.token_status(&id, &secret), 201);
    assert_eq!(setup.change(&id, "revoke").ok()["client"]["status"], "revoked");
    assert_eq!(setup.token_status(&id, &secret), 401);
    for action in ["enable", "disable", "revoke"] {
        assert_eq!(setup.change(&id, action).problem(), "edit-conflict", "{action}");
    }
    assert_eq!(setup.change("00000000-0000-4000-8000-000000000000", "revoke").problem(), "record-not-found");
    assert_eq!(setup.change("x", "revoke").problem(), "record-not-found");
}

#[test]
fn a_secret_is_replaced_with_an_overlap() {
    let setup = Setup::new(&[]);
    let (id, first) = setup.create("City website", "full");
    let rotate = |body: &Value| {
        let rotated =
            setup.admin.send(&setup.server, Method::POST, &format!("/clients/{id}/rotate"), body).ok();
        (rotated["client"].clone(), rotated["client_secret"].as_str().unwrap().to_owned())
    };
    let (client, second) = rotate(&json!({ "overlap_hours": 48 }));
    assert!(client["previous_secret_expires_at"].as_str().unwrap().starts_with(&day(2)));
    assert_eq!((setup.token_status(&id, &first), setup.token_status(&id, &second)), (201, 201));
    let (client, third) = rotate(&json!({ "overlap_hours": 0, "revoke_tokens": true }));
    assert_eq!(client["previous_secret_expires_at"], Value::Null);
    assert_eq!((setup.token_status(&id, &second), setup.token_status(&id, &third)), (401, 201));
    let (client, _) = rotate(&json!({}));
    assert!(client["previous_secret_expires_at"].as_str().unwrap().starts_with(&day(1)), "a day by default");
    let log = setup.admin.get(&setup.server, "/audit").text;
    assert!([&first, &second, &third].iter().all(|secret| !log.contains(secret.as_str())));
}

#[test]
fn invalid_properties_are_named() {
    let setup = Setup::new(&[]);
    let valid = json!({ "name": "A", "access": "public", "resources": null, "expires_at": day(1) });
    for (name, value) in [
        ("name", json!(" ")),
        ("name", json!("a\nb")),
        ("name", json!("x".repeat(201))),
        ("access", json!("owner")),
        ("access", json!(null)),
        ("resources", json!([])),
        ("resources", json!(["poems"])),
        ("resources", json!("ideas")),
        ("expires_at", json!(day(-1))),
        ("expires_at", json!(day(367))),
        ("expires_at", json!("tomorrow")),
        ("expires_at", json!(null)),
        ("expires_at", json!(1)),
    ] {
        let mut body = valid.clone();
        body[name] = value.clone();
        let response = setup.admin.send(&setup.server, Method::POST, "/clients", &body);
        assert_eq!(
            (response.status, response.problem().as_str()),
            (422, "invalid-parameters"),
            "{name} {value}"
        );
        assert_eq!(response.json()["parameter_name"], name);
    }
    for name in ["name", "access", "resources", "expires_at"] {
        let mut body = valid.clone();
        body.as_object_mut().unwrap().remove(name);
        let response = setup.admin.send(&setup.server, Method::POST, "/clients", &body);
        assert_eq!(response.json()["parameter_name"], name, "missing");
    }
    assert_eq!(setup.admin.get(&setup.server, "/clients").ok()["meta"]["total"], 0, "nothing was created");
    for expires_at in [day(0), day(366)] {
        let mut body = valid.clone();
        body["expires_at"] = json!(expires_at);
        assert_eq!(setup.admin.send(&setup.server, Method::POST, "/clients", &body).status, 201);
    }
}

#[test]
fn without_a_maximum_clients_need_not_expire() {
    let setup = Setup::new(&["--client-max-days", "0"]);
    let body = json!({ "name": "A", "access": "public", "resources": null, "expires_at": null });
    let created = setup.admin.send(&setup.server, Method::POST, "/clients", &body);
    assert_eq!((created.status, &created.json()["client"]["expires_at"]), (201, &Value::Null));
    let levels = setup.admin.get(&setup.server, "/access-levels").ok();
    assert_eq!((&levels["max_days"], &levels["proposed_days"]), (&json!(0), &json!(366)));
}

#[test]
fn clients_are_searched_filtered_sorted_and_paged() {
    let setup = Setup::new(&[]);
    let ids: Vec<String> = [("Charlie", "public"), ("alpha", "full"), ("Bravo", "public"), ("beta", "full")]
        .map(|(name, access)| setup.create(name, access).0)
        .to_vec();
    setup.change(&ids[2], "disable").ok();
    let list = |query: &str| setup.admin.get(&setup.server, &format!("/clients?{query}")).ok();
    let names = |query: &str| -> Vec<String> {
        let clients = list(query)["clients"].clone();
        clients.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(""), ["alpha", "beta", "Bravo", "Charlie"]);
    assert_eq!(names("sort=-created_at"), ["beta", "Bravo", "alpha", "Charlie"]);
    // Texts that no id begins with.
    assert_eq!(names("search=BET"), ["beta"]);
    assert_eq!(names("search=br"), ["Bravo"]);
    assert_eq!(names(&format!("search={}", &ids[1][..13])), ["alpha"]);
    assert_eq!(names("status=disabled"), ["Bravo"]);
    assert_eq!(names("access=public&status=active"), ["Charlie"]);
    assert_eq!(names("page_size=3&page_number=2"), ["Charlie"]);
    assert_eq!(list("page_size=3")["meta"], json!({ "current_page": 1, "total_pages": 2, "total": 4 }));
    assert_eq!(names("page_number=9"), [""; 0]);
}

#[test]
fn the_switch_applies_to_the_public_api() {
    let setup = Setup::new(&[]);
    let set = |enabled: bool| {
        let body = json!({ "enabled": enabled });
        setup.admin.send(&setup.server, Method::PUT, "/access", &body).ok()
    };
    assert_eq!(set(false), json!({ "enabled": false }));
    assert_eq!(setup.server.authenticate("x", "x").problem(), "public-api-disabled");
    assert_eq!(setup.admin.get(&setup.server, "/access").ok(), json!({ "enabled": false }));
    assert_eq!(set(true), json!({ "enabled": true }));
    assert_eq!(setup.server.authenticate("x", "x").problem(), "invalid-credentials");
}

#[test]
fn settings_in_force_are_listed_with_their_sources_and_without_secrets() {
    let setup = Setup::new(&["--openid-client-secret", "very-secret-value", "--log-level", "warn"]);
    let response = setup.admin.get(&setup.server, "/settings");
    assert!(!response.text.contains("very-secret-value"));
    let settings = response.ok()["settings"].clone();
    let setting =
        |name: &str| settings.as_array().unwrap().iter().find(|it| it["name"] == name).unwrap().clone();
    let secret = setting("openid-client-secret");
    assert_eq!((&secret["value"], &secret["is_secret"]), (&json!("••••"), &json!(true)));
    assert_eq!(
        (&setting("log-level")["value"], &setting("log-level")["source"]),
        (&json!("warn"), &json!("flag"))
    );
    assert_eq!(setting("token-issuer")["source"], "default");
    assert_eq!(setting("keys-secret")["value"], Value::Null);
}
