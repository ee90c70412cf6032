//! Which events there are, and when.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::eventually;
use crate::support::fixture::{Platform, id, resource};
use crate::support::site::{AT, Site, changed, published};
use crate::webhooks::receiver::{Receiver, Reply};
use crate::webhooks::site::{endpoint, new_record, run, serve, shown, webhooks};

fn event(kind: &str, plural: &str, number: usize) -> (String, String) {
    (kind.to_owned(), id(plural, number))
}

fn tombstone(plural: &str, number: usize) -> Value {
    json!({ "id": id(plural, number), "type": resource(plural).names.deleted_type, "deleted_at": AT })
}

fn renamed(number: usize, title: &str) -> Value {
    changed("areas", number, &[("title_multiloc", json!({ "en": title }))])
}

/// The changes that a receiver reads with the cursor of an event.
#[track_caller]
fn read_changes(site: &Site, client: &crate::support::site::Client, body: &Value) -> Value {
    let path = body["data"]["changes"].as_str().unwrap().strip_prefix("/api/v2").unwrap();
    site.get(client, path).ok()
}

#[test]
fn a_record_has_an_event_when_it_is_created_updated_and_deleted() {
    let site = serve(&published(3));
    let (client, receiver) = (site.client("full", None), Receiver::new());
    endpoint(&site, &client, &receiver, &[]);
    let started = Instant::now();
    site.import_one("areas", renamed(7, "new"));
    let first = receiver.wait_for(1)[0].clone();
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    assert_eq!(receiver.events(), [event("area.created", "areas", 7)]);
    let data = &first.body["data"];
    let keys: Vec<&String> = first.body.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["type", "timestamp", "data"], "{}", first.text);
    let keys: Vec<&String> = data.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["resource", "id", "changed_at", "url", "changes"]);
    assert_eq!(data["resource"], "areas");
    let item = site
        .server
        .request(Method::GET, data["url"].as_str().unwrap().strip_prefix(&site.server.url).unwrap());
    assert_eq!(item.bearer_auth(&client.token).send().ok()["area"]["id"], data["id"]);
    assert_eq!(first.headers["content-type"], "application/json");
    assert!(first.headers["user-agent"].starts_with("folkmoot-webhooks/"));
    // The cursor is from before the change.
    let changes = read_changes(&site, &client, &first.body);
    assert_eq!(changes["changes"][0]["id"], id("areas", 7));

    receiver.clear();
    site.import_one("areas", renamed(1, "renamed"));
    assert_eq!(receiver.events(), [event("area.updated", "areas", 1)]);
    receiver.clear();
    site.import_one("deleted_items", tombstone("areas", 7));
    assert_eq!(receiver.events(), [event("area.deleted", "areas", 7)]);
}

#[test]
fn changes_within_a_second_are_one_event_or_none() {
    let site = serve(&published(2));
    let (client, receiver) = (site.client("full", None), Receiver::new());
    endpoint(&site, &client, &receiver, &["--events", "area.*"]);
    let (now, later) = (jiff::Timestamp::now().as_millisecond(), jiff::Timestamp::now().as_millisecond() + 1);
    let time = |at: i64| {
        if site.data.is_embedded() { at.to_string() } else { format!("to_timestamp({at} / 1000.0)") }
    };
    // Both changes are committed at once, so that the machine's speed does not matter.
    let entry = |key: &str, at: i64, earlier: i64| {
        format!(
            "INSERT INTO changes (subject, record, happened_at, hidden_by, earlier_hidden_by) VALUES ('areas', {key}, {}, 0, {earlier});",
            time(at)
        )
    };
    site.sql(&format!("{}{}", entry("1", now, 0), entry("1", later, 0)));
    assert_eq!(receiver.events(), [event("area.updated", "areas", 0)]);
    receiver.clear();
    // A record that appeared and went.
    site.sql(&format!(
        "INSERT INTO removed_records (subject, record, id, timestamp_is_cut, hidden_by, sequence)
           SELECT 'areas', 4711, id, FALSE, 0, 1000000 FROM topics WHERE key = 1;{}{}",
        entry("4711", now, 15),
        entry("4711", later, 0)
    ));
    assert_eq!(receiver.events(), []);
}

#[test]
fn endpoints_choose_types_and_projects() {
    let site = serve(&published(2));
    let client = site.client("full", None);
    let (by_type, by_project, by_other) = (Receiver::new(), Receiver::new(), Receiver::new());
    endpoint(&site, &client, &by_type, &["--events", "idea.deleted,phase.*"]);
    endpoint(&site, &client, &by_project, &["--projects", &id("projects", 1)]);
    endpoint(&site, &client, &by_other, &["--projects", &id("projects", 0)]);
    let mut platform = Platform::empty();
    platform.add("ideas", changed("ideas", 1, &[("budget", json!(4_711))]));
    platform.add("phases", changed("phases", 1, &[("title_multiloc", json!({ "en": "renamed" }))]));
    platform.add("projects", changed("projects", 1, &[("title_multiloc", json!({ "en": "renamed" }))]));
    platform.add("areas", renamed(1, "renamed"));
    site.import(&platform);
    let of_project = by_project.events();
    assert_eq!(by_type.events(), [event("phase.updated", "phases", 1)]);
    for expected in [
        event("idea.updated", "ideas", 1),
        event("phase.updated", "phases", 1),
        event("project.updated", "projects", 1),
    ] {
        assert!(of_project.contains(&expected), "{expected:?}: {of_project:?}");
    }
    assert!(of_project.iter().all(|(kind, _)| !kind.starts_with("area.")), "{of_project:?}");
    assert_eq!(by_other.events(), []);

    for receiver in [&by_type, &by_project, &by_other] {
        receiver.clear();
    }
    site.import_one("ideas", new_record("ideas", 7, &[("project_id", json!(id("projects", 1)))]));
    assert!(by_project.events().contains(&event("idea.created", "ideas", 7)));
    for receiver in [&by_type, &by_project, &by_other] {
        receiver.clear();
    }
    site.import_one("deleted_items", tombstone("ideas", 7));
    assert!(by_project.events().contains(&event("idea.deleted", "ideas", 7)));
    let deleted = by_project.all().into_iter().find(|it| it.kind() == "idea.deleted").unwrap();
    assert_eq!(deleted.body["data"]["project_id"], id("projects", 1));
    assert_eq!(by_type.events(), [event("idea.deleted", "ideas", 7)]);
    assert!(by_other.events().iter().all(|(kind, _)| kind != "idea.deleted"));
}

