//! The lines of imports: every resource, with values that a random number determines.

use serde_json::{Value, json};

use crate::support::fixture::{Platform, id, record, resource};
use crate::support::random::Random;

/// The numbers of people, projects, phases, ideas and comments of the platform.
pub const PEOPLE: usize = 10;
pub const PROJECTS: usize = 4;
pub const PHASES: usize = 12;
pub const IDEAS: usize = 18;
pub const COMMENTS: usize = 12;
/// The records of each other resource.
pub const OTHERS: usize = 8;

/// The methods of the first phases of a project. The votes end later, have no end, and have ended.
const METHODS: [&str; 3] = ["ideation", "native_survey", "voting"];
/// The resources of the lines, those that others refer to first.
pub const RESOURCES: &[&str] = &[
    "areas",
    "topics",
    "users",
    "project_folders",
    "projects",
    "phases",
    "ideas",
    "idea_phases",
    "idea_topics",
    "project_topics",
    "comments",
    "reactions",
    "baskets",
    "basket_ideas",
    "events",
    "event_attendances",
    "volunteering_causes",
    "volunteering_volunteers",
    "email_campaigns",
    "email_campaign_deliveries",
    "files",
];

/// An exact time.
pub fn time(number: usize) -> String {
    format!("2025-03-{:02}T08:{:02}:30.{:03}Z", 16 + number % 5, number % 60, 250 + number % 500)
}

/// The project of a phase.
fn project_of(phase: usize) -> usize {
    phase % PROJECTS
}

/// The n-th line of a resource; `today` is the day from which the ends of phases are counted.
pub fn line(plural: &str, number: usize, random: &mut Random, today: jiff::civil::Date) -> Value {
    let mut line = record(resource(plural), number, &time(random.below(1_000)));
    set(&mut line, "updated_at", json!(time(random.below(1_000))));
    let person = |random: &mut Random| {
        if random.one_in(12) { Value::Null } else { json!(id("users", random.below(PEOPLE))) }
    };
    match plural {
        "projects" => project(&mut line, number, random),
        "project_folders" => {
            set(&mut line, "publication_status", json!(random.choose(&["draft", "published"])));
        }
        "phases" => phase(&mut line, number, random, today),
        "ideas" => idea(&mut line, number, random),
        "idea_phases" => {
            set(&mut line, "idea_id", json!(id("ideas", number % IDEAS)));
            let phase = project_of(number % IDEAS) + PROJECTS * (number / IDEAS % 3);
            set(&mut line, "phase_id", json!(id("phases", phase)));
        }
        "idea_topics" => set(&mut line, "idea_id", json!(id("ideas", number % IDEAS))),
        "comments" => comment(&mut line, number, random),
        "reactions" => reaction(&mut line, random),
        "baskets" => basket(&mut line, number, random),
        "basket_ideas" => {
            let basket = number % OTHERS;
            set(&mut line, "basket_id", json!(id("baskets", basket)));
            set(&mut line, "idea_id", json!(id("ideas", basket % PROJECTS + PROJECTS * random.below(3))));
            set(&mut line, "votes", json!(1 + random.below(9)));
        }
        "event_attendances" => {
            set(&mut line, "attendee_id", person(random));
            set(&mut line, "event_id", json!(id("events", number % OTHERS)));
        }
        "volunteering_causes" => set(&mut line, "phase_id", json!(id("phases", number % PROJECTS))),
        "volunteering_volunteers" => {
            set(&mut line, "user_id", person(random));
            set(&mut line, "volunteering_cause_id", json!(id("volunteering_causes", number % OTHERS)));
        }
        "email_campaign_deliveries" => set(&mut line, "user_id", person(random)),
        "email_campaigns" => set(&mut line, "manual", json!(!number.is_multiple_of(3))),
        "files" => set(&mut line, "uploader_id", person(random)),
        "users" => {
            set(&mut line, "custom_field_values", json!({ "secret": random.below(9) }));
            set(&mut line, "first_name", json!(format!("name{}", random.below(1_000))));
        }
        _ => {}
    }
    if ["idea_topics", "project_topics"].contains(&plural) {
        set(&mut line, "topic_id", json!(id("topics", number % OTHERS)));
    }
    if ["files", "events", "project_topics"].contains(&plural) {
        set(&mut line, "project_id", json!(id("projects", number % PROJECTS)));
    }
    line
}

fn set(line: &mut Value, name: &str, value: Value) {
    line[name] = value;
}

