//! Compares everything that one client reads with the model.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::access_levels::pseudonyms::Pseudonyms;
use crate::access_levels::queries::{self, Query};
use crate::access_levels::rules::{Level, RULES, Rules, rules};
use crate::access_levels::site::{Client, Site};
use crate::access_levels::world::World;

/// Everything that one client reads, and what differs from the model.
pub struct Check<'a> {
    site: &'a Site,
    world: &'a World,
    client: &'a Client,
    /// The pseudonyms that the client has seen.
    pub pseudonyms: Pseudonyms,
    /// The differences.
    pub faults: Vec<String>,
}

impl<'a> Check<'a> {
    /// Learns the client's pseudonyms from records whose ids are not pseudonyms.
    pub fn new(site: &'a Site, world: &'a World, client: &'a Client) -> Self {
        Self::with(site, world, client, Pseudonyms::default())
    }

    /// The same for a client that knows these pseudonyms, which must not have changed.
    pub fn with(site: &'a Site, world: &'a World, client: &'a Client, pseudonyms: Pseudonyms) -> Self {
        let mut check = Self { site, world, client, pseudonyms, faults: Vec::new() };
        for rules in RULES.iter().filter(|rules| rules.plural != "users") {
            check.learn(rules);
        }
        check
    }

    fn learn(&mut self, rules: &Rules) {
        let path = format!("/{}", rules.plural);
        let listed = match self.site.try_crawl(self.client, &path, rules.list_key) {
            Ok(listed) => listed,
            Err(error) => return self.fault(&path, &error),
        };
        let actual: BTreeMap<String, &Value> =
            listed.iter().map(|record| (rules.identity(record), record)).collect();
        for expected in self.world.shown(self.client.level, rules) {
            let identity = rules.identity(&expected);
            match actual.get(&identity) {
                None => self.fault(&path, &format!("{identity} is missing")),
                Some(record) => {
                    if let Err(error) = self.pseudonyms.compare(&expected, record) {
                        self.fault(&path, &format!("{identity}: {error}"));
                    }
                }
            }
        }
    }

    fn fault(&mut self, path: &str, error: &str) {
        let cut: String = error.chars().take(700).collect();
        self.faults.push(format!("{} {path}: {cut}", self.client.level.name()));
    }

    /// Compares all lists without parameters, and lists of deleted records.
    pub fn lists(&mut self) {
        for rules in RULES {
            let expected = self.expected(rules);
            self.list(&format!("/{}", rules.plural), rules, &expected, "created_at");
            if rules.has_id() {
                self.deleted(rules);
            }
        }
    }

    /// Compares all lists without parameters, items, nested lists and lists of deleted records.
    pub fn everything(&mut self) {
        for rules in RULES {
            let expected = self.expected(rules);
            self.list(&format!("/{}", rules.plural), rules, &expected, "created_at");
            if rules.has_id() {
                self.items(rules, &expected);
                self.deleted(rules);
            }
        }
        self.nested();
    }

    /// Compares the lists with all filters, sort orders, ids and fields.
    pub fn all_queries(&mut self) {
        for rules in RULES {
            let expected = self.expected(rules);
            let world = self.world;
            let queries = queries::queries(world, rules, &expected);
            let is_refused = self.client.level < Level::Pseudonymous;
            for query in &queries {
                if is_refused && rules.plural == "users" && query.parameter() == "ids" {
                    continue;
                }
                self.query(rules, &expected, query);
            }
            for (one, other) in queries.iter().step_by(2).zip(queries.iter().skip(5).step_by(3)) {
                let is_person_id = is_refused && rules.plural == "users";
                if one.parameter() != other.parameter() && !is_person_id {
                    self.query(rules, &expected, &one.and(other));
                }
            }
            for query in queries::by_person(self.client.level, rules, &self.pseudonyms) {
                if is_refused {
                    self.refused(&format!("/{}?{}", rules.plural, query.text));
                } else {
                    self.query(rules, &expected, &query);
                }
            }
            for query in queries::by_staff(rules) {
                if self.client.level < Level::Full {
                    self.refused(&format!("/{}?{}", rules.plural, query.text));
                } else {
                    self.query(rules, &expected, &query);
                }
            }
            self.sorts(rules, &expected);
            self.fields(rules, &expected);
        }
    }

