//! The fixture: projects and folders in every state of publication, their phases, and votes in every state.

use serde_json::{Value, json};

use crate::access_levels::canary::{COORDINATES, NOT_PUBLIC, hidden, id, timestamp};
use crate::support::fixture::Platform;

/// A project: number, publication status, visibility, folder.
const PROJECTS: &[(usize, &str, &str, Option<usize>)] = &[
    (0, "published", "public", Some(0)),
    (1, "archived", "public", None),
    (2, "draft", "public", Some(2)),
    (3, "published", "groups", None),
    (4, "published", "admins", Some(0)),
    (5, "published", "public", Some(1)),
    // In a folder that a visitor does not see.
    (6, "published", "public", Some(2)),
    (7, "archived", "groups", Some(1)),
];

/// A phase: number, project, method, end.
const PHASES: &[(usize, usize, &str, Option<&str>)] = &[
    (0, 0, "ideation", Some("2025-02-01")),
    (1, 0, "voting", Some("2025-03-01")),
    (2, 0, "voting", Some("2099-12-31")),
    (3, 1, "voting", None),
    (4, 1, "native_survey", None),
    (5, 0, "voting", Some("2099-06-30")),
    (6, 2, "voting", Some("2025-03-01")),
    (7, 0, "volunteering", None),
    (8, 0, "community_monitor_survey", None),
    (9, 6, "voting", Some("2025-03-01")),
    (10, 3, "voting", Some("2099-12-31")),
    (11, 5, "ideation", None),
];

/// Whether a visitor sees the project.
pub fn is_public(project: usize) -> bool {
    PROJECTS.iter().any(|(number, status, visible_to, _)| {
        *number == project && *status != "draft" && *visible_to == "public"
    })
}

/// The id of a project.
pub fn project(number: usize) -> String {
    if is_public(number) { id("projects", number) } else { hidden("projects", number) }
}

/// The id of a folder; the third is a draft.
pub fn folder(number: usize) -> String {
    if number < 2 { id("project_folders", number) } else { hidden("project_folders", number) }
}

/// The id of a phase.
pub fn phase(number: usize) -> String {
    let (_, project, ..) = PHASES[number];
    if is_public(project) { id("phases", number) } else { hidden("phases", number) }
}

/// The project of a phase.
pub fn project_of(phase: usize) -> usize {
    PHASES[phase].1
}

/// A text of two locales; texts of records that are not public are recognisable.
pub fn text(about: &str, is_public: bool) -> Value {
    let marker = if is_public { "" } else { NOT_PUBLIC };
    json!({ "en": format!("{about} {marker}"), "nl-BE": format!("{about} {marker} nl") })
}

/// Exact coordinates near the n-th point.
pub fn point(number: usize) -> String {
    format!("POINT (4.{}{COORDINATES} 50.8{COORDINATES})", 3 + number % 3)
}

/// Adds folders, projects, areas, topics, phases and events.
pub fn add(platform: &mut Platform) {
    for (number, status) in ["published", "archived", "draft"].into_iter().enumerate() {
        let is_public = status != "draft";
        let name = format!("Folder{number}");
        platform.add("project_folders", json!({
            "id": folder(number), "slug": slug("folder", number, is_public), "created_at": timestamp(number),
            "updated_at": timestamp(number + 1), "publication_status": status, "title_multiloc": text(&name, is_public),
            "description_multiloc": text(&name, is_public), "description_preview_multiloc": text(&name, is_public),
        }));
    }
    for number in 0..3 {
        let name = format!("Subject{number}");
        for plural in ["areas", "topics"] {
            platform.add(plural, json!({
                "id": id(plural, number), "created_at": timestamp(number), "updated_at": timestamp(number + 3),
                "title_multiloc": text(&name, true), "description_multiloc": text(&name, true),
            }));
        }
    }
    for (number, status, visible_to, in_folder) in PROJECTS.iter().copied() {
        add_project(platform, number, status, visible_to, in_folder);
    }
    for (number, in_project, method, end_at) in PHASES.iter().copied() {
        let is_public = is_public(in_project);
        let name = format!("Phase{number}");
        let voting = (method == "voting").then_some("multiple_voting");
        platform.add(
            "phases",
            json!({
                "id": phase(number), "project_id": project(in_project), "participation_method": method,
                "title_multiloc": text(&name, is_public), "description_multiloc": text(&name, is_public),
                "start_at": if number == 5 { "2099-01-01" } else { "2025-01-01" }, "end_at": end_at,
                "created_at": timestamp(number), "updated_at": timestamp(number + 2), "voting_method": voting,
                "reacting_like_method": "unlimited", "reacting_dislike_method": "unlimited",
            }),
        );
    }
    for (number, in_project) in [0, 1, 2, 3, 5].into_iter().enumerate() {
        let is_public = is_public(in_project);
        let name = format!("Event{number}");
        let id = if is_public { id("events", number) } else { hidden("events", number) };
        platform.add("events", json!({
            "id": id, "project_id": project(in_project), "title_multiloc": text(&name, is_public),
            "description_multiloc": text(&name, is_public), "location_multiloc": text(&name, is_public),
            "location_point": point(number), "start_at": "2025-04-01T18:00:00.000Z", "end_at": "2025-04-01T20:00:00.000Z",
            "created_at": timestamp(number), "updated_at": timestamp(number + 2),
        }));
    }
}

fn add_project(
    platform: &mut Platform,
    number: usize,
    status: &str,
    visible_to: &str,
    in_folder: Option<usize>,
) {
    let is_public = is_public(number);
    let name = format!("Project{number}");
    let longitude: f64 = format!("4.{number}{COORDINATES}").parse().unwrap();
    let latitude: f64 = format!("50.8{COORDINATES}").parse().unwrap();
    platform.add("projects", json!({
        "id": project(number), "title_multiloc": text(&name, is_public), "description_html_multiloc": text(&name, is_public),
        "description_preview_multiloc": text(&name, is_public), "slug": slug("project", number, is_public),
        "folder_id": in_folder.map(folder), "visible_to": visible_to, "publication_status": status,
        "created_at": timestamp(number), "updated_at": timestamp(number + 2), "all_areas": number == 1,
        "area_ids": [id("areas", number % 2)], "topic_ids": [id("topics", number % 3)],
        "map_center_geojson": { "type": "Point", "coordinates": [longitude, latitude] },
    }));
}

/// The slug of the n-th record.
pub fn slug(about: &str, number: usize, is_public: bool) -> String {
    let marker = if is_public { "" } else { NOT_PUBLIC };
    format!("{about}-{number}-{marker}")
}
