//! The fixture: baskets of running, future and ended votes, with and without a phase, submitted or not; and tombstones.

use serde_json::{Value, json};

use crate::access_levels::canary::{VOTES, ballot, exact, hidden, id, person, timestamp};
use crate::access_levels::fixture_ideas::idea;
use crate::access_levels::fixture_projects::{phase, project, project_of};
use crate::access_levels::rules::{Cut, RULES};
use crate::support::fixture::Platform;

/// A basket: person, phase or project, whether it is submitted, whether its vote runs, its ideas.
struct Basket {
    person: Option<usize>,
    phase: Option<usize>,
    project: usize,
    is_submitted: bool,
    is_running: bool,
    ideas: &'static [usize],
}

const fn basket(person: usize, phase: usize, is_running: bool, ideas: &'static [usize]) -> Basket {
    Basket { person: Some(person), phase: Some(phase), project: 0, is_submitted: true, is_running, ideas }
}

const BASKETS: &[Basket] = &[
    basket(0, 1, false, &[0, 1]),
    Basket { is_submitted: false, ..basket(1, 1, false, &[0]) },
    basket(0, 2, true, &[1]),
    Basket { is_submitted: false, ..basket(2, 2, true, &[2]) },
    basket(3, 3, true, &[8]),
    basket(4, 5, true, &[14]),
    // Without a phase, in a project with a running vote.
    Basket { phase: None, ..basket(5, 0, true, &[15]) },
    // Without a phase, in a project whose vote has ended.
    Basket { phase: None, project: 6, ..basket(6, 0, false, &[13]) },
    basket(7, 9, false, &[12]),
    Basket { person: None, ..basket(0, 9, false, &[12]) },
    basket(8, 10, true, &[6]),
    // Without a phase, in a project without votes.
    Basket { phase: None, project: 5, ..basket(9, 0, false, &[16]) },
    basket(10, 6, false, &[5]),
    // For an idea that is not assigned to the phase.
    basket(11, 2, true, &[15]),
];

/// The id of the n-th basket.
pub fn basket_id(number: usize) -> String {
    if BASKETS[number].is_running { ballot("baskets", number) } else { hidden("baskets", number) }
}

/// Adds baskets and their ideas.
pub fn add(platform: &mut Platform) {
    for (number, basket) in BASKETS.iter().enumerate() {
        platform.add("baskets", json!({
            "id": basket_id(number), "user_id": basket.person.map(person), "phase_id": basket.phase.map(phase),
            "project_id": project(basket.phase.map_or(basket.project, project_of)),
            "submitted_at": basket.is_submitted.then(|| exact(number + 1)), "created_at": exact(number),
            "updated_at": exact(number + 1),
        }));
        for chosen in basket.ideas {
            let position = number * 100 + chosen;
            let id = if basket.is_running {
                ballot("basket_ideas", position)
            } else {
                hidden("basket_ideas", position)
            };
            let votes: u64 =
                if basket.is_running { format!("{VOTES}{position:03}").parse().unwrap() } else { 3 };
            platform.add(
                "basket_ideas",
                json!({
                    "id": id, "basket_id": basket_id(number), "idea_id": idea(*chosen), "votes": votes,
                    "created_at": exact(number), "updated_at": exact(number + 2),
                }),
            );
        }
    }
}

/// Tombstones of all types, of records that were never stored.
pub fn unknown_tombstones() -> Platform {
    let mut platform = Platform::empty();
    for (number, rules) in RULES.iter().filter(|rules| rules.has_id()).enumerate() {
        let is_person = rules.plural == "users";
        for copy in 0..2 {
            let id = if is_person { person(500 + copy) } else { hidden(rules.plural, 500 + copy) };
            // What is never cut must not have the timestamp of a person.
            let at = if rules.cut == Cut::Always { exact(number + copy) } else { timestamp(number + copy) };
            platform.add("deleted_items", tombstone(&id, rules.deleted_type, &at));
        }
    }
    platform
}

/// A tombstone in the import format.
pub fn tombstone(id: &str, deleted_type: &str, deleted_at: &str) -> Value {
    json!({ "id": id, "type": deleted_type, "deleted_at": deleted_at })
}

/// Records that are deleted by [`deletions`]: of a public idea, hidden ones, ballots and a person.
pub fn add_doomed(platform: &mut Platform) {
    let at = |plural: &str, name: &str, id: String| {
        let mut record = platform.records[plural].last().unwrap().clone();
        record["id"] = json!(id);
        if record.get("slug").is_some() {
            record["slug"] = json!(format!("{name}-doomed"));
        }
        record
    };
    let mut public_idea = at("ideas", "idea", id("ideas", 900));
    public_idea["project_id"] = json!(project(0));
    let mut draft_idea = at("ideas", "draft", hidden("ideas", 901));
    draft_idea["publication_status"] = json!("draft");
    let mut survey = at("ideas", "survey", hidden("ideas", 902));
    survey["creation_phase_id"] = json!(phase(8));
    let ideas = [public_idea, draft_idea, survey];
    let mut user = at("users", "canary", person(900));
    user["email"] = json!("canary-email-0900@people.example");
    let comments = [id("comments", 900), hidden("comments", 901)].map(|id| {
        json!({
            "id": id, "idea_id": if id.starts_with("5ec") { idea(3) } else { idea(0) }, "body_multiloc": { "en": "Doomed" },
            "created_at": timestamp(1), "updated_at": timestamp(1),
        })
    });
    let baskets = [(0, Some(1)), (1, Some(2)), (2, None)].map(|(number, in_phase)| {
        json!({
            "id": doomed_basket(number), "user_id": person(12 + number), "phase_id": in_phase.map(phase),
            "project_id": project(0), "submitted_at": exact(3), "created_at": exact(2), "updated_at": exact(2),
        })
    });
    let chosen = [0, 1].map(|number| {
        json!({
            "id": if number == 0 { hidden("basket_ideas", 9000) } else { ballot("basket_ideas", 9001) },
            "basket_id": doomed_basket(number), "idea_id": idea(number), "votes": 5, "created_at": exact(2), "updated_at": exact(2),
        })
    });
    platform.add("users", user);
    let added: [(&str, Vec<Value>); 4] = [
        ("ideas", ideas.into()),
        ("comments", comments.into()),
        ("baskets", baskets.into()),
        ("basket_ideas", chosen.into()),
    ];
    for (plural, records) in added {
        for record in records {
            platform.add(plural, record);
        }
    }
}

fn doomed_basket(number: usize) -> String {
    if number == 0 { hidden("baskets", 9000) } else { ballot("baskets", 9000 + number) }
}

/// Deletes what [`add_doomed`] added.
pub fn deletions() -> Platform {
    let mut platform = Platform::empty();
    let mut records = vec![
        (id("ideas", 900), "Idea"),
        (hidden("ideas", 901), "Idea"),
        (hidden("ideas", 902), "Idea"),
        (person(900), "User"),
        (id("comments", 900), "Comment"),
        (hidden("comments", 901), "Comment"),
        (hidden("basket_ideas", 9000), "BasketIdea"),
        (ballot("basket_ideas", 9001), "BasketIdea"),
    ];
    records.extend((0..3).map(|number| (doomed_basket(number), "Basket")));
    for (number, (id, deleted_type)) in records.iter().enumerate() {
        let is_public = *deleted_type == "Comment" || number < 2;
        let at = if is_public { timestamp(number) } else { exact(number) };
        platform.add("deleted_items", tombstone(id, deleted_type, &at));
    }
    platform
}
