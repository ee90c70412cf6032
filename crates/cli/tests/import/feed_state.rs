//! What responses show of all records, and whether the change feed tells how that has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use folkmoot_model::resource::Resource;
use folkmoot_model::resource::facets::relations;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::access::{AccessSettings, AccessView};
use folkmoot_store::audience::hidden_by;
use folkmoot_store::encode::{DownloadUrls, View};
use serde_json::Value;

use crate::import::scenario::ImportScenario;

const NOT_LISTED: i64 = 8;
/// The entry is about a change of an earlier day.
const RELEASED: i64 = 1_024;

/// The URL of a file changes without an entry.
#[derive(Debug)]
struct NoDownloads;

impl DownloadUrls for NoDownloads {
    fn of(&self, _: uuid::Uuid) -> String {
        "https://town.example/file".to_owned()
    }
}

/// A row of a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    /// The record as JSON at the level `full`; `None` if no list shows it.
    shown: Option<String>,
    /// All columns and the relations that lists filter by.
    stored: String,
    /// The reasons to hide a change of it.
    hidden_by: i64,
}

/// The rows of every resource, by key.
pub struct State(BTreeMap<&'static str, BTreeMap<i64, Row>>);

/// An entry of the change feed.
#[derive(Debug, Clone)]
pub struct Entry {
    subject: String,
    first: i64,
    last: i64,
    hidden_by: i64,
    is_insertion: bool,
}

/// How a record changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Inserted,
    Updated,
    Removed,
}

/// The position of the newest entry.
pub fn newest(scenario: &ImportScenario) -> i64 {
    scenario.rows("SELECT COALESCE(MAX(sequence), 0) FROM changes")[0].parse().unwrap()
}

/// The entries after a position.
pub fn entries_after(scenario: &ImportScenario, sequence: i64) -> Vec<Entry> {
    let rows = scenario.rows(&format!(
        "SELECT subject, record, COALESCE(last_record, record), hidden_by, CASE WHEN is_insertion THEN 1 ELSE 0 END
         FROM changes WHERE sequence > {sequence} AND subject <> 'platform' ORDER BY sequence"
    ));
    let entry = |row: &String| {
        let [subject, first, last, hidden_by, is_insertion] = row.split('|').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        Entry {
            subject: subject.to_owned(),
            first: first.parse().unwrap(),
            last: last.parse().unwrap(),
            hidden_by: hidden_by.parse().unwrap(),
            is_insertion: is_insertion == "1",
        }
    };
    rows.iter().map(entry).collect()
}

impl State {
    /// The present state.
    pub fn read(scenario: &ImportScenario) -> Self {
        let store = scenario.store();
        let view = View {
            locales: vec!["en".to_owned(), "nl-BE".to_owned()],
            platform_url: "https://town.example".to_owned(),
            downloads: Some(Arc::new(NoDownloads)),
            access: Arc::new(AccessView::full(Arc::new(AccessSettings::default()))),
        };
        let mut state = BTreeMap::new();
        for resource in RESOURCES {
            let stored = stored(scenario, resource);
            let rows = store.records().scan(0, |scan| {
                let mut rows = BTreeMap::new();
                for (key, (stored, hidden_by)) in stored {
                    let mut shown = None;
                    scan.read_records(resource, &[key], &view, |json| {
                        shown = Some(String::from_utf8(json.to_vec()).unwrap());
                        Ok(())
                    })?;
                    shown.take_if(|_| hidden_by & NOT_LISTED != 0);
                    rows.insert(key, Row { shown, stored, hidden_by });
                }
                Ok(rows)
            });
            state.insert(resource.names.plural, rows.unwrap());
        }
        Self(state)
    }

