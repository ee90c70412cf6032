//! A platform whose server may send to this machine.

use std::process::Output;

use serde_json::{Value, json};

use crate::support::eventually;
use crate::support::fixture::{Platform, id};
use crate::support::site::{Client, Site, changed};
use crate::webhooks::receiver::Receiver;

/// Permits events to receivers of tests.
pub const ALLOW: [&str; 2] = ["--webhook-allow-networks", "127.0.0.0/8"];

/// An endpoint.
pub struct Endpoint {
    pub id: String,
    pub secret: String,
}

/// Serves a platform.
pub fn serve(platform: &Platform) -> Site {
    Site::with(platform, &ALLOW)
}

/// Runs a command, which must succeed, and returns the JSON that it prints.
#[track_caller]
pub fn run(site: &Site, arguments: &[&str]) -> Value {
    let output = webhooks(site, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Runs a command of `folkmoot webhooks`.
pub fn webhooks(site: &Site, arguments: &[&str]) -> Output {
    site.data.run(&[&["webhooks"], arguments, &["--json"], &ALLOW].concat())
}

/// Creates an endpoint, and waits until the server delivers to it.
#[track_caller]
pub fn endpoint(site: &Site, client: &Client, receiver: &Receiver, arguments: &[&str]) -> Endpoint {
    let created = run(site, &[&["create", &client.id, &receiver.url], arguments].concat());
    let text = |name: &str| created[name].as_str().unwrap().to_owned();
    let endpoint = Endpoint { id: text("webhook_id"), secret: text("secret") };
    wait_until_bound(site);
    endpoint
}

/// Waits until servers deliver to all endpoints that are not paused.
#[track_caller]
pub fn wait_until_bound(site: &Site) {
    let unbound = "SELECT COUNT(*) FROM webhook_endpoints WHERE binding IS NULL AND paused_at IS NULL";
    let is_bound = || site.data.table(unbound)[0][0].as_deref() == Some("0");
    eventually("the server does not deliver to the endpoints", is_bound);
}

/// The state of an endpoint.
#[track_caller]
pub fn shown(site: &Site, endpoint: &Endpoint) -> Value {
    run(site, &["show", &endpoint.id])
}

/// The last attempts, newest first.
#[track_caller]
pub fn attempts(site: &Site, endpoint: &Endpoint) -> Vec<Value> {
    run(site, &["deliveries", &endpoint.id]).as_array().unwrap().clone()
}

/// Waits until an endpoint has this number of attempts.
#[track_caller]
pub fn wait_for_attempts(site: &Site, endpoint: &Endpoint, count: usize) -> Vec<Value> {
    let failure = format!("there are not {count} attempts");
    eventually(&failure, || attempts(site, endpoint).len() >= count);
    attempts(site, endpoint)
}

/// A new record, with the values and references of the first one of its resource, and these.
pub fn new_record(plural: &str, number: usize, values: &[(&str, Value)]) -> Value {
    let mut record = changed(plural, 0, values);
    record["id"] = json!(id(plural, number));
    record
}
