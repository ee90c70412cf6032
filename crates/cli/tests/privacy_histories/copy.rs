//! A copy of the data that a client updates with the changes.

use folkmoot_model::resources::RESOURCES;
use serde_json::Value;

use crate::privacy_histories::model::Model;
use crate::privacy_histories::rule::Pseudonyms;
use crate::privacy_histories::site::{Client, Key, Level, Lists, Site, key, without_url};

/// Values that records of other people cause, whose changes wait for the next day.
const COUNTERS: [&str; 10] = [
    "likes_count",
    "dislikes_count",
    "comments_count",
    "children_count",
    "ideas_count",
    "baskets_count",
    "votes_count",
    "deliveries_count",
    "attendees_count",
    "volunteers_count",
];

/// A client with a copy.
pub struct Reader {
    pub level: Level,
    pub pseudonyms: Pseudonyms,
    cursor: String,
    copy: Lists,
    /// What the client could list after each step since the last release.
    states: Vec<Lists>,
    /// How often the cursor had expired.
    pub expired: usize,
}

/// The resources whose records or results are secret while a vote runs.
const VOTING: [&str; 4] = ["ideas", "idea_phases", "baskets", "basket_ideas"];

/// What a step was, for the changes that follow from it.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// How many days have passed: fewer than none if the clock went back, so that ended votes may be secret again.
    pub days_passed: i32,
    /// Whether changes wait for another day.
    pub has_deferred: bool,
    /// Whether a person was deleted since the last release.
    pub person_deleted: bool,
}

impl Reader {
    /// A client that has read all lists.
    pub fn new(site: &Site, client: &Client) -> Self {
        let cursor = next(&site.json(client, "/changes"));
        let copy = site.lists(client);
        let states = vec![copy.clone()];
        let pseudonyms = Pseudonyms::default();
        Self { level: client.level, pseudonyms, cursor, copy, states, expired: 0 }
    }

    /// Applies all changes and compares the copy; `shown` is what the client lists.
    pub fn synchronise(
        &mut self,
        site: &Site,
        shown: Lists,
        model: &Model,
        progress: Progress,
    ) -> Result<(), String> {
        self.apply(site, &shown, model, progress)?;
        if progress.days_passed > 0 && !progress.has_deferred {
            self.states.clear();
        }
        self.states.push(shown);
        self.compare(model, progress).map_err(|fault| format!("{}, copy: {fault}", self.level.name()))
    }

    fn apply(&mut self, site: &Site, shown: &Lists, model: &Model, progress: Progress) -> Result<(), String> {
        let client = site.client(self.level);
        loop {
            let (status, text) = site.get(client, &format!("/changes?after={}&limit=200", self.cursor));
            if status == 410 {
                self.expired += 1;
                (self.copy, self.cursor) = (shown.clone(), next(&site.json(client, "/changes")));
                return Ok(());
            }
            let page: Value = serde_json::from_str(&text).map_err(|_| format!("{status} {text}"))?;
            for change in page["changes"].as_array().into_iter().flatten() {
                self.apply_change(change, shown, model, progress)
                    .map_err(|fault| format!("{}, changes: {fault}: {change}", self.level.name()))?;
            }
            self.cursor = next(&page);
            if page["meta"]["more"] == false {
                return Ok(());
            }
        }
    }

    fn apply_change(
        &mut self,
        change: &Value,
        shown: &Lists,
        model: &Model,
        progress: Progress,
    ) -> Result<(), String> {
        let resource = RESOURCES.iter().find(|resource| change["resource"] == resource.names.plural);
        let resource = resource.ok_or("an unknown resource")?;
        let key: Key = if resource.has_id() {
            (resource.names.plural, change["id"].as_str().unwrap_or_default().to_owned())
        } else {
            key(resource, &change["record"])
        };
        let is_cut = model.is_cut(&key, &change["record"]);
        if is_cut && self.level < Level::Full {
            if !change["changed_at"].as_str().unwrap_or_default().ends_with("T00:00:00.000Z") {
                return Err("an exact time".to_owned());
            }
            let is_secret_again = progress.days_passed < 0 && VOTING.contains(&resource.names.plural);
            // Its time was shown until it became a survey response.
            let was_shown = model.was_idea(&key, &change["record"]);
            if progress.days_passed <= 0 && !is_secret_again && !was_shown {
                return Err("a change before its day".to_owned());
            }
        }
        if change["action"] == "upsert" {
            let record = without_url(change["record"].clone());
            if shown.get(&key) != Some(&record) {
                return Err(format!("the list has {:?}", shown.get(&key)));
            }
            self.copy.insert(key, record);
        } else {
            if shown.contains_key(&key) {
                return Err("the list has the record".to_owned());
            }
            // What the client cannot have seen must not be deleted for it.
            if self.copy.remove(&key).is_none() && !self.states.iter().any(|state| state.contains_key(&key)) {
                return Err("a deletion of what was never visible".to_owned());
            }
        }
        Ok(())
    }

    fn compare(&self, model: &Model, progress: Progress) -> Result<(), String> {
        let shown = self.states.last().unwrap();
        let is_immediate =
            self.level == Level::Full || self.level == Level::Public && !progress.person_deleted;
        let is_exact = is_immediate || !progress.has_deferred;
        for key in shown.keys().chain(self.copy.keys()) {
            let (copied, listed) = (self.copy.get(key), shown.get(key));
            if copied == listed {
                continue;
            }
            let fault =
                |what: &str| Err(format!("{what}: {key:?}: the copy has {copied:?}, the list {listed:?}"));
            if is_exact {
                return fault("differs");
            }
            if !self.states.iter().any(|state| state.get(key) == copied) {
                return fault("differs from every state since the last release");
            }
            let is_cut = copied.or(listed).is_some_and(|record| model.is_cut(key, record));
            if !is_cut && !progress.person_deleted && copied.map(uncounted) != listed.map(uncounted) {
                return fault("a public record is not immediate");
            }
        }
        Ok(())
    }
}

/// A record without what records of people cause.
fn uncounted(record: &Value) -> Value {
    let mut record = record.clone();
    if let Some(members) = record.as_object_mut() {
        members.retain(|name, _| !COUNTERS.contains(&name.as_str()));
    }
    record
}

fn next(page: &Value) -> String {
    page["meta"]["next"].as_str().unwrap_or_default().to_owned()
}