fn project(line: &mut Value, number: usize, random: &mut Random) {
    set(line, "folder_id", json!((!random.one_in(3)).then(|| id("project_folders", number % OTHERS))));
    let is_open = number < 2 && !random.one_in(4);
    let visible_to = if is_open { "public" } else { random.choose(&["public", "groups", "admins"]) };
    set(line, "visible_to", json!(visible_to));
    let status = if is_open { "published" } else { random.choose(&["draft", "published", "archived"]) };
    set(line, "publication_status", json!(status));
}

/// The phases of a project are an ideation, a survey and a vote.
fn phase(line: &mut Value, number: usize, random: &mut Random, today: jiff::civil::Date) {
    set(line, "project_id", json!(id("projects", project_of(number))));
    let method = METHODS[number / PROJECTS % METHODS.len()];
    set(line, "participation_method", json!(method));
    set(line, "start_at", json!("2025-03-01"));
    let days = [2, 30, -3, 1][random.below(4)];
    let end = today.saturating_add(jiff::Span::new().days(days));
    let has_end = !random.one_in(5);
    set(line, "end_at", json!(has_end.then(|| end.to_string())));
    if method == "voting" {
        set(line, "voting_method", json!("multiple_voting"));
    }
}

fn idea(line: &mut Value, number: usize, random: &mut Random) {
    set(line, "author_id", json!((!random.one_in(9)).then(|| id("users", random.below(PEOPLE)))));
    set(line, "assignee_id", json!(id("users", random.below(PEOPLE))));
    set(line, "assigned_at", json!(time(random.below(1_000))));
    set(line, "custom_field_values", json!({ "secret": random.below(9) }));
    set(line, "project_id", json!(id("projects", project_of(number))));
    let status = if random.one_in(4) { random.choose(&["draft", "submitted"]) } else { "published" };
    set(line, "publication_status", json!(status));
    // A third is of the ideation, a third is of the survey, a third of no phase.
    let phase = number / PROJECTS % 3 * PROJECTS + project_of(number);
    let creation = (phase < 2 * PROJECTS).then(|| id("phases", phase));
    set(line, "creation_phase_id", json!(creation));
    if let Some(members) = line.as_object_mut() {
        members.remove("type");
        members.remove("topic_ids");
        // Of a phase that the platform no longer has.
        if number % 10 == 9 {
            members.insert("type".to_owned(), json!("survey"));
        }
    }
}

fn comment(line: &mut Value, number: usize, random: &mut Random) {
    let idea = number % (COMMENTS / 2);
    set(line, "idea_id", json!(id("ideas", idea)));
    set(line, "author_id", json!((!random.one_in(9)).then(|| id("users", random.below(PEOPLE)))));
    let parent = (number >= COMMENTS / 2).then(|| id("comments", idea));
    set(line, "parent_id", json!(parent));
    set(line, "publication_status", json!(if random.one_in(5) { "deleted" } else { "published" }));
}

fn reaction(line: &mut Value, random: &mut Random) {
    set(line, "user_id", json!((!random.one_in(12)).then(|| id("users", random.below(PEOPLE)))));
    let is_of_comment = random.one_in(2);
    set(line, "reactable_type", json!(if is_of_comment { "comment" } else { "idea" }));
    let reactable =
        if is_of_comment { id("comments", random.below(COMMENTS)) } else { id("ideas", random.below(IDEAS)) };
    set(line, "reactable_id", json!(reactable));
    set(line, "mode", json!(random.choose(&["up", "down", "neutral"])));
}

/// Most baskets belong to the vote of their project, some to the project, some to a phase without a vote.
fn basket(line: &mut Value, number: usize, random: &mut Random) {
    let project = number % PROJECTS;
    set(line, "user_id", json!(id("users", number % PEOPLE)));
    set(line, "project_id", json!(id("projects", project)));
    let phase = if number % 5 == 4 { project } else { 2 * PROJECTS + project };
    set(line, "phase_id", json!((number % 5 != 3).then(|| id("phases", phase))));
    set(line, "submitted_at", json!((!random.one_in(4)).then(|| time(random.below(1_000)))));
}

/// The number of records of a resource before the first step.
fn count(plural: &str) -> usize {
    match plural {
        "users" => PEOPLE,
        "projects" => PROJECTS,
        "phases" => PHASES,
        "ideas" => IDEAS,
        "idea_phases" => IDEAS * 3,
        "comments" => COMMENTS,
        _ => OTHERS,
    }
}

/// The platform before the first step.
pub fn platform(random: &mut Random, today: jiff::civil::Date) -> Platform {
    let mut platform = Platform::empty();
    for plural in RESOURCES {
        for number in 0..count(plural) {
            platform.add(plural, line(plural, number, random, today));
        }
    }
    platform
}
