//! The fixture: ideas and survey responses in every state, their comments, topics and phases.

use serde_json::{Value, json};

use crate::access_levels::canary::{NOT_PUBLIC, PERSONAL, STAFF_TIME, exact, hidden, id, person, timestamp};
use crate::access_levels::fixture_projects::{is_public, phase, point, project, slug, text};
use crate::support::fixture::Platform;

/// An idea: project, publication status, creation phase, phases.
const IDEAS: &[(usize, &str, Option<usize>, &[usize])] = &[
    (0, "published", None, &[0, 1]),
    (0, "published", Some(0), &[1, 2]),
    (0, "published", None, &[2]),
    (0, "draft", None, &[2]),
    (0, "submitted", None, &[1]),
    (2, "published", None, &[6]),
    (3, "published", None, &[10]),
    (4, "published", None, &[]),
    (1, "published", None, &[3]),
    (1, "published", Some(4), &[4]),
    (1, "draft", Some(4), &[4]),
    (0, "published", Some(8), &[8]),
    (6, "published", None, &[9]),
    // Submitted in a phase of a hidden project.
    (6, "published", Some(10), &[]),
    (0, "published", None, &[5]),
    (0, "published", None, &[]),
    (5, "published", Some(11), &[11]),
];
/// The ideas beyond those of the table, published in the sixth project.
const MORE: usize = 34;
/// The number of ideas.
pub const COUNT: usize = IDEAS.len() + MORE;
/// The number of comments.
pub const COMMENTS: usize = 24;

fn declared(number: usize) -> (usize, &'static str, Option<usize>, &'static [usize]) {
    IDEAS.get(number).copied().unwrap_or((6, "published", None, &[]))
}

fn is_survey(number: usize) -> bool {
    matches!(declared(number).2, Some(4 | 8))
}

/// Whether a visitor sees the idea.
pub fn is_visible(number: usize) -> bool {
    let (project, status, ..) = declared(number);
    is_public(project) && status == "published" && !is_survey(number)
}

/// The id of an idea.
pub fn idea(number: usize) -> String {
    if is_visible(number) { id("ideas", number) } else { hidden("ideas", number) }
}

fn idea_of_comment(number: usize) -> usize {
    if number < 14 { number } else { 0 }
}

fn is_deleted(comment: usize) -> bool {
    comment % 8 == 7
}

/// The id of a comment.
pub fn comment(number: usize) -> String {
    if is_visible(idea_of_comment(number)) && !is_deleted(number) {
        id("comments", number)
    } else {
        hidden("comments", number)
    }
}

/// Adds ideas and comments.
pub fn add(platform: &mut Platform) {
    for number in 0..COUNT {
        platform.add("ideas", record(number));
        for in_phase in declared(number).3 {
            // The phases of a survey response are assigned when it is submitted.
            let at = if is_survey(number) { exact(number) } else { timestamp(number) };
            platform.add(
                "idea_phases",
                json!({
                    "idea_id": idea(number), "phase_id": phase(*in_phase), "created_at": at, "updated_at": at,
                }),
            );
        }
    }
    for number in 0..COMMENTS {
        let is_public = is_visible(idea_of_comment(number)) && !is_deleted(number);
        // A reply to the first comment on the first idea, or to a deleted one.
        let parent = (number > 14).then(|| comment(if number > 18 { 15 } else { 14 }));
        platform.add("comments", json!({
            "id": comment(number), "idea_id": idea(idea_of_comment(number)), "parent_id": parent,
            "author_id": person(number % 10), "body_multiloc": text(&format!("Comment{number}"), is_public),
            "publication_status": if is_deleted(number) { "deleted" } else { "published" },
            "created_at": timestamp(number + 1), "updated_at": timestamp(number + 2),
        }));
    }
}

/// When staff took responsibility for an idea.
fn assigned_at(number: usize) -> String {
    format!("2025-04-{:02}T{:02}{STAFF_TIME}.250Z", 1 + number % 20, number % 24)
}

/// An idea with every value.
pub fn record(number: usize) -> Value {
    let (in_project, status, creation_phase, _) = declared(number);
    let at = |offset: usize| {
        if is_survey(number) { exact(number + offset) } else { timestamp(number + offset) }
    };
    let name = format!("Wordidea{number:04}");
    let marker = if is_visible(number) { "" } else { NOT_PUBLIC };
    json!({
        "id": idea(number), "title_multiloc": text(&name, is_visible(number)),
        "body_multiloc": { "fr-BE": format!("<p>Motidee{number:04} {marker}</p>") },
        "author_id": (number != 15).then(|| person(number % 12)), "publication_status": status,
        "published_at": (status == "published").then(|| at(1)), "submitted_at": at(0), "project_id": project(in_project),
        "created_at": at(0), "updated_at": at(2), "location_point": (number % 4 != 3).then(|| point(number)),
        "location_description": format!("Square {marker}"), "slug": slug("idea", number, is_visible(number)),
        "assignee_id": number.is_multiple_of(3).then(|| person(20 + number % 5)), "assigned_at": assigned_at(number),
        "creation_phase_id": creation_phase.map(phase), "topic_ids": [id("topics", number % 2), id("topics", 2)],
        "status_multiloc": { "en": "Accepted" }, "custom_field_values": { format!("{PERSONAL}-question"): format!("{PERSONAL}-answer-{number:04}") },
    })
}
