//! The audit log is complete, and nothing in it changes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use reqwest::Method;
use serde_json::{Value, json};

use crate::admin::Setup;
use crate::support::admin::{Admin, Endpoint, admin_key, sign_in};
use crate::support::fixture::id;
use crate::support::{Response, eventually};

impl Setup {
    /// The actions of all entries, oldest first.
    fn actions(&self) -> Vec<String> {
        let rows = self.data.table("SELECT action FROM audit_log ORDER BY key");
        rows.into_iter().map(|mut row| row.remove(0).unwrap()).collect()
    }

    fn create_client(&self) -> String {
        let body = json!({ "name": "A", "access": "public", "resources": null, "expires_at": tomorrow() });
        let response = self.admin.send(&self.server, Method::POST, "/clients", &body);
        response.json()["client"]["id"].as_str().unwrap().to_owned()
    }

    /// All exports, newest first, once none is running.
    fn exports(&self) -> Vec<Value> {
        let mut exports = Vec::new();
        eventually("an export does not end", || {
            let listed = self.admin.get(&self.server, "/exports").ok();
            exports.clone_from(listed["exports"].as_array().unwrap());
            exports.iter().all(|export| export["state"] != "running")
        });
        exports
    }

    /// A finished export.
    fn export(&self) -> Value {
        self.exports();
        let body = json!({ "access": "public", "formats": ["ndjson"] });
        self.admin.send(&self.server, Method::POST, "/exports", &body);
        self.exports().remove(0)
    }

    /// A webhook to create, whose receiver does not exist.
    fn new_webhook(&self) -> Value {
        let url = "https://nowhere.invalid/hook";
        json!({ "client_id": self.create_client(), "url": url, "events": null, "projects": null })
    }

    /// The path of a new webhook.
    fn webhook(&self) -> String {
        let created = self.admin.send(&self.server, Method::POST, "/webhooks", &self.new_webhook());
        format!("/webhooks/{}", created.json()["webhook"]["webhook_id"].as_str().unwrap())
    }

