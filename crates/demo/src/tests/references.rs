//! References are to existing records, and ids are unique.

use std::collections::BTreeSet;

use super::{Platform, each_scale, text};

/// A resource, its field, and the resource that the field refers to.
const REFERENCES: [(&str, &str, &str); 29] = [
    ("projects", "folder_id", "project_folders"),
    ("project_topics", "project_id", "projects"),
    ("project_topics", "topic_id", "topics"),
    ("phases", "project_id", "projects"),
    ("ideas", "author_id", "users"),
    ("ideas", "assignee_id", "users"),
    ("ideas", "project_id", "projects"),
    ("ideas", "creation_phase_id", "phases"),
    ("idea_phases", "idea_id", "ideas"),
    ("idea_phases", "phase_id", "phases"),
    ("idea_topics", "idea_id", "ideas"),
    ("idea_topics", "topic_id", "topics"),
    ("comments", "author_id", "users"),
    ("comments", "idea_id", "ideas"),
    ("comments", "parent_id", "comments"),
    ("reactions", "user_id", "users"),
    ("baskets", "user_id", "users"),
    ("baskets", "phase_id", "phases"),
    ("baskets", "project_id", "projects"),
    ("basket_ideas", "basket_id", "baskets"),
    ("basket_ideas", "idea_id", "ideas"),
    ("events", "project_id", "projects"),
    ("event_attendances", "event_id", "events"),
    ("event_attendances", "attendee_id", "users"),
    ("volunteering_causes", "phase_id", "phases"),
    ("volunteering_volunteers", "volunteering_cause_id", "volunteering_causes"),
    ("volunteering_volunteers", "user_id", "users"),
    ("email_campaign_deliveries", "user_id", "users"),
    ("files", "project_id", "projects"),
];

#[test]
fn every_reference_is_to_an_existing_record() {
    each_scale(|platform| {
        for (resource, field, other) in REFERENCES {
            let known = platform.by_id(other);
            for row in platform.all(resource) {
                let id = text(row, field);
                assert!(id.is_empty() || known.contains_key(id), "{resource}.{field} {id}");
            }
        }
    });
}

#[test]
fn reactions_are_to_published_ideas_and_comments_once_per_user() {
    each_scale(|platform| {
        let (ideas, comments) = (platform.by_id("ideas"), platform.by_id("comments"));
        let mut seen = BTreeSet::new();
        for row in platform.all("reactions") {
            let known = if text(row, "reactable_type") == "idea" { &ideas } else { &comments };
            assert_eq!(text(known[text(row, "reactable_id")], "publication_status"), "published");
            let user = text(row, "user_id");
            assert!(user.is_empty() || seen.insert((user, text(row, "reactable_id"))));
        }
    });
}

#[test]
fn replies_are_on_the_same_idea() {
    each_scale(|platform| {
        let comments = platform.by_id("comments");
        for row in platform.all("comments") {
            if let Some(parent) = comments.get(text(row, "parent_id")) {
                assert_eq!(parent["idea_id"], row["idea_id"]);
                assert!(text(parent, "created_at") <= text(row, "created_at"));
            }
        }
    });
}

#[test]
fn relations_are_unique() {
    let assert_unique = |platform: &Platform, name: &str, fields: &[&str]| {
        let mut seen = BTreeSet::new();
        for row in platform.all(name) {
            let values: Vec<&str> = fields.iter().map(|field| text(row, field)).collect();
            assert!(values.last() == Some(&"") || seen.insert(values), "{name} {row}");
        }
    };
    each_scale(|platform| {
        assert_unique(platform, "idea_phases", &["idea_id", "phase_id"]);
        assert_unique(platform, "idea_topics", &["idea_id", "topic_id"]);
        assert_unique(platform, "project_topics", &["project_id", "topic_id"]);
        assert_unique(platform, "basket_ideas", &["basket_id", "idea_id"]);
        assert_unique(platform, "baskets", &["phase_id", "project_id", "user_id"]);
        assert_unique(platform, "event_attendances", &["event_id", "attendee_id"]);
        assert_unique(platform, "volunteering_volunteers", &["volunteering_cause_id", "user_id"]);
    });
}

#[test]
fn ids_slugs_and_emails_are_unique() {
    each_scale(|platform| {
        let mut ids = BTreeSet::new();
        for (name, rows) in &platform.0 {
            for row in rows.iter().filter(|row| row.get("id").is_some()) {
                let id = text(row, "id");
                assert!(id.len() == 36 && id == id.to_lowercase() && ids.insert(id), "{name} {id}");
            }
            for field in ["slug", "email"] {
                let mut seen = BTreeSet::new();
                let values = rows.iter().map(|row| text(row, field)).filter(|value| !value.is_empty());
                values.for_each(|value| assert!(seen.insert(value), "{name} {value}"));
            }
        }
    });
}

#[test]
fn roles_and_areas_are_of_existing_records() {
    each_scale(|platform| {
        let (projects, areas) = (platform.by_id("projects"), platform.by_id("areas"));
        for user in platform.all("users") {
            for role in user["roles"].as_array().unwrap() {
                let project = text(role, "project_id");
                assert!(text(role, "type") == "admin" || projects.contains_key(project));
            }
            let domicile = text(&user["custom_field_values"], "domicile");
            assert!(matches!(domicile, "" | "outside") || areas.contains_key(domicile));
        }
        for area in platform.all("projects").iter().flat_map(|row| row["area_ids"].as_array().unwrap()) {
            assert!(areas.contains_key(area.as_str().unwrap()));
        }
    });
}

#[test]
fn no_event_exceeds_its_maximum_of_attendees() {
    each_scale(|platform| {
        for event in platform.all("events") {
            let attendances =
                platform.all("event_attendances").iter().filter(|row| row["event_id"] == event["id"]);
            assert!(attendances.count() as u64 <= event["maximum_attendees"].as_u64().unwrap_or(u64::MAX));
        }
    });
}
