//! A city platform that looks alive: believable records of every resource in the import format.
//!
//! Each record is a function of the seed, its kind and its number. So every resource can be written by
//! itself, in a stream, and agrees with the others.

mod archetypes;
mod budget;
mod campaigns;
mod city;
mod conversation;
mod documents;
mod events;
mod files;
mod frame;
mod idea;
mod ideas;
mod lines;
mod method;
mod moment;
mod names;
mod people;
mod phases;
mod plan;
mod random;
mod slug;
mod texts;
mod tombstones;
mod volunteering;

#[cfg(test)]
mod tests;

use std::io::{self, Write};

use lines::Lines;
use plan::Plan;
use texts::Locale;

type Writer = fn(&Plan, &mut Lines<'_>) -> io::Result<()>;

/// Every resource, after those it refers to.
const RESOURCES: [(&str, Writer); 22] = [
    ("areas", frame::areas),
    ("topics", frame::topics),
    ("project_folders", frame::folders),
    ("projects", frame::projects),
    ("project_topics", frame::project_topics),
    ("phases", phases::write),
    ("users", people::write),
    ("ideas", ideas::write),
    ("idea_phases", ideas::phases),
    ("idea_topics", ideas::topics),
    ("comments", conversation::comments),
    ("reactions", conversation::reactions),
    ("baskets", budget::baskets),
    ("basket_ideas", budget::basket_ideas),
    ("events", events::write),
    ("event_attendances", events::attendances),
    ("volunteering_causes", volunteering::causes),
    ("volunteering_volunteers", volunteering::volunteers),
    ("email_campaigns", campaigns::write),
    ("email_campaign_deliveries", campaigns::deliveries),
    ("files", files::write),
    ("deleted_items", tombstones::write),
];

static NAMES: [&str; RESOURCES.len()] = {
    let mut names = [""; RESOURCES.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = RESOURCES[place].0;
        place += 1;
    }
    names
};

/// A platform of believable records: the same for the same scale and seed.
#[derive(Debug)]
pub struct Demo {
    plan: Plan,
}

impl Demo {
    /// A platform with so many ideas; everything else grows with them, as in a city.
    pub fn new(ideas: u64, seed: u64) -> Self {
        Self { plan: Plan::new(ideas, seed) }
    }

    /// What stands in `platform.json`.
    pub fn platform(&self) -> String {
        let platform = serde_json::json!({
            "name": "Folkmoot",
            "address": city::ADDRESS,
            "locales": Locale::ALL.map(Locale::code),
        });
        format!("{platform:#}\n")
    }

    /// The resources, each after those it refers to.
    pub fn files(&self) -> &'static [&'static str] {
        &NAMES
    }

    /// Writes the lines of one resource and tells how many there are.
    pub fn write(&self, plural: &str, out: &mut dyn Write) -> io::Result<u64> {
        let Some((_, writer)) = RESOURCES.iter().find(|(name, _)| *name == plural) else {
            return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no resource {plural}")));
        };
        let mut lines = Lines::new(out);
        writer(&self.plan, &mut lines)?;
        lines.finish()
    }
}
