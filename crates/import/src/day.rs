//! The current day in the time zone of the platform. When a day begins, the votes of the day before may have ended.

use folkmoot_model::resource::PLATFORM_DAY;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::import_transaction::{Access, ImportControl, ImportTransaction};
use folkmoot_store::value::Value;
use folkmoot_store::{Store, StoreError};
use jiff::civil::Date;

use crate::context::ImportContext;
use crate::{changes, counters, deletions, derive};

/// How many days a stored day may be ahead, because time zones differ or the clocks of servers do.
const MOST_DAYS_AHEAD: i32 = 2;

/// Makes `today` the current day: writes the end of every vote that has ended to the change feed, so that its results become
/// visible. Returns whether there was anything to write.
pub fn begin(store: &Store, today: Date, now: i64) -> Result<bool, StoreError> {
    if !store.votes().are_outdated(today)? {
        return Ok(false);
    }
    let waiting = || tracing::info!("waiting for an import; votes that have ended stay secret");
    let write = |transaction: &ImportTransaction<'_>| {
        let mut context = ImportContext::new(transaction, now);
        changes::create_tables(&context)?;
        transaction.begin_write()?;
        context.read_newest()?;
        advance(&mut context, today)?;
        // The states may be those of another day even if that day is stored.
        context.day_changed = true;
        for resource in RESOURCES {
            derive::refresh(&context, resource)?;
        }
        deletions::refresh_votes(&context)?;
        for resource in RESOURCES {
            counters::count(&context, resource)?;
        }
        changes::publish_changes(&context)
    };
    store.import(Access::Write, ImportControl::uninterrupted(&waiting), write)?;
    Ok(true)
}

/// Stores the current day, unless the stored one is later.
pub fn advance(context: &mut ImportContext<'_>, today: Date) -> Result<(), StoreError> {
    let executor = context.transaction.executor();
    let latest = today.saturating_add(jiff::Span::new().days(MOST_DAYS_AHEAD));
    let days = [Value::from(today.to_string()), Value::from(latest.to_string())];
    let update = format!("UPDATE {PLATFORM_DAY} SET day = ?1 WHERE day < ?1 OR day > ?2");
    context.day_changed = executor.execute(&update, &days)? > 0;
    Ok(())
}
