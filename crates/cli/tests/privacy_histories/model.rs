//! What may be shown of the platform, written down from the contract: it depends on what lines said of records and on what has
//! happened, not on how the program stores it.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use serde_json::Value;

use crate::privacy_histories::site::{Key, Level, Lists};
use crate::support::level::CUT_RESOURCES;

const SURVEYS: [&str; 2] = ["native_survey", "community_monitor_survey"];
/// The end of a vote that has none.
const NEVER: &str = "9999-12-31";

/// What a ballot belongs to.
#[derive(Debug, Clone)]
struct Belonging {
    phase: Option<String>,
    project: String,
}

/// A deleted record.
#[derive(Debug)]
struct Deleted {
    was_public: bool,
    is_cut: bool,
    ballot: Option<Belonging>,
}

/// The platform, as a client of level `full` reads it, and what has happened.
pub struct Model {
    /// The day that the platform believes.
    pub day: Date,
    pub full: Lists,
    /// Ideas that were survey responses at any time.
    surveys: BTreeSet<String>,
    /// Ideas that were no survey responses at any time.
    ideas: BTreeSet<String>,
    /// Votes that a phase of a project is not any more, with their ends.
    withdrawn: BTreeMap<(String, String), String>,
    ballots: BTreeMap<String, Belonging>,
    deleted: BTreeMap<Key, Deleted>,
    /// The last `publication_status` and `visible_to` that lines gave.
    given: BTreeMap<Key, BTreeMap<&'static str, String>>,
}

fn text(record: &Value, name: &str) -> Option<String> {
    record[name].as_str().map(str::to_owned)
}

fn end_of(phase: &Value) -> String {
    text(phase, "end_at").unwrap_or_else(|| NEVER.to_owned())
}

fn is_vote(phase: &Value) -> bool {
    phase["participation_method"] == "voting"
}

impl Model {
    /// The platform after a first import.
    pub fn new(day: Date, full: Lists, lines: &[(Key, &Value)]) -> Self {
        let mut model = Self {
            day,
            full: Lists::new(),
            surveys: BTreeSet::new(),
            ideas: BTreeSet::new(),
            withdrawn: BTreeMap::new(),
            ballots: BTreeMap::new(),
            deleted: BTreeMap::new(),
            given: BTreeMap::new(),
        };
        model.update(full, lines);
        model
    }

    /// The platform after a step that imported these lines.
    pub fn update(&mut self, full: Lists, lines: &[(Key, &Value)]) {
        self.note_deletions(&full);
        self.note_votes(&full);
        for (key, line) in lines {
            let is_new = !self.full.contains_key(key);
            let given = self.given.entry(key.clone()).or_default();
            for (name, default) in [("publication_status", "published"), ("visible_to", "public")] {
                if let Some(value) = line[name].as_str() {
                    given.insert(name, value.to_owned());
                } else if is_new {
                    given.insert(name, default.to_owned());
                }
            }
            if line["type"] == "survey" {
                self.surveys.insert(key.1.clone());
            }
        }
        self.full = full;
        let of_survey = |idea: &Value| {
            text(idea, "creation_phase_id")
                .and_then(|id| self.record("phases", &id))
                .is_some_and(|phase| SURVEYS.iter().any(|method| phase["participation_method"] == *method))
        };
        let surveys: Vec<String> =
            self.of("ideas").filter(|(_, idea)| of_survey(idea)).map(|(id, _)| id.clone()).collect();
        self.surveys.extend(surveys);
        let ideas: Vec<String> =
            self.of("ideas").map(|(id, _)| id.clone()).filter(|id| !self.is_survey(id)).collect();
        self.ideas.extend(ideas);
        let ballots: Vec<_> =
            self.of("baskets").map(|(id, basket)| (id.clone(), belonging(basket))).collect();
        for (id, belonging) in ballots {
            let has_line = lines.iter().any(|(key, _)| *key == ("baskets", id.clone()));
            if has_line || !self.ballots.contains_key(&id) {
                self.ballots.insert(id, belonging);
            }
        }
    }

