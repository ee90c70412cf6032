//! Measures what a client of level `pseudonymous` can still infer: how many authors of ideas and comments can be tied to their
//! other records through days alone. Prints a Markdown table.
//!
//! `cargo run --example linkage [IDEAS] [SEED]` generates the demo platform and attacks it with what the level shows: a pseudonym
//! of public authorship with exact timestamps on one side, a pseudonym of everything else with days on the other. The ids of the
//! generated records show which guesses are right.

#![allow(clippy::print_stdout, reason = "the table is the output")]

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::process::ExitCode;

use folkmoot_demo::Demo;
use serde_json::Value;

/// The days on which a person was active, each with the idea that the record is about.
type Activity = BTreeSet<(String, String)>;
/// The activity of each person.
type Days = BTreeMap<String, Activity>;
/// How well somebody's activity fits an author.
type Score<'a> = dyn Fn(&Activity) -> f64 + 'a;

/// Records about people, the member with the person, and the one with the idea.
const OTHERS: &[(&str, &str, &str)] = &[
    ("reactions", "user_id", "idea_id"),
    ("baskets", "user_id", ""),
    ("event_attendances", "attendee_id", ""),
    ("volunteering_volunteers", "user_id", ""),
];
/// The resources in which idea types are looked up.
const SURVEYS: [&str; 2] = ["native_survey", "community_monitor_survey"];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = io::Write::write_all(&mut io::stderr(), format!("error: {error}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let ideas = arguments.next().map_or(Ok(1000), |text| text.parse())?;
    let seed = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let demo = Demo::new(ideas, seed)?;
    let copy = Copy::read(&demo)?;
    let (authors, users) = (copy.authors.len(), copy.users.len());
    println!("Demo platform with {ideas} ideas, seed {seed}: {authors} authors, {users} users.\n");
    println!("| Inference | Authors with one best candidate | Of these, right |\n|---|---|---|");
    row(&copy, "Registered on the day of the first idea or comment", &Copy::registered_on_first_day);
    row(&copy, "Most days in common", &Copy::most_common_days);
    row(&copy, "Most days in common on the same idea", &Copy::most_common_ideas);
    for percent in [10, 25, 50, 100] {
        let mut habitual = Copy::read(&demo)?;
        habitual.add_habits(percent);
        let name = format!(
            "Most days in common, if people also react on {percent} % of the days on which they write"
        );
        row(&habitual, &name, &Copy::most_common_days);
    }
    Ok(())
}

/// Prints for how many authors an inference finds one candidate, and for how many the right one.
fn row(copy: &Copy, name: &str, candidates: &dyn Fn(&Copy, &str) -> Vec<String>) {
    let (mut single, mut right) = (0, 0);
    for author in copy.authors.keys() {
        if let [candidate] = candidates(copy, author).as_slice() {
            single += 1;
            right += usize::from(candidate == author);
        }
    }
    println!("| {name} | {single} of {} | {right} |", copy.authors.len());
}

/// What the client reads. People are identified by their real ids, which only the last step of an attack compares.
struct Copy {
    /// Days and ideas of ideas and comments.
    authors: Days,
    /// Days and ideas of everything else.
    others: Days,
    /// The day of each user's registration.
    users: BTreeMap<String, String>,
    /// The number of people who were active on a day.
    active: BTreeMap<String, usize>,
}

impl Copy {
    fn read(demo: &Demo) -> Result<Self, Box<dyn std::error::Error>> {
        let records = |plural: &str| -> Result<Vec<Value>, Box<dyn std::error::Error>> {
            let mut lines = Vec::new();
            demo.write(plural, &mut lines)?;
            Ok(serde_json::Deserializer::from_slice(&lines).into_iter().collect::<Result<_, _>>()?)
        };
        let is_survey = |phase: &Value| {
            phase["participation_method"].as_str().is_some_and(|method| SURVEYS.contains(&method))
        };
        let phases = records("phases")?;
        let surveys: BTreeSet<&str> =
            phases.iter().filter(|phase| is_survey(phase)).filter_map(|phase| phase["id"].as_str()).collect();
        let (mut authors, mut others) = (Days::new(), Days::new());
        for idea in records("ideas")? {
            let is_response = idea["creation_phase_id"].as_str().is_some_and(|phase| surveys.contains(phase));
            add(if is_response { &mut others } else { &mut authors }, &idea, "author_id", "id");
        }
        for comment in records("comments")? {
            add(&mut authors, &comment, "author_id", "idea_id");
        }
        for (plural, person, idea) in OTHERS {
            for record in records(plural)? {
                add(&mut others, &record, person, idea);
            }
        }
        let users = records("users")?;
        let users =
            users.iter().filter_map(|user| Some((user["id"].as_str()?.to_owned(), day(user)?))).collect();
        let mut copy = Self { authors, others, users, active: BTreeMap::new() };
        copy.count_active();
        Ok(copy)
    }

    fn registered_on_first_day(&self, author: &str) -> Vec<String> {
        let first = self.authors[author].first().map(|(day, _)| day);
        let candidates = self.users.iter().filter(|(_, day)| Some(*day) == first);
        candidates.map(|(user, _)| user.clone()).collect()
    }

    fn most_common_days(&self, author: &str) -> Vec<String> {
        let own: BTreeSet<&String> = self.authors[author].iter().map(|(day, _)| day).collect();
        self.best(&|days| {
            let days: BTreeSet<&String> = days.iter().map(|(day, _)| day).collect();
            own.intersection(&days).map(|day| self.weight(day)).sum()
        })
    }

    fn most_common_ideas(&self, author: &str) -> Vec<String> {
        let own = &self.authors[author];
        self.best(&|days| own.intersection(days).map(|(day, _)| self.weight(day)).sum())
    }

    /// What a common day counts: the fewer people were active on it, the more.
    fn weight(&self, day: &str) -> f64 {
        let number = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
        let active = self.active.get(day).copied().unwrap_or(1);
        -(number(active) / number(self.others.len())).ln()
    }

    /// The people with the best score, if it is more than nothing.
    fn best(&self, score: &Score<'_>) -> Vec<String> {
        let (mut best, mut candidates) = (0.0, Vec::new());
        for (person, days) in &self.others {
            let found = score(days);
            if found > best + 1e-9 {
                (best, candidates) = (found, vec![person.clone()]);
            } else if best > 0.0 && (found - best).abs() <= 1e-9 {
                candidates.push(person.clone());
            }
        }
        candidates
    }

    /// Adds reactions on this share of the days on which people wrote.
    fn add_habits(&mut self, percent: usize) {
        for (author, written) in &self.authors {
            let days: BTreeSet<&String> = written.iter().map(|(day, _)| day).collect();
            for (position, day) in days.into_iter().enumerate() {
                let number = author.bytes().map(usize::from).sum::<usize>() + position * 37;
                if number % 100 < percent {
                    let others = self.others.entry(author.clone()).or_default();
                    others.insert((day.clone(), String::new()));
                }
            }
        }
        self.count_active();
    }

    fn count_active(&mut self) {
        self.active.clear();
        for days in self.others.values() {
            for day in days.iter().map(|(day, _)| day).collect::<BTreeSet<_>>() {
                *self.active.entry(day.clone()).or_default() += 1;
            }
        }
    }
}

fn add(days: &mut Days, record: &Value, person: &str, idea: &str) {
    let (Some(person), Some(day)) = (record[person].as_str(), day(record)) else { return };
    let idea = record[idea].as_str().or_else(|| record["reactable_id"].as_str()).unwrap_or_default();
    days.entry(person.to_owned()).or_default().insert((day, idea.to_owned()));
}

fn day(record: &Value) -> Option<String> {
    record["created_at"].as_str()?.get(..10).map(str::to_owned)
}
