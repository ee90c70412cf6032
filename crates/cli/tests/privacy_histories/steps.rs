//! The steps of a history. A step does not depend on others, so that steps can be removed to find a minimal failing list.

use std::collections::BTreeMap;

use jiff::Span;
use jiff::civil::Date;
use serde_json::{Value, json};

use crate::privacy_histories::lines::{self, IDEAS, PEOPLE, PHASES, PROJECTS};
use crate::privacy_histories::site::{Key, Lists};
use crate::privacy_histories::{RETAINED_VISIBILITY, TWO_DAY_CLOCK_RULE};
use crate::support::fixture::{Platform, id, resource};
use crate::support::random::Random;

/// A step.
#[derive(Debug, Clone)]
pub enum Step {
    /// Imports lines of these resources and numbers, each with values that a random number determines.
    Import(Vec<(&'static str, usize, u64)>),
    /// Imports the last line of a record with one difference.
    Change(&'static str, usize, Change),
    /// Imports the tombstone of a record, and those of the records that cannot be without it; of a phase, also those of its ballots.
    Delete(&'static str, usize, bool),
    /// Erases a person.
    Erase(usize),
    /// Sets the clock this number of days ahead, while the server runs or while it is stopped.
    Day(i32, bool),
    /// Kills the server and starts another.
    Restart,
}

/// A difference of a line.
#[derive(Debug, Clone)]
pub enum Change {
    Value(&'static str, Value),
    /// The line leaves the field out.
    Omit(&'static str),
    /// `end_at` is so many days after the current one.
    EndsIn(i64),
}

/// The methods that phases get.
const METHODS: [&str; 6] =
    ["ideation", "native_survey", "community_monitor_survey", "voting", "information", "proposals"];

/// A random step.
pub fn random_step(random: &mut Random) -> Step {
    match random.below(22) {
        0..=4 => Step::Import(
            (0..=random.below(5))
                .map(|_| {
                    let plural = lines::RESOURCES[random.below(lines::RESOURCES.len())];
                    (plural, random.below(numbers(plural)), random.below(1 << 30) as u64)
                })
                .collect(),
        ),
        5 | 6 => {
            // Votes become something else and surveys do, and back.
            let method = json!(METHODS[random.below(METHODS.len())]);
            Step::Change("phases", random.below(PHASES), Change::Value("participation_method", method))
        }
        7 | 8 => end_of_phase(random),
        9 | 10 => visibility(random),
        11 => omission(random),
        12..=14 => deletion(random),
        15 if random.one_in(2) => Step::Erase(random.below(PEOPLE)),
        15 => Step::Restart,
        16 if TWO_DAY_CLOCK_RULE => Step::Day([185, 10, -10, -3][random.below(4)], random.one_in(2)),
        17 if random.one_in(3) => Step::Day(-1, random.one_in(4)),
        _ => Step::Day(1, random.one_in(4)),
    }
}

/// The numbers of the records of a resource: more than before the first step, so that imports add some.
fn numbers(plural: &str) -> usize {
    match plural {
        "projects" => PROJECTS,
        "phases" => PHASES,
        "users" => PEOPLE + 2,
        "ideas" => IDEAS + 6,
        "idea_phases" => IDEAS * 3,
        _ => 24,
    }
}

fn end_of_phase(random: &mut Random) -> Step {
    // Those of votes more often.
    let phase = if random.one_in(3) { random.below(PHASES) } else { 2 * PROJECTS + random.below(PROJECTS) };
    let change = if random.one_in(6) {
        Change::Value("end_at", Value::Null)
    } else {
        Change::EndsIn([-1, 0, 1, 2, 20][random.below(5)])
    };
    Step::Change("phases", phase, change)
}

fn visibility(random: &mut Random) -> Step {
    let status = |random: &mut Random, statuses: &[&str]| {
        Change::Value("publication_status", json!(statuses[random.below(statuses.len())]))
    };
    match random.below(6) {
        0 => {
            let visible_to = json!(random.choose(&["public", "public", "groups", "admins"]));
            Step::Change("projects", random.below(PROJECTS), Change::Value("visible_to", visible_to))
        }
        1 => {
            let change = status(random, &["draft", "published", "archived"]);
            Step::Change("projects", random.below(PROJECTS), change)
        }
        2 => Step::Change("project_folders", random.below(8), status(random, &["draft", "published"])),
        3 => Step::Change("comments", random.below(12), status(random, &["deleted", "published"])),
        _ => {
            let change = status(random, &["draft", "submitted", "published"]);
            Step::Change("ideas", random.below(IDEAS), change)
        }
    }
}

/// A complete line that leaves a field out.
fn omission(random: &mut Random) -> Step {
    match random.below(if RETAINED_VISIBILITY { 4 } else { 1 }) {
        0 => Step::Change("ideas", random.below(IDEAS), Change::Omit("creation_phase_id")),
        1 => Step::Change("ideas", random.below(IDEAS), Change::Omit("publication_status")),
        2 => Step::Change("projects", random.below(PROJECTS), Change::Omit("visible_to")),
        _ => Step::Change("projects", random.below(PROJECTS), Change::Omit("publication_status")),
    }
}

fn deletion(random: &mut Random) -> Step {
    let plural = random.choose(&[
        "phases",
        "phases",
        "phases",
        "ideas",
        "ideas",
        "comments",
        "users",
        "baskets",
        "basket_ideas",
        "reactions",
        "events",
        "event_attendances",
        "project_folders",
        "email_campaigns",
        "topics",
    ]);
    // The static name.
    let plural = resource(plural).names.plural;
    Step::Delete(plural, random.below(numbers(plural)), random.one_in(3))
}

/// The lines that were imported last.
pub type Lines = BTreeMap<(&'static str, usize), Value>;

/// What a step imports, and the numbers of its lines; `None` if it imports nothing.
pub fn platform(step: &Step, lines: &Lines, stored: &Lists, today: Date) -> Option<(Platform, Lines)> {
    let mut imported = Lines::new();
    match step {
        Step::Import(records) => {
            for (plural, number, values) in records {
                let line = lines::line(plural, *number, &mut Random(*values), today);
                imported.insert((plural, *number), line);
            }
        }
        Step::Change(plural, number, change) => {
            let mut line = lines.get(&(*plural, *number))?.clone();
            match change {
                Change::Value(name, value) => line[*name] = value.clone(),
                Change::Omit(name) => drop(line.as_object_mut()?.remove(*name)),
                Change::EndsIn(days) => {
                    line["end_at"] = json!(today.saturating_add(Span::new().days(*days)).to_string());
                }
            }
            imported.insert((plural, *number), line);
        }
        Step::Delete(plural, number, with_ballots) => {
            let mut platform = Platform::empty();
            let mut deleted = vec![(*plural, id(plural, *number))];
            let mut next = 0;
            while let Some(record) = deleted.get(next).cloned() {
                deleted.extend(dependent(&record, stored, *with_ballots));
                next += 1;
            }
            deleted.dedup();
            for (position, (plural, id)) in deleted.iter().enumerate() {
                let kind = resource(plural).names.deleted_type;
                let deleted_at = lines::time(number * 7 + position);
                platform.add("deleted_items", json!({ "id": id, "type": kind, "deleted_at": deleted_at }));
            }
            return Some((platform, imported));
        }
        _ => return None,
    }
    let mut platform = Platform::empty();
    for ((plural, _), line) in &imported {
        platform.add(plural, line.clone());
    }
    Some((platform, imported))
}

/// The stored records that cannot be without a record; with `with_ballots`, also the ballots of a phase.
fn dependent((plural, id): &Key, stored: &Lists, with_ballots: bool) -> Vec<Key> {
    let references: &[(&'static str, &str)] = match *plural {
        "ideas" => &[("comments", "idea_id"), ("reactions", "reactable_id"), ("basket_ideas", "idea_id")],
        "comments" => &[("reactions", "reactable_id")],
        "baskets" => &[("basket_ideas", "basket_id")],
        "phases" if with_ballots => &[("volunteering_causes", "phase_id"), ("baskets", "phase_id")],
        "phases" => &[("volunteering_causes", "phase_id")],
        "volunteering_causes" => &[("volunteering_volunteers", "volunteering_cause_id")],
        "events" => &[("event_attendances", "event_id")],
        _ => &[],
    };
    let refers = |(referring, record): (&Key, &Value)| {
        let mut of_resource = references.iter().filter(|(plural, _)| *plural == referring.0);
        of_resource.any(|(_, name)| record[*name] == **id).then(|| referring.clone())
    };
    stored.iter().filter_map(refers).collect()
}
