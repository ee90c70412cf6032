//! Compares what a level lists with what the model allows.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::privacy_histories::model::Model;
use crate::privacy_histories::site::{Key, Level, Lists};

/// The role in which a record names a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    PublicAuthorship,
    Other,
}

/// Values that no level below `full` sees.
const WITHHELD: &[(&str, &[&str])] = &[
    ("users", &["email", "slug", "first_name", "last_name", "bio", "roles", "custom_field_values"]),
    ("ideas", &["assignee_id", "assigned_at", "custom_field_values"]),
    ("email_campaigns", &["reply_to"]),
    ("files", &["uploader_id"]),
];
/// The people that records name.
const PEOPLE: [&str; 3] = ["user_id", "attendee_id", "author_id"];
/// References to records that may not be public.
const PARENTS: [(&str, &str); 3] =
    [("folder_id", "project_folders"), ("parent_id", "comments"), ("creation_phase_id", "phases")];
const RESULTS: [&str; 2] = ["baskets_count", "votes_count"];

/// The pseudonyms that a client has seen.
#[derive(Debug, Default)]
pub struct Pseudonyms {
    of_person: BTreeMap<(Kind, String), String>,
    meaning: BTreeMap<String, (Kind, String)>,
    /// The pseudonym in each field of each record, for each person that was there.
    in_field: BTreeMap<(Key, String, String), String>,
}

impl Pseudonyms {
    fn learn(&mut self, kind: Kind, person: &str, shown: &str) -> Result<(), String> {
        let meaning = (kind, person.to_owned());
        let known = self.of_person.entry(meaning.clone()).or_insert_with(|| shown.to_owned());
        let known_meaning = self.meaning.entry(shown.to_owned()).or_insert_with(|| meaning.clone());
        if known != shown || *known_meaning != meaning || shown == person {
            return Err(format!("{shown} is {known_meaning:?}, but {meaning:?} is {known}"));
        }
        Ok(())
    }
}

/// Compares the records that a client lists. With `is_complete`, it must list everything that it may.
pub fn check(
    level: Level,
    shown: &Lists,
    model: &Model,
    pseudonyms: &mut Pseudonyms,
    is_complete: bool,
) -> Result<(), String> {
    for (key, record) in shown.iter().filter(|(key, _)| !(key.0 == "users" && level == Level::Pseudonymous)) {
        let at = |fault: &str| format!("{} {key:?}: {fault}: {record}", level.name());
        let Some(full) = model.full.get(key) else { return Err(at("a record that does not exist")) };
        if model.is_visible(level, key, full) == Some(false) {
            return Err(at("must not be listed"));
        }
        for (name, value) in record.as_object().into_iter().flatten() {
            let field = Field { level, key, name, full, model };
            field.check(value, pseudonyms).map_err(|fault| at(&format!("{name}: {fault}")))?;
        }
    }
    if level == Level::Pseudonymous {
        people(shown, model, pseudonyms)?;
    }
    for (key, full) in &model.full {
        let is_listed = shown.contains_key(key) || key.0 == "users";
        if is_complete && !is_listed && model.is_visible(level, key, full) == Some(true) {
            return Err(format!("{} {key:?}: is not listed: {full}", level.name()));
        }
    }
    Ok(())
}

/// The list of users, whose ids are pseudonyms.
fn people(shown: &Lists, model: &Model, pseudonyms: &Pseudonyms) -> Result<(), String> {
    let listed: Vec<_> = shown.iter().filter(|(key, _)| key.0 == "users").collect();
    if listed.len() != model.of("users").count() {
        return Err(format!("{} users are listed", listed.len()));
    }
    for (key, record) in listed {
        let meaning = pseudonyms.meaning.get(&key.1);
        let is_other = meaning.is_none_or(|(kind, _)| *kind == Kind::Other);
        let person = meaning.and_then(|(_, person)| model.record("users", person));
        let is_known = meaning.is_none() || person.is_some();
        let withheld = WITHHELD[0].1.iter().all(|name| is_empty(&record[*name]));
        let exact = record.as_object().into_iter().flatten().any(|(name, value)| is_exact(name, value));
        if !is_other || !is_known || !withheld || exact || model.record("users", &key.1).is_some() {
            return Err(format!("a user {meaning:?}: {record}"));
        }
    }
    Ok(())
}

fn is_empty(value: &Value) -> bool {
    value.is_null() || *value == json!([]) || *value == json!({})
}

/// Whether a value is a timestamp that is not cut to the day.
fn is_exact(name: &str, value: &Value) -> bool {
    let text = value.as_str().unwrap_or_default();
    name.ends_with("_at") && text.len() > 10 && !text.ends_with("T00:00:00.000Z")
}

/// A field of a record that a level lists.
struct Field<'a> {
    level: Level,
    key: &'a Key,
    name: &'a str,
    full: &'a Value,
    model: &'a Model,
}

