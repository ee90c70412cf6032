//! `GET /api/v2/platform`: it shows each client no more than its lists do.

use folkmoot_model::access::AccessLevel;
use folkmoot_model::resources::RESOURCES;
use serde_json::{Value, json};

use crate::exports::setup::Setup;
use crate::support::Data;
use crate::support::fixture::{Platform, record, resource};

const AT: &str = "2025-03-18T08:15:30.250Z";

/// What a client learns of the platform.
fn platform(setup: &Setup, client: &str) -> Value {
    setup.get(client, "/platform").ok()["platform"].take()
}

/// The timestamps of the newest change of each resource, and of all.
fn times(platform: &Value) -> Vec<&Value> {
    let resources = platform["resources"].as_array().unwrap();
    resources.iter().map(|one| &one["changed_at"]).chain([&platform["data_changed_at"]]).collect()
}

#[test]
fn each_level_learns_the_numbers_of_its_lists() {
    let setup = Setup::over(Data::with(&Platform::full(3, AT)), &[]);
    for level in AccessLevel::ALL {
        let client = setup.client(level.name(), "all");
        let platform = platform(&setup, &client);
        assert_eq!(platform["access"], level.name());
        assert_eq!(platform["default_locale"], platform["locales"][0]);
        let imported_on = platform["imported_at"].as_str().unwrap().ends_with("T00:00:00.000Z");
        assert_eq!(imported_on, level != AccessLevel::Full, "{platform}");
        let shown = platform["resources"].as_array().unwrap();
        for one in shown {
            let list = setup.get(&client, &format!("/{}?page_size=1", one["name"].as_str().unwrap())).ok();
            assert_eq!(one["records"], list["meta"]["total_pages"], "{level:?} {one}");
            assert!(one["records"] == 0 || one["changed_at"].is_string(), "{level:?} {one}");
        }
        let newest = times(&platform).into_iter().filter_map(Value::as_str).max();
        assert_eq!(platform["data_changed_at"].as_str(), newest);
        // Times of ballots are cut to the day where people read ballots without their times.
        let is_cut = matches!(level, AccessLevel::Pseudonymous | AccessLevel::Anonymous);
        let are_days = times(&platform)
            .iter()
            .filter_map(|time| time.as_str())
            .all(|time| time.ends_with("T00:00:00.000Z"));
        assert_eq!(are_days, is_cut, "{level:?} {platform}");
        if level == AccessLevel::Full {
            assert_eq!(shown.len(), RESOURCES.len());
        }
    }
}

#[test]
fn a_client_learns_nothing_of_what_it_may_not_read() {
    let setup = Setup::over(Data::with(&Platform::full(3, AT)), &[]);
    let client = setup.client("public", "projects,events");
    let before = platform(&setup, &client);
    let names: Vec<&Value> = before["resources"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, [&json!("projects"), &json!("events")]);
    let mut changed = Platform::empty();
    changed.add("users", record(resource("users"), 3, AT));
    setup.data.import(&changed);
    setup.server.wait_for_changes();
    let mut after = platform(&setup, &client);
    // An import of one record has the time of a person's act; the day can end meanwhile.
    assert!(after["imported_at"].as_str().unwrap().ends_with("T00:00:00.000Z"), "{after}");
    after["imported_at"] = before["imported_at"].clone();
    assert_eq!(after, before);
    assert_eq!(setup.get(&client, "/platform?page_size=1").status, 400);
}
