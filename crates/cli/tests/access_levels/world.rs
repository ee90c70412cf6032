//! The platform as a client of level `full` reads it, and what the contract says that other levels see of it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::access_levels::rules::{Cut, Level, RULES, Rules, Treatment};
use crate::access_levels::site::Site;
use crate::support::fixture::Platform;

/// The day of the tests: every end of a vote in the fixture is years before or after.
const TODAY: &str = "2026-01-01";

/// The setting `vote-results`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum VoteResults {
    AfterPhase,
    Always,
    Never,
}

/// A deleted record.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Tombstone {
    pub id: String,
    pub deleted_type: String,
    pub deleted_at: String,
    /// The record at its deletion; `None` if it was never stored.
    pub record: Option<Value>,
    was_public: bool,
}

/// Everything on a platform.
#[derive(Debug, Serialize, Deserialize)]
pub struct World {
    /// The records of each resource, in the order of its list.
    pub records: BTreeMap<String, Vec<Value>>,
    pub tombstones: Vec<Tombstone>,
    /// The imported records by resource and id, for members that no response contains.
    pub imported: BTreeMap<String, BTreeMap<String, Value>>,
    pub vote_results: VoteResults,
    /// The day on which the state of votes depends.
    pub today: String,
    /// The setting `shareable-fields`: resources and keys.
    #[serde(skip)]
    pub shareable: Vec<(&'static str, &'static str)>,
    /// The number that coordinates are multiplied by before they are rounded.
    pub precision: f64,
}

/// A person in an expected value: the text that pseudonyms replace.
pub fn person(kind: &str, id: &Value) -> Value {
    id.as_str().map_or(Value::Null, |id| json!(format!("person:{kind}:{id}")))
}

impl World {
    /// Reads the platform, to which these records were imported.
    pub fn read(site: &Site, imports: &[&Platform]) -> Self {
        let mut world = Self {
            records: BTreeMap::new(),
            tombstones: Vec::new(),
            imported: BTreeMap::new(),
            vote_results: VoteResults::AfterPhase,
            today: TODAY.to_owned(),
            shareable: Vec::new(),
            precision: 1000.0,
        };
        for platform in imports {
            world.note_import(platform);
        }
        world.refresh(site);
        world
    }

    /// Remembers members of imported records that no response contains.
    pub fn note_import(&mut self, platform: &Platform) {
        for (plural, records) in &platform.records {
            let by_id = self.imported.entry(plural.clone()).or_default();
            for record in records {
                by_id.insert(record["id"].as_str().unwrap_or_default().to_owned(), record.clone());
            }
        }
    }

    /// Remembers tombstones that will be imported, with the records as they are before.
    pub fn note_deletions(&mut self, platform: &Platform) {
        for item in platform.records.get("deleted_items").into_iter().flatten() {
            let deleted_type = item["type"].as_str().unwrap().to_owned();
            let rules = RULES.iter().find(|rules| rules.deleted_type == deleted_type).unwrap();
            let record = self.find(rules.plural, &item["id"]).cloned();
            let was_public = record.as_ref().is_some_and(|record| self.is_public(rules.plural, record));
            self.tombstones.push(Tombstone {
                id: item["id"].as_str().unwrap().to_owned(),
                deleted_type,
                deleted_at: item["deleted_at"].as_str().unwrap().to_owned(),
                record,
                was_public,
            });
        }
    }

    /// Reads all records again.
    pub fn refresh(&mut self, site: &Site) {
        let client = site.client(Level::Full);
        for rules in RULES {
            let records = site.crawl(client, &format!("/{}", rules.plural), rules.list_key);
            self.records.insert(rules.plural.to_owned(), records);
        }
    }

    /// The record with this id.
    pub fn find(&self, plural: &str, id: &Value) -> Option<&Value> {
        self.records[plural].iter().find(|record| id.is_string() && record["id"] == *id)
    }

    /// Whether a visitor sees the record.
    pub fn is_public(&self, plural: &str, record: &Value) -> bool {
        let is_released = ["published", "archived"].map(Value::from).contains(&record["publication_status"]);
        let of = |parent: &str, key: &str| {
            self.find(parent, &record[key]).is_some_and(|found| self.is_public(parent, found))
        };
        match plural {
            "projects" => is_released && record["visible_to"] == "public",
            "project_folders" => is_released,
            "phases" | "events" => of("projects", "project_id"),
            "ideas" => {
                record["publication_status"] == "published"
                    && record["type"] == "idea"
                    && of("projects", "project_id")
            }
            "comments" => record["publication_status"] == "published" && of("ideas", "idea_id"),
            "topics" | "areas" => true,
            _ => false,
        }
    }

