//! `folkmoot people find`

use serde_json::{Value, json};

use crate::people::scenario::{EMAIL, PERSON, Scenario, person};
use crate::support::fixture::id;

fn found(scenario: &Scenario, text: &str) -> Value {
    let output = scenario.people_with(text, &["find", "-", "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice::<Value>(&output.stdout).unwrap()["people"].clone()
}

#[test]
fn people_are_found_by_id_email_address_name_and_slug() {
    let scenario = Scenario::new();
    let texts = [
        EMAIL,
        "canary-MAILBOX",
        "CANARY-slug",
        "quillonfirstcanary vantreightlast",
        "lastcanary",
        &person(),
        &person().to_uppercase()[..13],
    ];
    for text in texts {
        let found = found(&scenario, text);
        assert_eq!(found.as_array().unwrap().len(), 1, "{text}");
        assert_eq!(found[0]["id"], json!(person()), "{text}");
        assert_eq!(found[0]["email"], json!(EMAIL));
        let records = found[0]["records"].as_object().unwrap();
        let expected = json!({
            "users": 1, "ideas": 1, "comments": 1, "reactions": 1, "baskets": 1, "basket_ideas": 1, "event_attendances": 1,
            "volunteering_volunteers": 1, "email_campaigns": 1, "email_campaign_deliveries": 1, "files": 1,
        });
        assert_eq!(json!(records), expected);
    }
    assert_eq!(found(&scenario, "nobody at all"), json!([]));
    // An exact match comes first: this first name is the beginning of no other value.
    assert_eq!(found(&scenario, "email-0")[0]["id"], json!(id("users", 0)));
    assert_ne!(PERSON, 0);
}

#[test]
fn a_person_who_does_not_exist_or_is_ambiguous_is_refused() {
    let mut scenario = Scenario::new();
    for command in [&["erase", "-"][..], &["export", "-", "--out", "x.zip"]] {
        let output = scenario.people_with("nobody@example.org", command);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains("no person has this id or email address"));
    }
    let users = scenario.platform.records.get_mut("users").unwrap();
    users[0]["email"] = json!(EMAIL.to_uppercase());
    scenario.import_again();
    let output = scenario.people(&["erase", "-"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("2 people have this email address"));
    let without = scenario.data.run(&["people", "find"]);
    assert_eq!(without.status.code(), Some(2), "neither an argument nor the environment names a person");
    let by_environment =
        scenario.data.command().args(["people", "find"]).env("FOLKMOOT_PERSON", person()).output().unwrap();
    assert!(String::from_utf8_lossy(&by_environment.stdout).contains(&person()));
}
