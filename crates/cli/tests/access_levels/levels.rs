//! Every level reads exactly what the contract says.

use serde_json::json;

use crate::access_levels::check::Check;
use crate::access_levels::fixture;
use crate::access_levels::rules::{Level, RULES};
use crate::access_levels::{assert_none, world::VoteResults};

#[test]
fn each_level_reads_exactly_what_the_contract_states() {
    let (site, world) = fixture(&[]);
    let mut faults = Vec::new();
    for level in Level::ALL {
        let mut check = Check::new(&site, &world, site.client(level));
        check.everything();
        check.all_queries();
        faults.append(&mut check.faults);
    }
    assert_none(&faults);
}

/// At `full` nothing changes: the model itself is compared with the imported records.
#[test]
fn the_fixture_has_every_resource_and_every_kind_of_deleted_record() {
    let (_, world) = fixture(&[]);
    for rules in RULES {
        assert!(!world.records[rules.plural].is_empty(), "no {}", rules.plural);
        let deleted = world.tombstones.iter().filter(|item| item.deleted_type == rules.deleted_type);
        assert!(!rules.has_id() || deleted.count() > 0, "no deleted {}", rules.plural);
        for level in [Level::Pseudonymous, Level::Public] {
            let shown = world.shown(level, rules).len();
            let is_empty = level == Level::Public
                && world.records[rules.plural].iter().all(|record| !world.is_public(rules.plural, record));
            assert_eq!(shown == 0, is_empty, "{} at {}", rules.plural, level.name());
        }
    }
    let ideas = &world.records["ideas"];
    assert!(ideas.iter().any(|idea| idea["type"] == json!("survey")));
}

#[test]
fn the_setting_vote_results_decides_when_votes_are_visible() {
    for (setting, vote_results) in [("always", VoteResults::Always), ("never", VoteResults::Never)] {
        let (site, mut world) = fixture(&["--vote-results", setting]);
        world.vote_results = vote_results;
        let mut faults = Vec::new();
        for level in [Level::Pseudonymous, Level::Anonymous, Level::Public] {
            let mut check = Check::new(&site, &world, site.client(level));
            check.everything();
            faults.append(&mut check.faults);
        }
        assert_none(&faults);
    }
}

#[test]
fn settings_decide_which_answers_are_shared_and_how_exact_coordinates_are() {
    let shareable = vec![("users", "canary-question-0003"), ("ideas", "canary-question")];
    let names: Vec<String> = shareable.iter().map(|(plural, key)| format!("{plural}.{key}")).collect();
    let settings = ["--shareable-fields", &names.join(","), "--public-coordinate-decimals", "1"];
    let (site, mut world) = fixture(&settings);
    (world.shareable, world.precision) = (shareable, 10.0);
    let mut faults = Vec::new();
    for level in [Level::Pseudonymous, Level::Anonymous, Level::Public] {
        let mut check = Check::new(&site, &world, site.client(level));
        check.everything();
        faults.append(&mut check.faults);
    }
    assert_none(&faults);
    let users = site.crawl(site.client(Level::Pseudonymous), "/users", "users");
    let answers = users.iter().filter(|user| user["custom_field_values"] != json!({}));
    assert_eq!(answers.count(), 1);
}