    /// Fails unless the entries name exactly the rows that differ from those `before`. Returns how they changed.
    pub fn compare(&self, before: &Self, entries: &[Entry], context: &str) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut named_removed = Vec::new();
        for resource in RESOURCES {
            let plural = resource.names.plural;
            let (old, new) = (&before.0[plural], &self.0[plural]);
            let mut named = BTreeSet::new();
            let mut inserted = BTreeSet::new();
            for (position, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.subject == plural) {
                if entry.hidden_by & RELEASED != 0 {
                    continue;
                }
                let context = format!("{context}: {entry:?}");
                if entry.is_insertion {
                    let keys = new.range(entry.first..=entry.last);
                    for (key, _) in keys.filter(|(_, row)| row.hidden_by == entry.hidden_by) {
                        assert!(inserted.insert(*key), "{context} names {key} again");
                    }
                    assert_eq!(
                        new.get(&entry.first).map(|row| row.hidden_by),
                        Some(entry.hidden_by),
                        "{context}"
                    );
                    continue;
                }
                for key in entry.first..=entry.last {
                    assert!(named.insert(key), "{context} names {key} again");
                    check_reasons(entry, old.get(&key), new.get(&key), &context);
                    named_removed.push((position, !new.contains_key(&key)));
                }
            }
            let is_new = |key: &&i64| !old.contains_key(key);
            let expected: BTreeSet<i64> = new.keys().filter(is_new).copied().collect();
            assert_eq!(inserted, expected, "{context}: new {plural}");
            for (key, row) in old {
                let now = new.get(key);
                let shown = now.map(|now| &now.shown);
                let (is_named, context) =
                    (named.contains(key), format!("{context}: {plural} {key}: {row:?}, now {now:?}"));
                assert!(is_named || shown == Some(&row.shown), "{context} is not in the feed");
                let is_same = now.is_some_and(|now| (&now.stored, &now.shown) == (&row.stored, &row.shown));
                assert!(!is_named || !is_same, "{context} is in the feed");
                if is_named {
                    changes.push(if now.is_some() { Change::Updated } else { Change::Removed });
                }
            }
            assert!(named.iter().all(|key| old.contains_key(key)), "{context}: {plural} {named:?}");
            changes.extend(inserted.iter().map(|_| Change::Inserted));
        }
        let first_kept =
            named_removed.iter().filter(|(_, is_removed)| !is_removed).map(|(position, _)| position);
        let last_removed =
            named_removed.iter().filter(|(_, is_removed)| *is_removed).map(|(position, _)| position);
        if let (Some(kept), Some(removed)) = (first_kept.min(), last_removed.max()) {
            assert!(removed < kept, "{context}: a change before a removal");
        }
        changes
    }

    /// Fails unless the removed rows are described by what identified them in the state `before`.
    pub fn check_removed(&self, before: &Self, scenario: &ImportScenario, context: &str) {
        for resource in RESOURCES {
            let plural = resource.names.plural;
            for (key, row) in before.0[plural].iter().filter(|(key, _)| !self.0[plural].contains_key(key)) {
                let described = scenario.rows(&format!(
                    "SELECT id, identity FROM removed_records WHERE subject = '{plural}' AND record = {key} AND sequence > 0"
                ));
                let Some(json) = &row.shown else { continue };
                let json: Value = serde_json::from_str(json).unwrap();
                let expected = if resource.has_id() {
                    format!("{}|null", json["id"].as_str().unwrap())
                } else {
                    let ids = resource.identity().iter().map(|name| format!("\"{name}\":{}", json[*name]));
                    let ids: Vec<String> = ids.collect();
                    format!("null|{{{}}}", ids.join(","))
                };
                assert_eq!(described, [expected], "{context}: {plural} {key}");
            }
        }
    }
}

/// The reasons of an entry are those before and after the change. What a level does not see of the change adds further ones.
fn check_reasons(entry: &Entry, old: Option<&Row>, new: Option<&Row>, context: &str) {
    let of = |row: Option<&Row>| row.map_or(-1, |row| row.hidden_by);
    let expected = of(old) & of(new);
    assert_eq!(entry.hidden_by & expected, expected, "{context}");
    let is_changed = old.is_some() && new.is_some();
    assert!(is_changed || entry.hidden_by == expected, "{context}");
}

/// All columns and relations of each row, as text, and the reasons to hide a change of it.
fn stored(scenario: &ImportScenario, resource: &Resource) -> BTreeMap<i64, (String, i64)> {
    let plural = resource.names.plural;
    let keys = scenario
        .rows(&format!("SELECT key, {} FROM {plural} AS this ORDER BY key", hidden_by(resource, "this")));
    let rows = scenario.rows(&format!("SELECT * FROM {plural} ORDER BY key"));
    let mut stored = BTreeMap::new();
    for (key, row) in keys.iter().zip(rows) {
        let (key, hidden_by) = key.split_once('|').unwrap();
        stored.insert(key.parse().unwrap(), (row, hidden_by.parse().unwrap()));
    }
    for relation in relations(resource) {
        let pairs = scenario.rows(&format!(
            "SELECT owner.key, pair.{} FROM {} AS pair JOIN {plural} AS owner ON owner.id = pair.{} ORDER BY 1, 2",
            relation.other, relation.table, relation.own
        ));
        for pair in pairs {
            let (key, other) = pair.split_once('|').unwrap();
            let row: &mut (String, i64) = stored.get_mut(&key.parse::<i64>().unwrap()).unwrap();
            row.0 = format!("{} {} {other}", row.0, relation.table);
        }
    }
    stored
}
