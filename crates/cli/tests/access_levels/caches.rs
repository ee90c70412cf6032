//! Caches and tags never mix levels or clients, in any order of requests.

use std::collections::HashMap;

use serde_json::json;

use crate::access_levels::canary::{leaks, timestamp};
use crate::access_levels::fixture;
use crate::access_levels::fixture_ideas::{self, idea};
use crate::access_levels::fixture_people;
use crate::access_levels::fixture_projects::{phase, project};
use crate::access_levels::rules::{Level, RULES};
use crate::access_levels::site::{Client, Site};
use crate::support::fixture::Platform;
use crate::support::random::{Random, seed};

/// The number of requests between two imports.
const REQUESTS: usize = 160;
const ROUNDS: usize = 5;

/// What clients have received.
#[derive(Default)]
struct Seen {
    /// Every tag of a URL with its body.
    issued: HashMap<String, Vec<(String, String)>>,
    confirmed: usize,
    sent: usize,
}

fn paths() -> Vec<String> {
    let mut paths = vec![
        format!("/ideas/{}", idea(1)),
        format!("/ideas/{}", idea(9)),
        format!("/phases/{}", phase(2)),
        format!("/projects/{}/phases", project(0)),
        "/ideas?locale=nl&page_size=24".to_owned(),
        "/ideas?sort=-likes_count".to_owned(),
        "/ideas?fields=id,author_id,votes_count".to_owned(),
    ];
    for rules in RULES {
        paths.push(format!("/{}", rules.plural));
        if rules.has_id() {
            paths.push(format!("/{}/deleted", rules.plural));
        }
    }
    paths
}

impl Seen {
    /// Requests a URL without a tag and with one that any client received for this URL.
    fn request(&mut self, site: &Site, client: &Client, path: &str, random: &mut Random) {
        let complete = site.get(client, path);
        let found = if complete.status == 200 { leaks(client.level, &complete.text) } else { Vec::new() };
        assert_eq!(found, Vec::<&str>::new(), "{} {path}", client.level.name());
        let issued = self.issued.entry(path.to_owned()).or_default();
        if complete.status == 200 {
            let tag = complete.header("etag").to_owned();
            match issued.iter().find(|(known, _)| *known == tag) {
                Some((_, body)) => {
                    assert_eq!(*body, complete.text, "{} {path}: one tag, two bodies", client.level.name());
                }
                None => issued.push((tag, complete.text.clone())),
            }
        }
        let Some((tag, body)) = issued.get(random.below(issued.len())) else { return };
        let conditional = site.get_if_changed(client, path, tag);
        if conditional.status == 304 {
            self.confirmed += 1;
            assert_eq!(*body, complete.text, "{} {path}: a false 304", client.level.name());
        } else {
            self.sent += 1;
            // A problem contains the id of the request.
            let is_equal = conditional.text == complete.text || complete.status >= 400;
            assert_eq!((conditional.status, is_equal), (complete.status, true), "{path}");
        }
    }
}

/// A change that some levels see and others do not.
pub fn change(round: usize) -> Platform {
    let mut platform = Platform::empty();
    let mut visible = fixture_ideas::record(0);
    visible["title_multiloc"] = json!({ "en": format!("Round {round}") });
    let mut draft = fixture_ideas::record(3);
    draft["title_multiloc"] = json!({ "en": format!("backroom {round}") });
    match round % 3 {
        0 => platform.add("ideas", visible),
        1 => platform.add("ideas", draft),
        _ => fixture_people::add_user(&mut platform, 29),
    }
    if let Some(users) = platform.records.get_mut("users") {
        users[0]["updated_at"] = json!(timestamp(round));
    }
    platform
}

#[test]
fn no_client_receives_or_confirms_what_another_client_cached() {
    let (site, _) = fixture(&[]);
    let mut random = Random(seed());
    let (urls, mut received) = (paths(), Seen::default());
    for round in 0..ROUNDS {
        for _ in 0..REQUESTS {
            let client = &site.clients[random.below(site.clients.len())];
            let path = &urls[random.below(urls.len())];
            received.request(&site, client, path, &mut random);
        }
        site.import(&change(round));
    }
    assert!(
        received.confirmed > 50 && received.sent > 50,
        "{} confirmed, {} sent",
        received.confirmed,
        received.sent
    );
}

#[test]
fn no_change_alters_the_tag_of_a_list_in_which_a_client_sees_no_record() {
    let (site, _) = fixture(&[]);
    let clients = site.clients.iter().filter(|client| client.level <= Level::Anonymous);
    let clients: Vec<&Client> = clients.collect();
    for (path, plural, record) in [
        ("/users", "users", None),
        ("/users/deleted", "deleted_items", Some(json!({ "type": "User", "deleted_at": timestamp(1) }))),
    ] {
        let tags: Vec<_> =
            clients.iter().map(|client| site.get(client, path).header("etag").to_owned()).collect();
        let mut platform = change(2);
        if let Some(mut tombstone) = record {
            tombstone["id"] = json!(uuid::Uuid::new_v4());
            platform.add(plural, tombstone);
        }
        site.import(&platform);
        for (client, tag) in clients.iter().zip(tags) {
            assert_eq!(site.get_if_changed(client, path, &tag).status, 304, "{} {path}", client.level.name());
        }
    }
}

/// The same URL, every client after every other: whatever the first one left in a cache.
#[test]
pub fn each_order_of_clients_returns_the_same_to_each() {
    let (site, _) = fixture(&[]);
    for path in paths() {
        let first: Vec<String> = site.clients.iter().map(|client| site.get(client, &path).text).collect();
        let second: Vec<String> =
            site.clients.iter().rev().map(|client| site.get(client, &path).text).collect();
        let is_signed = path.starts_with("/files");
        for (client, (one, other)) in site.clients.iter().zip(first.iter().zip(second.iter().rev())) {
            let problem = one.contains("request_id");
            assert!(is_signed || problem || one == other, "{} {path}", client.level.name());
            // A problem names the id that was requested.
            let found = if problem { Vec::new() } else { leaks(client.level, other) };
            assert_eq!(found, Vec::<&str>::new(), "{} {path}", client.level.name());
        }
    }
}
