//! Baskets respect the rules of their voting phase.

use std::collections::{BTreeMap, BTreeSet};

use super::{each_scale, text};

#[test]
fn baskets_are_within_the_limits_of_their_phase() {
    each_scale(|platform| {
        let (phases, ideas) = (platform.by_id("phases"), platform.by_id("ideas"));
        let baskets = platform.by_id("baskets");
        let idea_phases: BTreeSet<_> = platform
            .all("idea_phases")
            .iter()
            .map(|row| (text(row, "idea_id"), text(row, "phase_id")))
            .collect();
        let mut totals: BTreeMap<&str, u64> = BTreeMap::new();
        for row in platform.all("basket_ideas") {
            let basket = baskets[text(row, "basket_id")];
            let idea = ideas[text(row, "idea_id")];
            *totals.entry(text(basket, "id")).or_default() += row["votes"].as_u64().unwrap();
            if let Some(phase) = phases.get(text(basket, "phase_id")) {
                assert!(idea_phases.contains(&(text(idea, "id"), text(phase, "id"))));
                if phase["voting_method"] == "budgeting" {
                    assert_eq!(row["votes"], idea["budget"]);
                }
            } else {
                assert_eq!(basket["project_id"], idea["project_id"]);
            }
        }
        for basket in baskets.values() {
            let Some(phase) = phases.get(text(basket, "phase_id")) else { continue };
            let total = totals.get(text(basket, "id")).copied().unwrap_or_default();
            assert!(total <= phase["voting_max_total"].as_u64().unwrap());
            let minimum = phase["voting_min_total"].as_u64().unwrap();
            assert!(basket["submitted_at"].is_null() || total >= minimum);
        }
    });
}

#[test]
fn baskets_belong_to_a_phase_or_a_project() {
    each_scale(|platform| {
        for basket in platform.all("baskets") {
            assert_ne!(text(basket, "phase_id").is_empty(), text(basket, "project_id").is_empty());
        }
    });
}

#[test]
fn phases_of_ideas_are_in_the_same_project() {
    each_scale(|platform| {
        let (phases, ideas) = (platform.by_id("phases"), platform.by_id("ideas"));
        for row in platform.all("idea_phases") {
            assert_eq!(
                ideas[text(row, "idea_id")]["project_id"],
                phases[text(row, "phase_id")]["project_id"]
            );
        }
        for idea in ideas.values().filter(|idea| !idea["creation_phase_id"].is_null()) {
            assert_eq!(idea["project_id"], phases[text(idea, "creation_phase_id")]["project_id"]);
        }
    });
}
