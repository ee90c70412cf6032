//! The state of votes, which changes when a day begins.

use folkmoot_database::Database;
use folkmoot_model::resource::{PLATFORM_DAY, Resource, Source, THIS};
use folkmoot_model::resources::RESOURCES;

use jiff::civil::Date;
use uuid::Uuid;

use super::StoreError;
use super::platform_clock::{ClockReading, DayChange};
use super::records::Scan;

/// Operations on votes.
#[derive(Debug, Clone, Copy)]
pub struct Votes<'a> {
    pub(super) database: &'a Database,
}

impl Votes<'_> {
    /// Whether the stored day is behind or ahead of the clock, or the stored states are not those of the stored day.
    pub fn are_outdated(self, clock: &ClockReading) -> Result<bool, StoreError> {
        if clock.day_change() != DayChange::None {
            return Ok(true);
        }
        self.database.read_latest(|executor| {
            let outdated = RESOURCES.iter().flat_map(|resource| states(resource));
            outdated
                .map(|sql| executor.exists(&sql, &[]))
                .find(|found| !matches!(found, Ok(false)))
                .unwrap_or(Ok(false))
        })
    }
}

/// Queries of the records of a resource whose state is not that of the stored day. Where other tables decide the state too, it follows
/// from theirs, and comparing each ballot would take long.
fn states(resource: &Resource) -> Vec<String> {
    let plural = resource.names.plural;
    let derived = resource.fields.iter().filter_map(|field| match field.source {
        Source::Derived(derived) if derived.tables == [PLATFORM_DAY] => Some((field.name, derived.sql)),
        _ => None,
    });
    derived
        .map(|(name, sql)| format!("SELECT 1 FROM {plural} AS {THIS} WHERE {THIS}.{name} <> ({sql})"))
        .collect()
}

impl Scan<'_> {
    /// The day of the platform, which decides which votes have ended.
    pub fn day(&self) -> Result<Date, StoreError> {
        let sql = format!("SELECT day FROM {PLATFORM_DAY}");
        let day = self.executor.one(&sql, &[], |row| Ok(row.date(0)?.and_then(|day| day.parse().ok())))?;
        day.flatten().ok_or_else(|| StoreError::Value("the day of the platform is not valid".to_owned()))
    }

    /// Whether a phase is a vote, or was one, that has ended.
    pub fn vote_has_ended(&self, phase: Uuid) -> Result<bool, StoreError> {
        self.executor.exists("SELECT 1 FROM phases WHERE id = ?1 AND voting = 'ended'", &[phase.into()])
    }
}