    fn note_deletions(&mut self, full: &Lists) {
        self.deleted.retain(|key, _| !full.contains_key(key));
        let gone: Vec<_> = self.full.iter().filter(|(key, _)| !full.contains_key(*key)).collect();
        let described = gone.into_iter().map(|(key, record)| {
            let basket = match key.0 {
                "baskets" => Some(key.1.clone()),
                "basket_ideas" => text(record, "basket_id"),
                _ => None,
            };
            let deleted = Deleted {
                was_public: self.is_public(key.0, record),
                is_cut: self.is_cut(key, record),
                ballot: basket.and_then(|basket| self.ballots.get(&basket).cloned()),
            };
            (key.clone(), deleted)
        });
        let described: Vec<_> = described.collect();
        for (key, deleted) in described {
            self.given.remove(&key);
            self.deleted.insert(key, deleted);
        }
    }

    fn note_votes(&mut self, full: &Lists) {
        let votes = |lists: &Lists| -> BTreeMap<(String, String), String> {
            let phases = lists.iter().filter(|(key, phase)| key.0 == "phases" && is_vote(phase));
            phases
                .map(|(key, phase)| ((key.1.clone(), text(phase, "project_id").unwrap()), end_of(phase)))
                .collect()
        };
        let (before, after) = (votes(&self.full), votes(full));
        self.withdrawn.retain(|vote, _| !after.contains_key(vote));
        for (vote, end) in before.into_iter().filter(|(vote, _)| !after.contains_key(vote)) {
            self.withdrawn.entry(vote).or_insert(end);
        }
    }

    /// The records of a resource.
    pub fn of(&self, plural: &'static str) -> impl Iterator<Item = (&String, &Value)> {
        let from = self.full.range((plural, String::new())..);
        from.take_while(move |(key, _)| key.0 == plural).map(|(key, record)| (&key.1, record))
    }

    /// The record with this id.
    pub fn record(&self, plural: &'static str, id: &str) -> Option<&Value> {
        self.full.get(&(plural, id.to_owned()))
    }

    /// Whether an idea was ever a survey response.
    pub fn is_survey(&self, idea: &str) -> bool {
        self.surveys.contains(idea)
    }

    /// Whether a record is of an idea that became a survey response.
    pub fn was_idea(&self, key: &Key, record: &Value) -> bool {
        let idea = if key.0 == "ideas" { Some(key.1.as_str()) } else { record["idea_id"].as_str() };
        idea.is_some_and(|idea| self.ideas.contains(idea) && self.is_survey(idea))
    }

    fn was_given(&self, plural: &'static str, record: &Value, name: &str, values: &[&str]) -> bool {
        let given = text(record, "id").and_then(|id| self.given.get(&(plural, id)));
        given.and_then(|given| given.get(name)).is_some_and(|value| values.contains(&value.as_str()))
    }

    /// Whether a visitor sees the record.
    pub fn is_public(&self, plural: &'static str, record: &Value) -> bool {
        let has_status = |values: &[&str]| self.was_given(plural, record, "publication_status", values);
        let of = |plural, name| {
            text(record, name)
                .and_then(|id| self.record(plural, &id))
                .is_some_and(|found| self.is_public(plural, found))
        };
        match plural {
            "projects" => {
                has_status(&["published", "archived"])
                    && self.was_given(plural, record, "visible_to", &["public"])
            }
            "project_folders" => has_status(&["published", "archived"]),
            "phases" | "events" => of("projects", "project_id"),
            "ideas" => {
                let is_survey = text(record, "id").is_some_and(|id| self.is_survey(&id));
                has_status(&["published"]) && !is_survey && of("projects", "project_id")
            }
            "comments" => has_status(&["published"]) && of("ideas", "idea_id"),
            "topics" | "areas" => true,
            _ => false,
        }
    }

    /// Whether the timestamps of a record are cut below `full`.
    pub fn is_cut(&self, key: &Key, record: &Value) -> bool {
        match key.0 {
            "ideas" => self.is_survey(&key.1),
            "idea_phases" | "idea_topics" => {
                record["idea_id"].as_str().is_some_and(|idea| self.is_survey(idea))
            }
            plural => CUT_RESOURCES.contains(&plural),
        }
    }