    /// The records that the client sees, with its pseudonyms, in the order of the list.
    pub fn expected(&self, rules: &Rules) -> Vec<Value> {
        let shown = self.world.shown(self.client.level, rules);
        let mut expected: Vec<Value> = shown.iter().map(|record| self.pseudonyms.apply(record)).collect();
        sort(&mut expected, "created_at", false);
        expected
    }

    fn query(&mut self, rules: &Rules, expected: &[Value], query: &Query<'_>) {
        let selected: Vec<Value> =
            expected.iter().filter(|record| (query.matches)(record)).cloned().collect();
        self.list(&format!("/{}?{}", rules.plural, query.text), rules, &selected, "created_at");
    }

    /// Compares a list with these records. The order of records of a join table with equal timestamps is not compared.
    fn list(&mut self, path: &str, rules: &Rules, expected: &[Value], ordered_by: &str) {
        let listed = match self.site.try_crawl(self.client, path, rules.list_key) {
            Ok(listed) => listed,
            Err(error) => return self.fault(path, &error),
        };
        let (mut expected, mut listed) = (expected.to_vec(), listed);
        if !rules.has_id() {
            for records in [&mut expected, &mut listed] {
                let key = |record: &Value| (Reverse(record[ordered_by].to_string()), rules.identity(record));
                records.sort_by_key(key);
            }
        }
        let ids = |records: &[Value]| records.iter().map(|record| rules.identity(record)).collect::<Vec<_>>();
        if ids(&expected) != ids(&listed) {
            return self.fault(path, &differing(&ids(&expected), &ids(&listed)));
        }
        for (one, other) in expected.iter().zip(&listed) {
            if let Err(error) = self.pseudonyms.compare(one, other) {
                return self.fault(path, &format!("{}: {error}", rules.identity(one)));
            }
        }
    }

    fn items(&mut self, rules: &Rules, expected: &[Value]) {
        for record in expected {
            let path = format!("/{}/{}", rules.plural, record["id"].as_str().unwrap_or_default());
            let response = self.site.get(self.client, &path);
            if response.status != 200 {
                self.fault(&path, &format!("{} {}", response.status, response.text));
            } else if let Err(error) = self.pseudonyms.compare(record, &response.json()[rules.item_key]) {
                self.fault(&path, &error);
            }
        }
        let world = self.world;
        let shown: Vec<&Value> = expected.iter().map(|record| &record["id"]).collect();
        for record in world.records[rules.plural].iter().filter(|record| !shown.contains(&&record["id"])) {
            self.missing(&format!("/{}/{}", rules.plural, record["id"].as_str().unwrap_or_default()));
        }
        if rules.plural == "users" {
            let authors: Vec<String> =
                self.pseudonyms.of_kind("public").map(|(_, shown)| shown.to_owned()).collect();
            for author in authors {
                self.missing(&format!("/users/{author}"));
            }
        }
    }

    fn missing(&mut self, path: &str) {
        let response = self.site.get(self.client, path);
        if response.status != 404 || response.problem() != "record-not-found" {
            self.fault(path, &format!("expected 404, found {} {}", response.status, response.text));
        }
    }

    fn refused(&mut self, path: &str) {
        let response = self.site.get(self.client, path);
        let is_refused = response.status == 403 && response.problem() == "insufficient-access";
        if !is_refused || !response.text.contains(self.client.level.name()) {
            let found =
                format!("expected 403 that names the level, found {} {}", response.status, response.text);
            self.fault(path, &found);
        }
    }

    fn deleted(&mut self, rules: &'static Rules) {
        let shown = self.world.shown_tombstones(self.client.level, rules);
        let path = format!("/{}/deleted", rules.plural);
        let listed = match self.site.try_crawl(self.client, &path, "deleted_items") {
            Ok(listed) => listed,
            Err(error) => return self.fault(&path, &error),
        };
        // A deleted person appears nowhere else, so that the order of tombstones shows whose they are, if days differ.
        if rules.plural == "users" {
            for record in &listed {
                let id = record["id"].as_str().unwrap_or_default();
                if self.client.level < Level::Full && id.starts_with("ca9a51e5") {
                    self.fault(&path, "the id of a person");
                }
            }
            let without_ids = |records: &[Value]| {
                let mut times: Vec<String> =
                    records.iter().map(|record| record["deleted_at"].to_string()).collect();
                times.sort_unstable();
                times
            };
            if without_ids(&shown) != without_ids(&listed) {
                self.fault(&path, &format!("expected {shown:?}, found {listed:?}"));
            }
            let mut sorted = listed.clone();
            sort(&mut sorted, "deleted_at", false);
            if sorted != listed {
                self.fault(&path, "not in order");
            }
            return;
        }
        let mut expected = shown;
        sort(&mut expected, "deleted_at", false);
        if expected != listed {
            self.fault(&path, &format!("expected {expected:?}, found {listed:?}"));
        }
        for time in expected.iter().map(|item| item["deleted_at"].as_str().unwrap_or_default()) {
            let path = format!("{path}?deleted_at={time},{time}");
            let selected = expected.iter().filter(|item| item["deleted_at"] == time).count();
            match self.site.try_crawl(self.client, &path, "deleted_items") {
                Ok(listed) if listed.len() == selected => {}
                other => self.fault(&path, &format!("expected {selected} items, found {other:?}")),
            }
        }
    }

