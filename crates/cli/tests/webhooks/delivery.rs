//! Attempts: when they are made, what ends them, and that one receiver does not delay another.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::support::clock::Clock;
use crate::support::site::{Site, changed, published};
use crate::support::{Data, Server, eventually};
use crate::webhooks::receiver::{Receiver, Reply};
use crate::webhooks::site::{
    ALLOW, Endpoint, attempts, endpoint, run, serve, shown, wait_for_attempts, wait_until_bound, webhooks,
};

/// The waits after failed attempts, in seconds.
const WAITS: [i64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

fn time(value: &Value) -> Timestamp {
    value.as_str().unwrap().parse().unwrap()
}

fn seconds(seconds: i64) -> SignedDuration {
    SignedDuration::from_secs(seconds)
}

/// A platform whose server has the clock.
fn with_clock(clock: &Clock) -> Site {
    let data = Data::with(&published(2));
    let mut command = data.command();
    command.arg("serve").args(["--listen", "127.0.0.1:0"]).args(ALLOW);
    clock.apply(&mut command);
    let server = Server::start(&mut command);
    Site { data, server }
}

/// Changes an area.
fn change(site: &Site, number: usize) {
    let title = Timestamp::now().to_string();
    site.import_one("areas", changed("areas", number, &[("title_multiloc", json!({ "en": title }))]));
}

#[test]
fn an_event_is_attempted_ten_times_and_an_endpoint_is_paused_after_five_days() {
    let mut now = Timestamp::now();
    let clock = Clock::at(now);
    let site = with_clock(&clock);
    let (client, receiver) = (site.client("full", None), Receiver::new());
    let endpoint = endpoint(&site, &client, &receiver, &["--events", "area.*"]);
    receiver.reply(Reply::Status(500, "x-test: 1"));
    change(&site, 0);
    for (number, wait) in WAITS.into_iter().enumerate() {
        let latest = wait_for_attempts(&site, &endpoint, number + 1)[0].clone();
        assert_eq!(latest["error"], "the receiver responded with the status 500");
        let next = time(&latest["next_attempt_at"]);
        let attempted = time(&latest["attempted_at"]);
        let waited = next.duration_since(attempted);
        assert!(waited >= seconds(wait) && waited < seconds(wait + 60), "attempt {number}: {waited:?}");
        assert!(attempted >= now, "attempt {number} came too early");
        now = next;
        clock.set(next - seconds(3));
        std::thread::sleep(Duration::from_millis(400));
        clock.set(next);
    }
    let last = wait_for_attempts(&site, &endpoint, 10)[0].clone();
    assert!(time(&last["attempted_at"]) >= now, "the last attempt came too early");
    assert_eq!((&last["next_attempt_at"], last["event_id"] == receiver.all()[0].id()), (&Value::Null, true));
    assert!(receiver.all().iter().all(|it| it.id() == receiver.all()[0].id()), "the id differs");
    assert_eq!(
        (&shown(&site, &endpoint)["waiting"], &shown(&site, &endpoint)["state"]),
        (&json!(0), &json!("failing"))
    );

    clock.set(now + SignedDuration::from_hours(5 * 24));
    change(&site, 1);
    eventually("the endpoint is not paused", || shown(&site, &endpoint)["pause_reason"] == "failures");
    assert!(attempts(&site, &endpoint)[0]["next_attempt_at"].is_string());
    let given_up = r#"folkmoot_webhook_endpoints{state="given-up"} 1"#;
    eventually("the metric does not change", || site.server.metrics().contains(given_up));
}

#[test]
fn a_receiver_can_end_or_delay_its_events() {
    let clock = Clock::at(Timestamp::now());
    let site = with_clock(&clock);
    let client = site.client("full", None);
    let (gone, busy) = (Receiver::new(), Receiver::new());
    gone.reply(Reply::Status(410, "x-test: 1"));
    busy.reply(Reply::Status(429, "retry-after: 120"));
    let gone_endpoint = endpoint(&site, &client, &gone, &["--events", "area.*"]);
    let busy_endpoint = endpoint(&site, &client, &busy, &["--events", "area.*"]);
    change(&site, 0);
    eventually("the endpoint is not paused", || shown(&site, &gone_endpoint)["pause_reason"] == "gone");
    assert_eq!(attempts(&site, &gone_endpoint)[0]["error"], "the receiver wants no more events (410)");
    let delayed = wait_for_attempts(&site, &busy_endpoint, 1)[0].clone();
    let waited = time(&delayed["next_attempt_at"]).duration_since(time(&delayed["attempted_at"]));
    assert!(waited >= seconds(120) && waited < seconds(125), "{waited:?}");
    // Other events of this receiver wait, too.
    change(&site, 1);
    eventually("the event does not wait", || shown(&site, &busy_endpoint)["waiting"] == 2);
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(busy.all().len(), 1);
    busy.reply(Reply::Status(204, "x-test: 1"));
    clock.set(time(&delayed["next_attempt_at"]));
    busy.wait_for(3);
    eventually("the endpoint still fails", || shown(&site, &busy_endpoint)["state"] == "active");
}

/// Creates an endpoint with a URL.
#[track_caller]
fn endpoint_at(site: &Site, client: &str, url: &str) -> Endpoint {
    let created = run(site, &["create", client, url, "--events", "area.*"]);
    let text = |name: &str| created[name].as_str().unwrap().to_owned();
    Endpoint { id: text("webhook_id"), secret: text("secret") }
}

#[test]
fn each_failure_is_told_in_words_and_delays_nobody_else() {
    let site = serve(&published(2));
    let client = site.client("full", None);
    let healthy = Receiver::new();
    let replies = [
        (Reply::Silence, "no response within 15 seconds"),
        (Reply::Drip, "no response within 15 seconds"),
        (Reply::Close, "no response: "),
        (
            Reply::Status(302, "location: http://127.0.0.1:1/"),
            "the receiver redirects (302), which is not followed",
        ),
    ];
    let mut expected = Vec::new();
    let mut receivers = Vec::new();
    for (reply, error) in replies {
        let receiver = Receiver::new();
        receiver.reply(reply);
        expected.push((endpoint_at(&site, &client.id, &receiver.url), error));
        receivers.push(receiver);
    }
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let plain = Receiver::new().url.replace("http:", "https:");
    for (url, error) in [
        (format!("http://{closed}/"), "no connection: "),
        (plain, "no connection: "),
        ("https://nowhere.invalid/".to_owned(), "the name nowhere.invalid has no address"),
    ] {
        expected.push((endpoint_at(&site, &client.id, &url), error));
    }
    endpoint(&site, &client, &healthy, &["--events", "area.*"]);
    wait_until_bound(&site);
    change(&site, 0);
    healthy.wait_for(1);
    for number in 0..10 {
        let before = Instant::now();
        change(&site, number % 2);
        let count = healthy.wait_for(number + 2).len();
        assert_eq!(count, number + 2, "it was received twice");
        assert!(before.elapsed() < Duration::from_secs(20), "{:?}", before.elapsed());
    }
    for (endpoint, error) in &expected {
        let latest = wait_for_attempts(&site, endpoint, 1).last().unwrap().clone();
        let found = latest["error"].as_str().unwrap();
        assert!(found.starts_with(error), "{error}: {found}");
        assert!(!found.contains("secret-of-the-url"), "{found}");
        assert!(!latest["next_attempt_at"].is_null());
    }
}

#[test]
fn names_lead_to_permitted_addresses_only() {
    let site = Site::with(&published(1), &["--webhook-allow-networks", "10.255.255.0/24"]);
    let (client, receiver) = (site.client("full", None), Receiver::new());
    let port = receiver.url.rsplit(':').next().unwrap().to_owned();
    for scheme in ["http", "https"] {
        let url = format!("{scheme}://localhost:{port}");
        let created = site.data.run(&[
            "webhooks",
            "create",
            &client.id,
            &url,
            "--json",
            "--webhook-allow-networks",
            "10.255.255.0/24",
        ]);
        let created: Value = serde_json::from_slice(&created.stdout).unwrap();
        let id = created["webhook_id"].as_str().unwrap().to_owned();
        let endpoint = Endpoint { id, secret: String::new() };
        assert!(webhooks(&site, &["test", &endpoint.id]).status.success());
        let attempt = wait_for_attempts(&site, &endpoint, 1)[0].clone();
        let expected =
            if scheme == "http" { "an address of webhook-allow-networks" } else { "a public IP address" };
        assert_eq!(attempt["error"], format!("localhost is not at {expected}"));
    }
    assert_eq!(receiver.all().len(), 0);
}
