//! Timestamps are in a consistent order, and none is after the date of the platform.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Platform, each_scale, large, text, usual};
use crate::Demo;

const NOW: &str = "2026-11-01T09:00:00.000Z";
const OPENING: &str = "2021-11-02T09:00:00.000Z";

/// A resource, its reference, the resource it refers to, and the timestamp there that the creation must not precede.
const ORDER: [(&str, &str, &str, &str); 17] = [
    ("phases", "project_id", "projects", "created_at"),
    ("ideas", "project_id", "projects", "created_at"),
    ("ideas", "author_id", "users", "registration_completed_at"),
    ("idea_phases", "idea_id", "ideas", "created_at"),
    ("idea_phases", "phase_id", "phases", "created_at"),
    ("comments", "idea_id", "ideas", "published_at"),
    ("comments", "author_id", "users", "registration_completed_at"),
    ("reactions", "user_id", "users", "registration_completed_at"),
    ("baskets", "user_id", "users", "registration_completed_at"),
    ("baskets", "phase_id", "phases", "start_at"),
    ("basket_ideas", "basket_id", "baskets", "created_at"),
    ("basket_ideas", "idea_id", "ideas", "created_at"),
    ("events", "project_id", "projects", "created_at"),
    ("event_attendances", "event_id", "events", "created_at"),
    ("event_attendances", "attendee_id", "users", "registration_completed_at"),
    ("volunteering_volunteers", "volunteering_cause_id", "volunteering_causes", "created_at"),
    ("files", "project_id", "projects", "created_at"),
];

fn assert_order(platform: &Platform, (child, field, parent, date): (&str, &str, &str, &str)) {
    let parents = platform.by_id(parent);
    for row in platform.all(child) {
        if let Some(parent) = parents.get(text(row, field)) {
            assert!(text(parent, date) <= text(row, "created_at"), "{child}.{field}\n{row}\n{parent}");
        }
    }
}

#[test]
fn records_are_created_after_the_records_they_refer_to() {
    each_scale(|platform| ORDER.iter().for_each(|order| assert_order(platform, *order)));
}

#[test]
fn reactions_are_created_after_their_target() {
    each_scale(|platform| {
        let mut targets = platform.by_id("ideas");
        targets.extend(platform.by_id("comments"));
        for row in platform.all("reactions") {
            assert!(text(targets[text(row, "reactable_id")], "created_at") <= text(row, "created_at"));
        }
    });
}

#[test]
fn updates_are_not_before_creation_nor_after_now() {
    each_scale(|platform| {
        for (name, rows) in &platform.0 {
            for row in rows.iter().filter(|row| row.get("created_at").is_some()) {
                let (created, updated) = (text(row, "created_at"), text(row, "updated_at"));
                assert!(OPENING <= created && created <= updated && updated <= NOW, "{name} {row}");
                for field in ["published_at", "submitted_at", "sent_at", "body_updated_at", "assigned_at"] {
                    let timestamp = text(row, field);
                    assert!(
                        timestamp.is_empty() || (created <= timestamp && timestamp <= updated),
                        "{name} {row}"
                    );
                }
            }
        }
    });
}

#[test]
fn published_ideas_have_a_publication_date() {
    each_scale(|platform| {
        for idea in platform.all("ideas") {
            assert_eq!(text(idea, "publication_status") == "published", !idea["published_at"].is_null());
            assert_eq!(text(idea, "publication_status") == "draft", idea["submitted_at"].is_null());
        }
    });
}

#[test]
fn phases_of_a_project_do_not_overlap() {
    each_scale(|platform| {
        let mut last: BTreeMap<&str, &Value> = BTreeMap::new();
        for phase in platform.all("phases") {
            let (start, end) = (text(phase, "start_at"), text(phase, "end_at"));
            assert!(start.len() == 10 && (end.is_empty() || start <= end));
            if let Some(before) = last.insert(text(phase, "project_id"), phase) {
                let end = text(before, "end_at");
                assert!(!end.is_empty() && end < start, "{before}\n{phase}");
            }
        }
    });
}

#[test]
fn a_few_ideas_have_the_same_creation_date() {
    let platform = large();
    let mut timestamps: Vec<_> = platform.all("ideas").iter().map(|idea| text(idea, "created_at")).collect();
    timestamps.sort_unstable();
    let total = timestamps.len();
    timestamps.dedup();
    assert!(timestamps.len() < total && total - timestamps.len() < total / 20);
}

#[test]
fn there_are_deleted_items_of_every_type() {
    let mut out = Vec::new();
    Demo::new(0, 1).unwrap().write("deleted_items", &mut out).unwrap();
    let platform = usual();
    let types: std::collections::BTreeSet<_> =
        platform.all("deleted_items").iter().map(|row| text(row, "type")).collect();
    assert_eq!(types.len(), 18);
    assert!(
        !out.is_empty() && platform.all("deleted_items").iter().all(|row| text(row, "deleted_at") <= NOW)
    );
}
