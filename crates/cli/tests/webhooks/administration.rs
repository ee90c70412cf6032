//! What administrators do with webhooks.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::admin::{Admin, admin_key};
use crate::support::eventually;
use crate::support::fixture::id;
use crate::support::site::published;
use crate::webhooks::receiver::{Receiver, Reply};
use crate::webhooks::site::{endpoint, run, serve, shown, wait_for_attempts, webhooks};

/// What the database contains of webhooks, as text.
fn stored(site: &crate::support::site::Site) -> String {
    let tables = ["webhook_endpoints", "webhook_events", "webhook_attempts", "audit_log"];
    let columns = ["secret, previous_secret", "event, id", "event, error", "changes, subject_name"];
    let rows = tables
        .iter()
        .zip(columns)
        .flat_map(|(table, columns)| site.data.table(&format!("SELECT {columns} FROM {table}")));
    format!("{:?}", rows.collect::<Vec<_>>())
}

#[test]
fn secrets_are_shown_once_and_stored_encrypted_and_urls_are_masked() {
    let site = serve(&published(1));
    let (client, receiver) = (site.client("full", None), Receiver::new());
    let endpoint = endpoint(&site, &client, &receiver, &[]);
    let rotated = run(&site, &["rotate", &endpoint.id]);
    assert_eq!(rotated.as_object().unwrap().keys().collect::<Vec<_>>(), ["webhook_id", "secret"]);
    run(&site, &["test", &endpoint.id]);
    wait_for_attempts(&site, &endpoint, 1);
    let stored = stored(&site);
    for secret in ["whsec_", "secret-of-the-url"] {
        assert!(!stored.contains(secret), "{secret}: {stored}");
    }
    assert!(shown(&site, &endpoint)["previous_secret_expires_at"].is_string());
    assert!(!shown(&site, &endpoint).to_string().contains("whsec_"));
}

#[test]
fn an_event_can_be_sent_again() {
    let site = serve(&published(1));
    let (client, receiver) = (site.client("full", None), Receiver::new());
    let endpoint = endpoint(&site, &client, &receiver, &[]);
    let sent = run(&site, &["test", &endpoint.id, "--type", "idea.created"]);
    let event_id = sent["event_id"].as_str().unwrap();
    let first = receiver.wait_for(1)[0].clone();
    assert_eq!((first.id(), first.kind()), (event_id, "idea.created"));
    wait_for_attempts(&site, &endpoint, 1);
    run(&site, &["resend", &endpoint.id, event_id]);
    let again = receiver.wait_for(2)[1].clone();
    assert_eq!((again.id(), &again.body["timestamp"]), (event_id, &first.body["timestamp"]));
    let unknown = webhooks(&site, &["resend", &endpoint.id, "msg_unknown"]);
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("no event with this id"));
    // One that waits is sent at once.
    receiver.reply(Reply::Status(500, "x-test: 1"));
    let sent = run(&site, &["test", &endpoint.id]);
    let waiting = sent["event_id"].as_str().unwrap();
    receiver.wait_for(3);
    eventually("the event does not wait", || shown(&site, &endpoint)["waiting"] == 1);
    receiver.reply(Reply::Status(204, "x-test: 1"));
    run(&site, &["resend", &endpoint.id, waiting]);
    assert_eq!(receiver.wait_for(4)[3].id(), waiting);
}

#[test]
fn bad_input_is_refused_and_says_what_was_expected() {
    let site = serve(&published(1));
    let (client, receiver) = (site.client("full", None), Receiver::new());
    let (website, _) = site.data.publishable_client("https://www.example.org", &[]);
    let url = receiver.url.as_str();
    let unknown = id("users", 0);
    for (arguments, expected) in [
        (vec!["create", &unknown, url], "no client has this id"),
        (vec!["create", &website, url], "a publishable key cannot have webhooks"),
        (vec!["create", &client.id, "ftp://example.org/"], "the scheme must be https"),
        (vec!["create", &client.id, "example.org"], "expected an absolute URL"),
        (vec!["create", &client.id, "https://a:b@example.org/"], "user name or a password"),
        (vec!["create", &client.id, "https://10.0.0.1/"], "is an IP address"),
        (vec!["create", &client.id, url, "--events", "ideas.created"], "is not a type of events"),
        (vec!["create", &client.id, url, "--projects", "x"], "expected `all`, or ids"),
        (vec!["create", &client.id, url, "--projects", &unknown], "no project has the id"),
        (vec!["show", &unknown], "no webhook has this id"),
        (vec!["test", &unknown], "no webhook has this id"),
    ] {
        let output = webhooks(&site, &arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn the_admin_api_and_the_commands_show_the_same() {
    let site = serve(&published(1));
    let (client, receiver) = (site.client("full", None), Receiver::new());
    let (_, key) = admin_key(&site.data, "administrator");
    let session = Admin::sign_in(&site.server, &key);
    let send = |method: Method, path: &str, body: &Value| session.send(&site.server, method, path, body);
    let created = send(
        Method::POST,
        "/webhooks",
        &json!({ "client_id": client.id, "url": receiver.url, "events": ["idea.*"], "projects": null }),
    );
    assert_eq!(created.status, 201, "{}", created.text);
    let created = created.json();
    assert!(created["secret"].as_str().unwrap().starts_with("whsec_"));
    let id = created["webhook"]["webhook_id"].as_str().unwrap();
    let path = |rest: &str| format!("/webhooks/{id}{rest}");
    assert_eq!(session.get(&site.server, &path("")).ok()["webhook"], run(&site, &["show", id]));
    assert_eq!(session.get(&site.server, "/webhooks").ok()["webhooks"], run(&site, &["list"]));
    let changed = send(Method::PATCH, &path(""), &json!({ "events": null })).ok();
    assert_eq!(changed["webhook"]["events"], Value::Null);
    let refused = send(Method::PATCH, &path(""), &json!({ "events": ["nothing"] }));
    assert_eq!(
        (refused.status, &refused.json()["parameter_name"]),
        (422, &json!("events")),
        "{}",
        refused.text
    );
    assert_eq!(send(Method::POST, &path("/test"), &json!({})).status, 202);
    receiver.wait_for(1);
    eventually("the attempt is not listed", || {
        session.get(&site.server, &path("/deliveries")).ok()["deliveries"].as_array().unwrap().len() == 1
    });
    let deliveries = session.get(&site.server, &path("/deliveries")).ok();
    assert_eq!(deliveries["deliveries"], run(&site, &["deliveries", id]));
    assert_eq!(session.post(&site.server, &path("/pause")).ok()["webhook"]["state"], "paused");
    assert_eq!(send(Method::POST, &path("/test"), &json!({})).status, 409);
    assert_eq!(session.post(&site.server, &path("/resume")).ok()["webhook"]["state"], "active");
    assert_eq!(send(Method::DELETE, &path(""), &Value::Null).status, 204);
    assert_eq!(session.get(&site.server, &path("")).status, 404);
    let actions = site.data.table("SELECT action FROM audit_log WHERE subject_kind = 'webhook' ORDER BY key");
    let actions: Vec<String> = actions.into_iter().flatten().flatten().collect();
    let expected = ["create", "update", "test", "pause", "resume", "delete"];
    assert_eq!(actions, expected.map(|action| format!("webhooks.{action}")));
}
