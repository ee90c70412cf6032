//! Requests that wait for a change.

use serde_json::{Value, json};

use crate::support::eventually;
use crate::support::fixture::{Platform, id};
use crate::support::raw_connection::RawConnection;
use crate::support::site::{AT, Client, Site, actions, changed, next};

/// The number of requests that wait.
fn waiting(site: &Site) -> u64 {
    site.server.metric("folkmoot_change_polls")
}

fn wait_until_waiting(site: &Site, count: u64) {
    eventually("the number of waiting requests is wrong", || waiting(site) == count);
}

fn poll(site: &Site, client: &Client, cursor: &str) -> Value {
    site.get(client, &format!("/changes?after={cursor}&wait=60")).ok()
}

/// A request that waits on a connection of its own.
fn raw_poll(site: &Site, client: &Client, cursor: &str) -> RawConnection {
    let mut connection = RawConnection::open(&site.server);
    let (token, path) = (&client.token, format!("/api/v2/changes?after={cursor}&wait=60"));
    connection.write(
        format!(
            "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\r\n"
        )
        .as_bytes(),
    );
    connection
}

fn title(plural: &str, number: usize, title: &str) -> Value {
    changed(plural, number, &[("title_multiloc", json!({ "en": title }))])
}

#[test]
fn a_request_waits_for_a_change_that_its_client_can_see() {
    let mut platform = Platform::full(3, AT);
    platform.records.get_mut("projects").unwrap()[2]["visible_to"] = json!("admins");
    let site = Site::new(&platform);
    let (full, public) = (site.client("full", None), site.client("public", None));
    let topics = site.client("full", Some(&["topics"]));
    site.server.wait_for_changes();
    let [of_full, of_public, of_topics] = [&full, &public, &topics].map(|client| site.cursor(client));
    std::thread::scope(|scope| {
        let first = scope.spawn(|| poll(&site, &full, &of_full));
        let hidden_from = [(&public, &of_public), (&topics, &of_topics)];
        let others = hidden_from.map(|(client, cursor)| scope.spawn(|| poll(&site, client, cursor)));
        wait_until_waiting(&site, 3);
        site.import_one("ideas", title("ideas", 2, "In a hidden project"));
        assert!(actions(&first.join().unwrap()).contains(&(
            "ideas".into(),
            json!(id("ideas", 2)),
            "upsert".into()
        )));
        assert_eq!(waiting(&site), 2, "a hidden change ends a wait");
        site.import_one("topics", title("topics", 1, "Visible"));
        for other in others {
            let page = other.join().unwrap();
            assert_eq!(actions(&page), [("topics".into(), json!(id("topics", 1)), "upsert".into())]);
        }
    });
    wait_until_waiting(&site, 0);

    // What changed while nobody waited is returned at once.
    let page = poll(&site, &public, &of_public);
    assert_eq!(page["changes"].as_array().unwrap().len(), 1);
}

#[test]
fn a_wait_without_changes_ends_with_a_cursor_and_is_not_cut_by_the_timeout_of_requests() {
    let site = Site::with(&Platform::full(1, AT), &["--request-timeout-seconds", "1"]);
    let client = site.client("full", None);
    site.server.wait_for_changes();
    let cursor = site.cursor(&client);
    let page = site.get(&client, &format!("/changes?after={cursor}&wait=2")).ok();
    assert_eq!((&page["changes"], &page["meta"]["more"]), (&json!([]), &json!(false)));
    assert_eq!(site.changes(&client, &next(&page))["changes"], json!([]));
    assert_eq!(waiting(&site), 0);
}

#[test]
fn a_wait_ends_when_its_client_goes_away_loses_access_or_the_server_stops() {
    let mut site = Site::new(&Platform::full(1, AT));
    let [client, revoked, limited] = [(); 3].map(|()| site.client("full", None));
    site.server.wait_for_changes();
    let connection = raw_poll(&site, &client, &site.cursor(&client));
    wait_until_waiting(&site, 1);
    drop(connection);
    wait_until_waiting(&site, 0);

    let mut connections = [&revoked, &limited].map(|client| raw_poll(&site, client, &site.cursor(client)));
    wait_until_waiting(&site, 2);
    site.run(&["clients", "revoke", &revoked.id]);
    let response = connections[0].rest();
    assert!(response.starts_with("HTTP/1.1 401 ") && response.contains("revoked-client"), "{response}");
    site.run(&["clients", "update", &limited.id, "--access", "public"]);
    let response = connections[1].rest();
    assert!(response.starts_with("HTTP/1.1 410 ") && response.contains("changes-expired"), "{response}");

    let mut connection = raw_poll(&site, &client, &site.cursor(&client));
    wait_until_waiting(&site, 1);
    site.server.terminate();
    let response = connection.rest();
    assert!(response.starts_with("HTTP/1.1 200 ") && response.contains(r#"{"changes":[],"#), "{response}");
    assert!(site.server.wait().success());
}

#[test]
fn a_client_cannot_have_many_requests_that_wait() {
    let site = Site::new(&Platform::full(1, AT));
    let (client, other) = (site.client("full", None), site.client("full", None));
    site.server.wait_for_changes();
    let cursor = site.cursor(&client);
    let polls: Vec<_> = (0..100).map(|_| raw_poll(&site, &client, &cursor)).collect();
    wait_until_waiting(&site, 100);
    let refused = site.get(&client, &format!("/changes?after={cursor}&wait=60"));
    assert_eq!((refused.status, refused.problem().as_str()), (429, "too-many-requests"));
    assert!(refused.header("retry-after").parse::<u64>().unwrap() > 0);
    // Without a wait, and for other clients.
    assert_eq!(site.changes(&client, &cursor)["changes"], json!([]));
    let of_other = site.cursor(&other);
    assert_eq!(site.get(&other, &format!("/changes?after={of_other}&wait=1")).ok()["changes"], json!([]));
    // One change ends all waits.
    site.import_one("areas", title("areas", 0, "New"));
    for mut poll in polls {
        let response = poll.rest();
        assert!(response.contains(&id("areas", 0)), "{response}");
    }
    wait_until_waiting(&site, 0);
}

#[test]
fn a_request_that_waits_counts_once_and_without_the_wait() {
    let site = Site::new(&Platform::full(1, AT));
    let client = site.client("full", None);
    site.server.wait_for_changes();
    let cursor = site.cursor(&client);
    site.get(&client, &format!("/changes?after={cursor}&wait=1")).ok();
    let path = r#"folkmoot_request_seconds_count{route="/api/v2/changes""#;
    let metrics = || site.server.metrics();
    eventually("the requests are not counted", || {
        metrics().lines().any(|line| line.starts_with(path) && line.ends_with(" 2"))
    });
    let sum =
        metrics().lines().find(|line| line.starts_with(&path.replace("_count", "_sum"))).map(str::to_owned);
    let seconds: f64 = sum.unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    assert!(seconds < 1.0, "the wait of a second counts as work: {seconds}");
}
