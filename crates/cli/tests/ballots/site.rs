//! A platform with votes, ideas and reactions, and the programs that read their files.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::fixture::{Platform, id, record, resource};
use crate::support::random::Random;
use crate::support::root;
use crate::support::site::{AT, Client, Site};

/// Settings of the details that no record contains.
pub const DETAILS: [&str; 6] =
    ["--pabulib-country", "Belgium", "--pabulib-unit", "Zwenebeke", "--pabulib-instance", "2026"];
/// The number of votes that have ended.
pub const VOTES: usize = 20;
/// The budget of votes with costs.
const BUDGET: u64 = 100_000;
/// The number of people.
const PEOPLE: usize = 60;
/// Titles with everything that separates cells or rows, or looks like another part of a file.
const TITLES: [&str; 9] = [
    "Trees",
    "Benches; lamps",
    "A \"safe\" street",
    " Two\nlines\r\n ",
    "=1+1",
    "#2: comment, with comma",
    "VOTES",
    "None\u{2028}\u{85}\u{1c}",
    "",
];

/// The id of the n-th vote.
pub fn vote(number: usize) -> String {
    id("phases", number)
}

fn base(plural: &str, number: usize, values: &Value) -> Value {
    let mut record = record(resource(plural), number, AT);
    record.as_object_mut().unwrap().extend(values.as_object().unwrap().clone());
    record
}

fn text(text: &str) -> Value {
    json!({ "en": text })
}

/// A platform with people, [`VOTES`] votes of all methods that have ended, and one that runs.
pub fn votes(random: &mut Random) -> Platform {
    let mut platform = Platform::empty();
    for number in 0..PEOPLE {
        platform.add("users", base("users", number, &json!({})));
    }
    for number in 0..=VOTES {
        add_vote(&mut platform, random, number);
    }
    platform
}

fn add_vote(platform: &mut Platform, random: &mut Random, number: usize) {
    let method = ["budgeting", "single_voting", "multiple_voting"][number % 3];
    let maximum = [Some(BUDGET), Some(3), [None, Some(10)][number / 3 % 2]][number % 3];
    platform.add(
        "projects",
        base("projects", number, &json!({ "title_multiloc": text("A; \"project\""), "folder_id": null })),
    );
    platform.add(
        "phases",
        base(
            "phases",
            number,
            &json!({
                "participation_method": "voting", "voting_method": method, "voting_max_total": maximum,
                "title_multiloc": text(TITLES[number % TITLES.len()]), "start_at": "2025-01-15",
                "end_at": if number == VOTES { "2099-12-31" } else { "2025-03-31" },
            }),
        ),
    );
    let ideas: Vec<usize> = (0..3 + random.below(10)).map(|idea| number * 100 + idea).collect();
    for idea in &ideas {
        let cost = match random.below(8) {
            0 => json!(null),
            1 => json!(0),
            2 => json!(BUDGET + 1),
            _ => json!(1_000 + random.below(60_000)),
        };
        platform.add(
            "ideas",
            base("ideas", *idea, &json!({
                "project_id": id("projects", number), "creation_phase_id": null, "budget": cost, "author_id": id("users", 0),
                "publication_status": "published", "title_multiloc": text(TITLES[idea % TITLES.len()]), "assignee_id": null,
            })),
        );
        // Votes for ideas that left the phase count.
        if !random.one_in(6) {
            let row = json!({ "idea_id": id("ideas", *idea), "phase_id": vote(number) });
            platform.add("idea_phases", base("idea_phases", 0, &row));
        }
    }
    let has_single_votes = random.one_in(2);
    for person in (0..PEOPLE).filter(|_| random.one_in(2)).collect::<Vec<_>>() {
        let basket = number * PEOPLE + person;
        let is_submitted = !random.one_in(5);
        platform.add(
            "baskets",
            base("baskets", basket, &json!({
                "user_id": id("users", person), "phase_id": vote(number), "project_id": id("projects", number),
                "submitted_at": is_submitted.then_some("2025-02-03T10:20:37.250Z"),
            })),
        );
        let mut chosen: Vec<usize> = ideas.iter().copied().filter(|_| random.one_in(3)).collect();
        chosen.truncate(if number % 3 == 1 && has_single_votes { 1 } else { 3 });
        for (position, idea) in chosen.into_iter().enumerate() {
            let votes = if number.is_multiple_of(3) || number % 3 == 1 { 1 } else { 1 + random.below(3) };
            platform.add(
                "basket_ideas",
                base(
                    "basket_ideas",
                    basket * 10 + position,
                    &json!({
                        "basket_id": id("baskets", basket), "idea_id": id("ideas", idea), "votes": votes,
                    }),
                ),
            );
        }
    }
}

/// Adds a project with published ideas and others, and reactions to them. Returns the number of reactions of known people.
pub fn add_opinions(platform: &mut Platform, random: &mut Random, project: usize, ideas: usize) -> usize {
    platform.add(
        "projects",
        base(
            "projects",
            project,
            &json!({
                "title_multiloc": text("Opinions, \"all\" of them"), "slug": "opinions", "folder_id": null,
            }),
        ),
    );
    let mut reactions = 0;
    for number in 0..ideas + 2 {
        let idea = project * 1000 + number;
        let status = if number == ideas { "draft" } else { "published" };
        let is_survey = number == ideas + 1;
        platform.add(
            "ideas",
            base("ideas", idea, &json!({
                "project_id": id("projects", project), "creation_phase_id": null, "assignee_id": null,
                "author_id": (number % 4 > 0).then(|| id("users", number % PEOPLE)), "publication_status": status,
                "type": if is_survey { "survey" } else { "idea" }, "slug": null,
                "title_multiloc": text(TITLES[number % TITLES.len()]),
                "created_at": format!("2025-03-1{}T08:15:{:02}.250Z", number % 9, number % 60),
            })),
        );
        for person in (0..PEOPLE).filter(|_| random.one_in(3)).collect::<Vec<_>>() {
            let (is_known, mode) = (!random.one_in(7), random.choose(&["up", "down", "neutral"]));
            reactions += usize::from(is_known && number < ideas);
            platform.add(
                "reactions",
                base(
                    "reactions",
                    idea * PEOPLE + person,
                    &json!({
                        "reactable_id": id("ideas", idea), "reactable_type": "idea",
                        "mode": mode,
                        "user_id": is_known.then(|| id("users", person)),
                        "created_at": "2025-03-19T09:41:13.737Z", "updated_at": "2025-03-19T09:41:13.737Z",
                    }),
                ),
            );
        }
    }
    reactions
}

/// The path of the file of the n-th vote; some have no budget of their own.
pub fn pabulib(number: usize) -> String {
    let budget = if number % 3 == 2 { "?budget=10" } else { "" };
    format!("/phases/{}/pabulib{budget}", vote(number))
}

/// The body of a file that a client downloads.
#[track_caller]
pub fn file(site: &Site, client: &Client, path: &str) -> String {
    let response = site.get(client, path);
    assert_eq!(response.status, 200, "{}", response.text);
    response.text
}

/// What a program of this folder prints about the files in a folder.
#[track_caller]
pub fn read_with(script: &str, folder: &Path) -> Value {
    let script = root().join("crates/cli/tests/ballots").join(script);
    let output = Command::new(root().join(".venv/bin/python")).arg(script).arg(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}