    /// A successful call of a changing endpoint, and what must exist before.
    fn successful_call(&self, operation: &str) -> Box<dyn FnOnce() -> Response + '_> {
        let send = |method: Method, path: String, body: Value| -> Box<dyn FnOnce() -> Response + '_> {
            Box::new(move || self.admin.send(&self.server, method, &path, &body))
        };
        let post = |path: String| -> Box<dyn FnOnce() -> Response + '_> {
            Box::new(move || self.admin.post(&self.server, &path))
        };
        match operation {
            "signIn" => Box::new(|| sign_in(&self.server, &self.key).send()),
            "signOut" => {
                let session = Admin::sign_in(&self.server, &self.key);
                Box::new(move || session.request(&self.server, Method::DELETE, "/session").send())
            }
            "endSession" => {
                let other = Admin::sign_in(&self.server, &self.key);
                let sessions = other.get(&self.server, "/sessions").ok();
                let id = sessions["sessions"].as_array().unwrap().iter().find(|it| it["is_current"] == true);
                let path = format!("/sessions/{}", id.unwrap()["id"].as_str().unwrap());
                Box::new(move || self.admin.request(&self.server, Method::DELETE, &path).send())
            }
            "createAdminKey" => {
                send(Method::POST, "/admin-keys".to_owned(), json!({ "name": "Otto", "role": "auditor" }))
            }
            "revokeAdminKey" => post(format!("/admin-keys/{}/revoke", admin_key(&self.data, "auditor").0)),
            "createClient" => {
                let body =
                    json!({ "name": "A", "access": "public", "resources": null, "expires_at": tomorrow() });
                send(Method::POST, "/clients".to_owned(), body)
            }
            "updateClient" => {
                let path = format!("/clients/{}", self.create_client());
                send(Method::PATCH, path, json!({ "version": 1, "name": "B" }))
            }
            "rotateClientSecret" => {
                send(Method::POST, format!("/clients/{}/rotate", self.create_client()), json!({}))
            }
            "disableClient" => post(format!("/clients/{}/disable", self.create_client())),
            "enableClient" => {
                let id = self.create_client();
                self.admin.post(&self.server, &format!("/clients/{id}/disable")).ok();
                post(format!("/clients/{id}/enable"))
            }
            "revokeClient" => post(format!("/clients/{}/revoke", self.create_client())),
            "updateAccess" => {
                // Enabled at the end: the server pauses the webhooks of clients without access.
                let path = "/access".to_owned();
                self.admin.send(&self.server, Method::PUT, &path, &json!({ "enabled": false })).ok();
                send(Method::PUT, path, json!({ "enabled": true }))
            }
            "findPeople" => send(Method::POST, "/people/find".to_owned(), json!({ "text": PERSON })),
            "exportPerson" => post(format!("/people/{}/export", id("users", 0))),
            "erasePerson" => send(Method::POST, format!("/people/{}/erase", id("users", 0)), json!({})),
            "createImport" => Box::new(|| {
                let part = "--x\r\ncontent-disposition: form-data; name=\"files\"; filename=\"areas.ndjson\"\r\n\r\n\r\n--x--\r\n";
                let request = self.admin.request(&self.server, Method::POST, "/imports?dry_run=true");
                request.header("content-type", "multipart/form-data; boundary=x").body(part).send()
            }),
            "cancelImport" => {
                let id = uuid::Uuid::from_u128(1);
                let hex = id.simple();
                let id_sql = if self.data.is_embedded() { format!("x'{hex}'") } else { format!("'{hex}'") };
                let time = if self.data.is_embedded() { "9999999999999" } else { "now()" };
                self.data.change_database(&format!(
                    "INSERT INTO imports (id, state, dry_run, source, actor_name, started_at, seen_at, files, stage, line_count,
                       lines_per_second, report)
                     VALUES ({id_sql}, 'running', FALSE, 'command-line', 'x', {time}, {time}, '[]', '', 0, 0,
                       '{{\"resources\":[],\"warnings\":[],\"errors\":[],\"error_count\":0,\"reason\":null}}')"
                ));
                post(format!("/imports/{id}/cancel"))
            }
            "createExport" => {
                self.exports();
                send(
                    Method::POST,
                    "/exports".to_owned(),
                    json!({ "access": "public", "formats": ["ndjson"] }),
                )
            }
            "deleteExport" => {
                let path = format!("/exports/{}", self.export()["id"].as_str().unwrap());
                Box::new(move || self.admin.request(&self.server, Method::DELETE, &path).send())
            }
            "downloadExportFile" => {
                let file = self.export()["files"][0]["id"].clone();
                let path = format!("/export-files/{}", file.as_str().unwrap());
                Box::new(move || self.admin.request(&self.server, Method::GET, &path).send())
            }
            "downloadExportArchive" => {
                let path = format!("/exports/{}/archive", self.export()["id"].as_str().unwrap());
                Box::new(move || self.admin.request(&self.server, Method::GET, &path).send())
            }
            other => self.successful_webhook_call(other),
        }
    }
}

impl Setup {
    /// The same of an endpoint for webhooks.
    fn successful_webhook_call(&self, operation: &str) -> Box<dyn FnOnce() -> Response + '_> {
        let send = |method: Method, path: String, body: Value| -> Box<dyn FnOnce() -> Response + '_> {
            Box::new(move || self.admin.send(&self.server, method, &path, &body))
        };
        let post = |path: String| -> Box<dyn FnOnce() -> Response + '_> {
            Box::new(move || self.admin.post(&self.server, &path))
        };
        match operation {
            "createWebhook" => send(Method::POST, "/webhooks".to_owned(), self.new_webhook()),
            "updateWebhook" => send(Method::PATCH, self.webhook(), json!({ "events": ["idea.*"] })),
            "rotateWebhookSecret" => post(format!("{}/rotate", self.webhook())),
            "pauseWebhook" => post(format!("{}/pause", self.webhook())),
            "resumeWebhook" => {
                let webhook = self.webhook();
                self.admin.post(&self.server, &format!("{webhook}/pause")).ok();
                post(format!("{webhook}/resume"))
            }
            "deleteWebhook" => {
                let path = self.webhook();
                Box::new(move || self.admin.request(&self.server, Method::DELETE, &path).send())
            }
            "testWebhook" => send(Method::POST, format!("{}/test", self.webhook()), json!({})),
            "resendWebhookEvent" => {
                let webhook = self.webhook();
                let test =
                    self.admin.send(&self.server, Method::POST, &format!("{webhook}/test"), &json!({}));
                let body = json!({ "event_id": test.json()["event_id"] });
                send(Method::POST, format!("{webhook}/resend"), body)
            }
            other => panic!("add a successful call of {other}"),
        }
    }
}

