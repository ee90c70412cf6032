//! Events of each level: what the change feed shows the client, and nothing that the level must not see.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::access_levels::caches::change;
use crate::access_levels::canary::leaks;
use crate::access_levels::fixture;
use crate::access_levels::noninterference::observer::newest;
use crate::access_levels::rules::Level;
use crate::access_levels::site::{Client, Site};
use crate::support::eventually;
use crate::webhooks::receiver::Receiver;
use crate::webhooks::site::ALLOW;

/// Resource, id, and whether the record was deleted.
type Changed = (String, String, bool);

/// The changes after a cursor of the records that have ids.
fn changes(site: &Site, client: &Client, cursor: &str) -> BTreeSet<Changed> {
    let (mut cursor, mut all) = (cursor.to_owned(), BTreeSet::new());
    loop {
        let page = site.get(client, &format!("/changes?after={cursor}")).ok();
        let with_ids = page["changes"].as_array().unwrap().iter().filter(|change| !change["id"].is_null());
        all.extend(with_ids.map(|change| {
            let text = |name: &str| change[name].as_str().unwrap().to_owned();
            (text("resource"), text("id"), text("action") == "delete")
        }));
        page["meta"]["next"].as_str().unwrap().clone_into(&mut cursor);
        if page["meta"]["more"] == json!(false) {
            return all;
        }
    }
}

fn event(body: &Value) -> Changed {
    let text = |name: &str| body["data"][name].as_str().unwrap().to_owned();
    (text("resource"), text("id"), body["type"].as_str().unwrap().ends_with(".deleted"))
}

#[test]
pub fn events_reveal_nothing_and_are_those_of_the_change_feed() {
    let (site, _) = fixture(&ALLOW);
    let observers: Vec<_> = Level::ALL
        .into_iter()
        .map(|level| {
            let (client, receiver) = (site.client(level), Receiver::new());
            let create = ["webhooks", "create", &client.id, &receiver.url];
            assert!(site.data.run(&[&create[..], &ALLOW].concat()).status.success());
            (client, receiver)
        })
        .collect();
    let unbound = "SELECT COUNT(*) FROM webhook_endpoints WHERE binding IS NULL";
    let is_bound = || site.data.table(unbound)[0][0].as_deref() == Some("0");
    eventually("the server does not deliver to the endpoints", is_bound);
    let cursors: Vec<String> = observers.iter().map(|(client, _)| newest(&site, client)).collect();
    (0..3).for_each(|round| site.import(&change(round)));
    site.end_day();
    for ((client, receiver), cursor) in observers.iter().zip(cursors) {
        let received = receiver.quiet();
        for request in &received {
            let found = leaks(client.level, &request.text);
            assert!(found.is_empty(), "{}: {found:?}: {}", client.level.name(), request.text);
        }
        let events: BTreeSet<Changed> = received.iter().map(|request| event(&request.body)).collect();
        let expected = changes(&site, client, &cursor);
        let last = |changed: &BTreeSet<Changed>| -> BTreeSet<(String, String)> {
            changed.iter().map(|(resource, id, _)| (resource.clone(), id.clone())).collect()
        };
        assert_eq!(last(&events), last(&expected), "{}", client.level.name());
        assert!(client.level < Level::Full || !events.is_empty());
    }
}