    /// Whether a vote of the phase is secret now: it runs, or results are never shown.
    fn is_secret(&self, phase: &Value) -> bool {
        phase["participation_method"] == "voting" && self.is_hidden_until_its_end(phase)
    }

    fn is_hidden_until_its_end(&self, phase: &Value) -> bool {
        let runs = phase["end_at"].as_str().is_none_or(|end| end >= self.today.as_str());
        match self.vote_results {
            VoteResults::AfterPhase => runs,
            VoteResults::Always => false,
            VoteResults::Never => true,
        }
    }

    fn has_secret_vote(&self, project: &Value) -> bool {
        self.records["phases"].iter().any(|phase| phase["project_id"] == *project && self.is_secret(phase))
    }

    /// Whether a basket or an idea in a basket belongs to a secret vote. One in a phase without a vote is secret as in a vote.
    fn is_secret_ballot(&self, ballot: &Value) -> bool {
        self.find("phases", &ballot["phase_id"]).map_or_else(
            || !ballot["phase_id"].is_null() || self.has_secret_vote(&ballot["project_id"]),
            |phase| self.is_hidden_until_its_end(phase),
        )
    }

    /// The part of a counter of votes of an idea that belongs to secret votes.
    fn secret_part(&self, key: &str, idea: &Value) -> u64 {
        let is_submitted = |row: &Value| {
            self.find("baskets", &row["basket_id"]).is_some_and(|basket| basket["submitted_at"].is_string())
        };
        let ballots = self.records["basket_ideas"].iter().filter(|row| row["idea_id"] == idea["id"]);
        let secret = ballots.filter(|row| self.is_secret_ballot(row) && is_submitted(row));
        secret.map(|row| if key == "votes_count" { row["votes"].as_u64().unwrap() } else { 1 }).sum()
    }

    /// Whether the counters of votes of the record are withheld.
    fn withholds_votes(&self, plural: &str, record: &Value) -> bool {
        let of_phase = |id: &Value| self.find("phases", id).is_some_and(|phase| self.is_secret(phase));
        match plural {
            "phases" => self.is_secret(record),
            "idea_phases" => of_phase(&record["phase_id"]),
            _ => {
                let mut rows =
                    self.records["idea_phases"].iter().filter(|row| row["idea_id"] == record["id"]);
                rows.any(|row| of_phase(&row["phase_id"]))
            }
        }
    }

    /// Whether the level lists the record.
    pub fn is_visible(&self, level: Level, plural: &str, record: &Value) -> bool {
        let is_ballot = ["baskets", "basket_ideas"].contains(&plural);
        match level {
            Level::Full => true,
            Level::Public => self.is_public(plural, record),
            Level::Anonymous if plural == "users" => false,
            _ => !is_ballot || !self.is_secret_ballot(record),
        }
    }

    /// The records that the level lists, as it sees them, with placeholders for people; in any order.
    pub fn shown(&self, level: Level, rules: &Rules) -> Vec<Value> {
        let records = self.records[rules.plural].iter();
        let visible = records.filter(|record| self.is_visible(level, rules.plural, record));
        visible.map(|record| self.show(level, rules, record)).collect()
    }

    fn show(&self, level: Level, rules: &Rules, record: &Value) -> Value {
        if level == Level::Full {
            return record.clone();
        }
        let is_cut = rules.is_cut(record) || rules.plural == "idea_phases" && self.is_of_survey(record);
        let withholds_votes = self.withholds_votes(rules.plural, record);
        let survey = record["type"] == "survey";
        let shown = rules.fields().map(|(key, treatment)| {
            let value = &record[key];
            let of = |kind| if level == Level::Pseudonymous { person(kind, value) } else { Value::Null };
            let shown = match treatment {
                Treatment::Time if is_cut => cut(value),
                Treatment::Writer => of("public"),
                Treatment::Person => of("other"),
                Treatment::Author => of(if survey { "other" } else { "public" }),
                Treatment::Null => Value::Null,
                Treatment::List => json!([]),
                Treatment::Shareable => self.shared(rules, value),
                Treatment::Votes if withholds_votes => Value::Null,
                // Ballots for an idea that is not assigned to their phase are not counted while they are secret.
                Treatment::Votes if rules.plural == "ideas" => {
                    json!(value.as_u64().unwrap() - self.secret_part(key, record))
                }
                Treatment::Parent if level == Level::Public => self.public_reference(key, value),
                Treatment::PublicCounter if level == Level::Public => {
                    json!(self.public_count(rules.plural, key, &record["id"]))
                }
                Treatment::Point | Treatment::GeoJson if level == Level::Public => {
                    rounded(value, self.precision)
                }
                _ => value.clone(),
            };
            (key.to_owned(), shown)
        });
        Value::Object(shown.collect())
    }

