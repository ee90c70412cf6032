//! Changes of what a level hides.

use serde_json::{Value, json};

use crate::access_levels::canary::{PERSONAL, STAFF_TIME, ballot, exact, hidden, id, person, timestamp};
use crate::access_levels::fixture_ballots::{basket_id, tombstone};
use crate::access_levels::fixture_ideas::{self, comment, idea};
use crate::access_levels::fixture_people;
use crate::access_levels::fixture_projects::{folder, phase, project, text};
use crate::access_levels::noninterference::Operation;
use crate::access_levels::rules::Level;
use crate::support::fixture::Platform;

/// Everything that is hidden from the level, in an order in which later changes depend on earlier ones.
pub fn operations(level: Level) -> Vec<Operation> {
    match level {
        Level::Full => vec![new_campaign(), changed_campaign()],
        Level::Pseudonymous => [personal(), ballots()].into_iter().flatten().collect(),
        Level::Anonymous => [personal(), ballots(), people()].into_iter().flatten().collect(),
        Level::Public => [records(), personal(), ballots(), people()].into_iter().flatten().collect(),
    }
}

/// A record with some new values.
fn partial(id: &str, mut values: Value) -> Value {
    values["id"] = json!(id);
    values["_partial"] = json!(true);
    values
}

/// A campaign that no list contains.
fn campaign(number: usize, name: &str) -> Value {
    json!({
        "id": hidden("email_campaigns", number), "sender": "author", "manual": false, "subject_multiloc": text(name, false),
        "body_multiloc": text(name, false), "created_at": timestamp(number), "updated_at": timestamp(number),
    })
}

fn new_campaign() -> Operation {
    Operation::new("a new campaign that is not listed", vec![("email_campaigns", campaign(7, "Automatic"))])
}

fn changed_campaign() -> Operation {
    Operation::new("a campaign that is not listed", vec![("email_campaigns", campaign(7, "Changed"))])
}

/// Personal data and staff.
fn personal() -> Vec<Operation> {
    let assigned = |number: usize| {
        let at = format!("2025-05-01T10{STAFF_TIME}.250Z");
        partial(&idea(number), json!({ "assignee_id": person(29), "assigned_at": at }))
    };
    let mut user = Platform::empty();
    fixture_people::add_user(&mut user, 3);
    let mut user = user.records["users"][0].clone();
    for (key, value) in [
        ("email", json!(format!("{PERSONAL}-new@people.example"))),
        ("first_name", json!(format!("{PERSONAL}-new"))),
        ("roles", json!([{ "type": "admin" }])),
        ("custom_field_values", json!({ "question": format!("{PERSONAL}-new") })),
    ] {
        user[key] = value;
    }
    let answers = json!({ "custom_field_values": { "question": format!("{PERSONAL}-new") } });
    let file = partial(&hidden("files", 1), json!({ "uploader_id": person(28) }));
    let reply_to = partial(
        &hidden("email_campaigns", 0),
        json!({ "reply_to": format!("{PERSONAL}-new@people.example") }),
    );
    vec![
        Operation::new("an assignee", vec![("ideas", assigned(0)), ("ideas", assigned(12))]),
        Operation::new(
            "a user, and a campaign that is not listed",
            vec![("users", user), ("email_campaigns", campaign(7, "Automatic"))],
        ),
        Operation::new("an answer", vec![("ideas", partial(&idea(1), answers))]),
        Operation::new("an uploader", vec![("files", file), ("email_campaigns", reply_to)]),
    ]
}

fn basket(number: usize, in_phase: Option<usize>, is_submitted: bool) -> (&'static str, Value) {
    let record = json!({
        "id": ballot("baskets", number), "user_id": person(15 + number % 10), "phase_id": in_phase.map(phase), "project_id": project(0),
        "submitted_at": is_submitted.then(|| exact(number)), "created_at": exact(number), "updated_at": exact(number + 1),
    });
    ("baskets", record)
}

fn choice(number: usize, of_basket: usize, of_idea: usize, votes: u32) -> (&'static str, Value) {
    let record = json!({
        "id": ballot("basket_ideas", number), "basket_id": ballot("baskets", of_basket), "idea_id": idea(of_idea), "votes": votes,
        "created_at": exact(number), "updated_at": exact(number),
    });
    ("basket_ideas", record)
}

/// Ballots in a running vote: for ideas that have no other vote, that have one that has ended, and that are not assigned to the phase.
fn ballots() -> Vec<Operation> {
    let deleted = |plural: &str, deleted_type: &str, number: usize| {
        ("deleted_items", tombstone(&ballot(plural, number), deleted_type, &exact(number)))
    };
    vec![
        Operation::new(
            "an unsubmitted ballot",
            vec![
                basket(700, Some(2), false),
                choice(700, 700, 0, 7),
                choice(701, 700, 15, 2),
                choice(702, 700, 2, 1),
            ],
        ),
        Operation::new("a submission", vec![basket(700, Some(2), true)]),
        Operation::new(
            "a ballot without a phase, and other votes",
            vec![basket(701, None, true), choice(703, 701, 0, 3), choice(700, 700, 0, 9)],
        ),
        Operation::new(
            "a deleted ballot",
            vec![deleted("basket_ideas", "BasketIdea", 703), deleted("baskets", "Basket", 701)],
        ),
    ]
}