    fn has_not_ended(&self, end: &str) -> bool {
        end >= self.day.to_string().as_str()
    }

    /// Whether a phase is a vote that runs.
    pub fn is_running(&self, phase: &str) -> bool {
        self.record("phases", phase).is_some_and(|phase| is_vote(phase) && self.has_not_ended(&end_of(phase)))
    }

    /// Whether a ballot is secret; `None` if the contract does not say.
    fn is_secret(&self, ballot: &Belonging) -> Option<bool> {
        let of_withdrawn = |is_of: &dyn Fn(&(String, String)) -> bool| {
            self.withdrawn.iter().filter(move |(vote, _)| is_of(vote)).any(|(_, end)| self.has_not_ended(end))
        };
        let Some(phase) = &ballot.phase else {
            let mut phases =
                self.of("phases").filter(|(_, phase)| phase["project_id"] == *ballot.project.as_str());
            let runs = phases.any(|(id, _)| self.is_running(id));
            return Some(runs || of_withdrawn(&|(_, project)| *project == ballot.project));
        };
        match self.record("phases", phase) {
            Some(found) if is_vote(found) => Some(self.is_running(phase)),
            _ if self.withdrawn.keys().any(|(withdrawn, _)| withdrawn == phase) => {
                Some(of_withdrawn(&|(withdrawn, _)| withdrawn == phase))
            }
            _ => None,
        }
    }

    /// Whether a basket is secret; `None` if the contract does not say, or if more than what it says may be hidden.
    pub fn is_secret_basket(&self, basket: &str) -> Option<bool> {
        let ballot = self.ballots.get(basket)?;
        if self.is_secret(ballot)? {
            return Some(true);
        }
        let phase = text(self.record("baskets", basket)?, "phase_id");
        let is_of_vote = phase.as_ref().is_none_or(|id| self.record("phases", id).is_some_and(is_vote));
        (phase == ballot.phase && is_of_vote).then_some(false)
    }

    /// Whether a level lists a record; `None` if the contract does not say.
    pub fn is_visible(&self, level: Level, key: &Key, record: &Value) -> Option<bool> {
        match (level, key.0) {
            (Level::Full, _) => Some(true),
            (Level::Public, plural) => Some(self.is_public(plural, record)),
            (Level::Anonymous, "users") => Some(false),
            (_, "baskets") => self.is_secret_basket(&key.1).map(|secret| !secret),
            (_, "basket_ideas") => self.is_secret_basket(record["basket_id"].as_str()?).map(|secret| !secret),
            _ => Some(true),
        }
    }

    /// Why a level may not list this tombstone; `None` if it may.
    pub fn fault_of_tombstone(&self, level: Level, plural: &'static str, item: &Value) -> Option<&str> {
        let id = text(item, "id")?;
        if plural == "users" {
            let is_real =
                self.full.contains_key(&("users", id.clone())) || self.deleted.contains_key(&("users", id));
            return match level {
                Level::Pseudonymous => is_real.then_some("the id of a person"),
                _ => Some("a deleted person"),
            };
        }
        let is_midnight = text(item, "deleted_at")?.ends_with("T00:00:00.000Z");
        let Some(deleted) = self.deleted.get(&(plural, id)) else {
            return (level == Level::Public).then_some("the tombstone of what nobody saw");
        };
        if level == Level::Public && !deleted.was_public {
            return Some("the tombstone of a record that was not public");
        }
        if deleted.ballot.as_ref().is_some_and(|ballot| self.is_secret(ballot) == Some(true)) {
            return Some("the tombstone of a secret ballot");
        }
        (deleted.is_cut && !is_midnight).then_some("an exact time")
    }
}

fn belonging(basket: &Value) -> Belonging {
    Belonging { phase: text(basket, "phase_id"), project: text(basket, "project_id").unwrap_or_default() }
}