#[test]
fn a_large_import_is_one_event_for_each_endpoint() {
    let site = serve(&published(1));
    let client = site.client("full", Some(&["areas"]));
    let (receiver, other) = (Receiver::new(), Receiver::new());
    endpoint(&site, &client, &receiver, &[]);
    endpoint(&site, &client, &other, &["--events", "area.deleted"]);
    let mut platform = Platform::empty();
    for number in 10..2_510 {
        platform.add("areas", renamed(number, "new"));
    }
    site.import(&platform);
    let requests = receiver.quiet();
    assert_eq!(requests.iter().map(|it| it.kind().to_owned()).collect::<Vec<_>>(), ["changes.available"]);
    assert_eq!(requests[0].body["data"]["count"], 2_500);
    let keys: Vec<&String> = requests[0].body["data"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["count", "changes"]);
    assert_eq!(read_changes(&site, &client, &requests[0].body)["changes"].as_array().unwrap().len(), 500);
    assert_eq!(other.events(), []);
}

#[test]
fn more_than_a_thousand_waiting_events_become_one() {
    let site = serve(&published(1));
    let client = site.client("full", Some(&["areas"]));
    let receiver = Receiver::new();
    receiver.reply(Reply::Status(500, "x-test: 1"));
    let endpoint = endpoint(&site, &client, &receiver, &[]);
    let import = |from: usize| {
        let mut platform = Platform::empty();
        for number in from..from + 600 {
            platform.add("areas", renamed(number, "new"));
        }
        site.import(&platform);
    };
    import(10);
    eventually("the events do not wait", || shown(&site, &endpoint)["waiting"] == 600);
    import(1_000);
    eventually("the events do not become one", || shown(&site, &endpoint)["waiting"].as_u64().unwrap() < 20);
    receiver.reply(Reply::Status(204, "x-test: 1"));
    let available = || receiver.all().into_iter().rev().find(|it| it.kind() == "changes.available");
    eventually("the event is not sent", || available().is_some());
    let event = available().unwrap();
    assert!(event.body["data"]["count"].as_u64().unwrap() > 1_000, "{}", event.text);
    assert_eq!(read_changes(&site, &client, &event.body)["changes"][0]["id"], id("areas", 10));
}

#[test]
fn a_paused_endpoint_stores_nothing_and_catches_up() {
    let site = serve(&published(2));
    let (client, receiver) = (site.client("full", None), Receiver::new());
    let endpoint = endpoint(&site, &client, &receiver, &["--events", "area.*"]);
    assert_eq!(run(&site, &["pause", &endpoint.id])["state"], "paused");
    site.import_one("areas", renamed(0, "renamed"));
    assert_eq!(receiver.events(), []);
    assert_eq!(shown(&site, &endpoint)["waiting"], 0);
    let refused = webhooks(&site, &["test", &endpoint.id]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("resume it first"));

    run(&site, &["resume", &endpoint.id]);
    let event = receiver.wait_for(1)[0].clone();
    assert_eq!((event.kind(), &event.body["data"]["count"]), ("changes.available", &Value::Null));
    assert_eq!(read_changes(&site, &client, &event.body)["changes"][0]["id"], id("areas", 0));
    receiver.clear();
    // Nothing changed during the second pause, and events follow as before.
    run(&site, &["pause", &endpoint.id]);
    run(&site, &["resume", &endpoint.id]);
    assert_eq!(receiver.events(), []);
    site.import_one("areas", renamed(1, "renamed"));
    assert_eq!(receiver.events(), [self::event("area.updated", "areas", 1)]);
}

#[test]
fn what_an_endpoint_waits_for_ends_with_its_client() {
    let site = serve(&published(2));
    let (client, receiver) = (site.client("full", None), Receiver::new());
    let endpoint = endpoint(&site, &client, &receiver, &["--events", "area.*"]);
    receiver.reply(Reply::Status(500, "x-test: 1"));
    site.import_one("areas", renamed(0, "renamed"));
    receiver.wait_for(1);
    site.run(&["clients", "disable", &client.id]);
    receiver.reply(Reply::Status(204, "x-test: 1"));
    eventually("the endpoint is not paused", || shown(&site, &endpoint)["pause_reason"] == "no-access");
    receiver.clear();
    site.import_one("areas", renamed(1, "renamed"));
    // Longer than until the next attempt.
    std::thread::sleep(Duration::from_secs(6));
    assert_eq!(receiver.events(), []);
    site.run(&["clients", "enable", &client.id]);
    let event = receiver.wait_for(1)[0].clone();
    assert_eq!(event.kind(), "changes.available");
    let changes = read_changes(&site, &client, &event.body);
    assert_eq!(changes["changes"].as_array().unwrap().len(), 2, "{changes}");
}
