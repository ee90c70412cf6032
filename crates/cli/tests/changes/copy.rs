//! A copy of the data that a client updates with the changes.

use std::collections::{BTreeMap, BTreeSet};

use folkmoot_model::resource::{FieldType, Resource};
use folkmoot_model::resources::RESOURCES;
use serde_json::Value;

use crate::support::random::Random;
use crate::support::site::{Client, Site, next};

/// A resource and what identifies a record of it.
type Key = (&'static str, String);

/// The records that a client has.
pub struct DataCopy {
    pub client: Client,
    pub cursor: String,
    pub records: BTreeMap<Key, Value>,
    /// Every record that the client has ever seen.
    seen: BTreeSet<Key>,
    /// How often the copy was begun again, because its cursor had expired.
    pub restarts: usize,
    locale: &'static str,
}

impl DataCopy {
    /// Reads all lists.
    pub fn new(site: &Site, client: Client, locale: &'static str) -> Self {
        let seen = BTreeSet::new();
        let mut copy =
            Self { client, cursor: String::new(), records: BTreeMap::new(), seen, restarts: 0, locale };
        copy.read_all(site);
        copy
    }

    fn read_all(&mut self, site: &Site) {
        self.cursor = site.cursor(&self.client);
        self.records = listed(site, &self.client, self.locale);
        self.seen.extend(self.records.keys().cloned());
    }

    /// Remembers what the client can see now, without changing the copy.
    pub fn look(&mut self, site: &Site) {
        self.seen.extend(listed(site, &self.client, self.locale).into_keys());
    }

    /// Applies at most this number of pages. Returns whether there are no further changes.
    pub fn apply_pages(&mut self, site: &Site, random: &mut Random, pages: usize) -> Result<bool, String> {
        for _ in 0..pages {
            let limit = [1, 2, 7, 60, 1_000][random.below(5)];
            let (cursor, locale) = (&self.cursor, self.locale);
            let path = format!("/changes?after={cursor}&limit={limit}&locale={locale}");
            let response = site.get(&self.client, &path);
            if response.status == 410 {
                self.restarts += 1;
                self.read_all(site);
                return Ok(true);
            }
            let page = response.ok();
            let changes = page["changes"].as_array().unwrap();
            if changes.len() > limit {
                return Err(format!("{} changes on a page of {limit}", changes.len()));
            }
            let mut on_page = BTreeSet::new();
            for change in changes {
                let key = self.apply(change)?;
                if !on_page.insert(key) {
                    return Err(format!("twice on a page: {change}"));
                }
            }
            self.cursor = next(&page);
            if page["meta"]["more"] == false {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn apply(&mut self, change: &Value) -> Result<Key, String> {
        let plural = change["resource"].as_str().unwrap();
        let resource = RESOURCES.iter().find(|resource| resource.names.plural == plural).unwrap();
        if !self.client.may_read(plural) {
            return Err(format!("a change of a resource that the client may not read: {change}"));
        }
        let is_identified = if resource.has_id() { change["id"].is_string() } else { change["id"].is_null() };
        let key = if resource.has_id() {
            (resource.names.plural, change["id"].as_str().unwrap_or_default().to_owned())
        } else {
            key(resource, &change["record"])
        };
        if !is_identified {
            return Err(format!("the id is wrong: {change}"));
        }
        match change["action"].as_str() {
            Some("upsert") => {
                let record = comparable(&change["record"]);
                if resource.has_id() && record["id"] != change["id"] {
                    return Err(format!("two ids: {change}"));
                }
                self.seen.insert(key.clone());
                self.records.insert(key.clone(), record);
            }
            Some("delete") => {
                let ids = change["record"].as_object().map_or(0, serde_json::Map::len);
                let expected = if resource.has_id() { 0 } else { resource.identity().len() };
                if ids != expected {
                    return Err(format!("the record of a deletion is wrong: {change}"));
                }
                // What the client has never seen must not be deleted for it: that would reveal that it exists.
                if !self.seen.contains(&key) {
                    return Err(format!("a deletion of what was never visible: {change}"));
                }
                self.records.remove(&key);
            }
            _ => return Err(format!("unknown action: {change}")),
        }
        Ok(key)
    }

    /// Compares the copy with all lists.
    pub fn compare(&mut self, site: &Site) -> Result<(), String> {
        let expected = listed(site, &self.client, self.locale);
        self.seen.extend(expected.keys().cloned());
        for (key, record) in &expected {
            match self.records.get(key) {
                None => return Err(format!("missing in the copy: {key:?}")),
                Some(copied) if copied != record => {
                    return Err(format!("{key:?}: the copy has {copied}, the list {record}"));
                }
                Some(_) => {}
            }
        }
        let other = self.records.keys().find(|key| !expected.contains_key(*key));
        other.map_or(Ok(()), |key| Err(format!("only in the copy: {key:?}")))
    }
}

/// The records of all lists that a client may read.
fn listed(site: &Site, client: &Client, locale: &str) -> BTreeMap<Key, Value> {
    let mut all = BTreeMap::new();
    for resource in RESOURCES.iter().filter(|resource| client.may_read(resource.names.plural)) {
        for number in 1.. {
            let path =
                format!("/{}?page_size=24&page_number={number}&locale={locale}", resource.names.plural);
            let page = site.get(client, &path).ok();
            let records = page[resource.names.list_key].as_array().unwrap();
            all.extend(records.iter().map(|record| (key(resource, record), comparable(record))));
            if page["meta"]["total_pages"].as_u64().unwrap() <= number {
                break;
            }
        }
    }
    all
}

fn key(resource: &'static Resource, record: &Value) -> Key {
    let ids = resource.identity().iter().map(|name| record[*name].as_str().unwrap_or_default());
    (resource.names.plural, ids.collect::<Vec<_>>().join(" "))
}

/// A record without its download URL, which changes without an entry.
fn comparable(record: &Value) -> Value {
    let mut record = record.clone();
    if let Some(members) = record.as_object_mut().filter(|members| members.contains_key("mime_type")) {
        members.shift_remove("url");
    }
    record
}

#[test]
fn records_without_an_id_are_identified_by_ids_of_records_that_are_not_people() {
    for resource in RESOURCES.iter().filter(|resource| !resource.has_id()) {
        assert!(resource.identity().len() > 1, "{}", resource.names.plural);
        for name in resource.identity() {
            let kind = resource.field(name).unwrap().kind;
            let FieldType::Reference(other) = kind else { panic!("{name} is not a reference") };
            assert_ne!(other, "users", "{}", resource.names.plural);
        }
    }
}