impl Field<'_> {
    fn check(&self, shown: &Value, pseudonyms: &mut Pseudonyms) -> Result<(), String> {
        let (plural, model) = (self.key.0, self.model);
        let value = &self.full[self.name];
        let fault = |is_right: bool, what: &str| {
            if is_right { Ok(()) } else { Err(format!("{what}; level full sees {value}")) }
        };
        if WITHHELD.iter().any(|(of, names)| *of == plural && names.contains(&self.name)) {
            return fault(is_empty(shown), "is not withheld");
        }
        if PEOPLE.contains(&self.name) {
            return self.person(shown, pseudonyms);
        }
        if RESULTS.contains(&self.name) {
            return self.result(shown);
        }
        if self.name == "type" && plural == "ideas" {
            let is_right = model.is_survey(&self.key.1) == (*shown == "survey");
            return fault(is_right, "is not the permanent type");
        }
        if model.is_cut(self.key, self.full) && self.name.ends_with("_at") {
            let day = value.as_str().map(|text| format!("{}T00:00:00.000Z", &text[..10]));
            return fault(*shown == json!(day), "is not the day");
        }
        if self.level == Level::Public {
            if let Some(count) = self.public_counter() {
                return fault(*shown == count, &format!("there are {count} public records"));
            }
            if let Some((_, parents)) = PARENTS.iter().find(|(name, _)| *name == self.name) {
                let parent = value.as_str().and_then(|id| model.record(parents, id));
                let is_public = parent.is_some_and(|parent| model.is_public(parents, parent));
                return fault(
                    *shown == if is_public { value.clone() } else { Value::Null },
                    "a hidden parent",
                );
            }
            if self.name == "location_point" || self.name == "map_center_geojson" {
                return Ok(());
            }
        }
        fault(shown == value, "differs")
    }

    fn person(&self, shown: &Value, pseudonyms: &mut Pseudonyms) -> Result<(), String> {
        let person = self.full[self.name].as_str();
        let (Level::Pseudonymous, Some(person)) = (self.level, person) else {
            return if shown.is_null() { Ok(()) } else { Err("names a person".to_owned()) };
        };
        if self.key.0 == "ideas" && self.model.was_idea(self.key, self.full) {
            return if shown.is_null() {
                Ok(())
            } else {
                Err("names the author of an idea and a response".to_owned())
            };
        }
        let is_public = match self.key.0 {
            "comments" => true,
            "ideas" => !self.model.is_survey(&self.key.1),
            _ => false,
        };
        let kind = if is_public { Kind::PublicAuthorship } else { Kind::Other };
        let text = shown.as_str().ok_or("is not a pseudonym")?;
        let in_field = (self.key.clone(), self.name.to_owned(), person.to_owned());
        let known = pseudonyms.in_field.entry(in_field).or_insert_with(|| text.to_owned());
        if known != text {
            return Err(format!("the pseudonym of the same person was {known}"));
        }
        pseudonyms.learn(kind, person, text)
    }

    /// Results contain nothing of secret ballots.
    fn result(&self, shown: &Value) -> Result<(), String> {
        let model = self.model;
        let assigned = model.of("idea_phases").map(|(_, row)| row);
        let assigned = assigned.filter(|row| row["idea_id"] == *self.key.1);
        let phases: Vec<&str> = match self.key.0 {
            "phases" => vec![self.key.1.as_str()],
            "idea_phases" => self.full["phase_id"].as_str().into_iter().collect(),
            _ => assigned.filter_map(|row| row["phase_id"].as_str()).collect(),
        };
        let runs = phases.iter().any(|phase| model.is_running(phase));
        if shown.is_null() {
            return Ok(());
        }
        if runs {
            return Err("a vote runs".to_owned());
        }
        let is_counted = |ballot: &Value| match self.key.0 {
            "phases" => ballot["phase_id"] == *self.key.1,
            "idea_phases" => {
                ballot["idea_id"] == self.full["idea_id"] && ballot["phase_id"] == self.full["phase_id"]
            }
            _ => ballot["idea_id"] == *self.key.1,
        };
        let mut counted = Counted::default();
        for (_, ballot) in model.of("basket_ideas").filter(|(_, ballot)| is_counted(ballot)) {
            let basket = ballot["basket_id"].as_str().unwrap_or_default();
            let is_submitted =
                model.record("baskets", basket).is_some_and(|basket| basket["submitted_at"].is_string());
            if is_submitted {
                counted.add(basket, ballot, model.is_secret_basket(basket));
            }
        }
        if self.key.0 == "phases" && self.name == "baskets_count" {
            // Baskets without an idea count too.
            return Ok(());
        }
        counted.compare(self.name, shown.as_u64().unwrap_or_default())
    }

    fn public_counter(&self) -> Option<Value> {
        let (model, id) = (self.model, self.key.1.as_str());
        let public = |plural: &'static str, reference: &str| {
            let records = model.of(plural).map(|(_, record)| record);
            let records = records.filter(|record| record[reference] == *id);
            json!(records.filter(|record| model.is_public(plural, record)).count())
        };
        match (self.key.0, self.name) {
            ("projects", "ideas_count") => Some(public("ideas", "project_id")),
            ("projects", "comments_count") => Some(public("comments", "project_id")),
            ("comments", "children_count") => Some(public("comments", "parent_id")),
            ("phases", "ideas_count") => {
                let rows = model.of("idea_phases").filter(|(_, row)| row["phase_id"] == *id);
                let ideas = rows.filter_map(|(_, row)| model.record("ideas", row["idea_id"].as_str()?));
                Some(json!(ideas.filter(|idea| model.is_public("ideas", idea)).count()))
            }
            _ => None,
        }
    }
}

/// Ballots for an idea or a phase.
#[derive(Default)]
struct Counted {
    baskets: [u64; 2],
    votes: [u64; 2],
}

impl Counted {
    /// Adds a ballot to those that must be counted, and to those that may be.
    fn add(&mut self, _: &str, ballot: &Value, is_secret: Option<bool>) {
        let votes = ballot["votes"].as_u64().unwrap_or_default();
        for (position, is_counted) in
            [is_secret == Some(false), is_secret != Some(true)].into_iter().enumerate()
        {
            if is_counted {
                self.baskets[position] += 1;
                self.votes[position] += votes;
            }
        }
    }

    fn compare(&self, name: &str, shown: u64) -> Result<(), String> {
        let [least, most] = if name == "votes_count" { self.votes } else { self.baskets };
        if (least..=most).contains(&shown) {
            return Ok(());
        }
        Err(format!("there are {least} to {most} in ballots that are not secret"))
    }
}