/// Who did something, and accounts.
fn people() -> Vec<Operation> {
    let mut users = Platform::empty();
    fixture_people::add_user(&mut users, 40);
    let mut users = users.records["users"].clone();
    users.push(partial(&person(4), json!({ "locale": "fr-BE", "verified": true })));
    let users = users.into_iter().map(|user| ("users", user)).collect();
    let by = |key: &str| json!({ key: person(27) });
    vec![
        Operation::new("accounts", users),
        Operation::new(
            "who did something",
            vec![
                ("comments", partial(&comment(14), by("author_id"))),
                ("ideas", partial(&idea(1), by("author_id"))),
                ("reactions", partial(&hidden("reactions", 0), by("user_id"))),
                ("event_attendances", partial(&hidden("event_attendances", 0), by("attendee_id"))),
                ("baskets", partial(&basket_id(0), by("user_id"))),
            ],
        ),
    ]
}

/// What only visitors with an account see.
fn records() -> Vec<Operation> {
    let mut response = fixture_ideas::record(11);
    response["id"] = json!(hidden("ideas", 701));
    response["slug"] = json!("response-backroom");
    let mut draft = fixture_ideas::record(3);
    draft["id"] = json!(hidden("ideas", 702));
    draft["slug"] = json!("draft-backroom");
    let row = |idea: &str, in_phase: usize| json!({ "idea_id": idea, "phase_id": phase(in_phase), "created_at": exact(1), "updated_at": exact(1) });
    let comment_on = |number: usize, idea: &str, parent: Option<String>, status: &str| {
        json!({
            "id": hidden("comments", number), "idea_id": idea, "parent_id": parent, "author_id": person(1),
            "publication_status": status, "body_multiloc": text("Hidden", false), "created_at": timestamp(1),
            "updated_at": timestamp(1),
        })
    };
    let deletion = |id: &str, kind: &str| ("deleted_items", tombstone(id, kind, &timestamp(1)));
    vec![
        Operation::new(
            "a survey response, a draft and comments on both",
            vec![
                ("idea_phases", row(&hidden("ideas", 701), 8)),
                ("idea_phases", row(&hidden("ideas", 702), 1)),
                ("comments", comment_on(701, &hidden("ideas", 701), None, "published")),
                ("comments", comment_on(702, &hidden("ideas", 702), None, "published")),
                ("ideas", response),
                ("ideas", draft),
            ],
        ),
        Operation::new(
            "a deleted reply",
            vec![("comments", comment_on(703, &idea(0), Some(comment(14)), "deleted"))],
        ),
        coordinates(),
        Operation::new(
            "hidden parents",
            vec![
                ("comments", partial(&comment(19), json!({ "parent_id": null }))),
                ("comments", partial(&comment(20), json!({ "parent_id": comment(23) }))),
                ("project_folders", partial(&folder(2), json!({ "title_multiloc": text("New", false) }))),
            ],
        ),
        hidden_project(),
        Operation::new(
            "a deleted draft",
            vec![deletion(&hidden("comments", 702), "Comment"), deletion(&hidden("ideas", 702), "Idea")],
        ),
        Operation::new(
            "a deleted folder",
            vec![("deleted_items", tombstone(&folder(2), "ProjectFolder", &timestamp(2)))],
        ),
    ]
}

/// Coordinates that are rounded to the same ones.
fn coordinates() -> Operation {
    let point = json!({ "location_point": "POINT (4.35191731 50.85191731)" });
    let center =
        json!({ "map_center_geojson": { "type": "Point", "coordinates": [4.051_917_31, 50.851_917_31] } });
    Operation::new(
        "coordinates below the rounding",
        vec![
            ("ideas", partial(&idea(0), point.clone())),
            ("events", partial(&id("events", 0), point)),
            ("projects", partial(&project(0), center)),
        ],
    )
}

/// A hidden project, and records of people.
fn hidden_project() -> Operation {
    let delivery = json!({
        "id": hidden("email_campaign_deliveries", 70), "email_campaign_id": hidden("email_campaigns", 0),
        "user_id": person(3), "delivery_status": "sent", "sent_at": exact(2), "created_at": exact(2), "updated_at": exact(2),
    });
    let file = json!({
        "id": hidden("files", 70), "name": "backroom-70.txt", "content": "Tm90ZXMgb2YgdGhlIG1lZXRpbmcu", "category": "other",
        "project_id": project(0), "created_at": timestamp(1), "updated_at": timestamp(1),
    });
    Operation::new(
        "a hidden project, a delivery and a file",
        vec![
            ("projects", partial(&project(3), json!({ "title_multiloc": text("Renamed", false) }))),
            ("ideas", partial(&idea(6), json!({ "publication_status": "draft" }))),
            ("email_campaign_deliveries", delivery),
            ("files", file),
        ],
    )
}