/// The e-mail address of the person in the fixture.
const PERSON: &str = "email-0";

fn tomorrow() -> String {
    let tomorrow = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(24);
    tomorrow.to_zoned_datetime(jiff::tz::TimeZone::UTC).date().to_string()
}

#[test]
fn every_change_appends_one_entry_and_nothing_else_appends_any() {
    let setup = Setup::new(&[]);
    for endpoint in Endpoint::all() {
        let Some(action) = endpoint.audit_action() else {
            let before = setup.actions();
            let request = endpoint.request(&setup.server).header("cookie", &setup.admin.cookie);
            request.header("x-csrf-token", &setup.admin.csrf_token).send();
            assert_eq!(setup.actions(), before, "{endpoint:?}");
            continue;
        };
        let call = setup.successful_call(endpoint.id());
        let before = setup.actions();
        let response = call();
        assert!(response.status < 300, "{endpoint:?}: {}", response.text);
        let after = setup.actions();
        assert_eq!(after[before.len()..], [action], "{endpoint:?}");
    }
}

#[test]
fn a_failed_change_appends_no_entry() {
    let setup = Setup::new(&[]);
    let id = setup.create_client();
    let before = setup.actions();
    let path = format!("/clients/{id}");
    let conflict =
        setup.admin.send(&setup.server, Method::PATCH, &path, &json!({ "version": 9, "name": "B" }));
    assert_eq!(conflict.status, 409);
    let same = setup.admin.send(&setup.server, Method::PATCH, &path, &json!({ "version": 1, "name": "A" }));
    assert_eq!(same.status, 200);
    setup.admin.post(&setup.server, &format!("{path}/enable")).ok();
    setup.admin.send(&setup.server, Method::PUT, "/access", &json!({ "enabled": true })).ok();
    assert_eq!(sign_in(&setup.server, "fma_x").send().status, 401);
    assert_eq!(setup.actions(), before);
}

#[test]
fn an_entry_states_who_did_what_when_and_from_where() {
    let setup = Setup::new(&[]);
    let id = setup.create_client();
    let path = format!("/clients/{id}");
    let body = json!({ "version": 1, "name": "City website", "access": "anonymous", "resources": ["ideas"] });
    setup.admin.send(&setup.server, Method::PATCH, &path, &body).ok();
    let log = setup.admin.get(&setup.server, &format!("/audit?subject_id={id}")).ok();
    assert_eq!(log["meta"]["total"], 2);
    let entry = &log["entries"][0];
    assert_eq!(entry["actor"], json!({ "kind": "admin-key", "id": setup.key_id, "name": "Ann Example" }));
    assert_eq!(entry["action"], "clients.update");
    assert_eq!(entry["subject"], json!({ "kind": "client", "id": id, "name": "City website" }));
    assert_eq!(entry["address"], "127.0.0.1");
    assert_eq!(
        entry["changes"],
        json!([
            { "field": "name", "from": "A", "to": "City website" },
            { "field": "access", "from": "public", "to": "anonymous" },
            { "field": "resources", "from": null, "to": ["ideas"] },
        ])
    );
}

