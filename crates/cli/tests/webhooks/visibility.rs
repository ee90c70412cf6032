//! What events show at each level: nothing that the client does not see.

use serde_json::{Value, json};

use crate::support::fixture::{Platform, id, record, resource};
use crate::support::site::{AT, LEVELS, changed, published};
use crate::webhooks::receiver::Receiver;
use crate::webhooks::site::{endpoint, new_record, serve};

/// A text that stands in every text of the changed records.
const CANARY: &str = "canary-of-a-record";

#[test]
fn events_of_each_level_contain_no_value_and_only_visible_records() {
    let site = serve(&published(2));
    let receivers = LEVELS.map(|level| {
        let (client, receiver) = (site.client(level, None), Receiver::new());
        endpoint(&site, &client, &receiver, &[]);
        (level, receiver)
    });
    let mut platform = Platform::empty();
    for plural in ["ideas", "users", "comments", "baskets", "events", "projects"] {
        let mut record = record(resource(plural), 1, AT);
        for (name, value) in record.as_object_mut().unwrap() {
            if let (true, Value::Object(texts)) = (name.ends_with("_multiloc"), value) {
                texts.values_mut().filter(|text| text.is_string()).for_each(|text| *text = json!(CANARY));
            }
        }
        if plural == "ideas" {
            record["publication_status"] = json!("draft");
        }
        if plural == "users" {
            record["first_name"] = json!(CANARY);
        }
        platform.add(plural, record);
    }
    site.import(&platform);
    for (level, receiver) in &receivers {
        receiver.quiet();
        for received in receiver.all() {
            assert!(!received.text.contains(CANARY), "{level}: {}", received.text);
        }
    }
    let kinds = |receiver: &Receiver, plural: &str| {
        let all = receiver.all().into_iter();
        let all = all.filter(|it| it.body["data"]["resource"] == plural);
        all.map(|it| it.event()).collect::<Vec<_>>()
    };
    let [(_, full), (_, pseudonymous), (_, anonymous), (_, public)] = &receivers;
    // A draft is not public any more, and ballots of a vote that runs are secret.
    assert_eq!(kinds(public, "ideas"), [("idea.deleted".to_owned(), id("ideas", 1))]);
    assert_eq!(kinds(full, "ideas"), [("idea.updated".to_owned(), id("ideas", 1))]);
    for (level, receiver) in [("anonymous", anonymous), ("public", public)] {
        assert_eq!(kinds(receiver, "users"), [], "{level}");
    }
    assert_eq!(kinds(full, "users"), [("user.updated".to_owned(), id("users", 1))]);
    assert!(kinds(pseudonymous, "users").iter().all(|(_, shown)| *shown != id("users", 1)));
}

#[test]
fn a_record_is_created_when_it_becomes_visible_and_deleted_when_it_leaves() {
    let site = serve(&published(2));
    let (full, public) = (Receiver::new(), Receiver::new());
    for (level, receiver) in [("full", &full), ("public", &public)] {
        let client = site.client(level, None);
        endpoint(&site, &client, receiver, &["--events", "idea.*"]);
    }
    let steps = [
        ("draft", Some("idea.created"), None),
        ("published", Some("idea.updated"), Some("idea.created")),
        ("draft", Some("idea.updated"), Some("idea.deleted")),
        ("published", Some("idea.updated"), Some("idea.created")),
    ];
    for (status, at_full, at_public) in steps {
        full.clear();
        public.clear();
        site.import_one(
            "ideas",
            new_record(
                "ideas",
                9,
                &[("publication_status", json!(status)), ("project_id", json!(id("projects", 0)))],
            ),
        );
        let expected = |kind: Option<&str>| {
            kind.map(|kind| (kind.to_owned(), id("ideas", 9))).into_iter().collect::<Vec<_>>()
        };
        let of_idea = |receiver: &Receiver| {
            receiver.events().into_iter().filter(|(_, it)| *it == id("ideas", 9)).collect::<Vec<_>>()
        };
        assert_eq!(of_idea(&full), expected(at_full), "{status}");
        assert_eq!(of_idea(&public), expected(at_public), "{status}");
    }
}

#[test]
fn running_votes_and_unpublished_records_cause_no_event() {
    let mut platform = published(2);
    for phase in platform.records.get_mut("phases").unwrap() {
        phase["participation_method"] = json!("voting");
        phase["voting_method"] = json!("budgeting");
        phase["end_at"] = json!("2099-12-31");
    }
    let site = serve(&platform);
    let receivers = ["pseudonymous", "anonymous", "public"].map(|level| {
        let (client, receiver) = (site.client(level, None), Receiver::new());
        endpoint(&site, &client, &receiver, &[]);
        (level, receiver)
    });
    let mut changes = Platform::empty();
    changes.add("baskets", new_record("baskets", 7, &[("user_id", json!(id("users", 1)))]));
    site.import(&changes);
    for (level, receiver) in &receivers {
        assert_eq!(receiver.events(), [], "{level}");
    }
    site.import_one("ideas", new_record("ideas", 7, &[("publication_status", json!("draft"))]));
    let (_, public) = &receivers[2];
    assert_eq!(public.events(), [], "public");
}

#[test]
fn changes_of_people_arrive_below_full_when_the_day_begins() {
    let site = serve(&published(2));
    site.end_day();
    let (client, receiver) = (site.client("pseudonymous", None), Receiver::new());
    endpoint(&site, &client, &receiver, &["--events", "reaction.*"]);
    site.import_one("reactions", new_record("reactions", 7, &[("user_id", json!(id("users", 1)))]));
    assert_eq!(receiver.events(), []);
    site.end_day();
    assert_eq!(receiver.events(), [("reaction.created".to_owned(), id("reactions", 7))]);
    let changed_at = receiver.all()[0].body["data"]["changed_at"].as_str().unwrap().to_owned();
    assert!(changed_at.ends_with("T00:00:00.000Z"), "{changed_at}");
}

#[test]
fn another_access_level_is_one_event_whose_cursor_has_expired() {
    let site = serve(&published(2));
    let (client, receiver) = (site.client("full", None), Receiver::new());
    endpoint(&site, &client, &receiver, &[]);
    site.run(&["clients", "update", &client.id, "--access", "public"]);
    let event = receiver.wait_for(1)[0].clone();
    assert_eq!(event.kind(), "changes.available");
    let path = event.body["data"]["changes"].as_str().unwrap().strip_prefix("/api/v2").unwrap();
    assert_eq!(site.get(&client, path).status, 410);
    receiver.clear();
    site.import_one("users", changed("users", 1, &[("first_name", json!("Other"))]));
    assert!(receiver.events().iter().all(|(kind, _)| !kind.starts_with("user.")));
}