    fn nested(&mut self) {
        let (world, phases) = (self.world, rules("phases"));
        let expected = self.expected(phases);
        for project in &world.records["projects"] {
            let path = format!("/projects/{}/phases", project["id"].as_str().unwrap_or_default());
            if world.is_visible(self.client.level, "projects", project) {
                let of_project: Vec<Value> =
                    expected.iter().filter(|phase| phase["project_id"] == project["id"]).cloned().collect();
                self.list(&path, phases, &of_project, "created_at");
            } else {
                self.missing(&path);
            }
        }
    }

    fn sorts(&mut self, rules: &Rules, expected: &[Value]) {
        if rules.plural == "ideas" {
            for sort in ["votes_count", "-votes_count"] {
                if self.client.level < Level::Full {
                    self.refused(&format!("/ideas?sort={sort}"));
                }
            }
        }
        let has = |wanted: &str| rules.fields().any(|(key, _)| key == wanted);
        if !has("created_at") {
            return;
        }
        for key in ["created_at", "updated_at"].iter().chain(rules.sorts) {
            for is_ascending in [true, false] {
                let mut sorted = expected.to_vec();
                sort(&mut sorted, key, is_ascending);
                let direction = if is_ascending { "" } else { "-" };
                self.list(&format!("/{}?sort={direction}{key}", rules.plural), rules, &sorted, key);
            }
        }
    }

    fn fields(&mut self, rules: &'static Rules, expected: &[Value]) {
        if !rules.has_id() {
            return;
        }
        let keys: Vec<&str> = rules.fields().map(|(key, _)| key).collect();
        for offset in 0..3 {
            let is_wanted = |(position, key): &(usize, &&str)| **key == "id" || position % 3 == offset;
            let wanted: Vec<&str> = keys.iter().enumerate().filter(is_wanted).map(|(_, key)| *key).collect();
            let project = |record: &Value| {
                let members = wanted.iter().map(|key| ((*key).to_owned(), record[*key].clone()));
                Value::Object(members.collect())
            };
            let projected: Vec<Value> = expected.iter().map(project).collect();
            let path = format!("/{}?fields={}", rules.plural, wanted.join(","));
            self.list(&path, rules, &projected, "created_at");
        }
    }
}

/// Sorts records by a value, then by id in the same direction.
fn sort(records: &mut [Value], key: &str, is_ascending: bool) {
    let sort_key = |record: &Value| {
        let number = record[key].as_i64().unwrap_or_default();
        let text = record[key].as_str().unwrap_or_default().to_owned();
        (number, text, record["id"].as_str().unwrap_or_default().to_owned())
    };
    // A stable order: join tables keep that of the list.
    if is_ascending {
        records.sort_by_key(sort_key);
    } else {
        records.sort_by_key(|record| Reverse(sort_key(record)));
    }
}

fn differing(expected: &[String], found: &[String]) -> String {
    let only = |some: &[String], others: &[String]| {
        json!(some.iter().filter(|id| !others.contains(id)).take(6).collect::<Vec<_>>()).to_string()
    };
    let (missing, added) = (only(expected, found), only(found, expected));
    if missing == "[]" && added == "[]" {
        let first = expected.iter().zip(found).position(|(one, other)| one != other);
        return format!("another order from position {first:?} of {}", expected.len());
    }
    format!(
        "expected {} records, found {}; missing {missing}, not expected {added}",
        expected.len(),
        found.len()
    )
}
