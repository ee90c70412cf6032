//! Who sent the latest request of a client, requests by their id, and usage by error.

use folkmoot_store::Store;
use folkmoot_store::usage::{Activity, Sender, UsageBatch};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::Console;
use crate::support::day::begin_within_a_day;
use crate::support::fixture::Platform;
use crate::support::{Data, eventually};

const CREATED_AT: &str = "2025-03-18T08:15:30.250Z";

/// Sends a request with a user agent. Returns its id.
fn send(console: &Console, token: &str, path: &str, user_agent: &str) -> String {
    let request = console.server.request(Method::GET, &format!("/api/v2{path}")).bearer_auth(token);
    request.header("user-agent", user_agent).send().header("x-request-id").to_owned()
}

#[test]
fn the_last_request_of_a_client_states_who_sent_it() {
    begin_within_a_day();
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let client = data.client();
    let console = Console::start(&data, &["--trusted-proxies", "127.0.0.1"]);
    let token = console.token(&client);
    send(&console, &token, "/areas", "first/1.0");
    let request = console.server.request(Method::GET, "/api/v2/topics").bearer_auth(&token);
    let agent = "import/2.0 ".repeat(100);
    request.header("user-agent", &agent).header("x-forwarded-for", "198.51.100.7").send();
    let sender = console.get(&format!("/clients/{}/requests", client.0))["sender"].clone();
    assert_eq!(sender["address"], "198.51.100.7");
    assert_eq!(sender["user_agent"], agent[..200]);
    assert!(sender["at"].is_string());
}

#[test]
fn visitors_of_a_publishable_key_are_not_stored() {
    begin_within_a_day();
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let (client, key) = data.publishable_client("https://www.city.example", &[]);
    let console = Console::start(&data, &[]);
    send(&console, &key, "/areas", "Browser of a visitor");
    let read = console.get(&format!("/clients/{client}/requests"));
    assert_eq!(read["requests"].as_array().unwrap().len(), 1);
    assert_eq!(read["sender"], Value::Null);
}

#[test]
fn senders_are_deleted_after_30_days() {
    begin_within_a_day();
    let data = Data::with(&Platform::empty());
    let client: Uuid = data.client().0.parse().unwrap();
    let now = jiff::Timestamp::now().as_millisecond();
    let sender =
        |days: i64| Sender { at: now - days * 86_400_000, address: "192.0.2.1".to_owned(), user_agent: None };
    let store = Store::open(&data.database()).unwrap();
    let add = |client: Uuid, sender: Sender| {
        let activity = Activity { first: sender.at, last: sender.at };
        let batch = UsageBatch {
            id: Uuid::new_v4(),
            activity: [(client, activity)].into(),
            senders: [(client, sender)].into(),
            ..UsageBatch::default()
        };
        store.usage().add(&batch, now).unwrap();
    };
    let recent = Uuid::from_u128(1);
    add(client, sender(31));
    add(recent, sender(29));
    add(recent, sender(40));
    assert_eq!(store.usage().latest_sender(recent).unwrap(), Some(sender(29)), "a later one remains");
    let _console = Console::start(&data, &[]);
    eventually("the sender is not deleted", || store.usage().latest_sender(client).unwrap().is_none());
    assert_eq!(store.usage().latest_sender(recent).unwrap(), Some(sender(29)));
}

#[test]
fn a_request_is_found_by_its_id() {
    begin_within_a_day();
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let client = data.client();
    let console = Console::start(&data, &[]);
    let token = console.token(&client);
    send(&console, &token, "/areas", "x");
    let id = send(&console, &token, "/areas?colour=blue", "x");
    let found = console.get(&format!("/requests?request_id={id}"))["requests"].clone();
    let found = found.as_array().unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["request_id"], id);
    assert_eq!(found[0]["client_id"], client.0);
    assert_eq!(found[0]["client_name"], "Test");
    assert_eq!((&found[0]["status"], &found[0]["error_code"]), (&json!(400), &json!("unknown-parameter")));
    assert_eq!(console.get("/requests?request_id=unknown-id")["requests"], json!([]));
    assert_eq!(console.get("/requests")["requests"], json!([]));
}

#[test]
fn usage_can_be_limited_to_an_error() {
    begin_within_a_day();
    let data = Data::with(&Platform::full(1, CREATED_AT));
    let client = data.client();
    let console = Console::start(&data, &[]);
    let token = console.token(&client);
    for path in ["/areas", "/areas?colour=blue", "/topics?colour=blue", "/areas?page_size=0"] {
        send(&console, &token, path, "x");
    }
    let usage = console.get("/usage?days=1&error_code=unknown-parameter");
    assert_eq!((&usage["days"][0]["requests"], &usage["days"][0]["errors"]), (&json!(2), &json!(2)));
    assert_eq!(usage["operations"].as_array().unwrap().len(), 2);
    assert_eq!(usage["clients"][0]["client_id"], client.0);
    assert_eq!((&usage["clients"][0]["requests"], &usage["clients"][0]["errors"]), (&json!(2), &json!(2)));
    assert_eq!(console.get("/usage?error_code=route-not-found")["clients"], json!([]));
}
