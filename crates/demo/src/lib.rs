//! Generates the demo platform: records of every resource in the import format.
//!
//! Each record is a function of the seed, its resource and its number. So every resource can be generated on its
//! own, as a stream, and refers correctly to the others. The names and texts are in the TOML files of `data/`.

mod comment_text;
mod content;
mod documents;
mod idea;
mod idea_text;
mod method;
mod ndjson;
mod placeholders;
mod plan;
mod random;
mod records;
mod registration;
mod slug;
mod timestamp;

#[cfg(test)]
mod tests;

use std::io::{self, Write};

pub use self::content::ContentError;
use self::content::{Content, Locale};
use self::ndjson::NdjsonWriter;
use self::plan::Plan;
use self::records::RESOURCES;

/// The demo platform of one size and seed.
#[derive(Debug)]
pub struct Demo {
    plan: Plan,
}

impl Demo {
    /// A platform with this number of ideas; the other resources grow with it. The same seed gives the same records.
    /// Fails if an embedded data file is invalid.
    pub fn new(ideas: u64, seed: u64) -> Result<Self, &'static ContentError> {
        Ok(Self { plan: Plan::new(Content::get()?, ideas, seed) })
    }

    /// The content of `platform.json`.
    pub fn platform(&self) -> String {
        let platform = &self.plan.content.platform;
        let platform = serde_json::json!({
            "name": platform.name,
            "address": platform.url,
            "locales": Locale::ALL.map(Locale::code),
        });
        format!("{platform:#}\n")
    }

    /// The plural names of the resources, each after the resources it refers to.
    pub fn resources() -> impl Iterator<Item = &'static str> {
        RESOURCES.iter().map(|(name, _)| *name)
    }

    /// Writes the records of one resource as NDJSON and returns their number.
    pub fn write(&self, resource: &str, out: &mut dyn Write) -> io::Result<u64> {
        let Some((_, write)) = RESOURCES.iter().find(|(name, _)| *name == resource) else {
            return Err(io::Error::new(
                io::ErrorKind::NotFound,
                format!("there is no resource '{resource}'"),
            ));
        };
        let mut writer = NdjsonWriter::new(out);
        write(&self.plan, &mut writer)?;
        writer.finish()
    }
}
