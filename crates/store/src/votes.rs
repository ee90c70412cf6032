//! The state of votes, which changes when a day begins.

use folkmoot_model::resource::{PLATFORM_DAY, Resource, Source, THIS};
use folkmoot_model::resources::RESOURCES;
use jiff::civil::Date;

use super::StoreError;
use super::database::Database;

/// Operations on votes.
#[derive(Debug, Clone, Copy)]
pub struct Votes<'a> {
    pub(super) database: &'a Database,
}

impl Votes<'_> {
    /// Whether the stored states are not those of this day.
    pub fn are_outdated(self, today: Date) -> Result<bool, StoreError> {
        self.database.read_latest(|executor| {
            let earlier = format!("SELECT 1 FROM {PLATFORM_DAY} WHERE day < ?1");
            if executor.exists(&earlier, &[today.to_string().into()])? {
                return Ok(true);
            }
            let outdated = RESOURCES.iter().flat_map(|resource| states(resource));
            outdated
                .map(|sql| executor.exists(&sql, &[]))
                .find(|found| !matches!(found, Ok(false)))
                .unwrap_or(Ok(false))
        })
    }
}

/// Queries of the records of a resource whose state is not that of the stored day.
fn states(resource: &Resource) -> Vec<String> {
    let plural = resource.names.plural;
    let derived = resource.fields.iter().filter_map(|field| match field.source {
        Source::Derived(derived) if derived.tables.contains(&PLATFORM_DAY) => Some((field.name, derived.sql)),
        _ => None,
    });
    derived
        .map(|(name, sql)| format!("SELECT 1 FROM {plural} AS {THIS} WHERE {THIS}.{name} <> ({sql})"))
        .collect()
}
