//! A platform of the usual size has every state and edge case.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{text, usual};

/// A resource, its field, and every value of the field; the empty string is null.
const VALUES: [(&str, &str, &[&str]); 16] = [
    ("projects", "publication_status", &["archived", "draft", "published"]),
    ("projects", "visible_to", &["admins", "groups", "public"]),
    ("project_folders", "publication_status", &["archived", "draft", "published"]),
    ("ideas", "publication_status", &["draft", "published", "submitted"]),
    ("comments", "publication_status", &["deleted", "published"]),
    ("reactions", "mode", &["down", "neutral", "up"]),
    ("reactions", "reactable_type", &["comment", "idea"]),
    ("users", "status", &["active", "incomplete", "invited"]),
    ("users", "locale", &["en", "fr-BE", "nl-BE"]),
    ("email_campaigns", "sender", &["author", "organization"]),
    (
        "email_campaign_deliveries",
        "delivery_status",
        &["accepted", "bounced", "clicked", "delivered", "failed", "opened", "sent"],
    ),
    (
        "files",
        "category",
        &["info_sheet", "interview", "meeting", "other", "policy", "report", "strategic_plan"],
    ),
    (
        "phases",
        "participation_method",
        &[
            "common_ground",
            "community_monitor_survey",
            "document_annotation",
            "ideation",
            "information",
            "native_survey",
            "poll",
            "proposals",
            "survey",
            "volunteering",
            "voting",
        ],
    ),
    ("phases", "voting_method", &["", "budgeting", "multiple_voting", "single_voting"]),
    ("phases", "reacting_like_method", &["limited", "unlimited"]),
    ("phases", "reacting_dislike_method", &["limited", "unlimited"]),
];

/// Fields that are null in some records and not null in others.
const NULLABLE: [(&str, &str); 24] = [
    ("baskets", "user_id"),
    ("baskets", "phase_id"),
    ("baskets", "submitted_at"),
    ("comments", "author_id"),
    ("comments", "parent_id"),
    ("comments", "body_updated_at"),
    ("email_campaigns", "reply_to"),
    ("email_campaign_deliveries", "sent_at"),
    ("events", "maximum_attendees"),
    ("events", "location_point"),
    ("event_attendances", "attendee_id"),
    ("ideas", "author_id"),
    ("ideas", "published_at"),
    ("ideas", "location_point"),
    ("ideas", "slug"),
    ("ideas", "budget"),
    ("ideas", "proposed_budget"),
    ("ideas", "creation_phase_id"),
    ("ideas", "assignee_id"),
    ("phases", "end_at"),
    ("projects", "folder_id"),
    ("projects", "map_center_geojson"),
    ("reactions", "user_id"),
    ("users", "email"),
];

#[test]
fn every_value_occurs() {
    let platform = usual();
    for (resource, field, values) in VALUES {
        let found: BTreeSet<_> = platform.all(resource).iter().map(|row| text(row, field)).collect();
        assert_eq!(found.into_iter().collect::<Vec<_>>(), values, "{resource}.{field}");
    }
}

#[test]
fn nullable_fields_have_nulls_and_values() {
    let platform = usual();
    for (resource, field) in NULLABLE {
        let nulls = platform.all(resource).iter().filter(|row| row[field].is_null()).count();
        assert!(0 < nulls && nulls < platform.all(resource).len(), "{resource}.{field}: {nulls}");
    }
}

#[test]
fn roles_and_flags_have_every_value() {
    let platform = usual();
    let roles: BTreeSet<_> =
        platform.all("users").iter().map(|user| text(&user["roles"][0], "type")).collect();
    assert_eq!(roles.into_iter().collect::<Vec<_>>(), ["", "admin", "project_moderator"]);
    for (resource, field) in [
        ("users", "verified"),
        ("users", "confirmation_required"),
        ("email_campaigns", "manual"),
        ("files", "ai_processing_allowed"),
        ("projects", "all_areas"),
        ("phases", "commenting_enabled"),
    ] {
        let found = |value| platform.all(resource).iter().any(|row| row[field] == value);
        assert!(found(true) && found(false), "{resource}.{field}");
    }
}

#[test]
fn some_translations_are_missing_or_empty() {
    let platform = usual();
    let shapes: BTreeSet<String> =
        platform.all("ideas").iter().map(|idea| shape(&idea["title_multiloc"])).collect();
    for expected in ["", "en", "nl-BE", "fr-BE", "en nl-BE fr-BE"] {
        assert!(shapes.contains(expected), "{expected}");
    }
    assert!(shapes.iter().any(|shape| shape.contains('-') && shape.contains("(empty)")));
}

fn shape(map: &Value) -> String {
    let part = |(locale, text): (&String, &Value)| {
        if text == "" { format!("{locale}(empty)") } else { locale.clone() }
    };
    map.as_object().unwrap().iter().map(part).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_custom_status_at_the_mayor_occurs() {
    let platform = usual();
    assert!(platform.all("ideas").iter().any(|idea| idea["status_multiloc"]["en"] == "At the mayor"));
}

#[test]
fn survey_responses_have_answers() {
    let platform = usual();
    let phases = platform.by_id("phases");
    let mut methods = BTreeSet::new();
    for idea in platform.all("ideas") {
        let Some(phase) = phases.get(text(idea, "creation_phase_id")) else { continue };
        let method = text(phase, "participation_method");
        methods.insert(method);
        assert!(method == "proposals" || !idea["custom_field_values"].as_object().unwrap().is_empty());
    }
    assert_eq!(
        methods.into_iter().collect::<Vec<_>>(),
        ["community_monitor_survey", "native_survey", "proposals"]
    );
}

#[test]
fn some_deliveries_are_of_an_unknown_campaign() {
    let platform = usual();
    let campaigns = platform.by_id("email_campaigns");
    let unknown = |row: &&Value| !campaigns.contains_key(text(row, "email_campaign_id"));
    let deliveries = platform.all("email_campaign_deliveries");
    let count = deliveries.iter().filter(unknown).count();
    assert!(0 < count && count < deliveries.len() / 2);
}
