//! Spellings of an email address: in other normal forms and cases, with white space, and with a display name.

use serde_json::{Value, json};

use crate::people::scan::rows_with;
use crate::people::scenario::{PERSON, Scenario, person};
use crate::support::fixture::id;
use crate::support::text;

const COMPOSED: &str = "Zo\u{e9}.Quillon@canary-spelling.example";
const DECOMPOSED: &str = "zoe\u{301}.quillon@canary-spelling.example";

/// A platform whose person has this address.
fn scenario(email: &str, others: &[(usize, &str)], replies: [&str; 3]) -> Scenario {
    let mut scenario = Scenario::new();
    let users = scenario.platform.records.get_mut("users").unwrap();
    users[PERSON]["email"] = json!(email);
    for (position, other) in others {
        users[*position]["email"] = json!(other);
    }
    let campaigns = scenario.platform.records.get_mut("email_campaigns").unwrap();
    for (campaign, reply_to) in campaigns.iter_mut().zip(replies) {
        campaign["reply_to"] = json!(reply_to);
    }
    scenario.import_again();
    scenario
}

fn found(scenario: &Scenario, text: &str) -> Vec<Value> {
    let output = scenario.people_with(text, &["find", "-", "--json"]);
    assert!(output.status.success());
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    found["people"].as_array().unwrap().clone()
}

fn erase(scenario: &Scenario, who: &str) -> (Value, String) {
    let output = scenario.people_with(who, &["erase", "-", "--json"]);
    let stderr = text(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    (serde_json::from_slice(&output.stdout).unwrap(), stderr)
}

#[test]
fn no_spelling_of_the_address_of_an_erased_person_remains() {
    let with_name = format!("\"Quillon, Zo\u{e9}\" <{DECOMPOSED}>");
    let with_blanks = format!("  {} \u{a0}", COMPOSED.to_uppercase());
    let scenario = scenario(COMPOSED, &[], [DECOMPOSED, &with_name, &with_blanks]);
    let found = found(&scenario, DECOMPOSED);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["match"], json!("exact"));
    assert_eq!(found[0]["records"]["email_campaigns"], json!(3));
    let (report, stderr) = erase(&scenario, &format!(" Zoe <{}> ", DECOMPOSED.to_uppercase()));
    assert_eq!(report["changed"]["email_campaigns"], json!(3), "{report}");
    assert!(!stderr.contains("warning"), "{stderr}");
    for part in ["canary-spelling", "CANARY-SPELLING"] {
        let rows = rows_with(&scenario.data, part);
        assert!(rows.is_empty(), "{rows:?}");
    }
    // Lines of a later import that name the erased person are cleared in every spelling, too.
    scenario.import_again();
    for part in ["canary-spelling", "CANARY-SPELLING"] {
        let rows = rows_with(&scenario.data, part);
        assert!(rows.is_empty(), "{rows:?}");
    }
}

#[test]
fn two_spellings_of_an_address_are_ambiguous_and_an_erasure_by_id_names_the_other_person() {
    let scenario = scenario(COMPOSED, &[(0, &format!(" <{DECOMPOSED}>"))], ["a@example.org"; 3]);
    let output = scenario.people_with(COMPOSED, &["erase", "-"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("2 people have this email address"), "{}", text(&output.stderr));
    let (report, stderr) = erase(&scenario, &person());
    assert_eq!(report["deleted"], json!({ "users": 1 }));
    let warning = format!("1 other person has the same email address: {}", id("users", 0));
    assert!(stderr.contains(&warning), "{stderr}");
    let remaining = found(&scenario, COMPOSED);
    assert_eq!(remaining.len(), 1);
    assert_eq!(remaining[0]["id"], json!(id("users", 0)));
}

#[test]
fn similar_addresses_are_near_matches_and_are_not_erased() {
    let others = [(0, "Zoe.Qillon@canary-spelling.example"), (2, "zoe.quillon@elsewhere.example")];
    let scenario = scenario(COMPOSED, &others, ["a@example.org"; 3]);
    let similar = found(&scenario, COMPOSED);
    let matches: Vec<_> = similar.iter().map(|person| (&person["id"], &person["match"])).collect();
    assert_eq!(matches, [(&json!(person()), &json!("exact")), (&json!(id("users", 0)), &json!("similar"))]);
    let output = scenario.people_with("zoe.quilon@canary-spelling.example", &["find", "-"]);
    assert_eq!(text(&output.stdout).matches("NEAR MATCH").count(), 2, "{}", text(&output.stdout));
    let refused = scenario.people_with("zoe.quilon@canary-spelling.example", &["erase", "-"]);
    assert_eq!(refused.status.code(), Some(1));
    erase(&scenario, COMPOSED);
    assert!(rows_with(&scenario.data, "Zoe.Qillon").iter().any(|(table, _)| table == "users"));
}