#[test]
fn commands_append_entries_too() {
    let setup = Setup::new(&[]);
    let run = |arguments: &[&str]| {
        let output = setup.data.run(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let before = setup.actions().len();
    let created: Value = serde_json::from_str(&run(&["clients", "create", "A", "--json"])).unwrap();
    let id = created["client_id"].as_str().unwrap();
    run(&["clients", "rotate", id]);
    run(&["clients", "update", id, "--access", "public"]);
    run(&["clients", "disable", id]);
    run(&["clients", "enable", id]);
    run(&["clients", "revoke", id]);
    run(&["access", "off"]);
    // A command that changes nothing has no entry.
    run(&["access", "off"]);
    run(&["keys", "rotate"]);
    let expected = [
        "clients.create",
        "clients.rotate",
        "clients.update",
        "clients.disable",
        "clients.enable",
        "clients.revoke",
        "access.update",
        "signing-keys.rotate",
    ];
    assert_eq!(setup.actions()[before..], expected);
    let lines = run(&["audit", "--json", "--client", id]);
    let entries: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(entries.len(), 6);
    assert!(
        entries.iter().all(|entry| entry["actor"]["kind"] == "command-line" && entry["address"].is_null())
    );
    assert!(entries[0]["at"].as_str() <= entries[5]["at"].as_str(), "oldest first");
    let text = run(&["audit", "--since", "2026-01-01"]);
    assert_eq!(text.lines().count(), setup.actions().len());
    assert!(text.contains("clients.create") && !text.contains(created["client_secret"].as_str().unwrap()));
    assert_eq!(run(&["audit", "--since", "2999-01-01"]), "");
}

#[test]
fn an_entry_names_who_runs_a_command_as_another_user() {
    let setup = Setup::new(&[]);
    let mut command = setup.data.command();
    assert!(command.args(["access", "off"]).env("SUDO_USER", "ann").status().unwrap().success());
    let log = setup.admin.get(&setup.server, "/audit").ok();
    assert_eq!(
        (&log["entries"][0]["action"], &log["entries"][0]["actor"]["name"]),
        (&json!("access.update"), &json!("ann"))
    );
}

#[test]
fn entries_are_filtered_paged_and_exported() {
    let setup = Setup::new(&[]);
    let id = setup.create_client();
    setup.admin.post(&setup.server, &format!("/clients/{id}/disable")).ok();
    let get = |query: &str| setup.admin.get(&setup.server, &format!("/audit?{query}"));
    let total = |query: &str| get(query).ok()["meta"]["total"].as_u64().unwrap();
    let all = total("");
    assert_eq!(usize::try_from(all).unwrap(), setup.actions().len());
    assert_eq!(total("action=clients.disable"), 1);
    assert_eq!((total(&format!("actor={}", setup.key_id)), total("actor=Ann%20Example")), (3, 3));
    assert_eq!(total("actor=Ann"), 0);
    assert_eq!((total("from=2026-01-01"), total("until=2026-01-01"), total("from=2999-01-01")), (all, 0, 0));
    let newest = get("page_size=1").ok();
    assert_eq!(newest["entries"][0]["action"], "clients.disable");
    assert!(newest["actions"].as_array().unwrap().contains(&json!("clients.create")));
    let at = newest["entries"][0]["at"].as_str().unwrap();
    assert!(total(&format!("from={at}")) >= 1);
    let csv = setup.admin.get(&setup.server, &format!("/audit.csv?subject_id={id}"));
    assert_eq!(csv.header("content-disposition"), "attachment; filename=\"audit.csv\"");
    let lines: Vec<&str> = csv.text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("id,at,actor_kind,") && lines[1].contains("clients.disable"));
}

#[test]
fn no_entry_can_be_changed_or_deleted() {
    let setup = Setup::new(&[]);
    let before = setup.data.table("SELECT id, action, actor_name FROM audit_log ORDER BY key");
    assert!(!before.is_empty());
    let copy = "INSERT INTO audit_log (key, id, happened_at, actor_kind, actor_id, actor_name, action, changes) \
                SELECT key, id, happened_at, 'x', 'x', 'x', 'x', changes FROM audit_log";
    let replace = copy.replace("INSERT", "INSERT OR REPLACE");
    let mut statements = vec!["UPDATE audit_log SET actor_name = 'x'", "DELETE FROM audit_log", copy];
    statements.push(if setup.data.is_embedded() { &replace } else { "TRUNCATE audit_log" });
    for sql in statements {
        let changed = catch_unwind(AssertUnwindSafe(|| setup.data.change_database(sql)));
        assert!(changed.is_err(), "{sql}");
        assert_eq!(
            setup.data.table("SELECT id, action, actor_name FROM audit_log ORDER BY key"),
            before,
            "{sql}"
        );
    }
}