    /// The id of another record, if a visitor sees that record.
    fn public_reference(&self, key: &str, id: &Value) -> Value {
        let target = match key {
            "folder_id" => "project_folders",
            "parent_id" => "comments",
            _ => "phases",
        };
        let is_public = self.find(target, id).is_some_and(|record| self.is_public(target, record));
        if is_public { id.clone() } else { Value::Null }
    }

    /// The number of public records that belong to the record with this id.
    fn public_count(&self, plural: &str, key: &str, id: &Value) -> usize {
        let is_public = |plural: &str, id: &Value| {
            self.find(plural, id).is_some_and(|record| self.is_public(plural, record))
        };
        let (table, reference, counted, own) = match (plural, key) {
            ("projects", "ideas_count") => ("ideas", "project_id", "ideas", "id"),
            ("projects", _) => ("comments", "project_id", "comments", "id"),
            ("phases", _) => ("idea_phases", "phase_id", "ideas", "idea_id"),
            _ => ("comments", "parent_id", "comments", "id"),
        };
        let rows = self.records[table].iter().filter(|row| row[reference] == *id);
        rows.filter(|row| is_public(counted, &row[own])).count()
    }

    /// The answers that the setting `shareable-fields` names.
    fn shared(&self, rules: &Rules, answers: &Value) -> Value {
        let is_shared = |key: &str| self.shareable.contains(&(rules.plural, key));
        let answers = answers.as_object().into_iter().flatten().filter(|(key, _)| is_shared(key));
        Value::Object(answers.map(|(key, value)| (key.clone(), value.clone())).collect())
    }

    fn is_of_survey(&self, row: &Value) -> bool {
        self.find("ideas", &row["idea_id"]).is_some_and(|idea| idea["type"] == "survey")
    }

    /// The tombstones that the level lists, as it sees them, with placeholders for people; in any order.
    pub fn shown_tombstones(&self, level: Level, rules: &Rules) -> Vec<Value> {
        let of_type = self.tombstones.iter().filter(|item| item.deleted_type == rules.deleted_type);
        let is_person = rules.plural == "users";
        let is_visible = |item: &&Tombstone| match level {
            Level::Full => true,
            Level::Public => item.was_public,
            Level::Anonymous if is_person => false,
            _ => {
                let is_ballot = ["Basket", "BasketIdea"].contains(&item.deleted_type.as_str());
                !is_ballot || !item.record.as_ref().is_some_and(|record| self.is_secret_ballot(record))
            }
        };
        let show = |item: &Tombstone| {
            let is_cut = item.record.as_ref().map_or(rules.cut == Cut::Always, |record| rules.is_cut(record));
            let deleted_at = json!(item.deleted_at);
            let id = json!(item.id);
            json!({
                "id": if is_person && level < Level::Full { person("other", &id) } else { id },
                "type": item.deleted_type,
                "deleted_at": if is_cut && level < Level::Full { cut(&deleted_at) } else { deleted_at },
            })
        };
        of_type.filter(is_visible).map(show).collect()
    }

    /// The ids that a join table or the import relates to a record.
    pub fn related(&self, table: &str, own: &str, other: &str, id: &Value) -> BTreeSet<String> {
        let rows = self.records[table].iter().filter(|row| row[own] == *id);
        rows.map(|row| row[other].as_str().unwrap().to_owned()).collect()
    }

    /// A member of the imported record with this id.
    pub fn imported(&self, plural: &str, id: &Value, key: &str) -> Value {
        let record = self.imported.get(plural).and_then(|records| records.get(id.as_str()?));
        record.map_or(Value::Null, |record| record[key].clone())
    }
}

/// A timestamp, cut to the day.
pub fn cut(timestamp: &Value) -> Value {
    timestamp.as_str().map_or(Value::Null, |text| json!(format!("{}T00:00:00.000Z", &text[..10])))
}

/// A point with rounded coordinates.
fn rounded(point: &Value, precision: f64) -> Value {
    let round = |number: f64| (number * precision).round() / precision;
    if let Some(text) = point.as_str() {
        let [longitude, latitude] = coordinates(text).map(round);
        return json!(format!("POINT ({longitude} {latitude})"));
    }
    let coordinate = |index: usize| point["coordinates"][index].as_f64().map(round);
    match (coordinate(0), coordinate(1)) {
        (Some(longitude), Some(latitude)) => {
            json!({ "type": "Point", "coordinates": [longitude, latitude] })
        }
        _ => Value::Null,
    }
}

/// The longitude and latitude of `POINT (4.35 50.85)`.
pub fn coordinates(point: &str) -> [f64; 2] {
    let inner = point.trim_start_matches("POINT (").trim_end_matches(')');
    let (longitude, latitude) = inner.split_once(' ').unwrap();
    [longitude.parse().unwrap(), latitude.parse().unwrap()]
}
