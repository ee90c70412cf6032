//! The fixture: people with every personal value, and what they do apart from writing and voting.

use serde_json::json;

use crate::access_levels::canary::{PERSONAL, exact, hidden, id, person, timestamp};
use crate::access_levels::fixture_ideas::{COMMENTS, comment, idea};
use crate::access_levels::fixture_projects::{phase, project, text};
use crate::support::fixture::Platform;

/// The number of people.
pub const PEOPLE: usize = 30;

/// Adds users and their reactions, attendances, files, campaigns, deliveries, causes and volunteers.
pub fn add(platform: &mut Platform) {
    for number in 0..PEOPLE {
        add_user(platform, number);
        // Everybody reacts, so that a client can learn everybody's pseudonym.
        let comment_reacted = number % 3 == 1;
        let target = if comment_reacted { comment(number % COMMENTS) } else { idea(number % 12) };
        platform.add("reactions", json!({
            "id": hidden("reactions", number), "mode": (["up", "down", "neutral"][number % 3]), "user_id": person(number),
            "reactable_id": target, "reactable_type": if comment_reacted { "comment" } else { "idea" },
            "created_at": exact(number + 1), "updated_at": exact(number + 2),
        }));
    }
    for number in 0..6 {
        platform.add("event_attendances", json!({
            "id": hidden("event_attendances", number), "event_id": id("events", number % 2), "attendee_id": person(number * 2),
            "created_at": exact(number), "updated_at": exact(number + 1),
        }));
        platform.add("email_campaign_deliveries", json!({
            "id": hidden("email_campaign_deliveries", number), "email_campaign_id": hidden("email_campaigns", number % 3),
            "user_id": person(number + 3), "delivery_status": "opened", "sent_at": exact(number + 2),
            "created_at": exact(number + 2), "updated_at": exact(number + 3),
        }));
        platform.add("volunteering_volunteers", json!({
            "id": hidden("volunteering_volunteers", number), "volunteering_cause_id": hidden("volunteering_causes", 0),
            "user_id": person(number * 3), "created_at": exact(number), "updated_at": exact(number),
        }));
        platform.add("files", json!({
            "id": hidden("files", number), "name": format!("backroom-{number}.txt"), "content": "Tm90ZXMgb2YgdGhlIG1lZXRpbmcu",
            "category": if number == 0 { "meeting" } else { "other" }, "description_multiloc": text("File", false),
            "uploader_id": (number > 0).then(|| person(number % 3)), "project_id": project(number % 4),
            "created_at": timestamp(number), "updated_at": timestamp(number + 1),
        }));
    }
    platform.add("volunteering_causes", json!({
        "id": hidden("volunteering_causes", 0), "phase_id": phase(7), "title_multiloc": text("Cause", false),
        "description_multiloc": text("Cause", false), "created_at": timestamp(1), "updated_at": timestamp(2),
    }));
    for number in 0..2 {
        platform.add("email_campaigns", json!({
            "id": hidden("email_campaigns", number), "sender": "author", "manual": number == 0,
            "reply_to": format!("{PERSONAL}-reply-{number}@people.example"), "subject_multiloc": text("Campaign", false),
            "body_multiloc": text("Campaign", false), "created_at": timestamp(number), "updated_at": timestamp(number),
        }));
    }
}

/// A user with a recognisable value in every personal field.
pub fn add_user(platform: &mut Platform, number: usize) {
    let canary = |field: &str| format!("{PERSONAL}-{field}-{number:04}");
    platform.add("users", json!({
        "id": person(number), "email": format!("{}@people.example", canary("email")), "slug": canary("slug"),
        "roles": if number.is_multiple_of(5) { json!([{ "type": canary("role") }]) } else { json!([]) },
        "created_at": exact(number), "updated_at": exact(number + 1), "first_name": canary("first"),
        "last_name": canary("last"), "locale": (["en", "nl-BE", "fr-BE"][number % 3]),
        "bio_multiloc": { "en": canary("bio-en"), "fr-BE": canary("bio-fr") },
        "registration_completed_at": (!number.is_multiple_of(4)).then(|| exact(number + 3)), "verified": number.is_multiple_of(2),
        "email_confirmed_at": exact(number + 2), "email_confirmation_code_sent_at": exact(number),
        "confirmation_required": number.is_multiple_of(3), "custom_field_values": { canary("question"): canary("value") },
    }));
}
