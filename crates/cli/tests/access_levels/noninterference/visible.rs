//! Changes that every level sees.

use serde_json::{Value, json};

use crate::access_levels::canary::{id, person, timestamp};
use crate::access_levels::fixture_ideas::{self, idea};
use crate::access_levels::fixture_projects::{phase, project, text};
use crate::access_levels::noninterference::Operation;

/// The n-th visible change.
pub fn operation(step: usize) -> Operation {
    let number = 800 + step;
    let name = format!("Visible{step}");
    match step % 6 {
        0 => {
            let row = json!({
                "idea_id": id("ideas", number), "phase_id": phase(1), "created_at": timestamp(1), "updated_at": timestamp(1),
            });
            let ideas =
                [("ideas", new_idea(number)), ("ideas", new_idea(number + 100)), ("idea_phases", row)];
            Operation::new("a new idea", ideas.into())
        }
        1 => {
            let comment = json!({
                "id": id("comments", number), "idea_id": idea(0), "author_id": person(2), "body_multiloc": text(&name, true),
                "created_at": timestamp(step), "updated_at": timestamp(step),
            });
            Operation::new("a new comment", vec![("comments", comment)])
        }
        2 => {
            let renamed = json!({ "id": project(0), "title_multiloc": text(&name, true), "_partial": true });
            Operation::new("a renamed project", vec![("projects", renamed)])
        }
        3 => {
            let title = json!({ "id": idea(12), "title_multiloc": text(&name, true), "_partial": true });
            let end =
                json!({ "id": phase(0), "end_at": format!("2025-02-{:02}", 1 + step), "_partial": true });
            Operation::new("an idea and a phase", vec![("ideas", title), ("phases", end)])
        }
        4 => {
            let id = id("comments", number - 3);
            let deletion = json!({ "id": id, "type": "Comment", "deleted_at": timestamp(step) });
            Operation::new("a deleted comment", vec![("deleted_items", deletion)])
        }
        _ => Operation::new("another new idea", vec![("ideas", new_idea(number))]),
    }
}

fn new_idea(number: usize) -> Value {
    let mut record = fixture_ideas::record(20);
    record["id"] = json!(id("ideas", number));
    record["slug"] = json!(format!("new-{number}"));
    record["project_id"] = json!(project(0));
    record
}

/// A change of one platform only.
pub fn of_one_platform() -> Operation {
    let title = json!({ "id": idea(1), "title_multiloc": text("Of one platform", true), "_partial": true });
    Operation::new("a change of one platform", vec![("ideas", title)])
}
